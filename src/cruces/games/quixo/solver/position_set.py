"""Sets of positions by their number of marked cubes, too large for Python's own."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from cruces.games.quixo.kernel.board import count_bits
from cruces.games.quixo.solver.certificate import MOVER_SHIFT, Keys
from cruces.kernels.jit import compiled

AT_ONCE = 1 << 16
"""Positions for each worker that are handed out together."""
FULLEST, GROWTH = 0.75, 1.5
"""A set is made so many times as large before more of it is taken."""
SMALLEST = 64


class Positions:
    """Positions by their names, some of them still to be looked at.

    Each set is in as many parts as there are workers: each fills a part of his own.
    """

    def __init__(self, pool: ThreadPoolExecutor, workers: int, cells: int) -> None:
        self._pool, self._workers = pool, workers
        self._parts = [
            [np.zeros(SMALLEST, np.uint64) for _ in range(workers)] for _ in range(cells + 1)
        ]
        self._counts = [[0] * workers for _ in range(cells + 1)]
        self._due: list[list[Keys]] = [[] for _ in range(cells + 1)]

    def add(self, keys: Keys) -> None:
        """Those that are new will be handed out."""
        found = np.flatnonzero(np.bincount(np.bitwise_count(keys))).tolist()
        jobs = [
            (cubes, self._pool.submit(self._fill, cubes, part, keys))
            for cubes in (bits - 1 for bits in found)  # less the bit that every name has
            for part in range(self._workers)
        ]
        for cubes, job in jobs:
            fresh = job.result()
            if len(fresh):
                self._due[cubes].append(fresh)

    def next(self, cubes: int) -> list[Keys]:
        """Some that have not been handed out yet, in a share for each worker; none at the end."""
        due = self._due[cubes]
        some: list[Keys] = []
        left = AT_ONCE * self._workers
        while due and left > 0:
            keys = due.pop()
            some.append(keys[:left])
            if len(keys) > left:
                due.append(keys[left:])
            left -= len(some[-1])
        return np.array_split(np.concatenate(some), self._workers) if some else []

    def due(self, cubes: int | None = None) -> Keys:
        """All that have not been handed out yet, or those of them with so many cubes."""
        some = self._due if cubes is None else self._due[cubes : cubes + 1]
        return np.concatenate([np.zeros(0, np.uint64), *(keys for due in some for keys in due)])

    def forget(self, cubes: int) -> None:
        """No more of these will come."""
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
                put(grown, slots[slots != 0], cubes, 1, 0, np.empty(counts[part], np.uint64))
                parts[part] = grown
                continue
            some = np.empty(min(room, len(keys) - begin), np.uint64)
            looked, count = put(slots, keys[begin:], cubes, self._workers, part, some)
            fresh.append(some[:count].copy())
            counts[part] += count
            begin += looked
        return np.concatenate(fresh) if fresh else np.zeros(0, np.uint64)


@compiled
def put(slots: Keys, keys: Keys, cubes: int, parts: int, part: int, fresh: Keys) -> tuple[int, int]:
    """Put those keys into a set that belong to this part of it, until so many new ones are found.

    How many keys were looked at, and how many were new.
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
