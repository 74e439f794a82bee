"""How good a board looks, for a search that cannot see its end.

Every row, column and diagonal counts by how many cubes of each side are in it. Rows and columns of
a board are looked up five squares at a time, columns as the rows of the transposed board.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.geometry import lines
from cruces.kernels.compiling import compiled
from cruces.kernels.quixo.board import Mask, Masks, Shape
from cruces.kernels.quixo.symmetry import symmetry_table, transform

OWN_LINE = (0, 1, 4, 12, 40, 0)
"""What so many cubes of one's own in a line without the other's are worth."""
SHARED = 3
"""A line that both are in is worth so much less: pushes can still change it."""
CUBE = 2
"""Every cube that shows one's mark."""
TRANSPOSE = 4
MOST = 5
"""Squares in a row, at most: the width of a look-up."""


class Evaluation(NamedTuple):
    """What ``evaluate`` looks up."""

    rows: npt.NDArray[np.int16]
    """By the mover's marks in a line and the other's: ``mover | other << 5``."""
    turn: Masks
    falling: npt.NDArray[np.uint8]
    rising: npt.NDArray[np.uint8]


@cache
def evaluation(size: int) -> Evaluation:
    """The look-ups for a board of this size."""
    rows = np.zeros(1 << 2 * MOST, np.int16)
    for mover in range(2**size):
        for other in range(2**size):
            if mover & other == 0:
                rows[mover | other << MOST] = _line(mover.bit_count(), other.bit_count())
    falling, rising = lines(size)[2 * size :]
    return Evaluation(
        rows, symmetry_table(size), np.array(falling, np.uint8), np.array(rising, np.uint8)
    )


def _line(own: int, other: int) -> int:
    """What a line with so many cubes of each side is worth to the one.

    >>> _line(3, 0), _line(0, 3), _line(2, 2)
    (12, -12, 0)
    """
    value = OWN_LINE[own] - OWN_LINE[other]
    return int(value / SHARED) if own and other else value


@compiled
def evaluate(shape: Shape, known: Evaluation, mover: Mask, other: Mask) -> int:
    """Points for the one to move."""
    size = np.uint32(shape.size)
    row = np.uint32(shape.first_row)
    turned = transform(shape, known.turn, TRANSPOSE, mover)
    turned_other = transform(shape, known.turn, TRANSPOSE, other)
    points = 0
    for i in range(shape.size):
        shift = np.uint32(i) * size
        points += known.rows[((mover >> shift) & row) | (((other >> shift) & row) << np.uint32(5))]
        points += known.rows[
            ((turned >> shift) & row) | (((turned_other >> shift) & row) << np.uint32(5))
        ]
    for diagonal in (known.falling, known.rising):
        marks = np.uint32(0)
        for i in range(shape.size):
            square = np.uint32(diagonal[i])
            marks |= ((mover >> square) & np.uint32(1)) << np.uint32(i)
            marks |= ((other >> square) & np.uint32(1)) << np.uint32(i + 5)
        points += known.rows[marks]
    return points
