"""A socket for tests that say what they want and hear what they get."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect

from tests.server.process import PATIENCE, Device

Message = dict[str, Any]


class Socket:
    """One connection; messages that a test does not wait for are kept."""

    def __init__(self, raw: ClientConnection) -> None:
        self.raw = raw
        self.heard: list[Message] = []
        self.version = 0

    async def send(self, **message: object) -> None:
        await self.raw.send(json.dumps(message))

    async def next(self, *kinds: str) -> Message:
        """The next message of one of these kinds."""
        while True:
            message: Message = json.loads(await self.raw.recv())
            self.heard.append(message)
            where = message.get("state") or message.get("now")
            if where:
                self.version = where["version"]
            if message["type"] in kinds:
                return message

    async def hello(self, device: Device, match: str, version: int | None = None) -> Message:
        await self.send(type="hello", token=device.token, match=match, version=version)
        return await self.next("state", "events", "error")

    async def do(self, version: int | None = None, id: str = "", **command: object) -> Message:
        """A command, and its acknowledgement or refusal."""
        request = id or uuid4().hex
        made_for = self.version if version is None else version
        await self.send(type="do", id=request, version=made_for, command=command)
        while True:
            answer = await self.next("ack", "error")
            if answer.get("id") == request:
                return answer

    def events(self) -> list[Message]:
        """Every event heard so far."""
        return [event for m in self.heard if m["type"] == "events" for _, event in m["events"]]

    async def moment(self, version: int) -> Message:
        """The state as soon as this version is seen."""
        while self.version < version:
            await self.next("events", "state")
        states = [message for message in self.heard if message["type"] in ("events", "state")]
        found: Message = states[-1].get("now") or states[-1]["state"]
        return found


@asynccontextmanager
async def socket(url: str, **options: Any) -> AsyncIterator[Socket]:
    address = url.replace("http", "ws", 1) + "/ws"
    async with connect(
        address, proxy=None, open_timeout=PATIENCE, close_timeout=2, **options
    ) as raw:
        yield Socket(raw)


async def device(url: str) -> Device:
    return await Device().register(url)


async def lay(url: str, host: Device, **setup: object) -> tuple[str, str]:
    """A new table: its id and its code."""
    opened = await host.ask(url, "POST", "/api/matches", setup)
    return opened["match"], opened["code"]
