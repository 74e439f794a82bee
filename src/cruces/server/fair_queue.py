"""Fair shares of computation: whose work a pool of threads does next.

Turns go round by address, and at each address by device. So sixty matches of one device get one
share, not sixty, and whoever asks for little is served before those who ask for much. A queue may
have a limit for each device, for each address and in all; beyond it work is refused, not kept.
Work that takes long is done in slices, each at its client's turn, so that nobody waits for all of
it.
"""

import asyncio
import os
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from functools import partial
from math import exp
from typing import Any, Generic, TypeVar

from cruces.core import Reason
from cruces.server import metrics
from cruces.server.errors import SlowDownError
from cruces.server.limits import Client

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

PATIENT_NICENESS = 10
MEMORY_SECONDS = 10.0
"""How long use of the threads counts: after this time, a third of it still does."""
FORGOTTEN, FORGET_SECONDS = 0.01, 1.0
"""The use below which a device is forgotten, and how often that is looked at."""


@dataclass(frozen=True, slots=True)
class Room:
    """How much of one kind of work there may be, waiting or begun, for a device, for an address and
    in all; ``seconds`` is when to come back if that is too much."""

    device: int
    address: int
    total: int
    seconds: float


class Places:
    """Counts the work of one kind, and refuses what there is no room for."""

    def __init__(self, kind: str, room: Room) -> None:
        self._room = room
        self._taken: Counter[tuple[str, str]] = Counter()
        self._refused = metrics.REFUSED_WORK.labels(kind)

    def check(self, client: Client) -> None:
        """Refuse work that there is no room for."""
        room = self._room
        wait = {"seconds": room.seconds}
        lines = {
            "device": (Reason("own-line-full", wait), room.device),
            "address": (Reason("address-line-full", wait), room.address),
            "all": (Reason("line-full", wait), room.total),
        }
        for name in _names(client):
            why, most = lines[name[0]]
            if self._taken[name] >= most:
                self._refused.inc()
                raise SlowDownError(why)

    def take(self, client: Client) -> None:
        """One place more, if there is any."""
        self.check(client)
        self._taken.update(_names(client))

    def free(self, client: Client) -> None:
        """One place less."""
        self._taken.subtract(_names(client))
        self._taken += Counter()  # without those that are 0

    @contextmanager
    def held(self, client: Client) -> Iterator[None]:
        """A place meanwhile."""
        self.take(client)
        try:
            yield
        finally:
            self.free(client)


def _names(client: Client) -> tuple[tuple[str, str], ...]:
    """Whose places they are: without a token it is no device's place, and not all strangers'."""
    every = ("device", client.device), ("address", _place(client)), ("all", "all")
    return tuple(name for name in every if name[1])


class Rotation(Generic[K]):
    """Whose turn it is: everyone who waits gets one in each round, newcomers first.

    Newcomers who ask for little may have a second one.
    """

    def __init__(self) -> None:
        self._round = 0
        self._arrivals = 0
        self._waiting: dict[K, tuple[int, bool, int]] = {}
        self._next_round: dict[K, int] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, key: K, *, again: bool = False, little: bool = False) -> None:
        """It waits from now on; ``again`` if it has just had a turn and wants another."""
        self._arrivals += 1
        turn = max(self._round, self._next_round.get(key, 0) - little)
        self._waiting[key] = turn, again, self._arrivals

    def remove(self, key: K) -> None:
        """It does not wait any more."""
        del self._waiting[key]

    def pop(self) -> K:
        """The next one, which has its turn now."""
        key = min(self._waiting, key=self._waiting.__getitem__)
        turn = self._waiting.pop(key)[0]
        following = max(turn, self._next_round.get(key, 0)) + 1
        if not self._waiting:
            self._next_round.clear()
        elif turn > self._round:
            self._next_round = {k: at for k, at in self._next_round.items() if at > turn}
        self._round = turn
        self._next_round[key] = following
        return key

    def copy(self) -> "Rotation[K]":
        """Another one in which the same ones wait."""
        other: Rotation[K] = Rotation()
        other._round, other._arrivals = self._round, self._arrivals
        other._waiting, other._next_round = dict(self._waiting), dict(self._next_round)
        return other


