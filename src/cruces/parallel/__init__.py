"""Work in numbered parts: here, in threads, in other processes or on a Ray cluster.

A *task* is a function of a part's number, and depends on nothing else: where chance takes part, its
seed comes from ``seed_of``. Results are yielded in the order of the numbers, so they are the same
whoever computed them. A worker that dies costs time: its part is computed again.
"""

import hashlib
from collections import deque
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import TypeVar

from cruces.core import BadOptionError, Reason, WrongTypeError
from cruces.parallel.cluster import Cluster
from cruces.parallel.local import Here, Processes, Threads, cores
from cruces.parallel.place import LostWorkerError, Place

T = TypeVar("T")


def in_order(
    task: Callable[[int], T],
    numbers: Iterable[int],
    place: Place,
    stopped: Callable[[], bool] = lambda: False,
) -> Generator[T]:
    """The results of the task for these numbers, in their order.

    Only a few parts are begun ahead of the one that is waited for. After ``stopped`` no further
    part begins, and the results of those that have begun still come. Whoever stops iterating ends
    the work at once.
    """
    remaining = iter(numbers)
    with place.open(task) as workers:
        begun = deque(map(workers.begin, islice(remaining, workers.ahead)))
        while begun:
            yield begun.popleft().result()
            if not stopped():
                begun.extend(map(workers.begin, islice(remaining, 1)))


def place_of(workers: int = 1, ray: str | None = None) -> Place:
    """The cluster at an address; without one this thread, or several processes."""
    if ray is not None:
        return Cluster(ray)
    return Here() if workers == 1 else Processes(workers)


def seed_of(seed: int, number: int) -> int:
    """The seed of a part of the work."""
    digest = hashlib.sha256(f"{seed} {number}".encode()).digest()
    return int.from_bytes(digest[:7], "big")


def check_count(name: str, value: int | None) -> None:
    """Refuse what is no number of games or workers; None is one."""
    if value is not None and type(value) is not int:
        raise WrongTypeError(name, value, "int")
    if value is not None and value < 1:
        raise BadOptionError(Reason("too-few", {"name": name, "value": value}))


__all__ = [
    "Cluster",
    "Here",
    "LostWorkerError",
    "Place",
    "Processes",
    "Threads",
    "check_count",
    "cores",
    "in_order",
    "place_of",
    "seed_of",
]
