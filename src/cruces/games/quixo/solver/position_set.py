"""Sets of positions by their number of marked cubes, too large for Python's own sets."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from cruces.games.quixo.kernel.board import count_bits
from cruces.games.quixo.solver.certificate import MOVER_SHIFT, Keys
from cruces.kernels.jit import compiled

AT_ONCE = 1 << 16
"""Positions that are handed out together, per worker."""
FULLEST, GROWTH = 0.75, 1.5
"""A hash table that is this full grows by this factor."""
SMALLEST = 64


class PositionSet:
    """Positions by their canonical keys, some of them still to be handed out.

    Each set has as many parts as there are workers, and each worker fills its own part.
    """

    def __init__(self, pool: ThreadPoolExecutor, workers: int, cells: int) -> None:
        self._pool, self._workers = pool, workers
        self._parts = [
            [np.zeros(SMALLEST, np.uint64) for _ in range(workers)] for _ in range(cells + 1)
        ]
        self._counts = [[0] * workers for _ in range(cells + 1)]
        self._pending: list[list[Keys]] = [[] for _ in range(cells + 1)]

    def add(self, keys: Keys) -> None:
        """Add positions; those that are new will be handed out."""
        bit_counts = np.flatnonzero(np.bincount(np.bitwise_count(keys))).tolist()
        jobs = [
            (cubes, self._pool.submit(self._fill, cubes, part, keys))
            for cubes in (bits - 1 for bits in bit_counts)  # minus the bit that every key has
            for part in range(self._workers)
        ]
        for cubes, job in jobs:
            fresh = job.result()
            if len(fresh):
                self._pending[cubes].append(fresh)

    def next(self, cubes: int) -> list[Keys]:
        """Hand out some pending positions, a share for each worker; empty when there are none."""
        pending = self._pending[cubes]
        some: list[Keys] = []
        remaining = AT_ONCE * self._workers
        while pending and remaining > 0:
            keys = pending.pop()
            some.append(keys[:remaining])
            if len(keys) > remaining:
                pending.append(keys[remaining:])
            remaining -= len(some[-1])
        return np.array_split(np.concatenate(some), self._workers) if some else []

    def pending(self, cubes: int | None = None) -> Keys:
        """All pending positions, or those with ``cubes`` marked cubes."""
        some = self._pending if cubes is None else self._pending[cubes : cubes + 1]
        return np.concatenate(
            [np.zeros(0, np.uint64), *(keys for pending in some for keys in pending)]
        )

    def forget(self, cubes: int) -> None:
        """Free a set that will not grow any more."""
        self._parts[cubes] = []

    def _fill(self, cubes: int, part: int, keys: Keys) -> Keys:
        parts, counts = self._parts[cubes], self._counts[cubes]
        fresh: list[Keys] = []
        begin = 0
        while begin < len(keys):
            slots = parts[part]
            room = int(FULLEST * len(slots)) - counts[part]
            if room <= 0:
                grown = np.zeros(int(GROWTH * len(slots)), np.uint64)
                insert(grown, slots[slots != 0], cubes, 1, 0, np.empty(counts[part], np.uint64))
                parts[part] = grown
                continue
            some = np.empty(min(room, len(keys) - begin), np.uint64)
            processed, count = insert(slots, keys[begin:], cubes, self._workers, part, some)
            fresh.append(some[:count].copy())
            counts[part] += count
            begin += processed
        return np.concatenate(fresh) if fresh else np.zeros(0, np.uint64)


@compiled
def insert(
    slots: Keys, keys: Keys, cubes: int, parts: int, part: int, fresh: Keys
) -> tuple[int, int]:
    """Insert the keys that belong to this part of a set, until ``fresh`` is full of new ones.

    Returns how many keys were processed, and how many were new.
    """
    count, size = 0, np.uint64(slots.size)
    for i in range(keys.size):
        if count == fresh.size:
            return i, count
        key = keys[i]
        mixed = (key ^ (key >> np.uint64(25))) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
        if parts > 1 and (mixed & np.uint64(0xFFFF)) % np.uint64(parts) != np.uint64(part):
            continue
        marks = np.uint32(key & np.uint64(2**MOVER_SHIFT - 1)) | np.uint32(
            (key >> np.uint64(MOVER_SHIFT)) & np.uint64(2**MOVER_SHIFT - 1)
        )
        if count_bits(marks) != cubes:
            continue
        at = ((mixed >> np.uint64(32)) * size) >> np.uint64(32)
        while slots[at] != 0 and slots[at] != key:
            at += np.uint64(1)
            if at == size:
                at = np.uint64(0)
        if slots[at] == 0:
            slots[at] = key
            fresh[count] = key
            count += 1
    return keys.size, count