class Line(Generic[T]):
    """What waits, in fair order: first by address, then by device, then by arrival."""

    def __init__(self) -> None:
        self._addresses: Rotation[str] = Rotation()
        self._devices: dict[str, Rotation[str]] = {}
        self._items: dict[Client, deque[T]] = {}
        self._size = 0
        self._positions: dict[T, int] | None = None

    def __len__(self) -> int:
        return self._size

    def __contains__(self, client: Client) -> bool:
        """Whether anything of this client waits."""
        return client in self._items

    def put(
        self, client: Client, item: T, *, little: bool = False, unfinished: bool = False
    ) -> None:
        """It waits from now on; ``little`` if its device has asked for little lately.

        What is ``unfinished`` comes before anything else of its device.
        """
        self._size += 1
        self._positions = None
        if client in self._items:
            if unfinished:
                self._items[client].appendleft(item)
            else:
                self._items[client].append(item)
            return
        self._items[client] = deque([item])
        devices = self._devices.setdefault(_place(client), Rotation())
        if not devices:
            self._addresses.add(_place(client), little=little)
        devices.add(client.device, little=little)

    def pop(self) -> T:
        """The next one."""
        self._size -= 1
        self._positions = None
        place = self._addresses.pop()
        devices = self._devices[place]
        device = devices.pop()
        client = Client(device, "" if place == device else place)
        items = self._items[client]
        item = items.popleft()
        if items:
            devices.add(device, again=True)
        else:
            del self._items[client]
        if devices:
            self._addresses.add(place, again=True)
        else:
            del self._devices[place]
        return item

    def remove(self, client: Client, item: T) -> None:
        """It does not wait any more."""
        items = self._items[client]
        items.remove(item)
        self._size -= 1
        self._positions = None
        if items:
            return
        del self._items[client]
        devices = self._devices[_place(client)]
        devices.remove(client.device)
        if not devices:
            del self._devices[_place(client)]
            self._addresses.remove(_place(client))

    def order(self) -> list[T]:
        """Everything that waits, in the order in which it would have its turn."""
        line: Line[T] = Line()
        line._addresses = self._addresses.copy()
        line._devices = {place: devices.copy() for place, devices in self._devices.items()}
        line._items = {client: deque(items) for client, items in self._items.items()}
        line._size = self._size
        return [line.pop() for _ in range(self._size)]

    def position(self, item: T) -> int:
        """How many have their turn before; computed once for all until the line changes."""
        if self._positions is None:
            self._positions = {waiting: number for number, waiting in enumerate(self.order())}
        return self._positions[item]


def _place(client: Client) -> str:
    """Where turns go round by address: a device of unknown address is one by itself."""
    return client.address or client.device


class Unfinished(Enum):
    """What work returns that has to be called again, at its client's next turn."""

    UNFINISHED = True


UNFINISHED = Unfinished.UNFINISHED


class Job(Generic[T]):
    """Work in a queue: it waits, then a thread has ``begun`` it, then ``result`` is set.

    It ``waits`` again between two slices.
    """

    def __init__(
        self,
        client: Client,
        work: Callable[[bool], T | Unfinished],
        result: "asyncio.Future[T]",
        on_begin: Callable[[], None] | None,
    ) -> None:
        self.client = client
        self.work = work
        self.result = result
        self.on_begin = on_begin
        self.waits = True
        self.begun = False


