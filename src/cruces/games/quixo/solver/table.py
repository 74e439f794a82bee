"""The value table of a board: from a file mapped into memory, or just computed."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import Masks
from cruces.games.quixo.kernel.symmetry import SYMMETRIES, symmetry_table
from cruces.games.quixo.solver import file, table_lookup
from cruces.games.quixo.solver.backend import Backend, PackedGroup
from cruces.games.quixo.solver.index import (
    COUNT_SHIFT,
    STATES_A_WORD,
    Group,
    orbits,
    ranking,
    stride,
)
from cruces.games.quixo.solver.solve import GroupCounts, solve
from cruces.games.quixo.solver.step import LOST, OPEN, WON, group_lookup, step_tables
from cruces.games.quixo.solver.store import MemoryStore
from cruces.kernels.jit import INTERPRETED

MOST_INTERPRETED = 4
"""Without machine code it takes too long to number the masks of more squares."""
VALUES = {WON: 1, LOST: -1, OPEN: 0}


class ValueTable:
    """The exact values of positions for the player to move; masks as in `kernel.board`."""

    def __init__(
        self,
        size: int,
        distances: bool,
        counts: Mapping[Group, GroupCounts],
        known_groups: frozenset[Group],
        load: Callable[[Group], PackedGroup],
        check: Callable[[Group], object] = lambda group: None,
        path: Path | None = None,
        offsets: Mapping[Group, int] | None = None,
    ) -> None:
        self.size = size
        self.distances = distances
        self.counts = counts
        self.groups = known_groups
        """The groups whose positions are known; others may have counts only."""
        self.path, self.offsets = path, offsets or {}
        """The file, and where the words of a group begin in it, if they are there as they are."""
        self._load, self._check = load, check
        self._loaded: dict[Group, PackedGroup] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Its file, which has to be in the same place on every machine; small ones are known."""
        if self.path is not None:
            return _opened, (self.path, self.size)
        from cruces.games.quixo.solver.oracle import oracle

        return oracle, (self.size,)

    def value(self, mover: int, other: int) -> int | None:
        """1 if the player to move wins, 0 for a draw, −1 for a loss; None if not in the table."""
        entry = self._find(mover, other)
        if entry is None:
            return None
        packed, place = entry
        word = int(packed.words[place // STATES_A_WORD])
        return VALUES[word >> 2 * (place % STATES_A_WORD) & 3]

    def values(self, movers: Masks, others: Masks) -> npt.NDArray[np.int8]:
        """The values of many positions at once, all of which must be in the table."""
        values = np.empty(len(movers), np.int8)
        counts = np.bitwise_count(movers), np.bitwise_count(others)
        for own, other in set(zip(*(each.tolist() for each in counts), strict=True)):
            group, in_group = Group(own, other), (counts[0] == own) & (counts[1] == other)
            group_values = np.empty(np.count_nonzero(in_group), np.int8)
            table_lookup.look_up(
                step_tables(self.size),
                group_lookup(self.size, group),
                self.packed(group).words,
                movers[in_group],
                others[in_group],
                group_values,
            )
            values[in_group] = group_values
        return values

    def distance(self, mover: int, other: int) -> int | None:
        """Plies to the end with best play; None in draws and if it is not in the table."""
        entry = self._find(mover, other)
        if entry is None or entry[0].distances is None or not self.value(mover, other):
            return None
        return int(entry[0].distances[entry[1]])

    def packed(self, group: Group) -> PackedGroup:
        """A group's words; its checksum is checked the first time."""
        known = self._loaded.get(group)
        if known is None:
            known = self._loaded[group] = self._load(group)
        return known

    def check(self) -> None:
        """Check every group's checksum now rather than when it is first needed."""
        for group in self.groups:
            self._check(group)

    def _find(self, mover: int, other: int) -> tuple[PackedGroup, int] | None:
        group = Group(mover.bit_count(), other.bit_count())
        if group not in self.groups or (INTERPRETED and group.own > MOST_INTERPRETED):
            return None
        return self.packed(group), place_of(self.size, mover, other)


def open_table(path: Path, size: int | None = None) -> ValueTable:
    """Open the table in a file; raises TableError if it is not one, or not for this size."""
    table_file = file.read(path, size)
    directory = table_file.directory
    counts = {group: entry.counts for group, entry in directory.entries.items()}
    known_groups = frozenset(group for group, entry in directory.entries.items() if entry.length)
    return ValueTable(
        directory.size,
        directory.distances,
        counts,
        known_groups,
        table_file.body,
        table_file.stored,
        path,
        {} if directory.compressed else {g: e.offset for g, e in directory.entries.items()},
    )


@cache
def _opened(path: Path, size: int) -> ValueTable:
    """The table that other processes have open, too."""
    return open_table(path, size)


def solve_table(backend: Backend) -> ValueTable:
    """Solve a small board, and return its table."""
    store = MemoryStore()
    counts = solve(backend, store).counts
    return ValueTable(backend.size, backend.distances, counts, frozenset(counts), store.load)


def place_of(size: int, mover: int, other: int) -> int:
    """Where a position is in its group: like ``step.place_after``, in plain Python."""
    group = Group(mover.bit_count(), other.bit_count())
    group_orbits, ranks = orbits(size, group.own), ranking(size)
    row, symmetry = divmod(int(group_orbits.orbit_of[_rank(size, mover)]), SYMMETRIES)
    image, row_images = 0, symmetry_table(size)[symmetry]
    for i in range(size):
        image |= int(row_images[i, other >> i * size & 2**size - 1])
    free = ~int(group_orbits.masks[row]) & 2**size**2 - 1
    ones, packed, shift = (1 << ranks.chunk) - 1, 0, 0
    for begin in range(0, size**2, ranks.chunk):
        part = free >> begin & ones
        entry = int(ranks.squeezed[part << ranks.chunk | image >> begin & ones])
        packed |= (entry & (1 << COUNT_SHIFT) - 1) << shift
        shift += entry >> COUNT_SHIFT
    return row * stride(size, group) * STATES_A_WORD + _rank(size, packed)


def _rank(size: int, mask: int) -> int:
    ranks = ranking(size)
    low = mask & (1 << ranks.low_bits) - 1
    return int(ranks.base[mask.bit_count(), mask >> ranks.low_bits]) + int(ranks.low[low])
