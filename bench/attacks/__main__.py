"""Attack a server of our own on loopback: python -m bench.attacks [name ...] [--seconds 15]

Every attack has a server, a database and a process of its own, and ends by itself. Meanwhile an
honest player at another table plays against a robot from another address. The table shows what the
attack got and what the player noticed. The load is the machine's over the last minute: figures from
a busy machine are upper bounds.
"""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.attacks import checks, connections, tables, work
from bench.attacks.figures import HEADINGS, Row, table
from bench.attacks.player import QUICK_ROBOT, HonestPlayer
from bench.attacks.target import Target
from bench.attacks.world import World
from bench.load.machine import many_files

USUAL_SECONDS = 3.0
"""Seconds of play before each attack, to know what is usual."""
USUAL_SECONDS_THINKING = 20.0
"""The same with a robot that takes its time (``--robot``)."""
PREPARE_SECONDS = 90.0
GRACE_SECONDS = 10.0
MOST_MEMORY = 3 * 2**30
"""An attack is ended when the server needs more: the machine is not ours alone."""


@dataclass(frozen=True)
class Attack:
    """A line of the list, and the program that carries it out."""

    line: str
    run: Callable[[World], Coroutine[Any, Any, None]]
    files: int | None = None
    least: float = 0.0
    """Seconds that it takes to see whether the server does anything about it."""
    restart: bool = False
    """Whether what the attack left behind is measured as well, after a restart."""


async def nothing(world: World) -> None:
    """No attack, to compare with."""
    await world.start()
    while world.going:
        await asyncio.sleep(0.1)


ATTACKS = {
    "nothing": Attack("—", nothing),
    "robots": Attack("3.1", tables.robots, restart=True),
    "verify": Attack("3.2", work.verify),
    "reconnect": Attack("3.3", tables.reconnect),
    "refusals": Attack("3.4", tables.refusals),
    "analyses": Attack("3.5", work.analyses),
    "report": Attack("3.6", work.report),
    "slow-readers": Attack("3.7", tables.slow_readers),
    "coach": Attack("3.8", work.coach),
    "watchers": Attack("3.9", tables.watchers),
    "tables": Attack("3.10", tables.many_tables),
    "lobby": Attack("3.11", tables.lobby),
    "bodies": Attack("3.12", connections.bodies, files=connections.FILES, least=18),
    "headers": Attack("3.13", connections.headers, files=connections.FILES, least=18),
    "silent": Attack("3.14", connections.silent, files=connections.FILES, least=18),
    "chat": Attack("3.16", tables.chat),
    "hellos": Attack("3.17", tables.hellos),
    "frames": Attack("3.20", connections.frames),
}


def main() -> None:
    """Run the attacks asked for, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="name", help=f"{', '.join(ATTACKS)}, checks")
    parser.add_argument("--seconds", type=float, default=12, help="of each attack, at most 60")
    parser.add_argument("--robot", default=QUICK_ROBOT, help="whom the honest player plays against")
    parser.add_argument("--attacker", metavar="JSON", help=argparse.SUPPRESS)
    given = parser.parse_args()
    many_files()
    if given.attacker:
        attacker(given.names[0], json.loads(given.attacker))
        return
    if unknown := set(given.names) - {*ATTACKS, "checks"}:
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    if not 0 < given.seconds <= 60:
        parser.error("from 1 to 60 seconds")
    names = given.names or [*ATTACKS, "checks"]
    rows: list[Row] = []
    for name in names:
        if name == "checks":
            continue
        try:
            attack = ATTACKS[name]
            seconds = max(given.seconds, attack.least)
            found = asyncio.run(attacked(name, attack, seconds, given.robot))
        except (OSError, TimeoutError) as error:  # of one attack: the others are run all the same
            print(f"{name}: could not be measured: {error!r}", file=sys.stderr, flush=True)
            continue
        for row in found:
            rows.append(row)
            print(" · ".join(row.cells()), file=sys.stderr, flush=True)
    if rows:
        print(table([row.cells() for row in rows], HEADINGS))
    if "checks" in names:
        print("\n" + table(asyncio.run(checks.run()), checks.HEADINGS))


async def attacked(name: str, attack: Attack, seconds: float, robot: str) -> list[Row]:
    """One attack on a server of its own, and what the player noticed."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        target = await asyncio.to_thread(Target, Path(folder), attack.files)
        player = HonestPlayer(target, robot)
        try:
            await player.start()
            order = {"port": target.port, "database": target.database, "seconds": seconds}
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bench.attacks", name, "--attacker", json.dumps(order)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
            try:
                rows = [await _observe(name, attack, process, player, target, seconds)]
            finally:
                with contextlib.suppress(ProcessLookupError):
                    process.send_signal(signal.SIGKILL)
                await process.wait()
            if attack.restart:
                rows.append(await _afterwards(rows[0], player, target))
            return rows
        finally:
            await player.stop()
            await asyncio.to_thread(target.stop)


async def _observe(
    name: str,
    attack: Attack,
    process: asyncio.subprocess.Process,
    player: HonestPlayer,
    target: Target,
    seconds: float,
) -> Row:
    assert process.stdin is not None
    assert process.stdout is not None
    async with asyncio.timeout(PREPARE_SECONDS):
        if await process.stdout.readline() != b"ready\n":
            raise SystemExit(f"{name}: the attack could not be prepared")
    player.turn_page()
    quick = player.robot == QUICK_ROBOT
    await asyncio.sleep(USUAL_SECONDS if quick else USUAL_SECONDS_THINKING)
    usual = player.turn_page()
    process.stdin.write(b"go\n")
    ended = asyncio.create_task(process.stdout.readline())
    waited = 0.0
    while not ended.done() and waited < seconds + GRACE_SECONDS:
        await asyncio.sleep(0.1)
        waited += 0.1
        if player.noted.memory > MOST_MEMORY:
            break
    during = player.turn_page()
    found: dict[str, Any] = {"notes": ["stopped by us"], "tally": {}, "broken": []}
    if ended.done() and ended.result():
        found = json.loads(ended.result())
    ended.cancel()
    load = os.getloadavg()[0]
    tally = Counter({code: int(count) for code, count in found["tally"].items()})
    did = "; ".join(found["notes"])
    return Row(attack.line, name, did, tally, usual, during, load, found["broken"])


async def _afterwards(row: Row, player: HonestPlayer, target: Target) -> Row:
    """The same server started again: does the attack go on without the attacker?"""
    await asyncio.to_thread(target.restart)
    player.turn_page()
    await asyncio.sleep(2 * USUAL_SECONDS)
    during = player.turn_page()
    load = os.getloadavg()[0]
    return Row(row.line, f"{row.name}, restarted", "—", Counter(), row.usual, during, load, [])


def attacker(name: str, order: dict[str, Any]) -> None:
    """An attacker's process: it is to cost the server something, not the machine."""
    os.nice(5)
    world = World(**order)
    asyncio.run(ATTACKS[name].run(world))
    print(json.dumps({"notes": world.notes, "tally": world.tally, "broken": world.broken}))


if __name__ == "__main__":
    main()
