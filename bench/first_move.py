"""How long a robot's first move takes: python -m bench.first_move [--game G] [--bot B] [--fresh]

Every figure is a server of its own, asked as a browser would ask it, as soon as it answers at all:
a table is opened, the robot sits down first, and the time runs from the moment when everybody is
ready to the robot's first action. *Fresh* is an empty cache: nothing is compiled yet. *Restarted*
is a server that finds everything compiled. A hint is timed in the same way.
"""

import argparse
import asyncio
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from cruces.core.registry import GAMES
from cruces.players import bots_for

HINT = "hint"
LONGEST = 60.0


@contextmanager
def server(cache: Path, folder: Path) -> Iterator[str]:
    """A server, from the moment when it answers; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    database = f"sqlite:///{folder / f'{port}.db'}"
    command = [sys.executable, "-m", "cruces", "serve", "--port", str(port)]
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "CRUCES_DATABASE": database}
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
        url = f"http://127.0.0.1:{port}"
        try:
            while True:
                try:
                    httpx.get(f"{url}/health", trust_env=False)
                    break
                except httpx.TransportError:
                    time.sleep(0.02)
            yield url
        finally:
            process.terminate()


async def first_move(url: str, game: str, bot: str) -> float:
    """The seconds until a robot has moved, or until a hint is there."""
    seats = min(count for count in GAMES[game].seat_counts if count > 1)
    async with httpx.AsyncClient(base_url=url, trust_env=False, timeout=LONGEST) as client:
        token = (await client.post("/api/devices")).json()["token"]
        client.headers["Authorization"] = f"Bearer {token}"
        setup = {"game": game, "seats": seats}
        match = (await client.post("/api/matches", json=setup)).json()["match"]
        async with connect(f"{url.replace('http', 'ws')}/ws", proxy=None) as raw:
            await raw.send(json.dumps({"type": "hello", "token": token, "match": match}))
            robot = {"type": "seat-bot", "seat": 0, "bot": bot}
            person: dict[str, Any] = {"type": "sit", "seat": 0, "name": "Ana"}
            hint = bot == HINT
            others = [
                {"type": "seat-bot", "seat": seat, "bot": "greedy"}
                if hint
                else {**person, "seat": seat}
                for seat in range(1, seats)
            ]
            for number, command in enumerate((person if hint else robot, *others)):
                await _do(raw, f"seat-{number}", command)
            people = [0] if hint else list(range(1, seats))
            for seat in people:
                begun = time.monotonic()
                await _do(
                    raw, f"ready-{seat}", {"type": "ready", "seat": seat, "contribution": "first"}
                )
            if hint:
                begun = time.monotonic()
                found = await client.post(f"/api/matches/{match}/hint", json={"seat": 0})
                found.raise_for_status()
            else:
                await _until_robot(raw)
            return time.monotonic() - begun


_heard: list[dict[str, Any]] = []


async def _do(raw: ClientConnection, name: str, command: dict[str, Any]) -> None:
    await raw.send(json.dumps({"type": "do", "id": name, "version": 0, "command": command}))
    while True:
        message = json.loads(await asyncio.wait_for(raw.recv(), LONGEST))
        _heard.append(message)
        if message["type"] == "error":
            raise SystemExit(str(message))
        if message.get("id") == name:
            return


async def _until_robot(raw: ClientConnection) -> None:
    while not any(
        event["type"] in ("acted", "chose") and event["seat"] == 0
        for message in _heard
        if message["type"] == "events"
        for _, event in message["events"]
    ):
        _heard.append(json.loads(await asyncio.wait_for(raw.recv(), LONGEST)))
    _heard.clear()


def timed(game: str, bot: str, cache: Path, folder: Path, times: int) -> float:
    """The median of some servers."""
    found = []
    for _ in range(times):
        with server(cache, folder) as url:
            _heard.clear()
            found.append(asyncio.run(first_move(url, game, bot)))
    return statistics.median(found)


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", choices=list(GAMES), action="append")
    parser.add_argument("--bot", action="append", help=f"a name, or {HINT}")
    parser.add_argument("--times", type=int, default=1, help="servers for every figure")
    parser.add_argument("--fresh", action="store_true", help="an empty cache only")
    parser.add_argument("--prepared", type=Path, help="a cache in which everything is prepared")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepared = given.prepared or folder / "prepared"
        if not given.fresh and given.prepared is None:
            begun = time.monotonic()
            environment = {**os.environ, "XDG_CACHE_HOME": str(prepared)}
            subprocess.run(
                [sys.executable, "-m", "cruces", "prepare", "--all"], env=environment, check=True
            )
            print(f"`cruces prepare --all`: {time.monotonic() - begun:.0f} s\n")
        print("| game | player | fresh, s | restarted, s |\n|---|---|---:|---:|", flush=True)
        for game in given.game or GAMES:
            for bot in given.bot or [*bots_for(game), HINT]:
                if bot != HINT and bot not in bots_for(game):
                    continue
                empty = folder / "empty"
                fresh = timed(game, bot, empty, folder, 1)
                shutil.rmtree(empty, ignore_errors=True)
                again = (
                    "" if given.fresh else f"{timed(game, bot, prepared, folder, given.times):.2f}"
                )
                print(f"| {game} | {bot} | {fresh:.2f} | {again} |", flush=True)


if __name__ == "__main__":
    main()
