"""Qwixx among friends: several roll, but only the player in seat 0 crosses anything.

So the others neither close rows nor end the game, and it is a game for one, with white dice between
one's own turns. It is what exact values are known for besides the solo game: see ``solver``.
"""

from collections.abc import Mapping
from dataclasses import replace

from cruces.core import PASS, Outcome
from cruces.games.qwixx.rules.game import Qwixx
from cruces.games.qwixx.rules.scoring import total
from cruces.games.qwixx.rules.sheet import Sheet
from cruces.games.qwixx.rules.state import Action, Choice, Outcomes, Phase, State


class FriendlyQwixx(Qwixx):
    """A friendly game of ``players``. The first turn is that of the one who plays."""

    seat_counts = (1,)
    conclusions = ()

    def __init__(self, players: int) -> None:
        self.players = players

    def initial(
        self, options: Mapping[str, object] | None = None, seats: int | None = None
    ) -> State:
        self.check_seats(seats)
        sheets = (Sheet.empty(self.layout),) * self.players
        return State(self._options(options), sheets, Phase.ROLL, active=0)

    def knows(self, state: object) -> bool:
        return super().knows(state) and len(getattr(state, "sheets", ())) == self.players

    def seats(self, state: State) -> int:
        return 1

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        return replace(outcome, places=(1,), scores=(total(state.sheets[0]),))

    def _happen(self, state: State, outcome: Outcomes) -> State:
        return replace(super()._happen(state, outcome), choices=(None, *self._passes))

    def _act(self, state: State, seat: int, action: Action) -> State:
        if state.phase is Phase.WHITE:
            state = self._resolve_white(state, (action, *self._passes))
            if state.phase is Phase.COLOUR and state.active != 0:
                return self._next_turn(state)  # no action 2, and no penalty either
            return state
        return super()._act(state, seat, action)

    @property
    def _passes(self) -> tuple[Choice, ...]:
        """What the others do in action 1."""
        return (PASS,) * (self.players - 1)
