"""Greedy Qwixx: cross where the fewest numbers are skipped, and close a row whenever possible."""

from random import Random
from typing import Any

from cruces.core import PASS, View
from cruces.games.qwixx.kernel.greedy_limits import (
    CLOSING_BONUS,
    MAX_FREE_SKIPS,
    MAX_SKIPS_TO_AVOID_PENALTY,
)
from cruces.games.qwixx.rules import Action, Cross, Outcomes, Phase, State
from cruces.players.bot import Limits


class GreedyBot:
    """Takes what looks best at once, without looking ahead."""

    name = "greedy"

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        return choose(view)


def choose(view: View[State, Action, Outcomes]) -> Action:
    """The cross that skips the fewest numbers, or a pass if each skips too many.

    Among equals, the first in the order of actions.
    """
    state, seat = view.state, view.seat
    assert seat is not None, "a spectator has nothing to choose"
    crosses = [action for action in view.legal if isinstance(action, Cross)]
    if not crosses:
        return PASS
    best = min(crosses, key=lambda cross: skips(state, seat, cross))
    penalty_due = state.phase is Phase.COLOUR and state.first == PASS
    max_skips = MAX_SKIPS_TO_AVOID_PENALTY if penalty_due else MAX_FREE_SKIPS
    return best if skips(state, seat, best) <= max_skips else PASS


def skips(state: State, seat: int, cross: Cross) -> int:
    """How many open numbers a cross skips; negative if it closes a row."""
    sheet = state.sheets[seat]
    return sheet.skips(cross) - CLOSING_BONUS * sheet.closes(cross)
