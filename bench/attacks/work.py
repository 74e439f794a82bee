"""Attacks with work: verification, analyses and reports."""

import asyncio
import time

import msgspec

from bench.attacks.long_match import long_record, stored
from bench.attacks.world import World
from cruces.match.caps import MOST_GAME_EVENTS

VERIFIED = 59_000
"""Moves in a record of about 2.9 MB."""
LONGER = 6_000
GREEDY = 10


async def verify(world: World) -> None:
    """Twenty-four uploads of a record as long as is allowed, at the same time."""
    body = msgspec.json.encode(long_record(VERIFIED))
    _, token = await world.device()
    await world.start()

    async def one() -> None:
        async with world.http(token) as client:
            began = time.monotonic()
            answer = await client.post("/api/verify", content=body)
            if not world.refused(answer):
                world.counts["answered"] += 1
                world.counts["longest"] = max(
                    world.counts["longest"], int(1000 * (time.monotonic() - began))
                )

    await world.together(one() for _ in range(24))
    world.notes.append(
        f"24 × {len(body) / 1e6:.1f} MB: {world.counts['answered']} answered, "
        f"the last after {world.counts['longest'] / 1000:.1f} s"
    )
    while world.going:
        await asyncio.sleep(0.1)


async def analyses(world: World) -> None:
    """Ten analyses at once of a game of thousands of moves."""
    player, token = await world.device()
    store = world.store()
    match = stored(store, player, LONGER, resigned=True)
    store.close()
    await world.start()

    async def ask(number: int) -> None:
        async with world.http(token) as client:

            async def one() -> None:
                world.counts["asked"] += 1
                event = MOST_GAME_EVENTS - 100 * number - world.counts["asked"] % 900 - 100
                answer = await client.get(f"/api/matches/{match}/analysis/{event}")
                if world.refused(answer):
                    await asyncio.sleep(0.5)
                else:
                    world.counts["answered"] += 1

            await world.again(one)

    await world.together(ask(number) for number in range(GREEDY))
    world.notes.append(f"{world.counts['answered']} answered")
    if not world.counts["answered"]:
        world.broken.append("analyses")  # it was no attack


async def report(world: World) -> None:
    """One device asks for reports of games of thousands of moves; somebody else for a short one."""
    player, token = await world.device()
    honest, honest_token = await world.device("127.0.0.1")
    store = world.store()
    matches = [stored(store, player, LONGER, resigned=True) for _ in range(5)]
    own = stored(store, honest, 30, resigned=True)
    store.close()
    await world.start()

    async def ask(match: str) -> None:
        async with world.http(token) as client:

            async def one() -> None:
                answer = await client.get(f"/api/matches/{match}/report")
                if world.refused(answer):
                    await asyncio.sleep(0.5)
                else:
                    world.counts["answered"] += 1
                    await asyncio.sleep(1)

            await world.again(one)

    await world.together(
        [*(ask(match) for match in matches), _honest_report(world, honest_token, own)]
    )
    world.notes.append(f"{world.counts['answered']} answered; {_waited(world)}")


async def coach(world: World) -> None:
    """Ten devices want reports and analyses of many games; so does somebody else, once."""
    devices = await world.devices(GREEDY)
    honest, honest_token = await world.device("127.0.0.1")
    store = world.store()
    games = [[stored(store, player, 40, resigned=True) for _ in range(6)] for player, _ in devices]
    own = stored(store, honest, 30, resigned=True)
    store.close()
    await world.start()

    async def want(token: str, matches: list[str], *, whole: bool) -> None:
        async with world.http(token) as client:
            asked = 0

            async def one() -> None:
                nonlocal asked
                asked += 1
                match = matches[asked % len(matches)]
                path = "report" if whole else f"analysis/{asked % 40}"
                answer = await client.get(f"/api/matches/{match}/{path}")
                if world.refused(answer):
                    await asyncio.sleep(0.3)
                else:
                    world.counts["reports" if whole else "analyses"] += 1

            await world.again(one)

    greedy = [
        want(token, matches, whole=whole)
        for (_, token), matches in zip(devices, games, strict=True)
        for whole in (True, False)
    ]
    await world.together([*greedy, _honest_report(world, honest_token, own)])
    got = f"{world.counts['reports']} reports, {world.counts['analyses']} analyses"
    world.notes.append(f"{len(devices)} devices: {got}; {_waited(world)}")


async def _honest_report(world: World, token: str, match: str) -> None:
    """Somebody who waits as long as they are told to, and asks again."""
    await asyncio.sleep(2)
    began = time.monotonic()
    async with world.http(token, "127.0.0.1") as client:
        while world.going:
            answer = await client.get(f"/api/matches/{match}/report")
            world.counts["tries"] += 1
            if answer.is_success:
                world.counts["honest"] = int(1000 * (time.monotonic() - began))
                return
            await asyncio.sleep(answer.json().get("wait") or 1)


def _waited(world: World) -> str:
    if not world.counts["honest"]:
        world.broken.append("somebody else's report")
        return f"somebody else's report: none after {world.counts['tries']} tries"
    return f"somebody else's report: {world.counts['honest'] / 1000:.1f} s"
