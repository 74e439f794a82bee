"""The static evaluation of a board, for a search that cannot see the end.

Every row, column and diagonal has a weight that depends on who owns each of its cubes.

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

from cruces.games.quixo.kernel.board import Mask, count_bits
from cruces.games.quixo.kernel.lines import WIDTH, LineBits, line_table
from cruces.games.quixo.kernel.look_up import look_up
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
PATTERNS = 1 << 2 * WIDTH


class Evaluation(NamedTuple):
    """The tables that ``evaluate`` looks up."""

    weights: npt.NDArray[np.int16]
    """``[marked cubes, kind of line, marks]``, where the marks are ``mover | other << 5``."""
    lines: LineBits
    kinds: npt.NDArray[np.uint8]
    """The kind of each line."""


@cache
def evaluation(size: int) -> Evaluation:
    """The tables for a board of this size."""
    weights = _learned_weights() if size == WIDTH else simple_weights(size)
    kinds = [kind_of(size, number) for number in range(len(lines(size)))]
    return Evaluation(weights, line_table(size), np.array(kinds, np.uint8))


def kind_of(size: int, number: int) -> int:
    """The kind of a line, by its number in ``geometry.lines``."""
    return min(number % size, size - 1 - number % size) if number < 2 * size else KINDS - 1


def _learned_weights() -> npt.NDArray[np.int16]:
    learned = np.load(WEIGHTS)["weights"]
    first = np.repeat(learned[:1], MIN_CUBES, axis=0)
    return np.concatenate([first, learned])[:, :, mirror_images(WIDTH)].copy()


def mirror_images(size: int) -> npt.NDArray[np.int64]:
    """For each pattern, the lower of itself and its mirror image: the two share a weight."""
    mirrored = np.arange(PATTERNS)
    for pattern in range(PATTERNS):
        back = sum(
            (pattern >> shift + i & 1) << shift + size - 1 - i
            for shift in (0, WIDTH)
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
                weights[:, :, mover | other << WIDTH] = LINE[own] - LINE[theirs]
    return weights


@compiled
def evaluate(evaluation: Evaluation, mover: Mask, other: Mask) -> int:
    """Points for the player to move."""
    cubes = count_bits(np.uint32(mover | other))
    return sum_weights(evaluation, evaluation.weights[cubes], mover, other)


@inlined
def sum_weights(
    evaluation: Evaluation, weights: npt.NDArray[np.int16], mover: Mask, other: Mask
) -> int:
    """The weights of all lines of a board, by the line's kind and its marks."""
    line, width = np.uint64((1 << WIDTH) - 1), np.uint64(WIDTH)
    own, others = look_up(evaluation.lines, mover), look_up(evaluation.lines, other)
    points = 0
    for i in range(evaluation.kinds.size):
        points += int(weights[evaluation.kinds[i], (own & line) | ((others & line) << width)])
        own, others = own >> width, others >> width
    return points
