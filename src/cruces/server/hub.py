"""The matches in memory in this process. How each of them changes is in ``live_match``.

The process that carried out a command also plays the bots whose turn it is then: the command takes
the lease of the match. If that process dies, another takes the lease when it has expired.
"""

import asyncio
import ctypes
import gc
import random
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine, Sequence
from functools import partial

from cruces.core import CrucesError
from cruces.match import authority, fair
from cruces.match import messages as m
from cruces.match.authority import Moment
from cruces.players.preparing import Preparing
from cruces.server import metrics, tokens
from cruces.server.clock import CLOCK
from cruces.server.errors import NotFoundError
from cruces.server.fair_queue import FairQueue
from cruces.server.faults import BACKGROUND, fault
from cruces.server.limits import Client
from cruces.server.live_match import LiveMatch, lease_end, now
from cruces.server.protocols import Bus
from cruces.server.writer import Writer
from cruces.storage import Append, Lease, Store

RENEW_SECONDS = 1.5
SWEEP_SECONDS = 1.0
CLIENTS_KEPT = 50_000
RETURN_TIME = 120_000
"""How long a table waits for somebody whose connection is lost, in milliseconds."""
FAILING_SECONDS = 60.0
"""Seconds after which a match is looked after again that could not be."""
COLLECT_AFTER = (10_000, 10, 10)
"""Thresholds of the garbage collector. With Python's defaults it visited all matches every few
seconds, which with a thousand of them blocked the server for a fifth of a second."""

ALLOCATOR = {-8: 2, -3: 2**20}
"""Options of glibc's allocator. ``M_ARENA_MAX``: how many parts of the memory threads share. By
default every thread gets a part, where what it freed stays for it alone. ``M_MMAP_THRESHOLD``: the
bytes from which on a piece of memory goes back to the system when it is freed. By default that
grows with what is freed, so that the process kept the 16 MiB of a search after its end."""
SWITCH_SECONDS = 0.0005
"""How long a thread that computes in Python keeps the others waiting, in seconds. With Python's
default every step of a command waited up to ten times as long for an analysis."""


def share_memory() -> None:
    """Have threads share the memory of this process, and return what they no longer need.

    Only where its allocator can be told to.
    """
    tell: Callable[[int, int], int] | None = getattr(ctypes.CDLL(None), "mallopt", None)
    if tell is not None:
        for option, value in ALLOCATOR.items():
            tell(option, value)


