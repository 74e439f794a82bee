"""Players who talk to a real server, and do not mind when it dies."""

import asyncio
import json
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.server.process import AGAIN, PATIENCE, Device

PACE = 0.06
"""Seconds between a device's messages: the server takes twenty a second."""


@dataclass(frozen=True)
class Frame:
    """What one message said about a match: ``events``, or everything (``state``), at a version.

    ``since`` is the version that the player had seen before.
    """

    since: int
    version: int
    events: list[tuple[int, dict[str, Any]]] | None
    state: dict[str, Any] | None = None


@dataclass
class Player:
    """Plays one match over a socket, and reconnects when the server was down.

    A command whose acknowledgement did not come is sent again under the same id: it must be carried
    out once. Everything heard is kept, to be compared with the log.
    """

    device: Device
    url: str
    match: str
    seats: tuple[int, ...]
    bots: Mapping[int, str] = field(default_factory=dict)
    rng: random.Random = field(default_factory=random.Random)
    vanishes: float = 0
    """The probability of leaving for good instead of acting."""
    on_send: Callable[[], None] = lambda: None

    frames: list[Frame] = field(default_factory=list)
    acks: dict[str, int] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    now: dict[str, Any] | None = None
    version: int | None = None
    connections: int = 0
    sent_again: int = 0
    done_before: int = 0
    """Commands sent again that had been carried out already."""
    gone: bool = False
    _asked: int = 0
    _pending: dict[str, Any] | None = None
    _free: float = 0
    _again: bool = False
    _back_at: int | None = None

    async def play(self, enough: Callable[["Player"], bool] = lambda player: player.over) -> None:
        """Play until the match is over, the limit is reached, or the player leaves."""
        while not (enough(self) and self._pending is None) and not self.gone:
            try:
                address = self.url.replace("http", "ws", 1) + "/ws"
                async with connect(
                    address, proxy=None, open_timeout=PATIENCE, close_timeout=1, ping_interval=None
                ) as socket:
                    self.connections += 1
                    await self._talk(socket, enough)
            except (OSError, WebSocketException):  # it is gone, or not there yet
                await asyncio.sleep(AGAIN)

    @property
    def over(self) -> bool:
        return self.now is not None and self.now["phase"] == "over"

    async def _talk(self, socket: ClientConnection, enough: Callable[["Player"], bool]) -> None:
        hello: dict[str, Any] = {"type": "hello", "token": self.device.token, "match": self.match}
        if self.version is not None:
            hello["version"] = self.version
        await socket.send(json.dumps(hello))
        self._back_at, self._again = None, self._pending is not None
        if self._again:
            self.sent_again += 1
            await self._send(socket)
        while not (enough(self) and self._pending is None):
            message = json.loads(await socket.recv())
            if message["type"] == "error" and message.get("wait"):
                self._free = time.monotonic() + message["wait"]
                if "id" not in message:  # a hello: while a server is down, players try often
                    await asyncio.sleep(message["wait"])
                    return
                assert message["reason"] != "slow-down", "players keep to the limit"
                await self._send(socket)  # not refused: to be sent again
                continue
            self._hear(message)
            if self._pending is None and self.now is not None and not enough(self):
                command = self._choose(self.now)
                if self.gone:
                    return
                if command is not None:
                    self._asked += 1
                    self._pending = {
                        "type": "do",
                        "id": str(self._asked),
                        "version": self.version,
                        "command": command,
                    }
                    await self._send(socket)

    async def _send(self, socket: ClientConnection) -> None:
        await asyncio.sleep(max(0, self._free - time.monotonic()))
        self._free = time.monotonic() + PACE
        self.on_send()
        await socket.send(json.dumps(self._pending))

    def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "state":
                state = message["state"]
                self._saw(Frame(self.version or 0, state["version"], None, state), state)
            case "events":
                now, events = message["now"], [(v, e) for v, e in message["events"]]
                self._saw(Frame(self.version or 0, now["version"], events), now)
            case "ack":
                assert self.acks.setdefault(message["id"], message["version"]) == message["version"]
                self.done_before += self._again and message["version"] <= (self._back_at or 0)
                self._answered(message["id"])
            case "error":
                self.refused[message["id"]] = message["reason"]
                self._answered(message["id"])

    def _saw(self, frame: Frame, now: dict[str, Any]) -> None:
        assert frame.version >= frame.since, "an event that was shown is not there any more"
        self.frames.append(frame)
        self.now, self.version = now, frame.version
        if self._back_at is None:
            self._back_at = frame.version

    def _answered(self, request: str) -> None:
        if self._pending is not None and self._pending["id"] == request:
            self._pending, self._again = None, False

    def _choose(self, now: dict[str, Any]) -> dict[str, Any] | None:
        if now["phase"] == "gathering":
            return self._sit_down(now["seats"])
        if now["phase"] != "playing":
            return None
        for offer in now["offers"]:
            for seat in self.seats:
                if seat not in offer["agreed"]:
                    accept = self.rng.random() < 0.5
                    return {
                        "type": "answer",
                        "seat": seat,
                        "offer": offer["offer"],
                        "accept": accept,
                    }
        return self._act(now)

    def _sit_down(self, seats: list[dict[str, Any]]) -> dict[str, Any] | None:
        for seat, bot in self.bots.items():
            if seats[seat]["kind"] == "open":
                return {"type": "seat-bot", "seat": seat, "bot": bot}
        for seat in self.seats:
            if seats[seat]["kind"] == "open":
                return {"type": "sit", "seat": seat, "name": f"Seat {seat}"}
            if not seats[seat]["ready"]:
                text = str(self.rng.random())
                return {"type": "ready", "seat": seat, "contribution": text}
        return None

    def _act(self, now: dict[str, Any]) -> dict[str, Any] | None:
        own = [seat for seat in self.seats if seat in now["to_act"] and str(seat) in now["legal"]]
        if not own:
            return None
        seat, chance = self.rng.choice(own), self.rng.random()
        if self.rng.random() < self.vanishes:
            self.gone = True
            return None
        if chance < 0.10:
            return {"type": "say", "seat": seat, "channel": "match", "text": f"line {self._asked}"}
        if chance < 0.12:
            return {"type": "offer", "seat": seat, "offer": "take-back"}
        if chance < 0.122:
            return {"type": "resign", "seat": seat}
        action = self.rng.choice(now["legal"][str(seat)])
        return {"type": "act", "seat": seat, "action": action}
