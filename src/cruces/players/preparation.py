"""What bots need before they can play at full strength, prepared before somebody waits for it.

Machine code, tables, unpacked certificates: each family lists its preparations and which bots need
them. Results are kept on disk. A mark next to the machine code says that a preparation is done, so
that checking it needs no compiler.

``COMMAND`` runs missing preparations in a process of its own, because a compiler in the server's
process would block everything else. ``preparing`` starts it.
"""

import hashlib
import os
import platform
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import TextIO

from cruces.core.registry import ask, families
from cruces.kernels.cache_folder import cache_folder, machine_code_folder, sources

COMMAND = (sys.executable, "-c", f"import {__name__} as it, sys; sys.exit(it.main(sys.argv[1:]))")
"""Runs the preparations named as arguments, or the usual ones."""
NOT_KEPT = 3
"""The exit code if nothing can be kept on disk."""


class NotPreparedError(Exception):
    """There is no answer before a preparation is done."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """Something to prepare: ``run`` does it, or loads it if it was done before."""

    name: str
    run: Callable[[], None]
    seconds: float = 1.0
    """The approximate time it takes, to show progress."""
    only_if_asked: bool = False
    """Whether it is prepared only when a bot needs it."""


def preparations() -> dict[str, Preparation]:
    """All preparations by name: first those that each family lists first."""
    lists = [ask((), family.preparations) for family in families()]
    ordered = [each for some in zip_longest(*lists) for each in some if each is not None]
    return {each.name: each for each in ordered}


def usual() -> list[str]:
    """The names of those that are prepared without a request."""
    return [each.name for each in preparations().values() if not each.only_if_asked]


def warm_up() -> None:
    """Run the usual preparations in this process."""
    for name in usual():
        preparations()[name].run()


# What is prepared


def is_prepared(name: str) -> bool:
    """Whether it is on disk, made from exactly this source on this machine."""
    return _mark(name).exists()


def _mark(name: str) -> Path:
    return machine_code_folder() / "prepared" / f"{name}-{_fingerprint()}"


@cache
def _fingerprint() -> str:
    """Everything besides the source that Numba checks before it uses machine code on disk."""
    known = [sys.version, platform.node(), platform.machine(), str(cache_folder())]
    known.append(os.environ.get("NUMBA_CACHE_DIR", ""))
    for file in sources():
        found = file.stat()
        known.append(f"{file} {found.st_mtime_ns} {found.st_size}")
    return hashlib.sha256("\n".join(known).encode()).hexdigest()[:16]


# The process that prepares


def prepare(queue: "Queue", tell: Callable[[str], None]) -> None:
    """Run the queue's preparations in order; OSError if results cannot be kept.

    If another process is preparing, this one waits for it.
    """
    _mark("").parent.mkdir(parents=True, exist_ok=True)
    for name in queue:
        with _alone():
            if not is_prepared(name):
                preparations()[name].run()
                _mark(name).touch()
        tell(name)


class Queue:
    """The preparations to run; requested ones come next."""

    def __init__(self, names: list[str]) -> None:
        self._waiting = list(names)
        self._known: set[str] = set(names)
        self._lock = threading.Lock()

    def ask(self, name: str) -> None:
        """Put it first, unless it is done or in progress."""
        with self._lock:
            if name in self._waiting:
                self._waiting.remove(name)
            elif name in self._known or name not in preparations():
                return
            self._known.add(name)
            self._waiting.insert(0, name)

    def __iter__(self) -> Iterator[str]:
        while True:
            with self._lock:
                if not self._waiting:
                    return
                name = self._waiting.pop(0)
            yield name


@contextmanager
def _alone() -> Iterator[None]:
    """Keep other processes from preparing, if the system has file locks."""
    try:
        import fcntl
    except ImportError:  # pragma: no cover - Windows: preparing twice is harmless
        yield
        return
    with (machine_code_folder() / "prepared" / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield  # the lock ends when the file is closed or the process ends


def _listen(questions: TextIO, queue: Queue) -> None:
    """Read requests, one name per line; the end of the input ends the process."""
    for line in questions:
        queue.ask(line.strip())
    os._exit(0)


def _tell(name: str) -> None:
    sys.stdout.write(f"{name}\n")
    sys.stdout.flush()


def main(names: Sequence[str]) -> int:
    """Run the named preparations or the usual ones; each line of output names a finished one."""
    with suppress(OSError, AttributeError):
        os.nice(5)  # bots that are playing come first
    queue = Queue([name for name in names or usual() if not is_prepared(name)])
    threading.Thread(target=_listen, args=(sys.stdin, queue), daemon=True).start()
    try:
        prepare(queue, _tell)
    except BrokenPipeError:
        return 0
    except OSError as error:
        sys.stderr.write(f"{error}\n")
        return NOT_KEPT
    return 0
