"""The CPU backend: rows are distributed over threads, which run without Python's lock."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from cruces.games.quixo.kernel.board import Masks
from cruces.games.quixo.solver import step_distances, step_values
from cruces.games.quixo.solver.backend import PackedGroup
from cruces.games.quixo.solver.index import STATES_A_WORD, Group, Shorts, orbits, rows
from cruces.games.quixo.solver.step import GroupLookup, group_lookup, group_rows, step_tables, width

T = TypeVar("T")

SINGLE_THREAD_MAX = 2**14
"""Groups of up to this many positions are not worth a second thread."""
PIECE_MAX = 2**18
"""The most positions in a piece, done in well under a second, so that an interrupt is quick."""
PIECES_PER_THREAD = 4
"""Pieces per thread, so that none waits long for the slowest."""


class _Cpu:
    """What both kinds of steps share."""

    def __init__(self, size: int, threads: int | None = None) -> None:
        self.size = size
        self._tables = step_tables(size)
        self._threads = threads or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self._threads, "solver")

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)

    def _states(self, group: Group) -> int:
        return rows(self.size, group) * width(self.size, group)

    def _neutral_lookup(self, group: Group, full: bool) -> GroupLookup:
        """The lookup of the group that neutral cubes lead to; on a full board any will do."""
        return group_lookup(self.size, group.partner if full else group.next)

    def _share(self, group: Group, job: Callable[[Masks], T]) -> list[T]:
        """Run a job on all rows of a group, a piece at a time."""
        states, count = self._states(group), rows(self.size, group)
        pieces = (
            1
            if states <= SINGLE_THREAD_MAX
            else max(self._threads * PIECES_PER_THREAD, states // PIECE_MAX)
        )
        ends = np.linspace(0, count, min(pieces, count) + 1).astype(np.uint32)
        row_range = [ends[i : i + 2].copy() for i in range(len(ends) - 1)]
        if len(row_range) == 1:
            return [job(row_range[0])]
        return list(self._pool.map(job, row_range))


class CpuValues(_Cpu):
    """Values only, in two bits per position."""

    distances = False

    def first_pass(self, group: Group, after: Masks | None) -> tuple[Masks, int]:
        words = np.zeros(self._states(group) // STATES_A_WORD, np.uint32)
        rows_here, lookup = group_rows(self.size, group), self._neutral_lookup(group, after is None)
        known = words if after is None else after
        self._share(
            group,
            lambda row_range: step_values.first_pass(
                self._tables, rows_here, lookup, known, words, row_range
            ),
        )
        return words, 0

    def sweep(self, group: Group, block: Masks, partner: Masks, ply: int) -> int:
        rows_here, lookup = group_rows(self.size, group), group_lookup(self.size, group.partner)
        return sum(
            self._share(
                group,
                lambda row_range: step_values.sweep(
                    self._tables, rows_here, lookup, partner, block, row_range
                ),
            )
        )

    def seal(self, group: Group, block: Masks) -> None:
        step_values.seal(block)

    def count(self, group: Group, block: Masks) -> tuple[int, int]:
        return step_values.count(block, orbits(self.size, group.own).weights)

    def fetch(self, group: Group, block: Masks) -> PackedGroup:
        return PackedGroup(block, None)

    def load(self, group: Group, packed: PackedGroup) -> Masks:
        return np.array(packed.words)


@dataclass(slots=True)
class _NotedGroup:
    """A group being solved: its notes, and the plies in which one of its positions is lost."""

    notes: Shorts
    lost_in: set[int] = field(default_factory=lambda: {0})
    packed: PackedGroup | None = None


class CpuDistances(_Cpu):
    """Values and distances, in sixteen bits per position."""

    distances = True

    def first_pass(self, group: Group, after: _NotedGroup | None) -> tuple[_NotedGroup, int]:
        block = _NotedGroup(np.zeros(self._states(group), np.uint16))
        rows_here, lookup = group_rows(self.size, group), self._neutral_lookup(group, after is None)
        known = block.notes if after is None else after.notes
        last = self._share(
            group,
            lambda row_range: step_distances.first_pass(
                self._tables, rows_here, lookup, known, block.notes, row_range
            ),
        )
        return block, max(last)

    def sweep(self, group: Group, block: _NotedGroup, partner: _NotedGroup, ply: int) -> int:
        rows_here, lookup = group_rows(self.size, group), group_lookup(self.size, group.partner)
        seek_wins = ply - 1 in partner.lost_in
        decided = self._share(
            group,
            lambda row_range: step_distances.sweep(
                self._tables,
                rows_here,
                lookup,
                partner.notes,
                block.notes,
                row_range,
                ply,
                seek_wins,
            ),
        )
        if any(lost for _, lost in decided):
            block.lost_in.add(ply)
        return sum(won + lost for won, lost in decided)

    def seal(self, group: Group, block: _NotedGroup) -> None:
        words = np.empty(len(block.notes) // STATES_A_WORD, np.uint32)
        distances = np.zeros(len(block.notes), np.uint8)
        step_distances.seal(block.notes, words, distances)
        block.packed = PackedGroup(words, distances)

    def count(self, group: Group, block: _NotedGroup) -> tuple[int, int]:
        weights = orbits(self.size, group.own).weights
        return step_values.count(self.fetch(group, block).words, weights)

    def fetch(self, group: Group, block: _NotedGroup) -> PackedGroup:
        assert block.packed is not None
        return block.packed

    def load(self, group: Group, packed: PackedGroup) -> _NotedGroup:
        assert packed.distances is not None
        notes = np.empty(len(packed.distances), np.uint16)
        words, distances = np.array(packed.words), np.array(packed.distances)
        step_distances.unseal(words, distances, notes)
        return _NotedGroup(notes, packed=PackedGroup(words, distances))
