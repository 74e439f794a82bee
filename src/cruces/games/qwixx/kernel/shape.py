"""A layout as plain numbers, for compiled functions.

Lanes and bits are those of ``sheet``. Layouts may have up to four rows of at most fifteen boxes,
two bonus rows and seven penalty boxes. There are no arrays: reference counting would take a quarter
of the time of a game. For the same reason there is a flag for the rows of the booklets,
``straight``: the box of a number in them is computed, not looked up.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from cruces.games.qwixx.rules import Layout, Row
from cruces.games.qwixx.rules.dice import FACES

LANE = 16
LANES = 4
CIRCLE_LANES = 2
MAX_BOXES = LANE - 1
MAX_PENALTIES = 7
LOWEST, HIGHEST = 2, 2 * FACES
"""The sums of two dice."""
NUMBER = 4
"""The bits of a box in ``order``."""
_UP = tuple(range(LOWEST, HIGHEST + 1))
_STRAIGHT = [_UP, _UP, _UP[::-1], _UP[::-1]]
_TOP = 1 << MAX_BOXES
_BOTH = 1 | 1 << LANE
_NOWHERE = 62
"""Shifted by this many bits, no row is left."""


class Shape(NamedTuple):
    """What the kernel needs to know about a layout."""

    straight: bool
    """Two rows run from the lowest sum to the highest, and two in reverse."""
    order: tuple[int, int, int, int]
    """For each row, the box of each number, four bits per number; 15 if it is not printed there."""
    circle_order: tuple[int, int]
    """The same for the bonus rows."""
    most_counted: int
    lasts: int
    """The last box of every row with a lock."""
    to_lock: int
    """Added to ``lasts`` shifted by one, it carries into the same bit of every lane, the highest
    of a box."""
    short_of_lock: int
    """Added to the numbers of crosses, it carries into the last box where there are enough."""
    penalty: int
    penalties: int
    dice_to_end: int
    has_circles: bool
    uppers: int
    """All boxes of the rows above a bonus row."""
    above: tuple[int, int]
    """The shift of the lane of the row above each bonus row."""
    beside: tuple[int, int]
    """A count in the first lane times this is that count in both rows next to a bonus row."""


@cache
def shape(layout: Layout) -> Shape:
    """
    >>> from cruces.games.qwixx.rules import QWIXX_LAYOUT
    >>> hex(shape(QWIXX_LAYOUT).lasts)
    '0x400040004000400'
    """
    if (
        layout.longest > MAX_BOXES
        or len(layout.rows) > LANES
        or len(layout.bonus) > CIRCLE_LANES
        or layout.penalties > MAX_PENALTIES
    ):
        raise ValueError("the sheet has more than the kernel has bits for")
    locks = [(LANE * lane, 1 << row.last) for lane, row in enumerate(layout.rows) if row.lock]
    above = [LANE * row.beside[0] for row in layout.bonus]
    return Shape(
        straight=[row.numbers for row in layout.rows] == _STRAIGHT,
        order=_orders(layout.rows),
        circle_order=_orders(layout.bonus)[:2],
        most_counted=layout.most_counted,
        lasts=sum(last << lane for lane, last in locks),
        to_lock=sum((_TOP - last) >> 1 << lane for lane, last in locks),
        short_of_lock=sum((last - layout.crosses_to_lock) << lane for lane, last in locks),
        penalty=layout.penalty,
        penalties=layout.penalties,
        dice_to_end=layout.dice_to_end,
        has_circles=bool(layout.bonus),
        uppers=sum((_TOP - 1) << lane for lane in above),
        above=_pair(above, _NOWHERE),
        beside=_pair([_BOTH << lane for lane in above], 0),
    )


def _orders(rows: Sequence[Row]) -> tuple[int, int, int, int]:
    orders = [
        sum(row.boxes.get(n, MAX_BOXES) << NUMBER * n for n in range(HIGHEST + 1)) for row in rows
    ]
    nothing = sum(MAX_BOXES << NUMBER * n for n in range(HIGHEST + 1))
    first, second, third, fourth, *_ = (*orders, *[nothing] * LANES)
    return first, second, third, fourth


def _pair(values: list[int], default: int) -> tuple[int, int]:
    first, second, *_ = (*values, default, default)
    return first, second
