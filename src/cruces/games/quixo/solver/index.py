"""Where a position is stored: groups, rows, columns.

Positions with the same numbers of marked cubes, the mover's and the opponent's, form a *group*.
Marked cubes never become neutral, so play goes from group to group in one direction, except that
taking one's own cube keeps the numbers: there the two groups (a, b) and (b, a) alternate.

Inside a group a position has a *row* and a *column*. Rows are the mover's masks up to symmetry,
ordered by their least member; columns are the opponent's masks under the same symmetry, squeezed
into the squares that the mover leaves free, in numeric order. Each row begins a new word.

The rank of a mask among all masks with the same number of squares is the sum of two look-ups: one
for its low bits, one for its high bits and its number of squares. It does not depend on the board's
width.
"""

from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import Mask, Masks, Shape, shape
from cruces.games.quixo.kernel.symmetry import (
    SYMMETRIES,
    inverses,
    permutation,
    symmetry_table,
    transform,
)
from cruces.kernels.jit import compiled, inlined

STATES_A_WORD = 16
LOW_BITS = 12
SYMMETRY_BITS = 3
COUNT_SHIFT = 8

Bytes = npt.NDArray[np.uint8]
Shorts = npt.NDArray[np.uint16]


class Group(NamedTuple):
    """All positions with these numbers of the mover's and of the opponent's cubes."""

    own: int
    other: int

    @property
    def cubes(self) -> int:
        """The number of marked cubes."""
        return self.own + self.other

    @property
    def partner(self) -> "Group":
        """The group that pushes of own cubes lead to."""
        return Group(self.other, self.own)

    @property
    def next(self) -> "Group":
        """The group that pushes of neutral cubes lead to."""
        return Group(self.other, self.own + 1)


class Ranking(NamedTuple):
    """Tables to rank masks, and to squeeze them into free squares a few squares at a time.

    ``base[n, high]`` + ``low[low]`` is the rank of a mask of n squares. ``squeezed`` and ``spread``
    are inverse to each other on ``chunk`` squares and indexed by ``free << chunk | marks``;
    ``squeezed`` also has, from bit 8 up, the number of free squares. ``bits`` counts squares.
    """

    low_bits: int
    chunk: int
    base: Masks
    low: Shorts
    squeezed: Shorts
    spread: Bytes
    bits: Bytes


class Orbits(NamedTuple):
    """The masks of one number of squares, up to symmetry.

    ``orbit_of`` gives for each rank the row and, in its lowest bits, the symmetry that leads to the
    row's own mask; ``masks`` are those masks, and ``weights`` how many masks share each row.
    """

    orbit_of: Masks
    masks: Masks
    weights: Bytes


