"""Matches that are played at a pace, or as fast as the server answers, and how long that took."""

import asyncio
import random
import sys
import time
from collections.abc import Coroutine

from bench.load.figures import Figures, Tally, quantile
from bench.load.machine import busy_seconds
from bench.load.sides import SEATS, Side
from bench.load.wire import WebSocket

OPENING = 16
"""Matches that are opened at the same time."""
LAG_STEP = 0.02


class Slot:
    """A place for a match; when one is over another is opened in it."""

    def __init__(self, load: "Load", number: int) -> None:
        self._load = load
        self._number = number
        self._due: float | None = None
        self._clear()

    def _clear(self) -> None:
        self._sockets: list[WebSocket] = []
        self._move: tuple[int, bytes] | None = None
        self._unacked: list[float | None] = [None] * SEATS
        self._unseen: float | None = None
        self._mover = -1
        self._done = [False] * SEATS

    async def open(self) -> None:
        """A new match; it is played as soon as its time has come."""
        self._clear()
        self._sockets = await self._load.side.open(self._number, self)
        self._next()

    def start(self, due: float) -> None:
        """Play from this moment on."""
        self._due = due
        self._next()

    def close(self) -> None:
        for socket in self._sockets:
            socket.close()
        self._sockets = []

    def _next(self) -> None:
        if self._move is None or self._due is None or not self._sockets:
            return
        asyncio.get_running_loop().call_at(self._due, self._send)

    def _send(self) -> None:
        if self._move is None or self._due is None or not self._sockets:
            return  # closed meanwhile
        self._mover, text = self._move
        self._move = None
        self._unseen = self._unacked[self._mover] = time.perf_counter()
        self._sockets[self._mover].send(text)
        self._due = max(self._due + self._load.pace, time.monotonic() - self._load.pace)

    # What the sockets hear

    def acked(self, seat: int) -> None:
        self._load.took(self._load.tally.acked, self._unacked[seat])
        self._unacked[seat] = None

    def saw(self, seat: int, version: int, move: bytes | None, *, over: bool) -> None:
        if seat != self._mover and self._unseen is not None:
            self._load.took(self._load.tally.seen, self._unseen)
            self._unseen = None
            if self._load.pace and self._due is not None and self._due < time.monotonic():
                self._load.tally.late += 1
        if over:
            self._done[seat] = True
            if all(self._done):
                self._load.ended(self)
        elif move is not None:
            self._move = seat, move
            self._next()

    def failed(self, what: str) -> None:
        self._load.tally.error(what)


class Load:
    """All matches on one server."""

    def __init__(self, side: Side, matches: int, pace: float) -> None:
        self.side = side
        self.pace = pace
        self.tally = Tally()
        self._slots = [Slot(self, number) for number in range(matches)]
        self._tasks: set[asyncio.Task[None]] = set()
        self._lags: list[float] = []

    def took(self, values: list[float], since: float | None) -> None:
        if since is not None:
            values.append(time.perf_counter() - since)

    def ended(self, slot: Slot) -> None:
        self.tally.games += 1
        self._spawn(self._replace(slot))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _replace(self, slot: Slot) -> None:
        await asyncio.sleep(0)  # what was received with the end is heard first
        slot.close()
        await self._open(slot)

    async def _open(self, slot: Slot) -> None:
        try:
            await slot.open()
        except Exception as error:
            self.tally.error(f"opening: {type(error).__name__} {error}")

    async def run(self, warm_up: float, seconds: float) -> Figures:
        """Open, start, wait until it runs evenly, then count."""
        empty = self.side.server.rss()
        await self._open_all()
        loop = asyncio.get_running_loop()
        for slot in self._slots:
            slot.start(loop.time() + random.uniform(0, self.pace))
        self._spawn(self._measure_lag())
        await self._watch("warming up", warm_up)
        errors, self.tally = self.tally.errors, Tally()
        self.tally.errors.update(errors)
        self._lags.clear()
        before, began = self._used(), time.perf_counter()
        await self._watch("counting", seconds)
        took = time.perf_counter() - began
        server, client, all_cores = (
            (now - then) / took for now, then in zip(self._used(), before, strict=True)
        )
        figures = Figures(
            self.side.name,
            len(self._slots),
            took,
            self.tally,
            server,
            client,
            quantile(self._lags, 0.99),
            all_cores - server - client,
            empty,
            self.side.server.rss(),
        )
        self.tally = Tally()  # what comes in while it is taken down does not count
        for task in list(self._tasks):
            task.cancel()
        for slot in self._slots:
            slot.close()
        return figures

    def _used(self) -> tuple[float, float, float]:
        """The processor time of the server, of this process, and of all there is."""
        return self.side.server.cpu_seconds(), time.process_time(), busy_seconds()

    async def _open_all(self) -> None:
        gate = asyncio.Semaphore(OPENING)
        opened = 0

        async def one(slot: Slot) -> None:
            nonlocal opened
            async with gate:
                await self._open(slot)
            opened += 1
            if opened % 50 == 0:
                self._tell(f"opening {opened}/{len(self._slots)}")

        await asyncio.gather(*map(one, self._slots))

    async def _watch(self, what: str, seconds: float) -> None:
        before, began = len(self.tally.seen), time.monotonic()
        while (gone := time.monotonic() - began) < seconds:
            await asyncio.sleep(min(1.0, seconds - gone))
            latest = self.tally.seen[before:]
            before += len(latest)
            self._tell(
                f"{what} {time.monotonic() - began:3.0f}/{seconds:.0f} s  {len(latest):5d} seen"
                f"  p99 {1000 * quantile(latest, 0.99):6.1f} ms"
                f"  errors {sum(self.tally.errors.values())}"
            )

    async def _measure_lag(self) -> None:
        """How late our own event loop is: that much of every latency may be ours."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_STEP
            await asyncio.sleep(LAG_STEP)
            self._lags.append(loop.time() - due)

    def _tell(self, line: str) -> None:
        print(f"\r{self.side.name}: {line}\033[K", end="", file=sys.stderr, flush=True)
