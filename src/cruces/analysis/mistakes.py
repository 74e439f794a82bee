"""The kinds of mistakes, so that one can say where a player loses most."""

from typing import Any

from cruces.analysis.oracle import ActionValue
from cruces.core import PASS
from cruces.core.family import AnyGame
from cruces.core.registry import family_of
from cruces.locales import text

RESULTS = {1: "win", 0: "draw", -1: "loss"}
AT_ONCE = {"win": 1, "loss": 2}
"""The plies in which one wins with this action, or the opponent with the next."""


def kind_of_mistake(
    game: AnyGame, state: Any, seat: int, chosen: ActionValue, best: ActionValue
) -> str:
    """The slug of a text ``mistake.<slug>``: the family's own, or a general one."""
    own = family_of(game).mistake(game, state, seat, chosen.action, best.action)
    if own is not None:
        return own
    before, after = best.value, chosen.value
    if before.result is not None and after.result is not None:
        if before.result == 1 and before.plies == AT_ONCE["win"]:
            return "win-at-once"
        if after.result == -1 and after.plies == AT_ONCE["loss"]:
            return "loss-at-once"
        return f"{RESULTS[before.result]}-{RESULTS[after.result]}"
    if chosen.action == PASS:
        return "passed"
    return "acted" if best.action == PASS else "other"


def mistake_text(kind: str, lang: str) -> str:
    """A kind of mistake in words, without a capital letter: what was done, and what was better."""
    return text(f"mistake.{kind}", lang)