class Hub:
    """All matches of this process.

    ``creation_wait`` takes from what a host may create: the seconds to wait before a rematch.
    ``source_of`` names the last address of a host; it is empty where that is not known.
    """

    def __init__(
        self,
        store: Store,
        bus_of: Callable[["Hub"], Bus],
        workers: int = 2,
        preparing: Preparing | None = None,
    ) -> None:
        self.store = store
        self.preparing = preparing or Preparing()
        self.loop = asyncio.get_running_loop()
        share_memory()  # before there are threads
        self.writer = Writer(store)
        self.robots = FairQueue("robots", workers)
        self._addresses: OrderedDict[str, str] = OrderedDict()
        self.live_matches: dict[str, LiveMatch] = {}
        self.outdated: Callable[[str, int], None] = lambda device, generation: None
        """Called when another process has outdated tokens of a device."""
        self.bus = bus_of(self)
        self.creation_wait: Callable[[str], float] = lambda host: 0.0
        self.source_of: Callable[[str], str] = lambda host: ""
        self._loading: dict[str, asyncio.Task[LiveMatch | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._commands: set[asyncio.Task[int]] = set()
        self._failing: dict[str, float] = {}
        gc.freeze()  # objects loaded so far are never collected
        gc.set_threshold(*COLLECT_AFTER)
        sys.setswitchinterval(SWITCH_SECONDS)
        self.spawn(self._sweep())
        if self.bus.origin:
            self.spawn(self._renew())

    def met(self, client: Client) -> None:
        """A device asks from an address: what robots compute for it counts for both."""
        self._addresses[client.device] = client.address
        self._addresses.move_to_end(client.device)
        if len(self._addresses) > CLIENTS_KEPT:
            self._addresses.popitem(last=False)

    def client(self, device: str) -> Client:
        """A device, with its last address if it is known."""
        return Client(device, self._addresses.get(device, ""))

    def lease(self) -> Lease:
        """A new lease for this process, starting now."""
        return Lease(self.bus.origin, lease_end())

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Run a task in the background, and log its failure."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, NotFoundError):  # of a deleted match
            fault(BACKGROUND, error, what="the server's own work")

    async def finish(self, command: Coroutine[None, None, int]) -> int:
        """Wait for a command, which continues even if the caller is cancelled."""
        task = self.loop.create_task(command)
        self._commands.add(task)
        task.add_done_callback(self._commands.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_log_failure)  # nobody else learns of it
            raise

    async def create(self, setup: m.Setup, host: str, source: str = "") -> LiveMatch:
        """Create a match; ``source`` names the address that it comes from."""
        secret = random.SystemRandom().randbytes(fair.SECRET_BYTES)
        moment = Moment(now(), secret)
        while True:
            match, events = authority.open_match(
                setup, host, tokens.match_id(), tokens.table_code(), moment
            )
            if await self.writer.append(Append(0, events, match, secret=secret, source=source)):
                break  # otherwise the code is already in use, which is extremely rare
        live = self.live_matches[match.id] = LiveMatch(self, match, secret)
        live.recent.extend(enumerate(events, 1))
        metrics.MATCHES.labels(match.game.id).inc()
        return live

    async def get(self, match_id: str) -> LiveMatch | None:
        """The match with this id, from memory or from the store."""
        live = self.live_matches.get(match_id)
        if live is not None:
            live.used = time.monotonic()  # so that it is not unloaded before it is joined
            return live
        task = self._loading.get(match_id)
        if task is None:
            task = self._loading[match_id] = self.loop.create_task(self._load(match_id))
            task.add_done_callback(partial(self._loaded, match_id))
        return await asyncio.shield(task)

    def in_use(self, match_id: str) -> bool:
        """Whether anyone uses a match, here or at another process."""
        here = match_id in self.live_matches or match_id in self._loading
        return here or bool(self.bus.elsewhere(match_id))

    def is_attended(self, match_id: str) -> bool:
        """Whether a person is at a match, here or at another process, or was until recently."""
        live = self.live_matches.get(match_id)
        if live is None:
            return bool(self.bus.elsewhere(match_id))
        since = max(live.attendance.away_since.values(), default=0)
        return live.attendance.attends(live.match) or now() - since < RETURN_TIME

    def _loaded(self, match_id: str, task: "asyncio.Task[LiveMatch | None]") -> None:
        self._loading.pop(match_id, None)
        if not task.cancelled():
            task.exception()  # is raised in those who wait, if anyone still does

    async def _load(self, match_id: str) -> LiveMatch | None:
        stored = await asyncio.to_thread(self.store.load, match_id)
        if stored is None:
            return None
        live = self.live_matches[match_id] = LiveMatch(self, *stored)
        # They may have been absent since a crash, when nobody noticed.
        live.attendance.expect((s.player for s in live.match.seats if s.human), now())
        live.attend()
        self.spawn(live.take_over())
        return live

    async def heard(
        self, match_id: str, first: int, events: Sequence[m.Event], request: str
    ) -> None:
        """Another process published events; used if the match is in memory, or being loaded."""
        if match_id in self.live_matches or match_id in self._loading:
            live = await self.get(match_id)
            if live is not None:
                await live.heard(first, events, request)

    def moved(self, matches: Collection[str]) -> None:
        """The players connected to these matches at other processes have changed."""
        for match_id in matches:
            live = self.live_matches.get(match_id)
            if live is not None:
                live.recount()

    async def refresh(self) -> None:
        """Fold events of other processes that this one missed."""
        versions = {match_id: live.match.version for match_id, live in self.live_matches.items()}
        for match_id in await asyncio.to_thread(self.store.ahead, versions):
            live = self.live_matches.get(match_id)
            if live is not None:
                await live.look()

    async def _sweep(self) -> None:
        """Take over matches that have work due, and unload idle ones."""
        while True:
            try:
                due = partial(self.store.due, now(), owner=self.bus.origin)
                for match_id in await asyncio.to_thread(due):
                    await self._look_after(match_id)
            except Exception as error:  # and ask again
                fault(BACKGROUND, error, what="what is due")
            for match_id, live in list(self.live_matches.items()):
                if live.idle:
                    live.close()
                    del self.live_matches[match_id]
                elif self.bus.origin and live.needs_lease:
                    self.spawn(live.take_over())
            metrics.TABLES.set(len(self.live_matches))
            metrics.CLOCK_BEHIND.set(CLOCK.follow())
            metrics.WAITING.labels("writer").set(self.writer.waiting)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _look_after(self, match_id: str) -> None:
        if self._failing.get(match_id, 0.0) > time.monotonic():
            return
        self._failing.pop(match_id, None)
        try:
            live = await self.get(match_id)
            if live is not None and not live.busy:
                await live.look()
                if live.paused:
                    await live.pause()
                else:
                    await live.take_over()
        except Exception as error:  # of one match, which must not delay the others
            self._failing[match_id] = time.monotonic() + FAILING_SECONDS
            fault(BACKGROUND, error, what="looking after a match", match=match_id)

    async def _renew(self) -> None:
        """Renew the leases of matches with work in progress."""
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            busy = [match_id for match_id, live in self.live_matches.items() if live.busy]
            try:
                if busy:
                    await asyncio.to_thread(self.store.renew, busy, self.lease())
            except Exception as error:
                fault(BACKGROUND, error, what="renewing leases")

    async def close(self) -> None:
        """Finish the commands in progress, and stop."""
        background = list(self._tasks)
        for task in background:
            task.cancel()
        await asyncio.gather(*background, return_exceptions=True)
        await asyncio.gather(*self._commands, return_exceptions=True)
        for live in list(self.live_matches.values()):
            async with live.lock:  # all commands are finished by now
                live.close()
        self.robots.close()
        await asyncio.to_thread(self.writer.close)
        owned = [match_id for match_id, live in self.live_matches.items() if live.has_work]
        if self.bus.origin and owned:
            try:
                await asyncio.to_thread(self.store.release, owned, self.bus.origin, now())
            except Exception as error:  # the leases expire by themselves
                fault(BACKGROUND, error, what="releasing leases")


def _log_failure(task: "asyncio.Task[int]") -> None:
    """Log how a command failed that nobody waits for; refusals are normal."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, CrucesError):
        fault(BACKGROUND, error, what="a command")
