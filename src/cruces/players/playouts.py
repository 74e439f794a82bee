"""Random playouts: games played to the end at random, and their values."""

import time
from random import Random
from typing import Any, NamedTuple

from cruces.core import CHANCE, Outcome
from cruces.core.family import AnyGame
from cruces.players.stop import Stop

MAX_EVENTS = 1000
"""A longer playout counts as undecided: some games can go on for ever."""
CLOCK_INTERVAL = 16
"""The number of events between two checks of the clock."""


class Ending(NamedTuple):
    """What a game was worth to every seat: its share of the win (solo: its points), and points."""

    values: tuple[float, ...]
    points: tuple[float, ...]


def ending(game: AnyGame, outcome: Outcome) -> Ending:
    """What an outcome is worth: the teams in first place share the win."""
    if len(outcome.places) == 1:
        return Ending(outcome.scores, outcome.scores)
    winning_teams = {game.team_of(seat) for seat, place in enumerate(outcome.places) if place == 1}
    share = 1 / len(winning_teams)
    return Ending(tuple(share * (place == 1) for place in outcome.places), outcome.scores)


def undecided(game: AnyGame, state: Any) -> Ending:
    """The value of a game that did not end: equal shares and no points."""
    seats = game.seats(state)
    teams = len({game.team_of(seat) for seat in range(seats)})
    low, high = game.score_range
    points = (float(min(max(low, 0), high)),) * seats
    return Ending(points if seats == 1 else (1 / teams,) * seats, points)


class Playouts:
    """Plays games at random until it has to stop."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        self.game, self.rng = game, rng
        self._deadline: float | None = None
        self._stop = Stop()

    def begin(self, deadline: float | None, stop: Stop) -> None:
        """Set the deadline, by the monotonic clock, and the signal that may stop it earlier."""
        self._deadline, self._stop = deadline, stop

    def must_stop(self) -> bool:
        """Whether it has to stop."""
        return self._stop.requested or (
            self._deadline is not None and time.monotonic() >= self._deadline
        )

    def play(self, state: Any) -> Ending | None:
        """The value of a random game from a state; None if it had to stop before the end."""
        game, rng = self.game, self.rng
        for number in range(1, MAX_EVENTS + 1):
            waiting = game.to_act(state)
            if not waiting:
                outcome = game.outcome(state)
                assert outcome is not None, "nobody may act only when the game is over"
                return ending(game, outcome)
            if not number % CLOCK_INTERVAL and self.must_stop():
                return None
            # Joint choices are independent, so the order does not matter.
            actor = min(waiting)
            if actor == CHANCE:
                state = game.advance(state, actor, game.chance(state).sample(rng))
            else:
                actions = tuple(iter(game.legal(state, actor)))
                state = game.advance(state, actor, actions[rng.randrange(len(actions))])
        return undecided(game, state)
