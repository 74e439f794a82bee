"""What a move is worth, in words."""

from cruces.bots.analysis import Judgement
from cruces.cli.pen import Pen

PROVEN, ESTIMATED = "✓", "≈"
RESULTS = {1: "win", 0: "draw", -1: "loss"}


def value_text(pen: Pen, judgement: Judgement) -> str:
    """``✓ wins in 5 turns``, or ``≈ 63 %`` where nothing is proven."""
    if judgement.result is None:
        return f"{ESTIMATED} {pen.text('value.chance', percent=round(100 * judgement.chance))}"
    key = f"value.{RESULTS[judgement.result]}"
    if judgement.plies is not None:
        key += "-now" if judgement.plies == 1 else "-in"
    return f"{PROVEN} {pen.text(key, plies=judgement.plies)}"


def result_name(pen: Pen, result: int) -> str:
    """A win, a draw, a loss."""
    return pen.say(f"analyse.result.{RESULTS[result]}")
