"""Sets of positions by their number of marked cubes, too large for Python's own."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from cruces.kernels.compiling import compiled
from cruces.solvers.quixo.certificate import Keys

AT_ONCE = 1 << 17
"""Positions that are handed out together."""
FULLEST = 0.6
"""A set is made twice as large before more of it is taken."""
SMALLEST = 64


class Positions:
    """Positions by their names, some of them still to be looked at.

    Each set is in as many parts as there are workers: each fills a part of his own.
    """

    def __init__(self, pool: ThreadPoolExecutor, workers: int, cells: int) -> None:
        self._pool = pool
        self._parts = [
            [np.zeros(SMALLEST, np.uint64) for _ in range(workers)] for _ in range(cells + 1)
        ]
        self._counts = [[0] * workers for _ in range(cells + 1)]
        self._due: list[list[Keys]] = [[] for _ in range(cells + 1)]

    def add(self, keys: Keys) -> None:
        """Those that are new will be handed out."""
        cubes = np.bitwise_count(keys) - 1  # less the bit that every name has
        for number in np.unique(cubes).tolist():
            some = keys[cubes == number]
            parts = range(len(self._parts[number]))
            jobs = [self._pool.submit(self._fill, number, part, some) for part in parts]
            fresh = np.concatenate([job.result() for job in jobs])
            if len(fresh):
                self._due[number] += np.array_split(fresh, -(-len(fresh) // AT_ONCE))

    def next(self, cubes: int) -> Keys:
        """Some that have not been handed out yet; none when there are no more."""
        due = self._due[cubes]
        return due.pop() if due else np.zeros(0, np.uint64)

    def due(self) -> Keys:
        """All that have not been handed out yet."""
        return np.concatenate(
            [np.zeros(0, np.uint64), *(keys for due in self._due for keys in due)]
        )

    def forget(self, cubes: int) -> None:
        """No more of these will come."""
        self._parts[cubes] = []

    def _fill(self, cubes: int, part: int, keys: Keys) -> Keys:
        parts, counts = self._parts[cubes], self._counts[cubes]
        fresh, count, begin = np.empty(len(keys), np.uint64), 0, 0
        while begin < len(keys):
            slots = parts[part]
            room = int(FULLEST * len(slots)) - counts[part]
            if room <= 0:
                grown = np.zeros(2 * len(slots), np.uint64)
                _put(grown, slots[slots != 0], 1, 0, np.empty(len(slots), np.uint64))
                parts[part] = grown
                continue
            new = _put(slots, keys[begin : begin + room], len(parts), part, fresh[count:])
            counts[part] += new
            count += new
            begin += room
        return fresh[:count]


@compiled
def _put(slots: Keys, keys: Keys, parts: int, part: int, fresh: Keys) -> int:
    """Put those keys into a set that belong to this part of it; the new ones, and how many."""
    count = 0
    last = np.uint64(slots.size - 1)
    for key in keys:
        mixed = key * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(32)
        if parts > 1 and (mixed >> np.uint64(40)) % np.uint64(parts) != np.uint64(part):
            continue
        at = mixed & last
        while slots[at] != 0 and slots[at] != key:
            at = (at + np.uint64(1)) & last
        if slots[at] == 0:
            slots[at] = key
            fresh[count] = key
            count += 1
    return count