def pairs(cubes: int) -> list[tuple[Group, ...]]:
    """The groups with this many marked cubes: two that alternate, or one that is its own partner.

    >>> pairs(2)
    [(Group(own=0, other=2), Group(own=2, other=0)), (Group(own=1, other=1),)]
    """
    first_groups = [Group(own, cubes - own) for own in range(cubes // 2 + 1)]
    return [tuple(dict.fromkeys((group, group.partner))) for group in first_groups]


def groups(size: int) -> list[Group]:
    """All groups, each after those that play leads to from it."""
    levels = range(size**2, -1, -1)
    return [group for cubes in levels for pair in pairs(cubes) for group in pair]


def states(size: int, group: Group) -> int:
    """The number of positions in a group, up to the symmetries of the mover's mask."""
    return rows(size, group) * columns(size, group)


def columns(size: int, group: Group) -> int:
    """The number of positions in a row."""
    return comb(size**2 - group.own, group.other)


def stride(size: int, group: Group) -> int:
    """The number of words in a row."""
    return -(-columns(size, group) // STATES_A_WORD)


def rows(size: int, group: Group) -> int:
    """The number of rows in a group: Burnside's count of the mover's masks.

    >>> rows(5, Group(12, 0)), len(orbits(3, 4).masks) == rows(3, Group(4, 0))
    (652048, True)
    """
    return _orbit_counts(size)[group.own]


@cache
def _orbit_counts(size: int) -> tuple[int, ...]:
    totals = np.zeros(size**2 + 1, object)
    for symmetry in range(SYMMETRIES):
        fixed = np.array([1], object)  # a polynomial: fixed masks by their number of squares
        for length in _cycles(permutation(size, symmetry)):
            fixed = np.polymul(fixed, [1] + [0] * (length - 1) + [1])
        totals += fixed[::-1]
    return tuple(int(total) // SYMMETRIES for total in totals)


def _cycles(target: tuple[int, ...]) -> list[int]:
    lengths, seen = [], set[int]()
    for start in range(len(target)):
        square, length = start, 0
        while square not in seen:
            seen.add(square)
            square, length = target[square], length + 1
        if length:
            lengths.append(length)
    return lengths


@cache
def ranking(size: int) -> Ranking:
    """The tables for a board of this size."""
    cells = size**2
    low_bits = min(LOW_BITS, cells)
    base = np.zeros((cells + 1, 2 ** (cells - low_bits)), np.uint32)
    for count in range(cells + 1):
        sizes = [
            comb(low_bits, max(count - high.bit_count(), 0)) * (count >= high.bit_count())
            for high in range(base.shape[1])
        ]
        base[count] = np.cumsum([0, *sizes[:-1]])
    low = np.zeros(2**low_bits, np.uint16)
    ranks_used = [0] * (low_bits + 1)
    for marks in range(2**low_bits):
        low[marks] = ranks_used[marks.bit_count()]
        ranks_used[marks.bit_count()] += 1
    # Eight squares at a time if that divides the board: the tables still fit a core's cache.
    chunk = 8 if cells % 8 == 0 else size
    squeezed = np.zeros(4**chunk, np.uint16)
    spread = np.zeros(4**chunk, np.uint8)
    for free in range(2**chunk):
        squares = [i for i in range(chunk) if free >> i & 1]
        for marks in range(2 ** len(squares)):
            spread_marks = sum(1 << square for i, square in enumerate(squares) if marks >> i & 1)
            spread[free << chunk | marks] = spread_marks
            squeezed[free << chunk | spread_marks] = len(squares) << COUNT_SHIFT | marks
    bits = np.array([marks.bit_count() for marks in range(2**chunk)], np.uint8)
    return Ranking(low_bits, chunk, base, low, squeezed, spread, bits)


@cache
def masks_by_rank(size: int, count: int) -> Masks:
    """All masks with ``count`` squares, in numeric order."""
    masks = np.empty(comb(size**2, count), np.uint32)
    _list_masks(count, masks)
    return masks


@cache
def orbits(size: int, count: int) -> Orbits:
    """The masks with ``count`` squares, up to symmetry."""
    every = masks_by_rank(size, count)
    orbit_of = np.full(len(every), 2**32 - 1, np.uint32)
    masks = np.empty(rows(size, Group(count, 0)), np.uint32)
    weights = np.zeros(len(masks), np.uint8)
    symmetry = shape(size), symmetry_table(size), np.array(inverses(size))
    _fill_orbits(*symmetry, ranking(size), count, every, orbit_of, masks, weights)
    return Orbits(orbit_of, masks, weights)


@inlined
def rank(base: Masks, low: Shorts, low_bits: int, mask: Mask) -> Mask:
    """The rank of a mask; ``base`` is the row of ``Ranking.base`` for its number of squares."""
    lowest = np.uint32((1 << low_bits) - 1)
    return np.uint32(base[mask >> np.uint32(low_bits)] + np.uint32(low[mask & lowest]))


@inlined
def squeeze(squeezed: Shorts, chunk: int, cells: int, free: Mask, mask: Mask) -> Mask:
    """The squares of a mask as if only the free ones existed."""
    ones, low = np.uint32((1 << chunk) - 1), np.uint32((1 << COUNT_SHIFT) - 1)
    packed, shift = np.uint32(0), np.uint32(0)
    for begin in range(0, cells, chunk):
        part = np.uint32((free >> np.uint32(begin)) & ones)
        marks = np.uint32((mask >> np.uint32(begin)) & ones)
        entry = np.uint32(squeezed[np.uint32((part << np.uint32(chunk)) | marks)])
        packed = np.uint32(packed | ((entry & low) << shift))
        shift = np.uint32(shift + (entry >> np.uint32(COUNT_SHIFT)))
    return packed


@inlined
def spread(spread: Bytes, bits: Bytes, chunk: int, cells: int, free: Mask, packed: Mask) -> Mask:
    """The inverse of ``squeeze``."""
    ones = np.uint32((1 << chunk) - 1)
    mask = np.uint32(0)
    for begin in range(0, cells, chunk):
        part = np.uint32((free >> np.uint32(begin)) & ones)
        count = np.uint32(bits[part])
        marks = np.uint32(packed & np.uint32((np.uint32(1) << count) - np.uint32(1)))
        entry = np.uint32(spread[np.uint32((part << np.uint32(chunk)) | marks)])
        mask = np.uint32(mask | (entry << np.uint32(begin)))
        packed = np.uint32(packed >> count)
    return mask


@compiled
def next_mask(mask: Mask) -> Mask:
    """The next greater mask with the same number of squares (Gosper); 0 follows 0."""
    lowest = np.uint32(mask & (~mask + np.uint32(1)))
    if lowest == 0:
        return np.uint32(0)
    carried = np.uint32(mask + lowest)
    return np.uint32(carried | (((carried ^ mask) >> np.uint32(2)) // lowest))


@compiled
def _list_masks(count: int, masks: Masks) -> None:
    mask = np.uint32((1 << count) - 1)
    for i in range(masks.size):
        masks[i] = mask
        mask = next_mask(mask)


@compiled
def _fill_orbits(
    shape: Shape,
    symmetries: Masks,
    inverse: npt.NDArray[np.int64],
    ranking: Ranking,
    count: int,
    every: Masks,
    orbit_of: Masks,
    masks: Masks,
    weights: Bytes,
) -> None:
    base, unset, row = ranking.base[count], np.uint32(2**32 - 1), 0
    for place in range(every.size):
        if orbit_of[place] != unset:
            continue
        masks[row] = every[place]
        for symmetry in range(SYMMETRIES):
            turned = transform(shape, symmetries, symmetry, every[place])
            other = rank(base, ranking.low, ranking.low_bits, turned)
            if orbit_of[other] == unset:
                orbit_of[other] = np.uint32((row << SYMMETRY_BITS) | inverse[symmetry])
                weights[row] += 1
        row += 1
