"""Attacks with tables: robots alone, tables by the thousand, watchers, chat, long games."""

import asyncio
import json
import secrets
import time
from typing import Any

from sqlalchemy import Integer, String, cast, insert, literal, select

from bench.attacks.long_match import stored
from bench.attacks.world import ADDRESS, World, send
from cruces.storage import tables as t

ENDLESS = {"game": "quixo", "options": {"repetition": None}}
THINKING = {"game": "quixo-teams", "options": {"repetition": None}}
"""In this game the strongest robots think as long as they may."""
ROBOTS_ALONE = 60
LONG, LONGER = 5_000, 6_000
WATCHERS, RESTLESS = 500, 5
LISTED = 200_000


async def robots(world: World) -> None:
    """Endless games of the strongest robots among themselves."""
    devices = await world.devices(2)
    await world.start()

    async def lay(token: str) -> None:
        async with world.http(token) as client:
            for _ in range(ROBOTS_ALONE // 2):
                match = await world.lay(client, **THINKING)
                if match is None:
                    continue
                told = [
                    await world.tell(client, match, type="seat-bot", seat=seat, bot="level-8")
                    for seat in range(4)
                ]
                if not all(told):
                    continue
                shown = await client.get(f"/api/matches/{match}")
                if not world.refused(shown):
                    world.counts[shown.json()["phase"]] += 1

    await world.together(lay(token) for _, token in devices)
    while world.going:
        await asyncio.sleep(0.1)
    world.notes.append(f"{world.counts['playing']} of {ROBOTS_ALONE} tables with robots alone run")


async def many_tables(world: World) -> None:
    """One address lays tables with as many devices as it gets."""
    devices = await world.devices(61)
    await world.start()

    async def lay(token: str) -> None:
        async with world.http(token) as client:

            async def one() -> None:
                match = await world.lay(client, game="quixo", private=False)
                if match is None:
                    await asyncio.sleep(0.5)
                elif await world.tell(client, match, type="sit", seat=0, name="Eve"):
                    world.counts["laid"] += 1

            await world.again(one)

    await world.together(lay(token) for _, token in devices)
    async with world.http((await world.device("127.0.0.3"))[1]) as client:
        shown = await client.get("/api/lobby")
    own = "" if world.refused(shown) else f", {len(shown.json()['open'])} of the lobby's 50 lines"
    world.notes.append(f"{len(devices)} devices: {world.counts['laid']} tables laid{own}")
    if world.rate("laid") > 10:
        world.broken.append("tables")


async def lobby(world: World) -> None:
    """Two hundred thousand public tables, and thirty that ask for the list all the time."""
    _, token = await world.device()
    async with world.http(token) as client:
        match = await world.lay(client, game="quixo", private=False)
        assert match is not None, "the first table"
        await world.tell(client, match, type="sit", seat=0, name="Eve")
    _, other = await world.device("127.0.0.3")
    async with world.http(other, "127.0.0.3") as client:
        await client.get("/api/lobby")  # now its line is stored
    copy_table(world, match, LISTED)
    await world.start()

    async def ask(number: int) -> None:
        async with world.http(token) as client:

            async def one() -> None:
                answer = await client.get(("/api/matches/open", "/api/lobby")[number % 2])
                if world.refused(answer):
                    await asyncio.sleep(0.1)
                else:
                    world.counts["answered"] += 1

            await world.again(one)

    await world.together(ask(number) for number in range(30))
    world.notes.append(f"{world.rate('answered'):.0f} lists a second of {LISTED:,} tables")


def copy_table(world: World, match: str, count: int) -> None:
    """The same table again and again, under other ids and codes."""
    numbers = select(literal(1, Integer).label("n")).cte("numbers", recursive=True)
    numbers = numbers.union_all(select(numbers.c.n + 1).where(numbers.c.n < count))
    text = cast(numbers.c.n, String)
    different = {"id": literal("copy-") + text, "code": literal("C") + text}
    moved = {
        "created": t.matches.c.created - numbers.c.n,
        "updated": t.matches.c.updated - numbers.c.n,
    }
    columns = [column.name for column in t.matches.columns]
    values = [({**different, **moved}).get(name, t.matches.c[name]) for name in columns]
    rows = select(*values).select_from(t.matches.join(numbers, literal(value=True)))
    store = world.store()
    with store.engine.begin() as connection:
        copies = rows.where(t.matches.c.id == match)
        connection.execute(insert(t.matches).from_select(columns, copies))
    store.close()


async def watchers(world: World) -> None:
    """Hundreds watch a match from many addresses, and a few of them come and go all the time."""
    _, token = await world.device()
    async with world.http(token) as client:
        match = await world.lay(client, game="quixo", private=False)
    assert match is not None, "the first table"
    tokens = [
        token
        for number in range(10)
        for _, token in await world.devices(50, f"127.0.1.{number + 1}")
    ]
    drains: set[asyncio.Task[None]] = set()
    writers: list[asyncio.StreamWriter] = []

    async def drain(reader: asyncio.StreamReader) -> None:
        while data := await reader.read(65_536):
            world.counts["bytes"] += len(data)
            world.counts["messages"] += data.count(b'"type":"presence"')

    for number, token in enumerate(tokens):
        try:
            reader, writer = await world.raw_socket(token, match, f"127.0.1.{number % 10 + 1}")
        except OSError:
            continue
        writers.append(writer)
        drains.add(asyncio.create_task(drain(reader)))
        world.counts["watchers"] += 1
    await asyncio.sleep(1)
    await world.start()
    world.counts["messages"] = 0

    async def come_and_go(number: int) -> None:
        async def one() -> None:
            reader, writer = await world.raw_socket(tokens[number], match, f"127.0.2.{number + 1}")
            await asyncio.wait_for(reader.read(100), 5)
            writer.close()
            world.counts["visits"] += 1

        await world.again(one)

    await world.together(come_and_go(number) for number in range(RESTLESS))
    world.notes.append(
        f"{world.counts['watchers']} watch, {world.counts['visits']} visits: "
        f"{world.counts['messages']} presence messages"
    )
    for task in drains:
        task.cancel()
    for writer in writers:
        writer.close()


async def chat(world: World) -> None:
    """One device says as much as it can, on four sockets that reconnect."""
    await _talk(world, "said", lambda n: {"type": "say", "channel": "match", "text": f"{n:0>290}"})
    if world.rate("said") > 40:
        world.broken.append("chat")


async def reconnect(world: World) -> None:
    """The limit on messages, by a new socket whenever the old one has to wait."""
    await _talk(world, "accepted", lambda n: {"type": "offer", "offer": "draw"})
    if world.rate("accepted") > 60:
        world.broken.append("messages")


async def _talk(world: World, name: str, command_of: Any) -> None:
    _, token = await world.device()
    async with world.http(token) as client:
        match = await world.lay(client, **ENDLESS)
        assert match is not None, "the first table"
        for seat in (0, 1):
            await world.tell(client, match, type="sit", seat=seat, name=f"Eve {seat}")
    await world.start()

    async def one() -> None:
        async with world.socket() as socket:
            await socket.send(json.dumps({"type": "hello", "token": token, "match": match}))
            for number in range(40):
                command = {**command_of(number), "seat": 0}
                request = secrets.token_hex(6)
                await socket.send(
                    json.dumps({"type": "do", "id": request, "version": 0, "command": command})
                )
            waiting = 40
            while waiting and world.going:
                message = json.loads(await asyncio.wait_for(socket.recv(), 5))
                if message["type"] == "ack":
                    world.counts[name] += 1
                    waiting -= 1
                elif message["type"] == "error":
                    world.tally[message["reason"]] += 1
                    if message["reason"] not in ("slow-down", "hello-first", "bad-token"):
                        world.counts["accepted"] += name == "accepted"
                    if message["reason"] == "slow-down":
                        return
                    waiting -= 1

    await world.together(world.again(one) for _ in range(4))
    world.notes.append(f"{world.rate(name):.0f} messages a second {name}")


async def refusals(world: World) -> None:
    """Small commands that are refused, in a match with a large state."""
    player, token = await world.device()
    store = world.store()
    match = stored(store, player, LONGER, resigned=False)
    store.close()
    await world.start()

    async def one() -> None:
        async with world.socket() as socket:
            await socket.send(json.dumps({"type": "hello", "token": token, "match": match}))
            for number in range(40):
                command = {"type": "act", "seat": 0, "action": "z9>z9"}
                order = {"type": "do", "id": str(number), "version": 0, "command": command}
                text = json.dumps(order)
                await socket.send(text)
                world.counts["sent"] += len(text)
            answered = 0
            while answered < 40 and world.going:
                data = await asyncio.wait_for(socket.recv(), 20)
                message = json.loads(data)
                if message["type"] == "state":
                    world.counts["state"] = len(data)
                elif message["type"] == "error":
                    answered += 1
                    world.counts["refusals"] += 1
                    world.counts["received"] += len(data)
                    world.tally[message["reason"]] += 1

    await world.together(world.again(one, 0.2) for _ in range(2))
    received, sent = world.counts["received"], max(1, world.counts["sent"])
    world.notes.append(
        f"state {world.counts['state'] / 1000:.0f} kB; {world.counts['refusals']} refusals: "
        f"{sent / 1000:.0f} kB sent, {received / 1e6:.1f} MB received"
    )
    if received > 20 * sent:
        world.broken.append("amplification")


async def slow_readers(world: World) -> None:
    """Ten sockets that do not read, in a match with a large state."""
    player, token = await world.device()
    store = world.store()
    match = stored(store, player, LONG, resigned=False)
    store.close()
    await world.start()

    async def one() -> None:
        reader, writer = await world.raw_socket(token, match)
        command = {"type": "act", "seat": 0, "action": "z9>z9"}
        began = time.monotonic()
        try:
            while world.going and not writer.is_closing() and not reader.at_eof():
                send(writer, {"type": "do", "id": "1", "version": 0, "command": command})
                await asyncio.wait_for(writer.drain(), 5)
                world.counts["sent"] += 1
                await asyncio.sleep(0.052)
        finally:
            world.counts["closed"] += world.going and time.monotonic() - began > 0
            writer.close()

    await world.together(world.again(one) for _ in range(10))
    world.notes.append(f"{world.counts['sent']} commands, {world.counts['closed']} sockets cut off")


async def hellos(world: World) -> None:
    """Greetings for matches that do not exist, each a look into the database."""
    _, token = await world.device()
    await world.start()

    async def one() -> None:
        async with world.socket(ADDRESS) as socket:
            name = secrets.token_urlsafe(12)
            await socket.send(json.dumps({"type": "hello", "token": token, "match": name}))
            message = json.loads(await asyncio.wait_for(socket.recv(), 10))
            world.counts["answered"] += message.get("reason") == "no-match"
            world.tally[message.get("reason", "?")] += 1

    await world.together(world.again(one) for _ in range(8))
    world.notes.append(f"{world.rate('answered'):.0f} a second looked up")
    if world.rate("answered") > 50:
        world.broken.append("hellos")
