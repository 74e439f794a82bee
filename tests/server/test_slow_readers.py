"""Somebody who reads slowly, or not at all: what is written at once, and what waits."""

import asyncio
import json
import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from cruces.match import frames as f
from cruces.server.limits import Client
from cruces.server.outbox import MOST_BYTES, MOST_MESSAGES, Outbox
from cruces.server.socket import (
    ABORT,
    POLICY,
    REFUSALS_TO_CLOSE,
    RESTART,
    TRY_LATER,
    WRITE,
    Connection,
)
from tests.server.process import PATIENCE


class Line:
    """A connection's other end, which reads only while it likes to."""

    def __init__(self) -> None:
        self.read: list[str | int] = []
        self.aborted = asyncio.Event()
        self._reads = asyncio.Event()
        self._reads.set()

    def reads(self, reads: bool) -> None:
        if reads:
            self._reads.set()
        else:
            self._reads.clear()

    def write(self, messages: Sequence[bytes]) -> bool:
        if self._reads.is_set():
            self.read += [json.loads(message)["id"] for message in messages]
        return self._reads.is_set()

    async def send(self, message: Any) -> None:
        await self._reads.wait()
        closes = message["type"] == "websocket.close"
        self.read.append(message["code"] if closes else json.loads(message["text"])["id"])


def connected(line: Line, receive: Any = None) -> Connection:
    loop = asyncio.get_running_loop()
    gate = SimpleNamespace(client=lambda _: Client("", "192.0.2.1"))
    scope = {"extensions": {ABORT: line.aborted.set, WRITE: line.write}}
    hub: Any = SimpleNamespace(loop=loop)
    nobody: Any = None
    return Connection(hub, nobody, gate, scope, receive, line.send)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(20))
def test_nothing_overtakes_however_the_reader_stops_and_goes_on(seed: int) -> None:
    async def scene() -> None:
        rng, line = random.Random(seed), Line()
        connection = connected(line)
        pump = asyncio.create_task(connection.pump())
        for number in range(MOST_MESSAGES - 1):
            connection.put(f.Pong(str(number)))
            if rng.random() < 0.2:
                line.reads(rng.random() < 0.5)
            for _ in range(rng.choice((0, 0, 0, 1, 2, 3))):
                await asyncio.sleep(0)
        connection.cut(RESTART)
        line.reads(True)
        await asyncio.wait_for(pump, PATIENCE)
        assert line.read == [*map(str, range(MOST_MESSAGES - 1)), RESTART]
        connection.outbox.close()

    asyncio.run(scene())


@pytest.mark.parametrize("size", [1, 20_000])
def test_who_does_not_read_costs_no_more_than_the_queue(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Outbox, "bytes_of_all", 0)
    monkeypatch.setattr("cruces.server.socket.CLOSE_SECONDS", 0.01)

    async def scene() -> None:
        line = Line()
        line.reads(False)
        connection = connected(line)
        pump = asyncio.create_task(connection.pump())
        largest = 0
        for _ in range(2 * MOST_MESSAGES):
            connection.put(f.Pong("x" * size))
            largest = max(largest, Outbox.bytes_of_all)
            await asyncio.sleep(0)
        assert largest <= MOST_BYTES
        assert connection.closing
        await asyncio.wait_for(line.aborted.wait(), PATIENCE)
        line.reads(True)  # too late for most, but not for the code
        await asyncio.wait_for(pump, PATIENCE)
        assert line.read[-1] == TRY_LATER
        connection.outbox.close()
        assert Outbox.bytes_of_all == 0

    asyncio.run(scene())


def test_nobody_reads_on_from_somebody_who_is_cut_off() -> None:
    """What they sent in one go before is not even decoded."""
    decoded = 0

    async def receive() -> dict[str, str]:
        nonlocal decoded
        decoded += 1
        assert decoded < 10 * REFUSALS_TO_CLOSE, "nobody is cut off"
        return {"type": "websocket.receive", "text": "{}"}

    async def scene() -> None:
        connection = connected(Line(), receive)
        connection.live = SimpleNamespace()  # type: ignore[assignment]
        await asyncio.wait_for(connection.serve(), PATIENCE)
        assert connection.closing
        assert decoded <= REFUSALS_TO_CLOSE + 1
        assert connection.outbox.waiting[-1] in (POLICY, TRY_LATER)
        connection.outbox.close()

    asyncio.run(scene())
