"""All lines of a board in one number: WIDTH bits each, in the order of ``geometry.lines``.

A question about every line then takes no more work than one about a single line.
"""

from collections.abc import Collection
from functools import cache

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import Mask, Shape
from cruces.games.quixo.kernel.look_up import look_up, table_of
from cruces.games.quixo.rules.geometry import lines, pushes, squares
from cruces.kernels.jit import inlined

WIDTH = 5
"""The most squares in a line."""
MOST = len(lines(WIDTH))
LOWEST = sum(1 << WIDTH * number for number in range(MOST))
"""The lowest bit of every line ..."""
HIGHEST = LOWEST << WIDTH - 1
"""... and the highest."""
LineBits = npt.NDArray[np.uint64]


def line_bits(size: int, chosen: Collection[int]) -> int:
    """Where these squares are in the lines.

    >>> line_bits(5, [0]) == 1 | 1 << 5 * 5 | 1 << 10 * 5  # first in row 1, column a, a diagonal
    True
    """
    return sum(
        1 << WIDTH * number + place
        for number, line in enumerate(lines(size))
        for place, square in enumerate(line)
        if square in chosen
    )


@cache
def line_table(size: int) -> LineBits:
    """For ``look_up``: where the squares of a mask are in the lines.

    The lines that smaller boards do not have are always full.
    """
    table = table_of([line_bits(size, [square]) for square in range(len(squares(size)))])
    table[0] |= np.uint64((1 << WIDTH * MOST) - (1 << WIDTH * len(lines(size))))
    return table


@cache
def crossed_lines(size: int) -> LineBits:
    """For each push, where the squares that it changes are in the lines."""
    return np.array([line_bits(size, path) for path in pushes(size).values()], np.uint64)


@inlined
def gaps(shape: Shape, table: LineBits, mask: Mask) -> np.uint64:
    """The bits of all squares that are the only ones missing from a line, if no line is full.

    A push completes a line only by filling such a gap: it replaces one cube of its own row or
    column, and every other line has one square there.
    """
    inner = np.uint64(HIGHEST - LOWEST)  # all bits of a line but the highest
    missing = look_up(table, np.uint32(~mask & np.uint32(shape.full)))
    more = missing & (missing - np.uint64(LOWEST))  # without the first square that each line lacks
    single = ~(((more & inner) + inner) | more) & np.uint64(HIGHEST)  # lines with nothing in more
    return np.uint64(missing & (single | (single - (single >> np.uint64(WIDTH - 1)))))
