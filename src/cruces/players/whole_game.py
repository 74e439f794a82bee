"""Playing a game from a state to its end."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from cruces.core import CHANCE
from cruces.core.family import AnyGame
from cruces.core.outcome import Outcome

MAX_EVENTS = 2_000
"""The events of a game that ends by its length, if its rules do not bound it."""

Act = Callable[[Any, int, frozenset[int]], Any]
"""What a seat does: takes the state, the seat and who may act; returns the next state."""


class Ended(NamedTuple):
    """How a game ended, and after how many events."""

    outcome: Outcome
    events: int


def play_to_end(game: AnyGame, state: Any, act: Act, dice: Random) -> Ended:
    """Play on; where several seats may act, the first of them does."""
    events = 0
    while waiting := game.to_act(state):
        events += 1
        seat = min(waiting)
        if events > MAX_EVENTS and "length" in game.conclusions:
            state = game.conclude(state, "length")
        elif seat == CHANCE:
            state = game.advance(state, CHANCE, game.chance(state).sample(dice))
        else:
            state = act(state, seat, waiting)
    outcome = game.outcome(state)
    assert outcome is not None, "nobody may act"
    return Ended(outcome, events)
