"""Sets of positions by their number of marked cubes, too large for Python's own sets."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import count_bits
from cruces.games.quixo.kernel.symmetry import MOVER_SHIFT
from cruces.games.quixo.solver.certificate import Keys
from cruces.kernels.jit import compiled, inlined

AT_ONCE = 1 << 16
"""Positions that are handed out together, per worker."""
FULLEST, GROWTH = 0.75, 1.5
"""A hash table that is this full grows by this factor."""
SMALLEST = 64
AHEAD = 32
"""Slots that are read at once."""


class PositionSet:
    """Positions by their canonical keys, some of them still to be handed out.

    Each set has as many parts as there are workers. The workers first sort shares of the new keys
    by set and part, and then each part is filled by one of them.
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
        shares = np.array_split(keys, self._workers)
        results = list(self._pool.map(self._sort, shares))
        sizes = np.sum([np.diff(ends, prepend=0) for _, ends in results], axis=0)
        jobs = []
        for bucket in np.flatnonzero(sizes).tolist():
            pieces = [
                each[ends[bucket - 1] if bucket else 0 : ends[bucket]] for each, ends in results
            ]
            jobs.append((bucket, self._pool.submit(self._fill, bucket, pieces)))
        for bucket, job in jobs:
            if len(fresh := job.result()):
                self._pending[bucket // self._workers].append(fresh)

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

    def take(self, cubes: int) -> Keys:
        """Hand out all pending positions with ``cubes`` marked cubes."""
        keys = self.pending(cubes)
        self._pending[cubes] = []
        return keys

    def pending(self, cubes: int | None = None) -> Keys:
        """All pending positions, or those with ``cubes`` marked cubes."""
        some = self._pending if cubes is None else self._pending[cubes : cubes + 1]
        return np.concatenate(
            [np.zeros(0, np.uint64), *(keys for pending in some for keys in pending)]
        )

    def forget(self, cubes: int) -> None:
        """Free a set that will not grow any more."""
        self._parts[cubes] = []

    def _sort(self, keys: Keys) -> tuple[Keys, npt.NDArray[np.int64]]:
        ends = np.zeros(len(self._parts) * self._workers, np.int64)
        ordered = np.empty(len(keys), np.uint64)
        sort(keys, self._workers, ordered, ends)
        return ordered, ends

    def _fill(self, bucket: int, pieces: list[Keys]) -> Keys:
        cubes, part = divmod(bucket, self._workers)
        parts, counts = self._parts[cubes], self._counts[cubes]
        fresh: list[Keys] = []
        for keys in pieces:
            begin = 0
            while begin < len(keys):
                slots = parts[part]
                room = int(FULLEST * len(slots)) - counts[part]
                if room <= 0:
                    grown = np.zeros(int(GROWTH * len(slots)), np.uint64)
                    insert(grown, slots[slots != 0], np.empty(counts[part], np.uint64))
                    parts[part] = grown
                    continue
                some = np.empty(min(room, len(keys) - begin), np.uint64)
                processed, count = insert(slots, keys[begin:], some)
                fresh.append(some[:count].copy())
                counts[part] += count
                begin += processed
        return np.concatenate(fresh) if fresh else np.zeros(0, np.uint64)


@inlined
def mix(key: np.uint64) -> np.uint64:
    """A number whose low bits choose the part of a set, and whose high bits the slot."""
    mixed = (key ^ (key >> np.uint64(25))) * np.uint64(0x9E3779B97F4A7C15)
    return np.uint64(mixed ^ (mixed >> np.uint64(29)))


@inlined
def bucket_of(key: np.uint64, parts: int) -> int:
    """The part of a set where a key belongs, counted through all sets."""
    full = np.uint64(2**MOVER_SHIFT - 1)
    cubes = count_bits(np.uint32((key | (key >> np.uint64(MOVER_SHIFT))) & full))
    return int(cubes * parts + int((mix(key) & np.uint64(0xFFFF)) % np.uint64(parts)))


@compiled
def sort(keys: Keys, parts: int, ordered: Keys, ends: npt.NDArray[np.int64]) -> None:
    """Sort keys by their buckets, and say where each bucket ends."""
    for i in range(keys.size):
        ends[bucket_of(keys[i], parts)] += 1
    at = np.zeros(ends.size, np.int64)
    for bucket in range(1, ends.size):
        at[bucket] = ends[bucket - 1]
        ends[bucket] += ends[bucket - 1]
    for i in range(keys.size):
        bucket = bucket_of(keys[i], parts)
        ordered[at[bucket]] = keys[i]
        at[bucket] += 1


@compiled
def insert(slots: Keys, keys: Keys, fresh: Keys) -> tuple[int, int]:
    """Insert keys until ``fresh`` is full of new ones.

    Returns how many keys were processed, and how many were new. The slots of several keys are read
    at once, because the processor then waits for the memory once and not for each of them.
    """
    count, size = 0, np.uint64(slots.size)
    places, contents = np.empty(AHEAD, np.uint64), np.empty(AHEAD, np.uint64)
    for begin in range(0, keys.size, AHEAD):
        some = min(AHEAD, keys.size - begin)
        for i in range(some):
            places[i] = ((mix(keys[begin + i]) >> np.uint64(32)) * size) >> np.uint64(32)
            contents[i] = slots[places[i]]
        for i in range(some):
            key, at = keys[begin + i], places[i]
            if contents[i] == key:
                continue
            if count == fresh.size:
                return begin + i, count
            while slots[at] != 0 and slots[at] != key:
                at += np.uint64(1)
                if at == size:
                    at = np.uint64(0)
            if slots[at] == 0:
                slots[at] = key
                fresh[count] = key
                count += 1
    return keys.size, count
