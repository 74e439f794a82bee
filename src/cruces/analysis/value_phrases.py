"""Values and costs in words: what an action is worth, what it cost, in the client's language.

A number and its unit are one word for whoever breaks lines: a no-break space is between them.
"""

from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from cruces.analysis.analyse import Judgement
from cruces.locales import text

Kind = Literal["good", "even", "bad"]

AHEAD = 60
"""From so many percent on an action that is not proven looks good, below its counterpart bad."""
ABOUT = "≈ "
RESULTS = {1: "win", 0: "draw", -1: "loss"}
KINDS: dict[int, Kind] = {1: "good", 0: "even", -1: "bad"}


def kind(judgement: Judgement) -> Kind:
    """How an action looks at a glance."""
    if judgement.chance is None:
        return "even"
    if judgement.exact:
        return KINDS[judgement.result or 0]
    share = _whole(judgement.chance)
    return "good" if share >= AHEAD else "bad" if share <= 100 - AHEAD else "even"


def value(judgement: Judgement, lang: str) -> str:
    """What comes of an action, or what may be expected of it."""
    share, points = _whole(judgement.chance or 0.0), judgement.points
    if points is not None and judgement.chance is None:
        said = text("value.points", lang, points=number(points, 1, lang))
        return said if judgement.exact else ABOUT + said
    if points is not None:
        parts = {"percent": share, "points": number(points, 1, lang)}
        return ABOUT + text("value.chance-points", lang, **parts)
    if not judgement.exact or judgement.result is None:
        return ABOUT + text("value.chance", lang, percent=share)
    key = f"value.{RESULTS[judgement.result]}"
    if judgement.plies is None:
        return text(key, lang)
    when = "now" if judgement.plies == 1 else "in"
    return text(f"{key}-{when}", lang, plies=judgement.plies)


def brief(judgement: Judgement, lang: str) -> str:
    """The same in little room."""
    if not judgement.exact:
        return f"{_whole(judgement.chance or 0.0)}%"
    if judgement.plies is None:
        return "✓"
    return text("web.value.in", lang, plies=judgement.plies)


def percent(share: float, lang: str, digits: int = 0) -> str:
    """A share of the game, as exactly as it is sent."""
    written = number(100 * round(share, 4), digits, lang)
    return _together(text("value.chance", lang, percent=written))


def points(amount: float, lang: str) -> str:
    """An amount of points."""
    return _together(text("value.points", lang, points=number(amount, 1, lang)))


def signed(amount: float, said: str) -> str:
    """With a plus before what is gained; the minus is there already."""
    return f"+{said}" if amount > 0 else said


def number(amount: float, digits: int, lang: str) -> str:
    """With a real minus, unless it comes to nothing, and the language's decimal sign.

    Halves are rounded up, as people do.

    >>> number(90.5, 0, "en"), number(-0.25, 1, "es"), number(-0.01, 1, "en")
    ('91', '−0,3', '0.0')
    """
    exact = Decimal(repr(round(abs(amount), 6)))
    written = str(exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))
    minus = "−" if amount < 0 and float(written) else ""
    return minus + written.replace(".", text("number.point", lang))


def _whole(share: float) -> int:
    return int(100 * share + 0.5)


def _together(said: str) -> str:
    return said.replace(" ", "\u00a0")
