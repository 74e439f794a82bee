"""The matches in this process. How one of them changes is in ``table``.

Bots are played by the process that made it their turn: the
command that did so takes the lease of the match with it. If that process dies another takes the
lease when it has run out.
"""

import asyncio
import gc
import logging
import random
import time
from collections.abc import Callable, Collection, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from cruces.core import CrucesError
from cruces.match import authority, fair
from cruces.match import messages as m
from cruces.match.authority import Moment
from cruces.server import metrics, tokens
from cruces.server.protocols import Bus
from cruces.server.table import Table, lease_end, now
from cruces.server.writer import Writer
from cruces.storage import Append, Lease, Store

log = logging.getLogger("cruces")

RENEW_SECONDS = 1.5
SWEEP_SECONDS = 1.0
COLLECT_AFTER = (10_000, 10, 10)
"""How much is allocated before Python looks for cycles. With its own thresholds it went through all
matches every few seconds, and a thousand of them made everyone wait for a fifth of a second."""


class Hub:
    """All matches of this process."""

    def __init__(self, store: Store, bus_of: Callable[["Hub"], Bus], workers: int = 2) -> None:
        self.store = store
        self.loop = asyncio.get_running_loop()
        self.writer = Writer(store)
        self.workers = ThreadPoolExecutor(workers, "cruces-bot")
        self.tables: dict[str, Table] = {}
        self.bus = bus_of(self)
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._commands: set[asyncio.Task[int]] = set()
        gc.freeze()  # what is loaded by now stays
        gc.set_threshold(*COLLECT_AFTER)
        self.spawn(self._sweep())
        if self.bus.origin:
            self.spawn(self._renew())

    def lease(self) -> Lease:
        """A lease for this process, from now on."""
        return Lease(self.bus.origin, lease_end())

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Run something in the background, and say so if it fails."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("background work failed", exc_info=task.exception())

    async def finish(self, command: Coroutine[None, None, int]) -> int:
        """Wait for a command, which goes on if the one who waits is cancelled."""
        task = self.loop.create_task(command)
        self._commands.add(task)
        task.add_done_callback(self._carried_out)
        return await asyncio.shield(task)

    def _carried_out(self, task: "asyncio.Task[int]") -> None:
        # Nobody may be waiting any more who would hear of a failure; a refusal is none.
        self._commands.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, CrucesError):
            log.error("a command failed", exc_info=error)

    async def create(self, setup: m.Setup, host: str) -> Table:
        """Lay a new table."""
        secret = random.SystemRandom().randbytes(fair.SECRET_BYTES)
        moment = Moment(now(), secret)
        while True:
            match, events = authority.open_match(
                setup, host, tokens.match_id(), tokens.table_code(), moment
            )
            if await self.writer.append(Append(0, events, match, "", None, secret)):
                break  # else the code is taken, which happens once in many lifetimes
        table = self.tables[match.id] = Table(self, match, secret)
        table.recent.extend(enumerate(events, 1))
        metrics.MATCHES.labels(match.game.id).inc()
        return table

    async def get(self, match_id: str) -> Table | None:
        """The match with this id, from memory or from the store."""
        table = self.tables.get(match_id)
        if table is not None:
            table.used = time.monotonic()  # so that it is not forgotten before it is joined
            return table
        task = self._loading.get(match_id)
        if task is None:
            task = self._loading[match_id] = self.loop.create_task(self._load(match_id))
            task.add_done_callback(partial(self._loaded, match_id))
        return await asyncio.shield(task)

    def _loaded(self, match_id: str, task: "asyncio.Task[Table | None]") -> None:
        self._loading.pop(match_id, None)
        if not task.cancelled():
            task.exception()  # is for those who wait, if anybody still does

    async def _load(self, match_id: str) -> Table | None:
        found = await asyncio.to_thread(self.store.load, match_id)
        if found is None:
            return None
        table = self.tables[match_id] = Table(self, *found)
        # They may have been gone since a crash, when nobody saw them leave.
        table.attendance.expect((s.player for s in table.match.seats if s.human), now())
        table.attend()
        self.spawn(table.take_over())
        return table

    async def heard(
        self, match_id: str, first: int, events: Sequence[m.Event], request: str
    ) -> None:
        """Another process published events; they matter here if the match is in memory, or soon."""
        if match_id in self.tables or match_id in self._loading:
            table = await self.get(match_id)
            if table is not None:
                await table.heard(first, events, request)

    def moved(self, matches: Collection[str]) -> None:
        """Somebody came to these matches at another process, or left them there."""
        for match_id in matches:
            table = self.tables.get(match_id)
            if table is not None:
                table.recount()

    async def refresh(self) -> None:
        """Fold whatever other processes wrote and this one was not told."""
        known = {match_id: table.match.version for match_id, table in self.tables.items()}
        for match_id in await asyncio.to_thread(self.store.ahead, known):
            table = self.tables.get(match_id)
            if table is not None:
                await table.look()

    async def _sweep(self) -> None:
        """Look after matches whose moment has come, whoever had them before; forget idle ones."""
        while True:
            try:
                due = partial(self.store.due, now(), owner=self.bus.origin)
                for match_id in await asyncio.to_thread(due):
                    await self._look_after(match_id)
            except Exception:
                log.exception("could not ask what is due")  # and ask again
            for match_id, table in list(self.tables.items()):
                if table.idle:
                    table.close()
                    del self.tables[match_id]
            metrics.TABLES.set(len(self.tables))
            await asyncio.sleep(SWEEP_SECONDS)

    async def _look_after(self, match_id: str) -> None:
        try:
            table = await self.get(match_id)
            if table is not None and not table.busy:
                await table.look()
                await table.take_over()
        except Exception:  # of one match, which must not keep the others waiting
            log.exception("could not look after a match", extra={"match": match_id})

    async def _renew(self) -> None:
        """Keep the leases of matches in which something is being done."""
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            busy = [match_id for match_id, table in self.tables.items() if table.busy]
            try:
                if busy:
                    await asyncio.to_thread(self.store.renew, busy, self.lease())
            except Exception:
                log.exception("could not renew leases")

    async def close(self) -> None:
        """Finish the commands that have begun, and stop."""
        background = list(self._tasks)
        for task in background:
            task.cancel()
        await asyncio.gather(*background, return_exceptions=True)
        await asyncio.gather(*self._commands, return_exceptions=True)
        for table in list(self.tables.values()):
            async with table.lock:  # whoever carries something out is done with it
                table.close()
        self.workers.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self.writer.close)
        held = [match_id for match_id, table in self.tables.items() if table.has_work]
        if self.bus.origin and held:
            try:
                await asyncio.to_thread(self.store.release, held, self.bus.origin, now())
            except Exception:
                log.exception("could not release leases")  # they run out by themselves
