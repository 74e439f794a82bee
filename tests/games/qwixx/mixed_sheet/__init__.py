"""A third and a fourth sheet: games that bring a layout and no rule.

Numbers stand in any order, rows are longer and shorter than eleven boxes, a bonus row lies
elsewhere. ``FAMILY`` registers the first as one more game: ``register(FAMILY)``.
"""

from cruces import locales
from cruces.games.qwixx.family import QwixxFamily
from cruces.games.qwixx.rules import BigPoints, Layout, Qwixx, Row

MIXED = Layout(
    rows=(
        Row("r", "red", (7, 2, 11, 5, 9, 3, 12, 6, 10, 4, 8)),
        # No dice make 13 or 1: these boxes can only be skipped.
        Row("y", "yellow", (10, 6, 2, 13, 8, 3, 4, 12, 5, 1, 9, 7, 11)),
        Row("g", "green", (12, 3, 8, 6, 11, 5, 2, 9, 4, 10, 7)),
        Row("b", "blue", (6, 11, 4, 9, 7, 12, 3, 8, 10)),
    ),
    most_counted=14,
)

_BETWEEN = (5, 9, 2, 12, 7, 4, 10, 3, 6, 11, 8)

MIXED_CIRCLES = Layout(
    rows=(
        Row("r", "red", (7, 2, 11, 5, 9, 3, 12, 6, 10, 4, 8, 13, 14, 1, 0)),
        Row("y", "yellow", _BETWEEN),
        Row("g", "green", _BETWEEN),
        Row("b", "blue", (6, 11, 4, 9, 7, 12, 3)),
    ),
    bonus=(Row("yg", "circles", _BETWEEN, lock=False, beside=(1, 2)),),
    most_counted=13,
    crosses_to_lock=4,
    penalty=6,
    penalties=3,
)


class MixedQwixx(Qwixx):
    """Qwixx on a sheet with mixed numbers."""

    id = "mixed-qwixx"
    layout = MIXED


class MixedBigPoints(BigPoints):
    """Big Points on such a sheet, with one bonus row in the middle."""

    id = "mixed-big-points"
    layout = MIXED_CIRCLES


MIXED_QWIXX = MixedQwixx()


class MixedFamily(QwixxFamily):
    """The parts of the Qwixx family, for another sheet."""

    name = "mixed-qwixx"
    package = __name__
    games = (MIXED_QWIXX,)
    order = 50


FAMILY = MixedFamily()

locales.add_family(__name__)
