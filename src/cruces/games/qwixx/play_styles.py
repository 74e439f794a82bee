"""Ways to play Qwixx at random that lead where plain chance seldom goes."""

from random import Random
from typing import Any

from cruces.core import PASS
from cruces.games.qwixx.rules import Cross, State
from cruces.testing.random_play import AnyGame, PlayStyle

WIDEST_GAP = 2
"""A patient player skips no more boxes than this, unless a penalty would follow."""


def furthest(game: AnyGame, state: Any, seat: int, actions: list[Any], rng: Random) -> Any:
    """Where a row ends: the cross furthest to the right."""
    crosses = [action for action in actions if isinstance(action, Cross)]
    if crosses:
        return max(crosses, key=state.sheets[seat].box)
    return actions[-1]


def patient(game: AnyGame, state: State, seat: int, actions: list[Any], rng: Random) -> Any:
    """Skips as few boxes as can be, and so comes to lock rows."""
    crosses = [action for action in actions if isinstance(action, Cross)]
    if not crosses:
        return PASS
    sheet = state.sheets[seat]
    gap, cross = min(
        ((sheet.skips(cross), cross) for cross in crosses),
        key=lambda found: found[0],
    )
    if gap <= WIDEST_GAP or (seat == state.active and state.first == PASS):
        return cross
    return PASS


STYLES: tuple[PlayStyle, ...] = (furthest, patient)
