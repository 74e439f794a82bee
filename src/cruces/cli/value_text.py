"""What a move is worth, in words."""

from cruces.analysis.analyse import Judgement
from cruces.locales.numbers import Figure
from cruces.render.terminal.style import Style

PROVEN, ESTIMATED = "✓", "≈"
RESULTS = {1: "win", 0: "draw", -1: "loss"}


def value_text(style: Style, judgement: Judgement) -> str:
    """``✓ wins in 5 turns``, ``≈ 63%`` where nothing is proven, and the points of a sheet."""
    sign = PROVEN if judgement.exact else ESTIMATED
    points = None if judgement.points is None else Figure(judgement.points, 1)
    if judgement.chance is None:
        return f"{sign} {style.text('value.points', points=points)}"
    if judgement.result is None and points is not None:
        percent = style.percent(judgement.chance)
        return f"{sign} {style.text('value.chance-points', percent=percent, points=points)}"
    if judgement.result is None:
        return f"{ESTIMATED} {style.percent(judgement.chance)}"
    key = f"value.{RESULTS[judgement.result]}"
    if judgement.plies is not None:
        key += "-in"
    return f"{PROVEN} {style.text(key, plies=judgement.plies)}"


def result_name(style: Style, result: int) -> str:
    """A win, a draw, a loss."""
    return style.say(f"analyse.result.{RESULTS[result]}")
