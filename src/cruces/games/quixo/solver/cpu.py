"""The processor as a backend: rows are shared out to threads, which run without Python's lock."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from cruces.games.quixo.kernel.board import Masks
from cruces.games.quixo.solver import step_distances, step_values
from cruces.games.quixo.solver.backend import Packed
from cruces.games.quixo.solver.index import STATES_A_WORD, Group, Shorts, orbits, rows
from cruces.games.quixo.solver.step import Road, board, road_to, rows_of, width

T = TypeVar("T")

FEW = 2**14
"""So many positions are not worth a second thread."""
MANY = 2**18
"""So many are done in well under a second: how long an interrupt may have to wait."""
PIECES = 4
"""To each thread, so that none waits long for the slowest."""


class _Cpu:
    """What both kinds of steps need."""

    def __init__(self, size: int, threads: int | None = None) -> None:
        self.size = size
        self._board = board(size)
        self._threads = threads or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self._threads, "solver")

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)

    def _states(self, group: Group) -> int:
        return rows(self.size, group) * width(self.size, group)

    def _road_on(self, group: Group, full: bool) -> Road:
        """Where neutral cubes lead; a full board has none, and any road will do."""
        return road_to(self.size, group.partner if full else group.next)

    def _share(self, group: Group, job: Callable[[Masks], T]) -> list[T]:
        """Do a job on all rows of a group, some at a time."""
        states, count = self._states(group), rows(self.size, group)
        pieces = 1 if states <= FEW else max(self._threads * PIECES, states // MANY)
        ends = np.linspace(0, count, min(pieces, count) + 1).astype(np.uint32)
        some = [ends[i : i + 2].copy() for i in range(len(ends) - 1)]
        if len(some) == 1:
            return [job(some[0])]
        return list(self._pool.map(job, some))


class CpuValues(_Cpu):
    """Who wins, in two bits a position."""

    distances = False

    def first(self, group: Group, after: Masks | None) -> tuple[Masks, int]:
        words = np.zeros(self._states(group) // STATES_A_WORD, np.uint32)
        on, road = rows_of(self.size, group), self._road_on(group, after is None)
        known = words if after is None else after
        self._share(
            group, lambda some: step_values.first(self._board, on, road, known, words, some)
        )
        return words, 0

    def sweep(self, group: Group, block: Masks, partner: Masks, ply: int) -> int:
        on, road = rows_of(self.size, group), road_to(self.size, group.partner)
        return sum(
            self._share(
                group,
                lambda some: step_values.sweep(self._board, on, road, partner, block, some),
            )
        )

    def seal(self, group: Group, block: Masks) -> None:
        step_values.seal(block)

    def count(self, group: Group, block: Masks) -> tuple[int, int]:
        return step_values.count(block, orbits(self.size, group.own).weights)

    def fetch(self, group: Group, block: Masks) -> Packed:
        return Packed(block, None)

    def load(self, group: Group, packed: Packed) -> Masks:
        return np.array(packed.words)


@dataclass(slots=True)
class _Notes:
    """A group in work: its notes, and the plies in which something of it is lost."""

    notes: Shorts
    lost_in: set[int] = field(default_factory=lambda: {0})
    packed: Packed | None = None


class CpuDistances(_Cpu):
    """Who wins, and in how many plies, in sixteen bits a position."""

    distances = True

    def first(self, group: Group, after: _Notes | None) -> tuple[_Notes, int]:
        block = _Notes(np.zeros(self._states(group), np.uint16))
        on, road = rows_of(self.size, group), self._road_on(group, after is None)
        known = block.notes if after is None else after.notes
        last = self._share(
            group,
            lambda some: step_distances.first(self._board, on, road, known, block.notes, some),
        )
        return block, max(last)

    def sweep(self, group: Group, block: _Notes, partner: _Notes, ply: int) -> int:
        on, road = rows_of(self.size, group), road_to(self.size, group.partner)
        seek_wins = ply - 1 in partner.lost_in
        found = self._share(
            group,
            lambda some: step_distances.sweep(
                self._board, on, road, partner.notes, block.notes, some, ply, seek_wins
            ),
        )
        if any(lost for _, lost in found):
            block.lost_in.add(ply)
        return sum(won + lost for won, lost in found)

    def seal(self, group: Group, block: _Notes) -> None:
        words = np.empty(len(block.notes) // STATES_A_WORD, np.uint32)
        distances = np.zeros(len(block.notes), np.uint8)
        step_distances.seal(block.notes, words, distances)
        block.packed = Packed(words, distances)

    def count(self, group: Group, block: _Notes) -> tuple[int, int]:
        weights = orbits(self.size, group.own).weights
        return step_values.count(self.fetch(group, block).words, weights)

    def fetch(self, group: Group, block: _Notes) -> Packed:
        assert block.packed is not None
        return block.packed

    def load(self, group: Group, packed: Packed) -> _Notes:
        assert packed.distances is not None
        notes = np.empty(len(packed.distances), np.uint16)
        words, distances = np.array(packed.words), np.array(packed.distances)
        step_distances.unseal(words, distances, notes)
        return _Notes(notes, packed=Packed(words, distances))
