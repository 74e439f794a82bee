"""The 57 states of a row: everything that matters for how a row can continue.

They are for the booklets' sheets, whose rows have eleven boxes: the solver and the networks are
based on them and support no other sheet.

Which boxes are crossed does not matter, only the last of them and their number; for a closed row
not even that, because its points are fixed. The number of a state::

    0                       nothing crossed
    1 + b(b+1)/2 + n − 1    the last cross in box b = 0…9, n = 1…b+1 crosses
    56                      closed, by any player

So a cross always leads to a higher number. A sheet is packed into one integer: six bits per row,
red lowest, with the penalties above them.
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


class RowTables(NamedTuple):
    """Tables of the states of a row."""

    row_states: npt.NDArray[np.uint8]
    """The state of a row by the mask of its crosses."""
    reached: npt.NDArray[np.int8]
    """The number of boxes crossed or skipped; all of them in a closed row."""
    after: npt.NDArray[np.int8]
    """``[state, box]``: the state after a cross, −1 where it is not allowed (X2, X9)."""
    gain: npt.NDArray[np.int16]
    """``[state, box]``: the points of that cross, including the lock."""


def row_state(last: int, crosses: int) -> int:
    """The state of an open row, by its last crossed box (−1 for none) and number of crosses."""
    return 0 if crosses == 0 else 1 + last * (last + 1) // 2 + crosses - 1


@cache
def row_tables() -> RowTables:
    """
    >>> row_tables().reached[0], row_tables().after[0, 9], row_tables().gain[CLOSED - 1, LAST]
    (np.int8(0), np.int8(46), np.int16(23))
    """
    points, to_lock = QWIXX_LAYOUT.points, QWIXX_LAYOUT.crosses_to_lock
    tables = RowTables(
        np.zeros(1 << BOXES, np.uint8),
        np.full(STATES, BOXES, np.int8),
        np.full((STATES, BOXES), -1, np.int8),
        np.zeros((STATES, BOXES), np.int16),
    )
    for mask in range(1 << BOXES):
        last = mask.bit_length() - 1
        tables.row_states[mask] = CLOSED if last == LAST else row_state(last, mask.bit_count())
    for last in range(-1, LAST):
        for crosses in range(1, last + 2) if last >= 0 else (0,):
            state = row_state(last, crosses)
            tables.reached[state] = last + 1
            for box in range(last + 1, LAST):
                tables.after[state, box] = row_state(box, crosses + 1)
                tables.gain[state, box] = points[crosses + 1] - points[crosses]
            if crosses >= to_lock:
                tables.after[state, LAST] = CLOSED
                tables.gain[state, LAST] = points[crosses + 2] - points[crosses]
    return tables


@inlined
def pack_sheet(row_states: npt.NDArray[np.uint8], squares: int, locked: int) -> int:
    """Pack the states of a sheet's rows and its penalties; ``locked`` rows are closed for all."""
    sheet = penalties(squares) << PENALTIES
    for row in range(4):
        state = int(row_states[(squares >> (LANE * row)) & ONE_LANE])
        if (locked >> (LANE * row)) & 1:
            state = CLOSED
        sheet |= state << (ROW * row)
    return sheet


@inlined
def state_of_row(sheet: int, row: int) -> int:
    """The state of one row of a packed sheet."""
    return (sheet >> (ROW * row)) & 63
