"""How good a board looks, for a search that cannot see its end.

Every row, column and diagonal counts by which of its cubes are whose. Rows and columns of a board
are looked up five squares at a time, columns as the rows of the transposed board.

On 5×5 the weights were learned from exact values, for each number of marked cubes apart
(``tools/quixo_weights.py``): the sum of a board's weights is A_LOGIT times the logarithm of the
odds that its mover wins, a draw being half a win. On smaller boards, which are known exactly,
simple weights will do.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import Mask, Masks, Shape, count_bits
from cruces.games.quixo.kernel.symmetry import symmetry_table, transform
from cruces.games.quixo.rules.geometry import lines
from cruces.kernels.jit import compiled, inlined

WEIGHTS = Path(__file__).with_name("weights.npz")
A_LOGIT = 100
LEAST_CUBES = 6
"""Boards with fewer cubes use the weights of these."""
LINE = (0, 4, 16, 48, 160, 0)
"""On smaller boards: so many cubes in a line without the other's."""
KINDS = 4
"""Lines differ by where they are: at the edge, next to it, in the middle, or diagonal."""
TRANSPOSE = 4
MOST = 5
"""Squares in a row, at most: the width of a look-up."""
PATTERNS = 1 << 2 * MOST


class Evaluation(NamedTuple):
    """What ``evaluate`` looks up."""

    weights: npt.NDArray[np.int16]
    """By the number of marked cubes, the line's kind, and its marks: ``mover | other << 5``."""
    turn: Masks
    falling: npt.NDArray[np.uint8]
    rising: npt.NDArray[np.uint8]


@cache
def evaluation(size: int) -> Evaluation:
    """The look-ups for a board of this size."""
    weights = _learned() if size == MOST else simple(size)
    falling, rising = lines(size)[2 * size :]
    return Evaluation(
        weights, symmetry_table(size), np.array(falling, np.uint8), np.array(rising, np.uint8)
    )


def kind_of(size: int, number: int) -> int:
    """The kind of a line, by its number in ``geometry.lines``."""
    return min(number % size, size - 1 - number % size) if number < 2 * size else KINDS - 1


def _learned() -> npt.NDArray[np.int16]:
    found = np.load(WEIGHTS)["weights"]
    first = np.repeat(found[:1], LEAST_CUBES, axis=0)
    return np.concatenate([first, found])[:, :, mirror_images(MOST)].copy()


def mirror_images(size: int) -> npt.NDArray[np.int64]:
    """For each pattern the lower of itself and its mirror: they share a weight."""
    mirrored = np.arange(PATTERNS)
    for pattern in range(PATTERNS):
        back = sum(
            (pattern >> shift + i & 1) << shift + size - 1 - i
            for shift in (0, MOST)
            for i in range(size)
        )
        mirrored[pattern] = min(pattern, back)
    return mirrored


def simple(size: int) -> npt.NDArray[np.int16]:
    """Weights for whoever knows no better: a line counts by its cubes, if one side has them all."""
    weights = np.zeros((size**2 + 1, KINDS, PATTERNS), np.int16)
    for mover in range(2**size):
        for other in range(2**size):
            own, theirs = mover.bit_count(), other.bit_count()
            if mover & other == 0 and not (own and theirs):
                weights[:, :, mover | other << MOST] = LINE[own] - LINE[theirs]
    return weights


@compiled
def evaluate(shape: Shape, known: Evaluation, mover: Mask, other: Mask) -> int:
    """Points for the one to move."""
    cubes = count_bits(np.uint32(mover | other))
    return sum_up(shape, known, known.weights[cubes], mover, other)


@inlined
def sum_up(
    shape: Shape, known: Evaluation, weights: npt.NDArray[np.int16], mover: Mask, other: Mask
) -> int:
    """The weights of all lines of a board, by the line's kind and its marks."""
    size = np.uint32(shape.size)
    row = np.uint32(shape.first_row)
    turned = transform(shape, known.turn, TRANSPOSE, mover)
    turned_other = transform(shape, known.turn, TRANSPOSE, other)
    points = 0
    for i in range(shape.size):
        shift, kind = np.uint32(i) * size, min(i, shape.size - 1 - i)
        points += weights[
            kind, ((mover >> shift) & row) | (((other >> shift) & row) << np.uint32(5))
        ]
        points += weights[
            kind, ((turned >> shift) & row) | (((turned_other >> shift) & row) << np.uint32(5))
        ]
    for diagonal in (known.falling, known.rising):
        marks = np.uint32(0)
        for i in range(shape.size):
            square = np.uint32(diagonal[i])
            marks |= ((mover >> square) & np.uint32(1)) << np.uint32(i)
            marks |= ((other >> square) & np.uint32(1)) << np.uint32(i + 5)
        points += weights[KINDS - 1, marks]
    return points
