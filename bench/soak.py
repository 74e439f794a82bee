"""Hours of traffic in minutes: python -m bench.soak --minutes 10

Matches are created, played, resigned and abandoned; sockets come and go, some without a word;
people ask for hints, look at the lobby and at records. Before that, several people ask for a hint
and a report of every game at once, since the server loads machine code and starts threads when they
are first needed. Meanwhile the server's memory, descriptors and threads are sampled, and every
gauge that /metrics offers. Printed is how each of them grew after the first tenth: by the straight
line through all later samples, and by the medians of three tenths. Matches without listeners stay
in memory for two minutes, so at least the first 150 seconds are left out. What grew by more than
its limit has failed, and the exit status is 1.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.attacks.target import Target
from bench.load.machine import many_files

LONGEST, LONGEST_REPORT = 20.0, 120.0
PACE = 0.055
"""Seconds between messages of a device: the server takes twenty a second."""
AT_ONCE = 8
"""People who ask for hints and reports before the traffic begins."""
SAMPLE_SECONDS = 1.0
MOST_MINUTES = 120
LEAST_LEFT_OUT = 150
"""Seconds at the beginning that do not count, in any case: matches are kept for two minutes."""
MOST_MEMORY_GROWTH = 8.0
"""MiB by which memory may grow in the rest of the time: the allocator is not exact."""
MOST_GROWTH, MOST_GROWTH_SHARE = 4.0, 0.1
"""The same for everything else: in absolute figures, or as a share of what there usually is."""
MEMORY = "RSS MiB"
SETUPS: tuple[dict[str, Any], ...] = (
    {"game": "quixo", "options": {"size": 3}},
    {"game": "quixo"},
    {"game": "quixo-teams", "options": {"size": 3}},
    {"game": "qwixx", "seats": 2},
    {"game": "big-points", "seats": 2, "private": False},
)
ROBOTS = ("random", "greedy")
BROKEN = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)


@dataclass
class Traffic:
    """Everybody who uses the server, and what they did."""

    target: Target
    seed: int
    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    samples: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    @contextlib.asynccontextmanager
    async def http(self, number: int, token: str = "") -> Any:
        """A client at an address of its own, as people have them."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        address = f"127.1.{number // 250}.{number % 250 + 1}"
        transport = httpx.AsyncHTTPTransport(local_address=address, verify=False)
        async with httpx.AsyncClient(
            base_url=self.target.url, headers=headers, transport=transport, timeout=LONGEST
        ) as client:
            yield client

    async def person(self, number: int) -> None:
        """Somebody who plays one match after another, each on a connection of its own."""
        rng = random.Random(f"{self.seed}:{number}")
        token = ""
        while True:
            try:
                async with self.http(number, token) as client:
                    if not token or rng.random() < 0.02:  # a new device, and a new person
                        token = (await self._good(client.post("/api/devices"))).json()["token"]
                        continue
                    await self._visit(client, token, rng)
            except BROKEN as error:
                self.refused[type(error).__name__] += 1
                await asyncio.sleep(rng.uniform(0.1, 1))

    async def load_machine_code(self) -> None:
        """Ask for a hint and a report of every game, so that none of them is the first.

        Several people ask at the same time, so that the server has all the threads it may have.
        """
        await asyncio.gather(*(self._ask_about_all(number) for number in range(AT_ONCE)))

    async def _ask_about_all(self, number: int) -> None:
        async with self.http(number) as client:
            token = (await self._good(client.post("/api/devices"))).json()["token"]
        for setup in SETUPS:
            async with self.http(number, token) as client:
                client.timeout = httpx.Timeout(LONGEST_REPORT)
                await self._advised(client, token, setup)

    async def _advised(self, client: httpx.AsyncClient, token: str, setup: dict[str, Any]) -> None:
        """A match that is resigned after a hint."""
        match = (await self._good(client.post("/api/matches", json=setup))).json()["match"]
        rng, number, waiting, advised = random.Random(0), 0, False, False
        now: dict[str, Any] = {}
        address = self.target.url.replace("http", "ws", 1) + "/ws"
        async with connect(
            address, proxy=None, open_timeout=LONGEST, close_timeout=1, ping_interval=None
        ) as socket:
            await socket.send(json.dumps({"type": "hello", "token": token, "match": match}))
            while now.get("phase") != "over":
                message = json.loads(await socket.recv())
                waiting = waiting and message["type"] not in ("ack", "error")
                now = message.get("now") or message.get("state") or now
                if not now or waiting:
                    continue
                if now["phase"] == "playing" and 0 in now["to_act"] and not advised:
                    asked = client.post(f"/api/matches/{match}/hint", json={"seat": 0})
                    advised = (await self._good(asked)).is_success
                command = {"type": "resign", "seat": 0} if advised else self._command(now, rng)
                if command is not None and now["phase"] != "over":
                    number, waiting = number + 1, True
                    await asyncio.sleep(PACE)
                    order = {"type": "do", "id": str(number), "version": now["version"]}
                    await socket.send(json.dumps({**order, "command": command}))
        await self._good(client.get(f"/api/matches/{match}/report"))

    async def _good(self, asking: Any) -> httpx.Response:
        answer: httpx.Response = await asking
        if not answer.is_success:
            with contextlib.suppress(ValueError):
                self.refused[str(answer.json().get("code"))] += 1
            await asyncio.sleep(0.5)
        return answer.raise_for_status()

    async def _visit(self, client: httpx.AsyncClient, token: str, rng: random.Random) -> None:
        await self._good(client.get("/api/lobby"))
        self.done["lobby"] += 1
        setup = rng.choice(SETUPS)
        match = (await self._good(client.post("/api/matches", json=setup))).json()["match"]
        self.done["matches"] += 1
        address = self.target.url.replace("http", "ws", 1) + "/ws"
        async with connect(
            address, proxy=None, open_timeout=LONGEST, close_timeout=1, ping_interval=None
        ) as socket:
            if rng.random() < 0.05:
                self.done["silent sockets"] += 1
                return
            await socket.send(json.dumps({"type": "hello", "token": token, "match": match}))
            ending = await self._play(socket, client, match, rng)
            self.done[ending] += 1
        if ending == "finished" and rng.random() < 0.3:
            await self._good(client.get(f"/api/matches/{match}/record"))
            self.done["records"] += 1

    async def _play(
        self, socket: Any, client: httpx.AsyncClient, match: str, rng: random.Random
    ) -> str:
        """One match against robots, to its end or not; how it ended."""
        asked, waiting = 0, False
        now: dict[str, Any] | None = None
        while True:
            async with asyncio.timeout(LONGEST):  # `wait_for` may lose a cancellation
                message = json.loads(await socket.recv())
            if message["type"] == "error":
                self.refused[message["reason"]] += 1
                await asyncio.sleep(message.get("wait") or PACE)
            if message["type"] in ("ack", "error"):
                waiting = False
            now = message.get("now") or message.get("state") or now
            if now is not None and now["phase"] == "over":
                return "finished"
            if now is None or waiting:
                continue
            chance = rng.random()
            if chance < 0.01:
                return "abandoned"
            if chance < 0.015 and now["hints"] and 0 in now["to_act"]:
                answer = await client.post(f"/api/matches/{match}/hint", json={"seat": 0})
                self.done["hints"] += answer.is_success
            command = self._command(now, rng)
            if command is not None:
                asked += 1
                waiting = True
                await asyncio.sleep(PACE)
                order = {"type": "do", "id": str(asked), "version": now["version"]}
                await socket.send(json.dumps({**order, "command": command}))
                self.done["commands"] += 1

    @staticmethod
    def _command(now: dict[str, Any], rng: random.Random) -> dict[str, Any] | None:
        if now["phase"] == "gathering":
            for seat, holder in enumerate(now["seats"]):
                if holder["kind"] == "open" and seat:
                    return {"type": "seat-bot", "seat": seat, "bot": rng.choice(ROBOTS)}
            if now["seats"][0]["kind"] == "open":
                return {"type": "sit", "seat": 0, "name": "Ana"}
            if not now["seats"][0]["ready"]:
                return {"type": "ready", "seat": 0, "contribution": str(rng.random())}
            return None
        if 0 not in now["to_act"]:
            return None
        chance = rng.random()
        if chance < 0.01:
            return {"type": "resign", "seat": 0}
        if chance < 0.05:
            return {"type": "say", "seat": 0, "channel": "match", "text": f"well {chance}"}
        return {"type": "act", "seat": 0, "action": rng.choice(now["legal"]["0"])}

    async def watch(self) -> None:
        """Sample the server."""
        async with self.http(0) as client:
            while True:
                server = self.target.server
                self.samples[MEMORY].append(server.rss() / 2**20)
                self.samples["descriptors"].append(server.descriptors())
                self.samples["threads"].append(server.threads())
                with contextlib.suppress(httpx.HTTPError):
                    answer = await client.get(
                        f"http://127.0.0.1:{self.target.metrics_port}/metrics"
                    )
                    for name, value in gauges(answer.text).items():
                        self.samples[name].append(value)
                await asyncio.sleep(SAMPLE_SECONDS)


def gauges(text: str) -> dict[str, float]:
    """The gauges among the metrics; those with labels are added up.

    >>> gauges("# TYPE a gauge\\na 2.0\\n# TYPE b counter\\nb_total 3\\n")
    {'a': 2.0}
    """
    kinds: dict[str, str] = {}
    found: dict[str, float] = {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            kinds[name] = kind
        elif line and not line.startswith("#"):
            name = line.split("{")[0].split(" ")[0]
            # The client library also reports when each counter was created, as a gauge.
            if kinds.get(name) == "gauge" and not name.endswith("_created"):
                found[name] = found.get(name, 0.0) + float(line.rsplit(" ", 1)[1])
    return found


def tenth(values: list[float], number: int) -> float:
    """The median of one of ten equal parts."""
    return statistics.median(values[len(values) * number // 10 : len(values) * (number + 1) // 10])


@dataclass(frozen=True)
class Growth:
    """How a figure grew after the beginning, and by how much it may have."""

    change: float
    most: float

    @property
    def held(self) -> bool:
        return self.change <= self.most


def growth(name: str, values: list[float], left_out: int) -> Growth:
    """By the straight line that fits all samples but the first ones.

    >>> growth("RSS MiB", [1.0, 300.0, *(300.0 + n for n in range(50))], 2).held
    False
    >>> growth("cruces_sockets", [0.0, 40.0, *(40.0 + n % 5 for n in range(50))], 2).held
    True
    """
    rest = values[left_out:]
    slope = statistics.linear_regression(range(len(rest)), rest).slope
    usual = max(MOST_GROWTH, MOST_GROWTH_SHARE * statistics.median(rest))
    return Growth(slope * (len(rest) - 1), MOST_MEMORY_GROWTH if name == MEMORY else usual)


async def soak(minutes: float, people: int, seed: int) -> bool:
    """Let everybody in, wait, and print what grew; whether all of it stayed within its limits."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        target = await asyncio.to_thread(Target, Path(folder))
        traffic = Traffic(target, seed)
        await traffic.load_machine_code()
        tasks = [asyncio.create_task(traffic.person(number + 1)) for number in range(people)]
        tasks.append(asyncio.create_task(traffic.watch()))
        began = time.monotonic()
        try:
            while time.monotonic() < began + 60 * minutes:
                await asyncio.wait(tasks, timeout=10, return_when=asyncio.FIRST_EXCEPTION)
                for task in tasks:
                    if task.done():
                        task.result()
                latest = {name: values[-1] for name, values in traffic.samples.items()}
                said = ", ".join(f"{name} {value:.0f}" for name, value in latest.items())
                print(f"{(time.monotonic() - began) / 60:5.1f} min: {said}", file=sys.stderr)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await asyncio.to_thread(target.stop)
    seconds = time.monotonic() - began
    print(f"{seconds / 60:.1f} minutes, {people} people, load {os.getloadavg()[0]:.1f}")
    print("done:", ", ".join(f"{count} {name}" for name, count in traffic.done.most_common()))
    print("refused:", ", ".join(f"{n} × {name}" for name, n in traffic.refused.most_common()))
    print("\n| what | second tenth | middle | last tenth | growth | at most | |")
    print("|---|---:|---:|---:|---:|---:|---|")
    held = True
    for name, values in traffic.samples.items():
        left_out = max(len(values) // 10, round(LEAST_LEFT_OUT * len(values) / seconds))
        if len(values) - left_out < 20:
            print(f"| {name} | too short to say |")
            held = False
            continue
        first, middle, last = (tenth(values, number) for number in (1, 5, 9))
        grown = growth(name, values, left_out)
        held = held and grown.held
        medians = f"{first:.1f} | {middle:.1f} | {last:.1f}"
        verdict = "held" if grown.held else "failed"
        print(f"| {name} | {medians} | {grown.change:+.1f} | {grown.most:.1f} | {verdict} |")
    print("held" if held else "failed")
    return held


def main() -> None:
    """Print a table of what grew."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--people", type=int, default=40, help="at the same time, at most 240")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if not 0 < given.minutes <= MOST_MINUTES or not 0 < given.people <= 240:
        parser.error(f"at most {MOST_MINUTES} minutes and 240 people")
    many_files()
    sys.exit(0 if asyncio.run(soak(given.minutes, given.people, given.seed)) else 1)


if __name__ == "__main__":
    main()
