"""Looking positions up: in a file that is mapped into memory, or in what was just computed."""

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import Masks
from cruces.games.quixo.kernel.symmetry import SYMMETRIES, symmetry_table
from cruces.games.quixo.solver import file
from cruces.games.quixo.solver import table_lookup as probe
from cruces.games.quixo.solver.backend import Backend, Packed
from cruces.games.quixo.solver.index import (
    COUNT_SHIFT,
    STATES_A_WORD,
    Group,
    orbits,
    ranking,
    stride,
)
from cruces.games.quixo.solver.solve import Counts, solve
from cruces.games.quixo.solver.step import LOST, OPEN, WON, board, road_to
from cruces.games.quixo.solver.store import MemoryStore

VALUES = {WON: 1, LOST: -1, OPEN: 0}


class Table:
    """The exact value of positions, for the one to move; masks as in `kernels.quixo.board`."""

    def __init__(
        self,
        size: int,
        distances: bool,
        counts: Mapping[Group, Counts],
        held: frozenset[Group],
        load: Callable[[Group], Packed],
        check: Callable[[Group], object] = lambda group: None,
    ) -> None:
        self.size = size
        self.distances = distances
        self.counts = counts
        self.groups = held
        """The groups whose positions are known; of others only the counts may be."""
        self._load, self._check = load, check
        self._loaded: dict[Group, Packed] = {}

    def value(self, mover: int, other: int) -> int | None:
        """1 for a win of the one to move, 0 for a draw, −1 for a loss; None if not in the table."""
        found = self._find(mover, other)
        if found is None:
            return None
        packed, place = found
        word = int(packed.words[place // STATES_A_WORD])
        return VALUES[word >> 2 * (place % STATES_A_WORD) & 3]

    def values(self, movers: Masks, others: Masks) -> npt.NDArray[np.int8]:
        """The same for many positions at once, all of which must be in the table."""
        values = np.empty(len(movers), np.int8)
        counts = np.bitwise_count(movers), np.bitwise_count(others)
        for own, other in set(zip(*(each.tolist() for each in counts), strict=True)):
            group, some = Group(own, other), (counts[0] == own) & (counts[1] == other)
            found = np.empty(np.count_nonzero(some), np.int8)
            probe.look_up(
                board(self.size),
                road_to(self.size, group),
                self.packed(group).words,
                movers[some],
                others[some],
                found,
            )
            values[some] = found
        return values

    def distance(self, mover: int, other: int) -> int | None:
        """Plies to the end with best play; None in draws, and where it is not in the table."""
        found = self._find(mover, other)
        if found is None or found[0].distances is None or not self.value(mover, other):
            return None
        return int(found[0].distances[found[1]])

    def packed(self, group: Group) -> Packed:
        """A group's words, its checksum found right the first time."""
        known = self._loaded.get(group)
        if known is None:
            known = self._loaded[group] = self._load(group)
        return known

    def check(self) -> None:
        """Look at every group's checksum now rather than when it is first needed."""
        for group in self.groups:
            self._check(group)

    def _find(self, mover: int, other: int) -> tuple[Packed, int] | None:
        group = Group(mover.bit_count(), other.bit_count())
        if group not in self.groups:
            return None
        return self.packed(group), place_of(self.size, mover, other)


def open_table(path: Path, size: int | None = None) -> Table:
    """The table in a file, if it is one; for a certain size if that is given."""
    opened = file.read(path, size)
    directory = opened.directory
    counts = {group: entry.counts for group, entry in directory.entries.items()}
    held = frozenset(group for group, entry in directory.entries.items() if entry.length)
    return Table(directory.size, directory.distances, counts, held, opened.body, opened.stored)


def computed(backend: Backend) -> Table:
    """The table of a small board, computed here and now."""
    store = MemoryStore()
    counts = solve(backend, store).counts
    return Table(backend.size, backend.distances, counts, frozenset(counts), store.load)


def place_of(size: int, mover: int, other: int) -> int:
    """Where a position is in its group: the plain twin of ``step.place_after``, for one look."""
    group = Group(mover.bit_count(), other.bit_count())
    known, tables = orbits(size, group.own), ranking(size)
    row, symmetry = divmod(int(known.named[_rank(size, mover)]), SYMMETRIES)
    turned, rows_turned = 0, symmetry_table(size)[symmetry]
    for i in range(size):
        turned |= int(rows_turned[i, other >> i * size & 2**size - 1])
    free = ~int(known.masks[row]) & 2**size**2 - 1
    ones, packed, shift = (1 << tables.chunk) - 1, 0, 0
    for begin in range(0, size**2, tables.chunk):
        part = free >> begin & ones
        found = int(tables.squeezed[part << tables.chunk | turned >> begin & ones])
        packed |= (found & (1 << COUNT_SHIFT) - 1) << shift
        shift += found >> COUNT_SHIFT
    return row * stride(size, group) * STATES_A_WORD + _rank(size, packed)


def _rank(size: int, mask: int) -> int:
    tables = ranking(size)
    low = mask & (1 << tables.low_bits) - 1
    return int(tables.base[mask.bit_count(), mask >> tables.low_bits]) + int(tables.low[low])
