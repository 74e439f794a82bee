"""Quixo for four: two teams, and a dot on every marked cube."""

from collections.abc import Iterator

from cruces.core import PASS, Option, Reason
from cruces.games.quixo.rules.game import BEGINS, REPETITION, SIZE, Quixo
from cruces.games.quixo.rules.geometry import edge, index
from cruces.games.quixo.rules.pushing import team_of
from cruces.games.quixo.rules.state import NEUTRAL, Action, Push, State

SEATS = 4


def partner(seat: int) -> int:
    """The player opposite (T1)."""
    return (seat + 2) % SEATS


class QuixoTeams(Quixo):
    """Seats A1, B1, A2, B2 clockwise; A plays crosses, B circles."""

    id = "quixo-teams"
    seat_counts = (SEATS,)
    options = (SIZE, REPETITION, BEGINS, Option("consult", (True, False), True, "T6"))
    signs = "1234"

    def _generate(self, state: State, seat: int) -> Iterator[Action]:
        if self._must_pass(state, seat):
            yield PASS
        else:
            yield from super()._generate(state, seat)

    def _must_pass(self, state: State, seat: int) -> bool:
        """Whether no cube on the edge may be taken: only then a player passes (T4)."""
        return not any(
            self._may_take(state, seat, state.board[i]) for i in edge(state.options.size)
        )

    def _may_take(self, state: State, seat: int, cube: int) -> bool:
        """Neutral, or after the first round also a cube whose dot points at the player."""
        return cube == NEUTRAL or (cube == seat + 1 and state.ply >= SEATS)

    def _dots(self, seat: int) -> tuple[int | None, ...]:
        return (seat, partner(seat))

    def _why_not(self, state: State, seat: int, action: object) -> Reason | None:
        if action == PASS:
            return None if self._must_pass(state, seat) else Reason("must-play")
        return super()._why_not(state, seat, action)

    def _why_not_take(self, state: State, seat: int, action: Push) -> Reason | None:
        cube = state.board[index(state.options.size, action.take)]
        if self._may_take(state, seat, cube):
            return None
        if team_of(cube - 1) != team_of(seat):
            return Reason("opponents-cube", {"square": action.take})
        if state.ply < SEATS:
            return Reason("first-round")
        return Reason("partners-cube", {"square": action.take, "seat": cube})

    def _why_not_dot(self, dot: int | None) -> Reason:
        return Reason("dot-missing") if dot is None else Reason("dot-partner")
