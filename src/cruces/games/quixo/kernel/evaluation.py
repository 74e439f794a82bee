"""The static evaluation of a board, for a search that cannot see the end.

Every row, column and diagonal has a weight that depends on who owns each of its cubes. Rows are
looked up five squares at a time, columns as the rows of the transposed board.

On 5×5 the weights were learned from exact values, separately for each number of marked cubes
(``tools/quixo_weights.py``): the sum of a board's weights is LOGIT times the logarithm of the odds
that the player to move wins, counting a draw as half a win. Smaller boards are known exactly, so
simple weights are enough there.
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
LOGIT = 100
MIN_CUBES = 6
"""Boards with fewer marked cubes use the weights of this number."""
LINE = (0, 4, 16, 48, 160, 0)
"""On smaller boards: the weight of a line, by its number of cubes, if one side has them all."""
KINDS = 4
"""The kinds of line: at the edge, next to it, in the middle, and diagonal."""
TRANSPOSE = 4
MAX_SIZE = 5
"""The most squares in a row: the width of a look-up."""
PATTERNS = 1 << 2 * MAX_SIZE


class Evaluation(NamedTuple):
    """The tables that ``evaluate`` looks up."""

    weights: npt.NDArray[np.int16]
    """``[marked cubes, kind of line, marks]``, where the marks are ``mover | other << 5``."""
    symmetries: Masks
    falling: npt.NDArray[np.uint8]
    rising: npt.NDArray[np.uint8]


@cache
def evaluation(size: int) -> Evaluation:
    """The tables for a board of this size."""
    weights = _learned_weights() if size == MAX_SIZE else simple_weights(size)
    falling, rising = lines(size)[2 * size :]
    return Evaluation(
        weights, symmetry_table(size), np.array(falling, np.uint8), np.array(rising, np.uint8)
    )


def kind_of(size: int, number: int) -> int:
    """The kind of a line, by its number in ``geometry.lines``."""
    return min(number % size, size - 1 - number % size) if number < 2 * size else KINDS - 1


def _learned_weights() -> npt.NDArray[np.int16]:
    learned = np.load(WEIGHTS)["weights"]
    first = np.repeat(learned[:1], MIN_CUBES, axis=0)
    return np.concatenate([first, learned])[:, :, mirror_images(MAX_SIZE)].copy()


def mirror_images(size: int) -> npt.NDArray[np.int64]:
    """For each pattern, the lower of itself and its mirror image: the two share a weight."""
    mirrored = np.arange(PATTERNS)
    for pattern in range(PATTERNS):
        back = sum(
            (pattern >> shift + i & 1) << shift + size - 1 - i
            for shift in (0, MAX_SIZE)
            for i in range(size)
        )
        mirrored[pattern] = min(pattern, back)
    return mirrored


def simple_weights(size: int) -> npt.NDArray[np.int16]:
    """Weights by rule of thumb: a line counts by its cubes, if one side has them all."""
    weights = np.zeros((size**2 + 1, KINDS, PATTERNS), np.int16)
    for mover in range(2**size):
        for other in range(2**size):
            own, theirs = mover.bit_count(), other.bit_count()
            if mover & other == 0 and not (own and theirs):
                weights[:, :, mover | other << MAX_SIZE] = LINE[own] - LINE[theirs]
    return weights


@compiled
def evaluate(shape: Shape, evaluation: Evaluation, mover: Mask, other: Mask) -> int:
    """Points for the player to move."""
    cubes = count_bits(np.uint32(mover | other))
    return sum_weights(shape, evaluation, evaluation.weights[cubes], mover, other)


@inlined
def sum_weights(
    shape: Shape, evaluation: Evaluation, weights: npt.NDArray[np.int16], mover: Mask, other: Mask
) -> int:
    """The weights of all lines of a board, by the line's kind and its marks."""
    size = np.uint32(shape.size)
    row = np.uint32(shape.first_row)
    transposed = transform(shape, evaluation.symmetries, TRANSPOSE, mover)
    transposed_other = transform(shape, evaluation.symmetries, TRANSPOSE, other)
    points = 0
    for i in range(shape.size):
        shift, kind = np.uint32(i) * size, min(i, shape.size - 1 - i)
        points += int(
            weights[kind, ((mover >> shift) & row) | (((other >> shift) & row) << np.uint32(5))]
        )
        points += int(
            weights[
                kind,
                ((transposed >> shift) & row)
                | (((transposed_other >> shift) & row) << np.uint32(5)),
            ]
        )
    for diagonal in (evaluation.falling, evaluation.rising):
        marks = np.uint32(0)
        for i in range(shape.size):
            square = np.uint32(diagonal[i])
            marks |= ((mover >> square) & np.uint32(1)) << np.uint32(i)
            marks |= ((other >> square) & np.uint32(1)) << np.uint32(i + 5)
        points += int(weights[KINDS - 1, marks])
    return points
