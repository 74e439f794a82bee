"""Work on a Ray cluster, where Cruces and whatever players need is installed on every machine."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from cruces.core import CrucesError, Reason
from cruces.core.extras import naming_extras
from cruces.parallel.place import RETRIES, LostWorkerError, Workers

T = TypeVar("T")
AHEAD = 2
"""Parts that are begun per core of the cluster."""


class ClusterError(CrucesError):
    """There is no Ray cluster at an address."""

    code = "no-cluster"


@dataclass(frozen=True, slots=True)
class Cluster:
    """A Ray cluster at an address, such as ``auto``, ``10.0.0.1:6379`` or ``ray://head:10001``.

    Ray itself begins a part again whose worker died.
    """

    address: str

    @contextmanager
    def open(self, task: Callable[[int], T]) -> Iterator[Workers[T]]:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        with naming_extras():
            import ray
        joined = not ray.is_initialized()
        if joined:
            try:
                ray.init(self.address, log_to_driver=False, configure_logging=False)
            except (ConnectionError, ValueError, RuntimeError) as error:
                why = str(error).partition("\n")[0]
                raise ClusterError(
                    Reason("no-cluster", {"address": self.address, "why": why})
                ) from error
        workers: _Remote[T] = _Remote(ray, ray.put(task))
        try:
            yield workers
        finally:
            workers.end()
            if joined:
                ray.shutdown()


def _compute(task: Callable[[int], T], number: int) -> T:
    return task(number)


class _Remote(Generic[T]):
    def __init__(self, ray: Any, task: Any) -> None:
        self.ray, self.task = ray, task
        self.compute = ray.remote(max_retries=RETRIES)(_compute)
        self.begun: set[Any] = set()

    @property
    def ahead(self) -> int:
        return max(1, int(AHEAD * self.ray.cluster_resources().get("CPU", 1)))

    def begin(self, number: int, /) -> "_Reference[T]":
        reference = self.compute.remote(self.task, number)
        self.begun.add(reference)
        return _Reference(self, reference, number)

    def end(self) -> None:
        for reference in self.begun:
            self.ray.cancel(reference, force=True)


@dataclass(frozen=True)
class _Reference(Generic[T]):
    workers: _Remote[T]
    reference: Any
    number: int

    def result(self) -> T:
        ray = self.workers.ray
        try:
            value: T = ray.get(self.reference)
        except ray.exceptions.RayTaskError as error:
            raise error.cause from None
        except ray.exceptions.RayError as error:  # its workers or machines died, all of them
            raise LostWorkerError(self.number) from error
        self.workers.begun.discard(self.reference)
        return value
