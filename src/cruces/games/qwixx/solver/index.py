"""Where the value of a sheet is stored: rows that can be exchanged share a place.

Red and yellow are equivalent, and so are green and blue: a *pair* is two states of ``kernel.rows``
in any order. The two pairs are equivalent as well, because dice show low numbers as often as high
ones. A place is the number of two pairs in any order::

    place = higher * (higher + 1) / 2 + lower

Pairs are ordered by how many boxes are crossed or skipped in both rows. A cross leads to a pair
with a higher number, so the value of a place follows from those of higher places.
"""

from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.rows import STATES, row_tables
from cruces.kernels.jit import inlined

PAIRS = STATES * (STATES + 1) // 2
PLACES = PAIRS * (PAIRS + 1) // 2
PENALTIES = 4
"""A place has values for 0 to 3 penalties; with four the game is over."""


class Pairs(NamedTuple):
    """The pairs, by number."""

    number: npt.NDArray[np.int16]
    """``[state, state]``: the pair of two rows."""
    states: npt.NDArray[np.int8]
    """``[pair, 0]`` and ``[pair, 1]``: its rows."""
    begin: npt.NDArray[np.int16]
    """``[boxes]``: the first pair with at least this many boxes crossed or skipped."""
    boxes: npt.NDArray[np.int8]


@cache
def pairs() -> Pairs:
    """
    >>> pairs().number[0, 0], pairs().begin[-1], PLACES
    (np.int16(0), np.int16(1653), 1367031)
    """
    reached = row_tables().reached
    states = sorted(
        combinations_with_replacement(range(STATES), 2),
        key=lambda pair: (reached[pair[0]] + reached[pair[1]], pair),
    )
    boxes = np.array([reached[one] + reached[two] for one, two in states], np.int8)
    number = np.zeros((STATES, STATES), np.int16)
    for index, (one, two) in enumerate(states):
        number[one, two] = number[two, one] = index
    begin = np.searchsorted(boxes, np.arange(boxes[-1] + 2)).astype(np.int16)
    return Pairs(number, np.array(states, np.int8), begin, boxes)


@inlined
def place(one: int, two: int) -> int:
    """The place of two pairs."""
    high, low = max(one, two), min(one, two)
    return high * (high + 1) // 2 + low
