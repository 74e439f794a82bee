"""What all steps of the solver share: from a position, by a push, to the place of the next one.

A step works on some rows of one group. In a row the mover's mask is fixed, and with it which pushes
take an own cube, and what the mask becomes, under each symmetry. So for each position of the row
only the opponent's mask has to be pushed, ranked and mapped to its orbit.
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
"""What is known of a position; when nothing changes any more, OPEN and SAFE mean drawn."""

TAKEN, KEPT, MOVED, RAISED, LOWERED = range(SYMMETRIES, SYMMETRIES + 5)
"""The columns after the mover's eight masks: what the push does to the opponent's mask."""
PUSH_COLUMNS = 16
"""Numbers per push: all of them fit into one cache line."""


class StepTables(NamedTuple):
    """All tables that depend only on the size of the board."""

    shape: Shape
    pushes: Pushes
    symmetries: Masks
    ranking: Ranking


class GroupRows(NamedTuple):
    """A group's rows and columns: the mover's masks, the opponent's squeezed masks, row width."""

    masks: Masks
    columns: Masks
    width: int


class GroupLookup(NamedTuple):
    """The tables to find a position in a group."""

    orbit_of: Masks
    masks: Masks
    rows_base: Masks
    columns_base: Masks
    width: int


def step_tables(size: int) -> StepTables:
    """The tables for a board of this size."""
    return StepTables(shape(size), push_table(size), symmetry_table(size), ranking(size))


def group_rows(size: int, group: Group) -> GroupRows:
    """The rows of a group."""
    squeezed = masks_by_rank(size, group.other)[: columns(size, group)]
    return GroupRows(orbits(size, group.own).masks, squeezed, width(size, group))


def group_lookup(size: int, group: Group) -> GroupLookup:
    """The lookup tables of a group."""
    group_orbits, base = orbits(size, group.own), ranking(size).base
    return GroupLookup(
        group_orbits.orbit_of,
        group_orbits.masks,
        base[group.own],
        base[group.other],
        width(size, group),
    )


def width(size: int, group: Group) -> int:
    """States per row, including padding of the last word."""
    return stride(size, group) * STATES_A_WORD


@compiled
def prepare(tables: StepTables, mover: Mask, own: bool, row_pushes: Masks) -> int:
    """List a row's pushes of own cubes, or of neutral ones, in ``row_pushes``; their number."""
    pushes, count = tables.pushes, 0
    for number in range(pushes.taken.size):
        if ((mover & pushes.taken[number]) != 0) == own:
            after = pushed_own(pushes, number, mover)
            for symmetry in range(SYMMETRIES):
                row_pushes[count, symmetry] = transform(
                    tables.shape, tables.symmetries, symmetry, after
                )
            row_pushes[count, TAKEN] = pushes.taken[number]
            row_pushes[count, KEPT] = pushes.kept[number]
            row_pushes[count, MOVED] = pushes.moved[number]
            row_pushes[count, RAISED] = pushes.raised[number]
            row_pushes[count, LOWERED] = pushes.lowered[number]
            count += 1
    return count


@inlined
def place_after(
    row_pushes: Masks,
    index: int,
    other: Mask,
    orbit_of: Masks,
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
    """The place of the position that a push of the row leads to, for this mask of the opponent.

    The tables are separate arguments: in tuples, Numba would count references at every call.
    """
    moved = np.uint32((other & row_pushes[index, MOVED]) << row_pushes[index, RAISED])
    mover = np.uint32((other & row_pushes[index, KEPT]) | (moved >> row_pushes[index, LOWERED]))
    orbit = orbit_of[rank(rows_base, low, low_bits, mover)]
    row = np.uint32(orbit >> np.uint32(SYMMETRY_BITS))
    image = row_pushes[index, orbit & np.uint32(SYMMETRIES - 1)]
    packed = squeeze(squeezed, chunk, cells, np.uint32(~masks[row] & full), image)
    column = rank(columns_base, low, low_bits, packed)
    return np.uint64(np.uint64(row) * np.uint64(width) + np.uint64(column))