class FairQueue:
    """Threads for one kind of work, on one event loop.

    ``places``, if any, limit what it takes. If it is ``patient``, the system gives its threads less
    of the processor than those that players wait for.
    """

    def __init__(
        self,
        kind: str,
        threads: int,
        places: Places | None = None,
        clock: Callable[[], float] = time.monotonic,
        patient: bool = False,
    ) -> None:
        self._threads = threads
        self._places = places
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._pool = ThreadPoolExecutor(threads, f"cruces-{kind}", be_patient if patient else None)
        self._line: Line[Job[Any]] = Line()
        self._begun: set[Job[Any]] = set()
        self._used: dict[str, tuple[float, float]] = {}  # seconds by device, and when
        self._forgot = clock()
        self._waiting = metrics.WAITING.labels(kind)

    def enter(
        self,
        client: Client,
        work: Callable[[bool], T | Unfinished],
        on_begin: Callable[[], None] | None = None,
    ) -> Job[T]:
        """Have a thread do the work when it is the client's turn.

        It is passed whether to hurry: whether no thread is left free while several devices use
        them, and this one has more waiting, or has used more than its share lately.
        """
        if self._places is not None:
            self._places.take(client)
        job = Job(client, work, self._loop.create_future(), on_begin)
        self._line.put(client, job, little=not self._greedy(client, self._clock()))
        self._waiting.inc()
        self._begin()
        return job

    async def run(self, client: Client, work: Callable[[bool], T | Unfinished]) -> T:
        """The result of the work; a caller that is cancelled leaves the line."""
        job = self.enter(client, work)
        try:
            return await job.result
        finally:
            self.leave(job)

    def leave(self, job: Job[Any]) -> None:
        """Nobody wants the result any more. Work that has begun is finished all the same."""
        if job.waits:
            job.waits = False
            self._line.remove(job.client, job)
            self._waiting.dec()
            self._free(job.client)
        job.result.cancel()

    def ahead(self, job: Job[Any]) -> int:
        """The number of others whose turn it is before."""
        if job.begun:
            return 0
        return len(self._begun) + self._line.position(job)

    @property
    def waiting(self) -> int:
        """How much waits."""
        return len(self._line)

    def close(self) -> None:
        """Stop; work that has begun is finished, but nobody gets the result."""
        for job in (*self._line.order(), *self._begun):
            self.leave(job)
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _begin(self) -> None:
        while len(self._begun) < self._threads and len(self._line):
            job = self._line.pop()
            self._waiting.dec()
            self._begun.add(job)
            first, job.waits, job.begun = not job.begun, False, True
            start = self._clock()
            full = len(self._begun) == self._threads
            hurry = full and self._greedy(job.client, start)
            work = self._loop.run_in_executor(self._pool, job.work, hurry)
            work.add_done_callback(partial(self._ended, job, start))
            if first and job.on_begin is not None:
                job.on_begin()

    def _ended(self, job: Job[Any], start: float, work: "asyncio.Future[Any]") -> None:
        self._begun.remove(job)
        end = self._clock()
        use = self._use(job.client.device, end) + end - start
        self._used[job.client.device] = use, end
        if not job.result.done() and _is_unfinished(work):
            job.waits = True
            self._line.put(job.client, job, unfinished=True)
            self._waiting.inc()
            self._begin()
            return
        self._free(job.client)
        error = None if work.cancelled() else work.exception()
        if not job.result.done():
            if work.cancelled():
                job.result.cancel()
            elif error is not None:
                job.result.set_exception(error)
            else:
                job.result.set_result(work.result())
        if not work.cancelled():  # the queue is closed otherwise
            self._begin()

    def _free(self, client: Client) -> None:
        if self._places is not None:
            self._places.free(client)

    def _use(self, device: str, now: float) -> float:
        use, since = self._used.get(device, (0.0, now))
        return use * exp((since - now) / MEMORY_SECONDS)

    def _greedy(self, client: Client, now: float) -> bool:
        """Whether a device asks for more than its share, now or lately, while others ask too."""
        if now - self._forgot > FORGET_SECONDS:
            self._forgot = now
            self._used = {d: u for d, u in self._used.items() if self._use(d, now) > FORGOTTEN}
        users = len(self._used) + (client.device not in self._used)
        if users == 1:
            return False
        share = self._threads * MEMORY_SECONDS / users
        return client in self._line or self._use(client.device, now) > share


def be_patient() -> None:
    """Let this thread have less of the processor than others, where the system can."""
    if sys.platform == "linux":  # elsewhere there is no priority of a single thread
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), PATIENT_NICENESS)


def _is_unfinished(work: "asyncio.Future[Any]") -> bool:
    return not work.cancelled() and work.exception() is None and work.result() is UNFINISHED
