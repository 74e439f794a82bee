"""A sheet as one integer, and functions on its four rows at once.

Each row has a lane of sixteen bits; bit 0 of a lane is the leftmost box of its row. A row has at
most fifteen boxes: the top bits of three lanes, p, are the number of penalties::

    bit   63    62…48  47   46…32  31   30…16   15   14…0
          free  blue   p 4  green  p 2  yellow  p 1  red

Bonus rows are a second integer with two lanes; without them it is 0. A box is also an action:
``16 * lane + box``, those of bonus rows from ``FIRST_CIRCLE`` on, so that crossing a square sets
the bit of the action's number, and a set of legal squares is an integer as well. Everything is an
``int64``: no box ever reaches the sign. What differs between layouts is in ``Shape``.
"""

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.shape import LANE, LANES, Shape
from cruces.games.qwixx.rules import Cross, Layout, Sheet
from cruces.kernels.jit import inlined

Sheets = npt.NDArray[np.int64]
"""``[seat, 0]`` squares and penalties, ``[seat, 1]`` circles."""

PASS = -1
FIRST_CIRCLE = LANE * LANES

EACH = 0x0001_0001_0001_0001
"""The first box of every row: a value times this is that value in all lanes."""
ONE_LANE = 0x7FFF
BOXES = ONE_LANE * EACH
_TOP, _LOCK = LANE - 1, LANE - 2
_TWOS, _FOURS, _EIGHTS = 0x5555 * EACH, 0x3333 * EACH, 0x0F0F * EACH
_COUNT = 0x00FF * EACH


def from_sheet(sheet: Sheet) -> tuple[int, int]:
    """The two integers of a sheet.

    >>> from cruces.games.qwixx.rules import QWIXX_LAYOUT
    >>> from_sheet(Sheet(QWIXX_LAYOUT, (0b10001, 0, 1, 0), penalties=2))
    (6442450961, 0)
    """
    rows = len(sheet.layout.rows)
    squares = sum(marks << LANE * lane for lane, marks in enumerate(sheet.marks[:rows]))
    circles = sum(marks << LANE * lane for lane, marks in enumerate(sheet.marks[rows:]))
    return squares | _penalty_bits(sheet.penalties), circles


def to_sheet(layout: Layout, squares: int, circles: int) -> Sheet:
    """The sheet of these integers."""
    marks = [squares >> LANE * lane & ONE_LANE for lane in range(len(layout.rows))]
    marks += [circles >> LANE * lane & ONE_LANE for lane in range(len(layout.bonus))]
    return Sheet(layout, tuple(marks), penalties(squares))


def from_cross(layout: Layout, cross: Cross) -> int:
    """A cross as an action's number."""
    bonus = cross.row - len(layout.rows)
    lane = cross.row if bonus < 0 else LANES + bonus
    return LANE * lane + layout.all[cross.row].boxes[cross.number]


def to_cross(layout: Layout, action: int) -> Cross:
    """
    >>> from cruces.games.qwixx.rules import QWIXX_LAYOUT
    >>> to_cross(QWIXX_LAYOUT, 34)
    Cross(row=2, number=10)
    """
    lane, box = divmod(action, LANE)
    row = lane if lane < LANES else len(layout.rows) + lane - LANES
    return Cross(row, layout.all[row].numbers[box])


@inlined
def counts(lanes: int) -> int:
    """The number of bits in each lane, in that lane."""
    lanes -= (lanes >> 1) & _TWOS
    lanes = (lanes & _FOURS) + ((lanes >> 2) & _FOURS)
    lanes = (lanes + (lanes >> 4)) & _EIGHTS
    return (lanes + (lanes >> 8)) & _COUNT


@inlined
def lost_boxes(lanes: int) -> int:
    """The boxes that are crossed or left of a cross, in every lane: lost for good (X2, B5)."""
    lanes |= (lanes >> 1) & (0x3FFF * EACH)
    lanes |= (lanes >> 2) & (0x1FFF * EACH)
    lanes |= (lanes >> 4) & (0x07FF * EACH)
    return lanes | ((lanes >> 8) & (0x007F * EACH))


@inlined
def lanes_locked(shape: Shape, squares: int) -> int:
    """A bit at the first box of every row whose last box is among these."""
    # Never reaches the sign bit: compiled code assumes that sums do not overflow.
    return ((((squares & shape.lasts) >> 1) + shape.to_lock) >> _LOCK) & EACH


@inlined
def open_squares(shape: Shape, squares: int) -> int:
    """The boxes that this sheet allows to be crossed (X2, X9)."""
    rows = squares & BOXES
    enough = (counts(rows) + shape.short_of_lock) & shape.lasts
    return BOXES & ~lost_boxes(rows) & ~(shape.lasts & ~enough)


@inlined
def open_circles(shape: Shape, squares: int, circles: int) -> int:
    """The circles right of the last crossed one (B5) and next to a crossed square (B3)."""
    beside = (squares | (squares >> LANE)) & shape.uppers
    first = (beside >> shape.above[0]) & ONE_LANE
    second = (beside >> shape.above[1]) & ONE_LANE
    return (first | second << LANE) & ~lost_boxes(circles)


@inlined
def penalties(squares: int) -> int:
    """The number of penalties."""
    return (squares >> _TOP) & 1 | (squares >> (2 * _TOP)) & 2 | (squares >> (3 * _TOP)) & 4


@inlined
def _penalty_bits(count: int) -> int:
    return (count & 1) << _TOP | (count & 2) << (2 * _TOP) | (count & 4) << (3 * _TOP)


@inlined
def with_penalty(squares: int) -> int:
    """The squares of a sheet with one penalty more."""
    return squares & BOXES | _penalty_bits(penalties(squares) + 1)


@inlined
def cross(sheets: Sheets, seat: int, action: int) -> None:
    """Cross a box, or nothing for ``PASS``."""
    if action >= FIRST_CIRCLE:
        sheets[seat, 1] |= 1 << (action - FIRST_CIRCLE)
    elif action >= 0:
        sheets[seat, 0] |= 1 << action


@inlined
def penalise(sheets: Sheets, seat: int) -> None:
    """Cross a penalty box."""
    sheets[seat, 0] = with_penalty(sheets[seat, 0])


@inlined
def score(shape: Shape, squares: int, circles: int) -> int:
    """The score: the rows minus the penalties (X13, B9)."""
    crosses = counts(squares & BOXES) + lanes_locked(shape, squares)
    if shape.has_circles:
        beside = counts(circles)
        crosses += (beside & 0xFF) * shape.beside[0] + ((beside >> LANE) & 0xFF) * shape.beside[1]
    total = -shape.penalty * penalties(squares)
    for row in range(LANES):
        in_row = min((crosses >> (LANE * row)) & 0xFF, shape.most_counted)
        total += in_row * (in_row + 1) // 2
    return total
