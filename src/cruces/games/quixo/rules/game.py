"""The flow of the game: who acts when, and what follows."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from functools import cache
from typing import ClassVar, Never

from cruces.core import PASS, Game, Legal, Option, Outcome, Reason, Value
from cruces.core.chance import Chance
from cruces.games.quixo.rules import notation
from cruces.games.quixo.rules.geometry import SIZES, edge, index, on_board, pushes, squares
from cruces.games.quixo.rules.pushing import lines_of, push, team_of
from cruces.games.quixo.rules.state import NEUTRAL, Action, Conclusion, Options, Push, State

SIZE = Option("size", SIZES, 5, "Q1")
REPETITION = Option("repetition", (3, None, 2, 4, 5), 3, "Q6", ruling=True)
BEGINS = Option("begins", ("crosses", "circles"), "crosses", "Q1")


@cache
def _actions(size: int, dots: tuple[int | None, ...]) -> tuple[tuple[int, Push], ...]:
    """Every push with each dot, with the number of the square that it takes from."""
    places = squares(size)
    return tuple(
        (taken, Push(places[taken], places[end], dot))
        for taken, end in pushes(size)
        for dot in dots
    )


class Quixo(Game[State, Action, Never]):
    """Quixo for two: seat 0 plays crosses, seat 1 circles."""

    id = "quixo"
    seat_counts = (2,)
    options: ClassVar[tuple[Option, ...]] = (SIZE, REPETITION, BEGINS)
    conclusions = ("agreement", "length", "resignation", "time", "abandonment")
    signs: ClassVar[str] = "XO"
    """How a cube is written, by the seat that may take it."""

    def initial(
        self, options: Mapping[str, object] | None = None, seats: int | None = None
    ) -> State:
        self.check_seats(seats)
        resolved = self._options(options)
        return State(resolved, (NEUTRAL,) * resolved.size**2)

    def _options(self, options: Mapping[str, object] | None) -> Options:
        return Options(**self.resolve(options or {}))  # type: ignore[arg-type]

    def knows(self, state: object) -> bool:
        return isinstance(state, State) and max(state.board) <= self.seat_counts[0]

    def settings(self, state: State) -> dict[str, Value]:
        names = {option.name for option in self.options}
        return {
            field.name: getattr(state.options, field.name)
            for field in fields(state.options)
            if field.name in names
        }

    def seats(self, state: State) -> int:
        return self.seat_counts[0]

    def team_of(self, seat: int) -> int:
        return team_of(seat)

    def mover(self, state: State) -> int:
        """Whose turn it is, or would be if the game were not over."""
        return (state.ply + (state.options.begins == "circles")) % self.seats(state)

    def to_act(self, state: State) -> frozenset[int]:
        return frozenset() if self.outcome(state) else frozenset((self.mover(state),))

    def chance(self, state: State) -> Chance[Never]:
        raise ValueError("Quixo has no chance")

    def redact(self, state: State, seat: int | None) -> State:
        return state

    # Which pushes are allowed

    def _legal(self, state: State, seat: int) -> Legal[Action]:
        return Legal(
            lambda: self._generate(state, seat), lambda action: self._why_not(state, seat, action)
        )

    def _generate(self, state: State, seat: int) -> Iterator[Action]:
        board = state.board
        free = {cube for cube in set(board) if self._may_take(state, seat, cube)}
        for taken, action in _actions(state.options.size, self._dots(seat)):
            if board[taken] in free:
                yield action

    def _may_take(self, state: State, seat: int, cube: int) -> bool:
        """A neutral cube or one's own (Q2). In the first round nobody has own cubes yet (Q4)."""
        return cube in (NEUTRAL, seat + 1)

    def _dots(self, seat: int) -> tuple[int | None, ...]:
        """The seats that the dot may be turned to; without teams there is no dot."""
        return (None,)

    def _why_not(self, state: State, seat: int, action: object) -> Reason | None:
        if action == PASS:
            return Reason("no-pass")
        if not isinstance(action, Push):
            return Reason("not-an-action")
        size = state.options.size
        if not (on_board(size, action.take) and on_board(size, action.to)):
            return Reason("off-board", {"size": size})
        taken, end = index(size, action.take), index(size, action.to)
        if taken not in edge(size):
            return Reason("not-on-edge", {"square": action.take})
        why = self._why_not_take(state, seat, action)
        if why is not None:
            return why
        if taken == end:
            return Reason("same-place")
        if (taken, end) not in pushes(size):
            return Reason("not-an-end", {"take": action.take, "to": action.to})
        if action.dot not in self._dots(seat):
            return self._why_not_dot(action.dot)
        return None

    def _why_not_take(self, state: State, seat: int, action: Push) -> Reason | None:
        cube = state.board[index(state.options.size, action.take)]
        if self._may_take(state, seat, cube):
            return None
        return Reason("opponents-cube", {"square": action.take})

    def _why_not_dot(self, dot: int | None) -> Reason:
        return Reason("no-dots")

    # What follows

    def _act(self, state: State, seat: int, action: Action) -> State:
        board, seen = state.board, (*state.seen, state.board)
        if isinstance(action, Push):
            size = state.options.size
            taken, end = index(size, action.take), index(size, action.to)
            owner = seat if action.dot is None else action.dot
            board = push(state.board, pushes(size)[taken, end], owner + 1)
            if state.board[taken] == NEUTRAL:
                seen = ()
        if state.options.repetition is None:
            seen = ()
        return State(state.options, board, state.ply + 1, seen)

    def _happen(self, state: State, outcome: Never) -> State:
        raise ValueError("Quixo has no chance")

    def _conclude(self, state: State, how: str, seat: int | None) -> State:
        return replace(state, conclusion=Conclusion(how, seat))

    def outcome(self, state: State) -> Outcome | None:
        last = team_of(self.mover(state) + 1)
        for winner, reason in ((1 - last, "opponent-line"), (last, "line")):
            winning_lines = lines_of(state.board, state.options.size, winner)
            if winning_lines:
                names = (notation.format_line(state.options.size, line) for line in winning_lines)
                return self._won(winner, reason, tuple(names))
        if state.conclusion is not None and state.conclusion.seat is not None:
            return self._won(1 - team_of(state.conclusion.seat), state.conclusion.how)
        if state.conclusion is not None:
            return self._drawn(state.conclusion.how)
        if self._repeated(state):
            return self._drawn("repetition")
        return None

    def _won(self, winner: int, reason: str, announced: tuple[str, ...] = ()) -> Outcome:
        wins = [team_of(seat) == winner for seat in range(self.seat_counts[0])]
        places = tuple(1 if win else 2 for win in wins)
        return Outcome(places, tuple(1 if win else -1 for win in wins), reason, announced)

    def _drawn(self, reason: str) -> Outcome:
        return Outcome((1,) * self.seat_counts[0], (0,) * self.seat_counts[0], reason)

    def _repeated(self, state: State) -> bool:
        """Whether this board has occurred with this player to move often enough to draw (Q6)."""
        turns = self.seat_counts[0]
        earlier = state.seen[-turns::-turns]
        return (
            state.options.repetition is not None
            and 1 + earlier.count(state.board) >= state.options.repetition
        )

    # Texts

    def format_position(self, state: State) -> str:
        return notation.format_position(state, self.signs, self.mover(state))

    def parse_position(self, written: str, options: Mapping[str, object] | None = None) -> State:
        given = dict(options or {})
        given.setdefault("size", notation.size_of(written))
        return notation.parse_position(self, written, self._options(given))

    def format_action(self, action: Action) -> str:
        return notation.format_action(action)

    def parse_action(self, written: str) -> Action:
        return notation.parse_action(written)

    def format_chance(self, outcome: Never) -> str:
        raise ValueError("Quixo has no chance")

    def parse_chance(self, written: str) -> Never:
        raise notation.no_chance(written)
