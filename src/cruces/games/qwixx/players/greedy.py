"""Greedy Qwixx: cross where the fewest numbers are skipped, and close a row whenever possible."""

from random import Random
from typing import Any

from cruces.core import PASS, View
from cruces.games.qwixx.kernel.greedy_limits import (
    FOR_CLOSING,
    MOST_SKIPPED_FREELY,
    MOST_SKIPPED_TO_AVOID_PENALTY,
)
from cruces.games.qwixx.rules import Action, Cross, Outcomes, Phase, State
from cruces.players.bot import Limits


class GreedyBot:
    """Takes what looks best at once, and looks no further."""

    name = "greedy"

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        return choose(view)


def choose(view: View[State, Action, Outcomes]) -> Action:
    """The best cross by number of skips, or a pass when each skips too many.

    Among equals the first in the fixed order of actions.
    """
    state, seat = view.state, view.seat
    assert seat is not None, "a spectator has nothing to choose"
    crosses = [action for action in view.legal if isinstance(action, Cross)]
    if not crosses:
        return PASS
    best = min(crosses, key=lambda cross: skipped(state, seat, cross))
    due = state.phase is Phase.COLOUR and state.first == PASS
    most = MOST_SKIPPED_TO_AVOID_PENALTY if due else MOST_SKIPPED_FREELY
    return best if skipped(state, seat, best) <= most else PASS


def skipped(state: State, seat: int, cross: Cross) -> int:
    """How many open numbers a cross gives up; less than none when it closes a row."""
    sheet = state.sheets[seat]
    return sheet.skips(cross) - FOR_CLOSING * sheet.closes(cross)
