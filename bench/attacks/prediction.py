"""Guess what a robot has chosen in secret, from what anybody at the table can see."""

import asyncio
import json
import random
from typing import Any

from bench.attacks.world import World
from cruces.core.record import decode
from cruces.core.registry import replay
from cruces.players import Limits, get_bot

ROBOT, SEAT = "random", 1
"""It has many choices and no preference, so that a right guess is not luck."""
CHOICES = 12


async def predicted(world: World) -> tuple[int, int]:
    """How many of a robot's hidden choices were guessed before one's own, and of how many."""
    _, token = await world.device()
    right = of = 0
    async with world.http(token) as client, world.socket() as socket:
        match = await world.lay(client, game="qwixx", seats=2)
        assert match is not None, "a table"
        await socket.send(json.dumps({"type": "hello", "token": token, "match": match}))
        for number, command in enumerate(
            (
                {"type": "sit", "seat": 0, "name": "Eve"},
                {"type": "seat-bot", "seat": SEAT, "bot": ROBOT},
                {"type": "ready", "seat": 0, "contribution": "x"},
            )
        ):
            await _do(socket, f"s{number}", 0, command)
        guess: tuple[str, int] | None = None
        asked = 0
        while of < CHOICES:
            message = json.loads(await asyncio.wait_for(socket.recv(), 10))
            if message["type"] != "events":
                continue
            for _, event in message["events"]:
                if event["type"] == "resolved" and guess is not None:
                    chosen = event["actions"].get(str(SEAT))
                    if chosen is not None and guess[1] > 1:
                        of += 1
                        right += chosen == guess[0]
                if event["type"] in ("resolved", "acted"):
                    guess = None
            now = message["now"]
            if now["phase"] == "over":
                break
            if SEAT in now["to_act"] and guess is None:
                record = (await client.get(f"/api/matches/{match}/record")).content
                guess = _guess(match, now["version"], record)
            if 0 in now["to_act"] and SEAT not in now["to_act"]:
                asked += 1
                action = now["legal"]["0"][-1]
                act: dict[str, Any] = {"type": "act", "seat": 0, "action": action}
                await _do(socket, f"a{asked}", now["version"], act)
    return right, of


def _guess(match: str, version: int, record: bytes) -> tuple[str, int] | None:
    """The robot's choice if its generator is made of public numbers, and among how many."""
    play = replay(decode(record))
    if SEAT not in play.to_act:
        return None
    view = play.view(SEAT)
    generator = random.Random(f"{match}:{version}:{SEAT}")
    action = get_bot(ROBOT).choose(view, Limits(seconds=0.8), generator)
    return play.game.format_action(action), len(list(play.legal(SEAT)))


async def _do(socket: Any, request: str, version: int, command: object) -> None:
    await socket.send(
        json.dumps({"type": "do", "id": request, "version": version, "command": command})
    )
