"""Plays matches at a fixed pace, or as fast as the server answers, and measures the times."""

import asyncio
import random
import sys
import time
from collections.abc import Coroutine

from bench.load.figures import Figures, LoadCounts, quantile
from bench.load.machine import busy_seconds
from bench.load.targets import SEATS, LoadTarget
from bench.load.wire import WebSocket

OPENING = 16
"""Matches that are opened at the same time."""
LAG_STEP = 0.02


class Slot:
    """A slot for one match after another."""

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
        """Open a new match; it is played as soon as it is due."""
        self._clear()
        self._sockets = await self._load.target.open(self._number, self)
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
        self._load.record(self._load.tally.acked, self._unacked[seat])
        self._unacked[seat] = None

    def saw(self, seat: int, version: int, move: bytes | None, *, over: bool) -> None:
        if seat != self._mover and self._unseen is not None:
            self._load.record(self._load.tally.seen, self._unseen)
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

    def __init__(self, target: LoadTarget, matches: int, pace: float) -> None:
        self.target = target
        self.pace = pace
        self.tally = LoadCounts()
        self._slots = [Slot(self, number) for number in range(matches)]
        self._tasks: set[asyncio.Task[None]] = set()
        self._lags: list[float] = []

    def record(self, values: list[float], since: float | None) -> None:
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
        empty = self.target.server.rss()
        await self._open_all()
        loop = asyncio.get_running_loop()
        for slot in self._slots:
            slot.start(loop.time() + random.uniform(0, self.pace))
        self._spawn(self._measure_lag())
        await self._watch("warming up", warm_up)
        errors, self.tally = self.tally.errors, LoadCounts()
        self.tally.errors.update(errors)
        self._lags.clear()
        before, began = self._used(), time.perf_counter()
        await self._watch("counting", seconds)
        record = time.perf_counter() - began
        server, client, all_cores = (
            (now - then) / record for now, then in zip(self._used(), before, strict=True)
        )
        figures = Figures(
            self.target.name,
            len(self._slots),
            record,
            self.tally,
            server,
            client,
            quantile(self._lags, 0.99),
            all_cores - server - client,
            empty,
            self.target.server.rss(),
        )
        self.tally = LoadCounts()  # what comes in while it is taken down does not count
        for task in list(self._tasks):
            task.cancel()
        for slot in self._slots:
            slot.close()
        return figures

    def _used(self) -> tuple[float, float, float]:
        """The processor time of the server, of this process, and of all there is."""
        return self.target.server.cpu_seconds(), time.process_time(), busy_seconds()

    async def _open_all(self) -> None:
        gate = asyncio.Semaphore(OPENING)
        opened = 0

        async def one(slot: Slot) -> None:
            nonlocal opened
            async with gate:
                await self._open(slot)
            opened += 1
            if opened % 50 == 0:
                self._print_status(f"opening {opened}/{len(self._slots)}")

        await asyncio.gather(*map(one, self._slots))

    async def _watch(self, what: str, seconds: float) -> None:
        before, began = len(self.tally.seen), time.monotonic()
        while (gone := time.monotonic() - began) < seconds:
            await asyncio.sleep(min(1.0, seconds - gone))
            latest = self.tally.seen[before:]
            before += len(latest)
            self._print_status(
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

    def _print_status(self, line: str) -> None:
        print(f"\r{self.target.name}: {line}\033[K", end="", file=sys.stderr, flush=True)
