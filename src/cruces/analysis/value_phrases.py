"""Values and costs in words: what an action is worth, what it cost, in the client's language.

A no-break space keeps a number and its unit on one line.
"""

from typing import Literal

from cruces.analysis.analyse import Judgement
from cruces.locales import percent, text
from cruces.locales.numbers import Figure

Kind = Literal["good", "even", "bad"]

AHEAD = 60
"""An unproven action looks good from this percentage on, and bad from its complement down."""
ABOUT = "≈ "
RESULTS = {1: "win", 0: "draw", -1: "loss"}
KINDS: dict[int, Kind] = {1: "good", 0: "even", -1: "bad"}


def kind(judgement: Judgement) -> Kind:
    """The verdict on an action: good, even or bad."""
    if judgement.chance is None:
        return "even"
    if judgement.exact:
        return KINDS[judgement.result or 0]
    share = _whole(judgement.chance)
    return "good" if share >= AHEAD else "bad" if share <= 100 - AHEAD else "even"


def value(judgement: Judgement, lang: str) -> str:
    """What an action leads to, or the expected value."""
    share, points = percent(judgement.chance or 0.0, lang), judgement.points
    if points is not None and judgement.chance is None:
        said = text("value.points", lang, points=Figure(points, 1))
        return said if judgement.exact else ABOUT + said
    if points is not None:
        said = text("value.chance-points", lang, percent=share, points=Figure(points, 1))
        return ABOUT + said
    if not judgement.exact or judgement.result is None:
        return ABOUT + share
    key = f"value.{RESULTS[judgement.result]}"
    if judgement.plies is None:
        return text(key, lang)
    return text(f"{key}-in", lang, plies=judgement.plies)


def brief(judgement: Judgement, lang: str) -> str:
    """The same, abbreviated."""
    if not judgement.exact:
        return percent(judgement.chance or 0.0, lang)
    if judgement.plies is None:
        return "✓"
    return text("web.value.in", lang, plies=judgement.plies)


def points(amount: float, lang: str) -> str:
    """A number of points."""
    return _together(text("value.points", lang, points=Figure(amount, 1)))


def signed(amount: float, said: str) -> str:
    """The amount with a plus sign if it is a gain; it already has any minus sign."""
    return f"+{said}" if amount > 0 else said


def _whole(share: float) -> int:
    return int(100 * share + 0.5)


def _together(said: str) -> str:
    return said.replace(" ", "\u00a0")
