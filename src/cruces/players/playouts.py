"""Games played to their ends at random, and what came of them."""

import time
from random import Random
from typing import Any, NamedTuple

from cruces.core import CHANCE, Outcome
from cruces.core.family import AnyGame
from cruces.players.stop import Stop

MOST_EVENTS = 1000
"""A playout that is longer counts as undecided: some games need never end."""
LOOK_UP = 16
"""Events between two looks at the clock."""


class Ending(NamedTuple):
    """What a game was worth to every seat: the share of the win, alone the points; and points."""

    values: tuple[float, ...]
    points: tuple[float, ...]


def ending(game: AnyGame, outcome: Outcome) -> Ending:
    """What an outcome is worth: those in first place divide the win, partners share theirs."""
    if len(outcome.places) == 1:
        return Ending(outcome.scores, outcome.scores)
    firsts = {game.team_of(seat) for seat, place in enumerate(outcome.places) if place == 1}
    share = 1 / len(firsts)
    return Ending(tuple(share * (place == 1) for place in outcome.places), outcome.scores)


def undecided(game: AnyGame, state: Any) -> Ending:
    """A game that came to no end: everyone has the same share, and no points."""
    seats = game.seats(state)
    teams = len({game.team_of(seat) for seat in range(seats)})
    low, high = game.score_range
    points = (float(min(max(low, 0), high)),) * seats
    return Ending(points if seats == 1 else (1 / teams,) * seats, points)


class Playouts:
    """Plays at random, until it is halted."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        self.game, self.rng = game, rng
        self._deadline: float | None = None
        self._stop = Stop()

    def begin(self, deadline: float | None, stop: Stop) -> None:
        """Until when, by the monotonic clock, and who may stop it before."""
        self._deadline, self._stop = deadline, stop

    def halted(self) -> bool:
        """Whether it is time."""
        return self._stop.told or (
            self._deadline is not None and time.monotonic() >= self._deadline
        )

    def play(self, state: Any) -> Ending | None:
        """How a game from here ended; None if it was halted before."""
        game, rng = self.game, self.rng
        for number in range(1, MOST_EVENTS + 1):
            waiting = game.to_act(state)
            if not waiting:
                outcome = game.outcome(state)
                assert outcome is not None, "nobody is to act when it is over"
                return ending(game, outcome)
            if not number % LOOK_UP and self.halted():
                return None
            # Who choose at once may be asked in any order: their choices do not depend on it.
            actor = min(waiting)
            if actor == CHANCE:
                state = game.advance(state, actor, game.chance(state).sample(rng))
            else:
                actions = tuple(iter(game.legal(state, actor)))
                state = game.advance(state, actor, actions[rng.randrange(len(actions))])
        return undecided(game, state)
