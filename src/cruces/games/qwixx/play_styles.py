"""Random play styles for Qwixx that reach positions which uniform play seldom does."""

from random import Random
from typing import Any

from cruces.core import PASS
from cruces.games.qwixx.rules import Cross, State
from cruces.testing.random_play import AnyGame, PlayStyle

WIDEST_GAP = 2
"""A patient player skips no more boxes than this, unless a pass would cost a penalty."""


def furthest(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """Crosses as far to the right as possible."""
    crosses = [action for action in actions if isinstance(action, Cross)]
    if crosses:
        return max(crosses, key=state.sheets[seat].box)
    return actions[-1]


def patient(game: AnyGame, state: State, seat: int, actions: list[Any], rng: Random) -> Any:
    """Skips as few boxes as possible, and so gets to lock rows."""
    crosses = [action for action in actions if isinstance(action, Cross)]
    if not crosses:
        return PASS
    sheet = state.sheets[seat]
    gap, cross = min(
        ((sheet.skips(cross), cross) for cross in crosses),
        key=lambda option: option[0],
    )
    if gap <= WIDEST_GAP or (seat == state.active and state.first == PASS):
        return cross
    return PASS


STYLES: tuple[PlayStyle, ...] = (furthest, patient)
