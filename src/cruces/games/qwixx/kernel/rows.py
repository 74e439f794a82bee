"""The 57 states of a row: all that decides how a row of Qwixx can go on.

They are those of the booklets' sheets, whose rows have eleven boxes: the solver and the networks,
which are made of them, know no other sheet.

Which boxes are crossed does not matter, only the last of them and their number; of a closed row not
even that, because its points are made. A state's number::

    0                       nothing crossed
    1 + b(b+1)/2 + n − 1    the last cross in box b = 0…9, n = 1…b+1 crosses
    56                      closed, by whomever

So a cross always leads to a higher number. A sheet is packed into one integer: six bits a row, red
lowest, and the penalties above them.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.shape import LANE
from cruces.games.qwixx.kernel.sheet import ONE_LANE, penalties
from cruces.games.qwixx.rules import QWIXX_LAYOUT
from cruces.kernels.jit import inlined

BOXES = QWIXX_LAYOUT.longest
LAST = BOXES - 1
STATES = 57
CLOSED = STATES - 1
ROW = 6
PENALTIES = 4 * ROW


class Rows(NamedTuple):
    """What there is to know of a row's states."""

    of_marks: npt.NDArray[np.uint8]
    """The state of a row by the mask of its crosses."""
    reached: npt.NDArray[np.int8]
    """How many boxes are crossed or skipped; all of a closed row."""
    after: npt.NDArray[np.int8]
    """``[state, box]``: the state after a cross, −1 where there may be none (X2, X9)."""
    gain: npt.NDArray[np.int16]
    """``[state, box]``: the points of that cross, with the lock's."""


def number(last: int, crosses: int) -> int:
    """The state of an open row: its last crossed box, −1 for none, and the crosses in it."""
    return 0 if crosses == 0 else 1 + last * (last + 1) // 2 + crosses - 1


@cache
def rows() -> Rows:
    """
    >>> rows().reached[0], rows().after[0, 9], rows().gain[CLOSED - 1, LAST]
    (np.int8(0), np.int8(46), np.int16(23))
    """
    points, to_lock = QWIXX_LAYOUT.points, QWIXX_LAYOUT.crosses_to_lock
    table = Rows(
        np.zeros(1 << BOXES, np.uint8),
        np.full(STATES, BOXES, np.int8),
        np.full((STATES, BOXES), -1, np.int8),
        np.zeros((STATES, BOXES), np.int16),
    )
    for mask in range(1 << BOXES):
        last = mask.bit_length() - 1
        table.of_marks[mask] = CLOSED if last == LAST else number(last, mask.bit_count())
    for last in range(-1, LAST):
        for crosses in range(1, last + 2) if last >= 0 else (0,):
            state = number(last, crosses)
            table.reached[state] = last + 1
            for box in range(last + 1, LAST):
                table.after[state, box] = number(box, crosses + 1)
                table.gain[state, box] = points[crosses + 1] - points[crosses]
            if crosses >= to_lock:
                table.after[state, LAST] = CLOSED
                table.gain[state, LAST] = points[crosses + 2] - points[crosses]
    return table


@inlined
def packed(of_marks: npt.NDArray[np.uint8], squares: int, locked: int) -> int:
    """The rows' states and the penalties of a sheet, where these rows are locked by anybody."""
    sheet = penalties(squares) << PENALTIES
    for row in range(4):
        state = int(of_marks[(squares >> (LANE * row)) & ONE_LANE])
        if (locked >> (LANE * row)) & 1:
            state = CLOSED
        sheet |= state << (ROW * row)
    return sheet


@inlined
def row(sheet: int, number: int) -> int:
    """The state of one row of a packed sheet."""
    return (sheet >> (ROW * number)) & 63
