"""What every step of the solver does: from a position, by a push, to the place of the next one.

A step works on some rows of one group. In a row the mover's mask is fixed, and with it which of
his pushes take his own cube, and what his mask becomes, through each symmetry. So for each
position of the row only the other's mask is left to push, to rank and to name.
"""

from typing import NamedTuple

import numpy as np

from cruces.games.quixo.kernel.board import (
    Mask,
    Masks,
    Pushes,
    Shape,
    push_table,
    pushed_own,
    shape,
)
from cruces.games.quixo.kernel.symmetry import SYMMETRIES, symmetry_table, transform
from cruces.games.quixo.solver.index import (
    STATES_A_WORD,
    SYMMETRY_BITS,
    Group,
    Ranking,
    Shorts,
    columns,
    masks_by_rank,
    orbits,
    rank,
    ranking,
    squeeze,
    stride,
)
from cruces.kernels.jit import compiled, inlined

OPEN, WON, LOST, SAFE = 0, 1, 2, 3
"""What is known of a position; when nothing changes any more, the open and the safe are drawn."""

TAKEN, KEPT, MOVED, RAISED, LOWERED = range(SYMMETRIES, SYMMETRIES + 5)
"""Behind the mover's eight masks after a push, what the push does to the other's."""
WAY = 16
"""Numbers a push: all of it in one line of the cache."""


class Board(NamedTuple):
    """All tables that depend on the size alone."""

    shape: Shape
    pushes: Pushes
    symmetries: Masks
    ranking: Ranking


class Rows(NamedTuple):
    """A group's rows and columns: the mover's masks, the other's squeezed ones, states a row."""

    masks: Masks
    columns: Masks
    width: int


class Road(NamedTuple):
    """How to find a position of the group that a push leads to."""

    named: Masks
    masks: Masks
    rows_base: Masks
    columns_base: Masks
    width: int


def board(size: int) -> Board:
    """The tables of a size."""
    return Board(shape(size), push_table(size), symmetry_table(size), ranking(size))


def rows_of(size: int, group: Group) -> Rows:
    """The rows of a group."""
    squeezed = masks_by_rank(size, group.other)[: columns(size, group)]
    return Rows(orbits(size, group.own).masks, squeezed, width(size, group))


def road_to(size: int, group: Group) -> Road:
    """The way to a group."""
    known, base = orbits(size, group.own), ranking(size).base
    return Road(known.named, known.masks, base[group.own], base[group.other], width(size, group))


def width(size: int, group: Group) -> int:
    """States a row, those that only fill the last word included."""
    return stride(size, group) * STATES_A_WORD


@compiled
def prepare(board: Board, mover: Mask, own: bool, ways: Masks) -> int:
    """List a row's pushes of own cubes, or of those that are not: one line of ``ways`` for each."""
    pushes, count = board.pushes, 0
    for number in range(pushes.taken.size):
        if ((mover & pushes.taken[number]) != 0) == own:
            after = pushed_own(pushes, number, mover)
            for symmetry in range(SYMMETRIES):
                ways[count, symmetry] = transform(board.shape, board.symmetries, symmetry, after)
            ways[count, TAKEN] = pushes.taken[number]
            ways[count, KEPT] = pushes.kept[number]
            ways[count, MOVED] = pushes.moved[number]
            ways[count, RAISED] = pushes.raised[number]
            ways[count, LOWERED] = pushes.lowered[number]
            count += 1
    return count


@inlined
def place_after(
    ways: Masks,
    way: int,
    other: Mask,
    named: Masks,
    masks: Masks,
    rows_base: Masks,
    columns_base: Masks,
    width: int,
    low: Shorts,
    low_bits: int,
    squeezed: Shorts,
    chunk: int,
    cells: int,
    full: Mask,
) -> np.uint64:
    """Where the position is that a push of the row leads to, when this is the other's mask.

    The tables come one by one: Numba would count references to them, at every call, if they came
    in tuples.
    """
    moved = np.uint32((other & ways[way, MOVED]) << ways[way, RAISED])
    mover = np.uint32((other & ways[way, KEPT]) | (moved >> ways[way, LOWERED]))
    found = named[rank(rows_base, low, low_bits, mover)]
    row = np.uint32(found >> np.uint32(SYMMETRY_BITS))
    turned = ways[way, found & np.uint32(SYMMETRIES - 1)]
    packed = squeeze(squeezed, chunk, cells, np.uint32(~masks[row] & full), turned)
    column = rank(columns_base, low, low_bits, packed)
    return np.uint64(np.uint64(row) * np.uint64(width) + np.uint64(column))
