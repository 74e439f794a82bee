"""What an attacker has: an address of its own, devices, requests and sockets, and a deadline."""

import asyncio
import base64
import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from bench.load.wire import TEXT, frame
from cruces.storage import Store

ADDRESS = "127.0.0.2"
"""Where attackers come from; the honest player comes from 127.0.0.1."""
LONGEST = 60.0
BROKEN_LINES = (OSError, httpx.HTTPError, TimeoutError)


@dataclass
class World:
    """An attack's means, and what came of it."""

    port: int
    database: str
    seconds: float
    tally: Counter[str] = field(default_factory=Counter)
    """Refusals by code."""
    counts: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    end: float = 0.0
    begun: float = 0.0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def going(self) -> bool:
        return time.monotonic() < self.end

    async def start(self) -> None:
        """Everything is prepared: wait until the attack may begin."""
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        self.begun = time.monotonic()
        self.end = self.begun + self.seconds

    def rate(self, name: str) -> float:
        """How many a second there were of what is counted under a name."""
        return self.counts[name] / max(0.001, time.monotonic() - self.begun)

    def store(self) -> Store:
        """The database itself, to put in what would take an attacker hours."""
        return Store(self.database)

    @asynccontextmanager
    async def http(
        self, token: str = "", address: str = ADDRESS, **headers: str
    ) -> AsyncIterator[httpx.AsyncClient]:
        """A client at an address of the attacker's."""
        if token:
            headers["Authorization"] = f"Bearer {token}"
        transport = httpx.AsyncHTTPTransport(local_address=address, verify=False)
        async with httpx.AsyncClient(
            base_url=self.url, headers=headers, transport=transport, timeout=LONGEST
        ) as client:
            yield client

    def refused(self, answer: httpx.Response) -> bool:
        """Whether it was refused, and if so, counts why."""
        if answer.is_success:
            return False
        try:
            code = str(answer.json()["code"])
        except (ValueError, KeyError, TypeError):
            code = "without a reason"
        self.tally[f"{answer.status_code} {code}"] += 1
        return True

    async def device(self, address: str = ADDRESS) -> tuple[str, str]:
        """A new device of the attacker's, after as many tries as it takes."""
        async with self.http(address=address) as client:
            while True:
                answer = await client.post("/api/devices")
                if not self.refused(answer):
                    found = answer.json()
                    return found["player"], found["token"]
                await asyncio.sleep(1)

    async def devices(self, count: int, address: str = ADDRESS) -> list[tuple[str, str]]:
        """As many devices as the server gives at once, up to this number."""
        found: list[tuple[str, str]] = []
        async with self.http(address=address) as client:
            while len(found) < count:
                answer = await client.post("/api/devices")
                if self.refused(answer):
                    break
                found.append((answer.json()["player"], answer.json()["token"]))
        return found or [await self.device(address)]

    async def lay(self, client: httpx.AsyncClient, **setup: object) -> str | None:
        """A new table, if it is allowed; its id."""
        answer = await client.post("/api/matches", json=setup)
        return None if self.refused(answer) else str(answer.json()["match"])

    async def tell(self, client: httpx.AsyncClient, match: str, **command: object) -> bool:
        """A command over HTTP; whether it was carried out."""
        body = {"id": secrets.token_hex(6), "version": 0, "command": command}
        return not self.refused(await client.post(f"/api/bot/matches/{match}/commands", json=body))

    @asynccontextmanager
    async def socket(self, address: str = ADDRESS) -> AsyncIterator[ClientConnection]:
        """A socket that reads what it is sent."""
        async with connect(
            f"ws://127.0.0.1:{self.port}/ws",
            proxy=None,
            open_timeout=LONGEST,
            close_timeout=0.5,
            ping_interval=None,
            max_size=None,
            local_addr=(address, 0),
        ) as opened:
            yield opened

    async def raw(
        self, address: str = ADDRESS, limit: int = 4096
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A TCP connection that says nothing yet, and reads only when asked to."""
        return await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(address, 0), limit=limit
        )

    async def raw_socket(
        self, token: str, match: str, address: str = ADDRESS
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A WebSocket after its hello, of which nothing more is read than the handshake."""
        reader, writer = await self.raw(address)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        writer.write(
            (
                f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}"
                "\r\n\r\n"
            ).encode()
        )
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), LONGEST)
        if b" 101 " not in head.split(b"\r\n")[0]:
            self.tally[head.split(b" ", 2)[1].decode()] += 1
            writer.close()
            raise ConnectionError("refused")
        send(writer, {"type": "hello", "token": token, "match": match})
        return reader, writer

    async def together(self, works: Iterable[Awaitable[Any]]) -> None:
        """All at once, until they end or time is up; what goes wrong in one is counted."""
        tasks = [asyncio.ensure_future(work) for work in works]
        _, late = await asyncio.wait(tasks, timeout=max(0.0, self.end - time.monotonic()))
        for task in late:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(outcome, Exception):
                self.tally[type(outcome).__name__] += 1

    async def again(self, work: Callable[[], Awaitable[None]], pause: float = 0.0) -> None:
        """The same until time is up, however it ends."""
        while self.going:
            try:
                await work()
            except Exception as error:
                self.tally[type(error).__name__] += 1
                await asyncio.sleep(0.05)
            await asyncio.sleep(pause)


def send(writer: asyncio.StreamWriter, message: object) -> None:
    """A message on a raw socket."""
    writer.write(frame(TEXT, json.dumps(message).encode()))
