"""A sheet as one integer, and what can be read from its four rows at once.

Each row has a lane of sixteen bits; bit 0 of a lane is the leftmost box of its row::

    bit   63…59  58…48  47…43  42…32  31…27  26…16  15…14  13…11      10…0
          free   blue   free   green  free   yellow free   penalties  red

The circles of Big Points are a second integer with two lanes, red/yellow below green/blue; in Qwixx
it is 0. A box is also an action: ``16 * line + box``, with the lines of ``games.qwixx.Line``, so
that crossing a square sets the bit of the action's number, and a set of legal squares is an integer
as well. Everything is an ``int64``: no bit ever reaches the sign.
"""

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.rules import CIRCLES, COLOURS, Cross, Line, Sheet
from cruces.games.qwixx.rules.scoring import MOST_COUNTED, PENALTY
from cruces.games.qwixx.rules.sheet import CROSSES_TO_LOCK, LAST
from cruces.kernels.jit import inlined

Sheets = npt.NDArray[np.int64]
"""``[seat, 0]`` squares and penalties, ``[seat, 1]`` circles."""

LANE = 16
PASS = -1
FIRST_CIRCLE = LANE * len(COLOURS)
PENALTIES = 11
"""Where the number of penalties stands."""

EACH = 0x0001_0001_0001_0001
"""The first box of every row: times this, what is for one lane is for all."""
BOXES = 0x07FF * EACH
LASTS = (1 << LAST) * EACH
ONE_LANE = 0x07FF
_TWOS, _FOURS, _EIGHTS = 0x5555 * EACH, 0x3333 * EACH, 0x0F0F * EACH
_COUNT = 0x00FF * EACH
_SHORT_OF_LOCK = ((1 << LAST) - CROSSES_TO_LOCK) * EACH
"""Added to the numbers of crosses, it carries into the last box where there are enough."""


def from_sheet(sheet: Sheet) -> tuple[int, int]:
    """The two integers of a sheet.

    >>> from_sheet(Sheet((0b10001, 0, 1, 0), penalties=2))
    (4294971409, 0)
    """
    squares = sum(sheet.marks[row] << LANE * row for row in COLOURS)
    circles = sum(marks << LANE * lane for lane, marks in enumerate(sheet.marks[len(COLOURS) :]))
    return squares | sheet.penalties << PENALTIES, circles


def to_sheet(squares: int, circles: int | None = None) -> Sheet:
    """The sheet of these integers; without circles a Qwixx sheet."""
    marks = [squares >> LANE * row & ONE_LANE for row in COLOURS]
    if circles is not None:
        marks += [circles >> LANE * lane & ONE_LANE for lane in range(len(CIRCLES))]
    return Sheet(tuple(marks), squares >> PENALTIES & 7)


def from_cross(cross: Cross) -> int:
    """A cross as an action's number."""
    return LANE * cross.line + cross.box


def to_cross(action: int) -> Cross:
    """
    >>> to_cross(from_cross(Cross(Line.GREEN, 10)))
    Cross(line=<Line.GREEN: 2>, number=10)
    """
    line = Line(action // LANE)
    return Cross(line, line.number(action % LANE))


@inlined
def counts(lanes: int) -> int:
    """How many bits each lane of boxes has, in that lane."""
    lanes -= (lanes >> 1) & _TWOS
    lanes = (lanes & _FOURS) + ((lanes >> 2) & _FOURS)
    lanes = (lanes + (lanes >> 4)) & _EIGHTS
    return (lanes + (lanes >> 8)) & _COUNT


@inlined
def passed(lanes: int) -> int:
    """The boxes crossed or left of a cross, in every lane of boxes: lost for good (X2, B5)."""
    lanes |= (lanes >> 1) & (0x03FF * EACH)
    lanes |= (lanes >> 2) & (0x01FF * EACH)
    lanes |= (lanes >> 4) & (0x007F * EACH)
    return lanes | ((lanes >> 8) & (0x0007 * EACH))


@inlined
def open_squares(squares: int) -> int:
    """The boxes that a cross may go to, as far as this sheet is concerned (X2, X9)."""
    rows = squares & BOXES
    enough = (counts(rows) + _SHORT_OF_LOCK) & LASTS
    return BOXES & ~passed(rows) & ~(LASTS & ~enough)


@inlined
def open_circles(squares: int, circles: int) -> int:
    """The circles right of the last that was crossed (B5) and beside a crossed square (B3)."""
    beside = squares | (squares >> LANE)
    beside = (beside & ONE_LANE) | ((beside >> LANE) & (ONE_LANE << LANE))
    return beside & ~passed(circles)


@inlined
def penalties(squares: int) -> int:
    """The penalty boxes crossed."""
    return (squares >> PENALTIES) & 7


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
    sheets[seat, 0] += 1 << PENALTIES


@inlined
def score(squares: int, circles: int) -> int:
    """The four rows less five for each penalty (X13, B9)."""
    rows = squares & BOXES
    crosses = counts(rows) + ((rows >> LAST) & EACH)
    beside = counts(circles)
    total = PENALTY * penalties(squares)
    for row in range(4):
        in_row = ((crosses >> (LANE * row)) & 0xFF) + ((beside >> (LANE * (row >> 1))) & 0xFF)
        in_row = min(in_row, MOST_COUNTED)
        total += in_row * (in_row + 1) // 2
    return total
