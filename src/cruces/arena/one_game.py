"""One game of a tournament: whatever a player does, it ends with a result."""

from contextlib import ExitStack
from random import Random
from typing import Any

from msgspec import Struct

from cruces.arena.seat import Chair, FaultError, FaultKind, Player
from cruces.arena.setup import Setup
from cruces.core import CrucesError, MalformedError
from cruces.core.extras import MissingExtraError, missing_extra
from cruces.players.whole_game import play_to_end

LEAVING = ("abandonment", "resignation", "time")
"""How a player at fault leaves, where the game has rules for that: the first that it has."""
FAULT = "fault"
"""The reason of a game that ended by a fault because it has no such rules."""
MOST_DETAIL = 200


class Fault(Struct, frozen=True):
    """What a seat did to lose: see ``arena.fault.<kind>`` in the catalogue."""

    seat: int
    kind: FaultKind
    detail: str


class GameResult(Struct, frozen=True):
    """A game that was played. ``players`` are the contestants by seat.

    ``scores`` are None if a fault ended a game that has no rules for leaving.
    """

    row: int
    turn: int
    players: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...] | None
    reason: str
    events: int
    faults: tuple[Fault, ...] = ()


class _EndedByFaultError(Exception):
    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.seat = seat


def play_one(setup: Setup, row: int, turn: int) -> GameResult:
    """Play a game of a tournament."""
    with ExitStack() as stack:
        return _Table(setup, row, turn, stack).play()


class _Table:
    def __init__(self, setup: Setup, row: int, turn: int, stack: ExitStack) -> None:
        self.setup, self.row, self.turn, self.stack = setup, row, turn, stack
        self.seating = setup.seating(row, turn)
        self.seed = f"{setup.dice_seed(row)} {row} {turn}"
        self.players: dict[int, Player] = {}
        self.faults: list[Fault] = []
        self.acted = 0

    def play(self) -> GameResult:
        setup = self.setup
        game, dice = setup.game, Random(f"{setup.dice_seed(self.row)} dice")
        state = game.initial(setup.settings, setup.seats)
        try:
            outcome, events = play_to_end(game, state, self._act, dice)
        except _EndedByFaultError as ended:
            return self._result(self._places_without(ended.seat), None, FAULT, self.acted)
        for player in self.players.values():
            player.over(outcome)
        return self._result(outcome.places, outcome.scores, outcome.reason, events)

    def _act(self, state: Any, seat: int, waiting: frozenset[int]) -> Any:
        """The state after the seat has acted, or has left."""
        game = self.setup.game
        self.acted += 1
        try:
            view = game.view(state, seat)
            answer = self._player(seat).choose(view)
            action = game.parse_action(answer) if isinstance(answer, str) else answer
            return game.apply(state, seat, action, waiting=waiting)
        except Exception as error:
            extra = error if isinstance(error, MissingExtraError) else missing_extra(error)
            if extra is not None:
                raise extra from error
            return self._leave(state, seat, error)

    def _player(self, seat: int) -> Player:
        """Who sits there; they sit down when they are first asked."""
        if seat not in self.players:
            setup = self.setup
            seed = f"{self.seed} seat {seat}"
            chair = Chair(setup.game, setup.settings, setup.seats, seat, seed, setup.limits)
            player = setup.contestants[self.seating[seat]].sit(chair)
            self.stack.callback(player.close)
            self.players[seat] = player
        return self.players[seat]

    def _leave(self, state: Any, seat: int, error: Exception) -> Any:
        game = self.setup.game
        self.faults.append(_fault(seat, error))
        player = self.players.pop(seat, None)
        if player is not None:
            player.close()
        how = next((how for how in LEAVING if how in game.conclusions), None)
        if how is None:
            raise _EndedByFaultError(seat)
        return game.conclude(state, how, seat)

    def _places_without(self, left: int) -> tuple[int, ...]:
        """All others share the first place."""
        team_of = self.setup.game.team_of
        others = [seat for seat in range(self.setup.seats) if team_of(seat) != team_of(left)]
        return tuple(1 if seat in others else len(others) + 1 for seat in range(self.setup.seats))

    def _result(
        self, places: tuple[int, ...], scores: tuple[int, ...] | None, reason: str, events: int
    ) -> GameResult:
        return GameResult(
            self.row, self.turn, self.seating, places, scores, reason, events, tuple(self.faults)
        )


def _fault(seat: int, error: Exception) -> Fault:
    match error:
        case FaultError():
            return Fault(seat, error.kind, error.detail[:MOST_DETAIL])
        case MalformedError():
            return Fault(seat, "malformed", error.message()[:MOST_DETAIL])
        case CrucesError():
            return Fault(seat, "illegal", error.message()[:MOST_DETAIL])
    return Fault(seat, "crash", f"{type(error).__name__}: {error}"[:MOST_DETAIL])
