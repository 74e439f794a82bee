"""Work on the cores of this computer: one part after the other, in threads, or in processes.

Threads are for compiled code. Processes are for Python; their task has to be pickled, and a process
that dies is replaced.
"""

import os
import pickle
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from queue import SimpleQueue
from typing import IO, Any, Generic, TypeVar

from cruces.parallel.place import RETRIES, LostWorkerError, Workers

T = TypeVar("T")
AHEAD = 4
"""Parts that are begun per worker, so that one long part does not leave the others idle."""
SIZE = struct.Struct(">Q")
"""Comes before every message between processes."""


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class Here:
    """In this thread: a part is computed when its result is asked for."""

    @contextmanager
    def open(self, task: Callable[[int], T]) -> Iterator[Workers[T]]:
        yield _Later(task)


class _Later(Generic[T]):
    ahead = 1

    def __init__(self, task: Callable[[int], T]) -> None:
        self.task = task

    def begin(self, number: int, /) -> "_Part[T]":
        return _Part(self.task, number)


@dataclass(frozen=True)
class _Part(Generic[T]):
    task: Callable[[int], T]
    number: int

    def result(self) -> T:
        return self.task(self.number)


@dataclass(frozen=True, slots=True)
class Threads:
    """In threads of this process."""

    workers: int
    name: str = "parallel"

    @contextmanager
    def open(self, task: Callable[[int], T]) -> Iterator[Workers[T]]:
        pool = ThreadPoolExecutor(self.workers, self.name)
        try:
            yield _Pool(pool, task, self.workers)
        except BaseException:  # an error, Ctrl-C, or enough results
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        pool.shutdown()


@dataclass(frozen=True, slots=True)
class Processes:
    """In processes of their own, which run no part of the program that starts them."""

    workers: int

    @contextmanager
    def open(self, task: Callable[[int], T]) -> Iterator[Workers[T]]:
        pickled = pickle.dumps(task)
        idle: SimpleQueue[_Process] = SimpleQueue()
        processes = [_Process(pickled) for _ in range(self.workers)]
        for process in processes:
            idle.put(process)

        def compute(number: int) -> T:
            process = idle.get()
            try:
                result: T = process.compute(number)
                return result
            finally:
                idle.put(process)

        pool = ThreadPoolExecutor(self.workers, "processes")
        try:
            yield _Pool(pool, compute, self.workers)
        finally:
            for process in processes:
                process.end()
            pool.shutdown(cancel_futures=True)
            for process in processes:
                process.close()


@dataclass(frozen=True)
class _Pool(Generic[T]):
    pool: ThreadPoolExecutor
    compute: Callable[[int], T]
    workers: int

    @property
    def ahead(self) -> int:
        return AHEAD * self.workers

    def begin(self, number: int, /) -> "Future[T]":
        return self.pool.submit(self.compute, number)


class _Process:
    """One process, started when it is first needed and again when it has died."""

    def __init__(self, task: bytes) -> None:
        self.task = task
        self.ended = False
        self.running: subprocess.Popen[bytes] | None = None

    def compute(self, number: int) -> Any:
        for _ in range(RETRIES + 1):
            answer = self._ask(number)
            if answer is not None:
                failed, value = pickle.loads(answer)
                if failed:
                    raise value
                return value
            self.close()
            if self.ended:
                break
        raise LostWorkerError(number)

    def _ask(self, number: int) -> bytes | None:
        """The answer; None if the process died."""
        if self.running is None:
            self.running = self._start()
            if self.ended:  # meanwhile
                return None
            message = [self.task, pickle.dumps(number)]
        else:
            message = [pickle.dumps(number)]
        assert self.running.stdin is not None, "a pipe"
        assert self.running.stdout is not None, "a pipe"
        try:
            for part in message:
                send(self.running.stdin, part)
            return receive(self.running.stdout)
        except (OSError, ValueError):  # closed, by its death or by ours
            return None

    def _start(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "cruces.parallel.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=dict(self._environment),
            start_new_session=True,  # Ctrl-C goes to the parent only
        )

    @cached_property
    def _environment(self) -> dict[str, str]:
        """Ours, with all the places where we find modules."""
        return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}

    def end(self) -> None:
        """End it now, whatever it is doing."""
        self.ended = True
        if self.running is not None:
            self.running.kill()

    def close(self) -> None:
        """End it, and let go of its pipes."""
        if self.running is not None:
            self.running.kill()
            with suppress(OSError), self.running:  # what it did not read is lost
                pass
            self.running = None


def send(pipe: IO[bytes], message: bytes) -> None:
    """Write a message, after its length."""
    pipe.write(SIZE.pack(len(message)))
    pipe.write(message)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes | None:
    """The next message; None at the end, even in the middle of a message."""
    head = pipe.read(SIZE.size)
    if len(head) < SIZE.size:
        return None
    (size,) = SIZE.unpack(head)
    message = pipe.read(size)
    return message if len(message) == size else None
