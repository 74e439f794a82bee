"""An honest player at another table, against a robot, and somebody who looks at the lobby."""

import asyncio
import contextlib
import json
import random
import time
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.attacks.figures import Experience, Times
from bench.attacks.target import Target

QUICK_ROBOT = "level-2"
"""It hardly thinks, so whatever makes it late is somebody else."""
PACE = 0.12
"""Seconds between two actions of the player."""
LOOK_SECONDS = 1.0
"""Seconds between two looks at the lobby and at /ready."""
LONGEST = 15.0
SAMPLE_SECONDS = 0.2
LAG_STEP = 0.02


class HonestPlayer:
    """Plays Quixo against a robot, one game after another, and notes how long everything takes."""

    def __init__(self, target: Target, robot: str) -> None:
        self._target = target
        self.robot = robot
        self._rng = random.Random(1)
        self.noted = Experience()
        self._http = httpx.AsyncClient(base_url=target.url, trust_env=False, timeout=LONGEST)
        self._asked = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Get to know the server and begin to play."""
        found = (await self._http.post("/api/devices")).raise_for_status().json()
        self._token: str = found["token"]
        self._http.headers["Authorization"] = f"Bearer {self._token}"
        works = (
            self._play(),
            self._look("/ready", lambda: self.noted.ready),
            self._look("/api/lobby", lambda: self.noted.lobby),
            self._sample(),
            self._measure_lag(),
        )
        self._tasks = [asyncio.create_task(work) for work in works]

    def turn_page(self) -> Experience:
        """What was noted so far; from now on it is noted elsewhere."""
        done, self.noted = self.noted, Experience()
        moment = time.monotonic()
        for before, after in (
            (done.acks, self.noted.acks),
            (done.robot, self.noted.robot),
            (done.ready, self.noted.ready),
            (done.lobby, self.noted.lobby),
        ):
            after.since = None if before.since is None else moment
        done.close(moment)
        return done

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await self._http.aclose()

    async def _play(self) -> None:
        while True:
            try:
                match = await self._lay()
                address = self._target.url.replace("http", "ws", 1) + "/ws"
                async with connect(
                    address, proxy=None, open_timeout=LONGEST, close_timeout=1, ping_interval=None
                ) as socket:
                    await self._game(socket, match)
            except (OSError, WebSocketException, httpx.HTTPError, TimeoutError, KeyError):
                self.noted.cuts += 1
                await asyncio.sleep(0.2)

    async def _lay(self) -> str:
        answer = await self._http.post("/api/matches", json={"game": "quixo"})
        if not answer.is_success:
            self.noted.refusals[answer.json()["code"]] += 1
        match: str = answer.json()["match"]
        return match

    async def _game(self, socket: ClientConnection, match: str) -> None:
        hello = {"type": "hello", "token": self._token, "match": match}
        await socket.send(json.dumps(hello))
        for command in (
            {"type": "sit", "seat": 0, "name": "Ana"},
            {"type": "seat-bot", "seat": 1, "bot": self.robot},
            {"type": "ready", "seat": 0, "contribution": "honest"},
        ):
            await self._send(socket, 0, command)
        now: dict[str, Any] = {}
        waiting, acted_at = 3, 0.0
        while True:
            message = json.loads(await socket.recv())
            moment = time.monotonic()
            if message["type"] == "error":
                self.noted.refusals[message["code"]] += 1
            if message["type"] in ("ack", "error") and message.get("id"):
                waiting -= 1
                self._finished(self.noted.acks, moment)
            now = message.get("now") or message.get("state") or now
            if now.get("phase") == "over":
                self.noted.robot.since = None
                return
            if waiting or now.get("phase") != "playing":
                continue
            if 0 in now["to_act"]:
                self._finished(self.noted.robot, moment)
                await asyncio.sleep(max(0, acted_at + PACE - time.monotonic()))
                action = self._rng.choice(now["legal"]["0"])
                acted_at = time.monotonic()
                self.noted.acks.since = self.noted.robot.since = acted_at
                waiting = 1
                await self._send(
                    socket, now["version"], {"type": "act", "seat": 0, "action": action}
                )

    async def _send(self, socket: ClientConnection, version: int, command: object) -> None:
        self._asked += 1
        message = {"type": "do", "id": f"h{self._asked}", "version": version, "command": command}
        await socket.send(json.dumps(message))

    @staticmethod
    def _finished(times: Times, moment: float) -> None:
        if times.since is not None:
            times.add(moment - times.since)
            times.since = None

    async def _look(self, path: str, place: Any) -> None:
        """Ask again and again, as somebody who has just come; a bad answer is a failure."""
        headers = self._http.headers
        while True:
            place().since = begun = time.monotonic()
            try:
                async with httpx.AsyncClient(
                    headers=headers, trust_env=False, verify=False, timeout=LONGEST
                ) as client:
                    good = (await client.get(self._target.url + path)).is_success
            except httpx.HTTPError:
                good = False
            self._finished(place(), time.monotonic())
            if not good:
                place().failures += 1
            await asyncio.sleep(max(0.05, begun + LOOK_SECONDS - time.monotonic()))

    async def _sample(self) -> None:
        while True:
            with contextlib.suppress(OSError):  # while it is restarted
                server, noted = self._target.server, self.noted
                noted.memory = max(noted.memory, server.rss())
                noted.descriptors = max(noted.descriptors, server.descriptors())
            await asyncio.sleep(SAMPLE_SECONDS)

    async def _measure_lag(self) -> None:
        while True:
            due = time.monotonic() + LAG_STEP
            await asyncio.sleep(LAG_STEP)
            self.noted.lag.add(time.monotonic() - due)
