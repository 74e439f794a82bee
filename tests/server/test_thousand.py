"""A thousand matches by clients who hang up, repeat themselves and talk out of turn."""

import asyncio
import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from cruces.match.verify import verified
from tests.server.process import PATIENCE, Device, Server

MATCHES = 1_000
AT_ONCE = 60
PACE = 0.055
"""Seconds between a device's messages: the server takes twenty a second."""
SETUPS: list[dict[str, Any]] = [
    {"game": "quixo", "options": {"size": 3}},
    {"game": "quixo", "options": {"size": 5}},
    {"game": "quixo-teams", "options": {"size": 3}},
    {"game": "qwixx", "seats": 2},
    {"game": "qwixx", "seats": 3, "clock": {"type": "bank", "seconds": 600}},
    {"game": "big-points", "seats": 2},
]


@dataclass
class Client:
    """One person at one seat, on a bad connection."""

    url: str
    device: Device
    match: str
    seat: int
    rng: random.Random
    bots: tuple[int, ...] = ()
    now: dict[str, Any] = field(default_factory=dict)
    version: int | None = None
    waiting: dict[str, Any] | None = None
    tally: Counter[str] = field(default_factory=Counter)

    @property
    def over(self) -> bool:
        return self.now.get("phase") == "over"

    async def play(self) -> None:
        address = self.url.replace("http", "ws", 1) + "/ws"
        while not self.over:
            try:
                async with connect(
                    address, proxy=None, open_timeout=PATIENCE, close_timeout=1
                ) as socket:
                    await self._talk(socket)
            except ConnectionClosed:
                self.tally["cut off"] += 1

    async def _talk(self, socket: ClientConnection) -> None:
        hello = {"type": "hello", "token": self.device.token, "match": self.match}
        await socket.send(json.dumps({**hello, "version": self.version}))
        if self.waiting is not None:
            await self._send(socket, self.waiting)
        while not self.over:
            self._hear(json.loads(await asyncio.wait_for(socket.recv(), PATIENCE)))
            if self.rng.random() < 0.02:
                self.tally["hung up"] += 1
                return
            command = self._choose() if self.waiting is None and self.now else None
            if command is None:
                continue
            self.waiting = self._request(command)
            if self.rng.random() < 0.1:  # out of order: something else overtakes it
                self.tally["overtaken"] += 1
                talk = {"type": "say", "seat": self.seat, "channel": "match", "text": "hm"}
                await self._send(socket, self._request(talk))
            await self._send(socket, self.waiting)
            if self.rng.random() < 0.1:
                self.tally["repeated"] += 1
                await self._send(socket, self.waiting)

    def _request(self, command: dict[str, Any]) -> dict[str, Any]:
        return {"type": "do", "id": uuid4().hex, "version": self.version, "command": command}

    async def _send(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        await asyncio.sleep(PACE)
        await socket.send(json.dumps(message))
        self.tally["sent"] += 1

    def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "state":
                self.now, self.version = message["state"], message["state"]["version"]
            case "events":
                self.now = {**self.now, **message["now"]}
                self.version = self.now["version"]
            case "ack" | "error":
                self.tally[message.get("reason", "ack")] += 1
                if self.waiting is not None and message.get("id") == self.waiting["id"]:
                    self.waiting = None

    def _choose(self) -> dict[str, Any] | None:
        seats = self.now["seats"]
        if self.now["phase"] == "gathering":
            for bot in self.bots:
                if seats[bot]["kind"] == "open":
                    return {"type": "seat-bot", "seat": bot, "bot": "random"}
            if seats[self.seat]["kind"] == "open":
                return {"type": "sit", "seat": self.seat, "name": f"Seat {self.seat}"}
            if not seats[self.seat]["ready"]:
                return {"type": "ready", "seat": self.seat, "contribution": uuid4().hex}
        elif self.now["phase"] == "playing" and self.seat in self.now["to_act"]:
            action = self.rng.choice(self.now["legal"][str(self.seat)])
            return {"type": "act", "seat": self.seat, "action": action}
        return None


SHOWN = ("version", "phase", "position", "table", "result", "seats", "to_act")


async def one_match(url: str, people: list[Device], number: int) -> Counter[str]:
    """Play a match to its end, then compare what everyone has with what the server has."""
    rng = random.Random(number)
    setup = SETUPS[number % len(SETUPS)]
    host = people[0]
    match = (await host.ask(url, "POST", "/api/matches", setup))["match"]
    seats = setup.get("seats") or (4 if setup["game"] == "quixo-teams" else 2)
    humans = rng.randrange(1, min(seats, len(people)) + 1)
    bots = tuple(range(humans, seats))
    clients = [
        Client(url, people[seat], match, seat, rng, bots if seat == 0 else ())
        for seat in range(humans)
    ]
    await asyncio.gather(*(client.play() for client in clients))
    for client in clients:
        held = await client.device.ask(url, "GET", f"/api/matches/{match}")
        # Somebody's late talk may have come after the end; the game is the same.
        upto = {name: held[name] for name in SHOWN if name != "version"}
        assert {name: client.now[name] for name in upto} == upto
        assert (client.version or 0) <= held["version"]
    record = await host.ask(url, "GET", f"/api/matches/{match}/record")
    assert record["fair"]["secret"] is not None
    assert verified(json.dumps(record)).play.outcome is not None
    return sum((client.tally for client in clients), Counter())


async def crowd(url: str) -> Counter[str]:
    queue = iter(range(MATCHES))
    tally: Counter[str] = Counter()

    async def group() -> None:
        people = [await Device().register(url) for _ in range(3)]
        for number in queue:
            tally.update(await one_match(url, people, number))
            tally["matches"] += 1

    await asyncio.gather(*(group() for _ in range(AT_ONCE)))
    return tally


def test_a_thousand_matches_to_their_end(server: Server) -> None:
    tally = asyncio.run(crowd(server.url))
    assert tally["matches"] == MATCHES
    assert tally["hung up"] > 100
    assert tally["repeated"] > 100
    assert tally["overtaken"] > 100
    assert "slow-down" not in tally
    assert '"level": "error"' not in server.log, server.log[-3000:]
