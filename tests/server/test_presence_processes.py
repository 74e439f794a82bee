"""Who is connected is known at every process: on a real Redis, and in real processes."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from cruces.match import authority
from cruces.server import bus as bus_module
from cruces.server import presence
from cruces.server.bus import RedisBus
from cruces.server.hub import Hub
from cruces.server.live_match import LiveMatch, now
from cruces.storage import Store, upgrade
from tests.server.evidence import check_log
from tests.server.process import Device, Server, start_all, until
from tests.server.talk import Socket, device, lay, socket
from tests.server.test_presence import Ear, refused, started
from tests.servers import RedisServer

# Two hubs in this process, on a real Redis.


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_module, "BEAT_SECONDS", 0.1)
    monkeypatch.setattr(presence, "EXPIRE_SECONDS", 600)
    monkeypatch.setattr(bus_module, "AGAIN_SECONDS", 0.05)


@asynccontextmanager
async def two_tables(folder: Path, url: str) -> AsyncIterator[tuple[LiveMatch, LiveMatch]]:
    """One match at two hubs that know each other."""
    stores = [Store(f"sqlite:///{folder / 'cruces.db'}") for _ in range(2)]
    upgrade(stores[0].engine)
    hubs = [Hub(store, lambda hub: RedisBus(hub, url)) for store in stores]
    try:
        table = await started(hubs[0])
        other = await hubs[1].get(table.match.id)
        assert other is not None
        yield table, other
    finally:
        for hub in hubs:
            await hub.close()
            await hub.bus.close()
        for store in stores:
            store.close()


def play(
    scene: Callable[[LiveMatch, LiveMatch], Awaitable[None]], folder: Path, redis: RedisServer
) -> None:
    async def whole() -> None:
        async with two_tables(folder, redis.url) as (table, other):
            await scene(table, other)

    asyncio.run(whole())


async def seen(table: LiveMatch, *players: str) -> None:
    async def so() -> bool:
        return table.attendance.connected == set(players)

    await until(so, f"{players} and not {table.attendance.connected}")


@pytest.mark.usefixtures("quick")
def test_who_moves_to_another_process_is_not_away(
    tmp_path: Path, redis_server: RedisServer
) -> None:
    async def scene(table: LiveMatch, other: LiveMatch) -> None:
        table.join(ana := Ear("ana"))
        table.join(ben := Ear("ben"))
        await seen(other, "ana", "ben")
        assert other.attendance.away_since == {}
        table.leave(ben)
        await seen(other, "ana")
        other.join(ben)
        await seen(table, "ana", "ben")
        assert table.attendance.away_since == other.attendance.away_since == {}

        async def told() -> bool:
            return ana.told[-1] == ({0, 1}, 0)

        await until(told, "nobody told her")

    play(scene, tmp_path, redis_server)


@pytest.mark.usefixtures("quick")
def test_a_process_that_stops_leaves_nobody_behind(
    tmp_path: Path, redis_server: RedisServer
) -> None:
    async def scene(table: LiveMatch, other: LiveMatch) -> None:
        other.join(Ear("ben"))
        await seen(table, "ben")
        await other.hub.bus.close()
        await seen(table)
        assert table.attendance.away_since.keys() == {"ben"}

    play(scene, tmp_path, redis_server)


@pytest.mark.usefixtures("quick")
def test_who_was_at_a_process_that_died_can_be_dismissed_in_the_end(
    tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(authority, "ABSENCE", 200)
    monkeypatch.setattr(presence, "EXPIRE_SECONDS", 2)

    async def scene(table: LiveMatch, other: LiveMatch) -> None:
        async def dismissed() -> bool:
            return not await refused(table)

        table.join(Ear("ana"))
        other.join(Ear("ben"))
        await seen(table, "ana", "ben")
        assert await refused(table)
        died = now()
        assert isinstance(other.hub.bus, RedisBus)
        for task in other.hub.bus._tasks:
            task.cancel()  # without a word
        await seen(table, "ana")
        assert table.attendance.away_since["ben"] > died
        await until(dismissed, "he counts as being there")

    play(scene, tmp_path, redis_server)


@pytest.mark.usefixtures("quick")
def test_a_redis_that_comes_back_makes_nobody_away(
    tmp_path: Path, redis_server: RedisServer
) -> None:
    async def scene(table: LiveMatch, other: LiveMatch) -> None:
        buses = [table.hub.bus, other.hub.bus]

        async def up() -> bool:
            return all(bus.sure_since is not None for bus in buses)

        async def down() -> bool:
            return all(bus.sure_since is None for bus in buses)

        table.join(Ear("ana"))
        other.join(Ear("ben"))
        await seen(table, "ana", "ben")
        await until(up, "they do not hear each other")
        await asyncio.to_thread(redis_server.stop)
        try:
            await until(down, "nobody noticed")
            other.join(Ear("eva"))
        finally:
            await asyncio.to_thread(redis_server.start)
        await until(up, "they do not hear each other again")
        await seen(table, "ana", "ben", "eva")
        await seen(other, "ana", "ben", "eva")
        assert table.attendance.away_since == other.attendance.away_since == {}

    play(scene, tmp_path, redis_server)


# Two real processes.


class Two(NamedTuple):
    """Ana at the first process, Ben at the second."""

    match: str
    ana: Socket
    ben: Socket
    device: Device


@asynccontextmanager
async def at_two(servers: list[Server], **setup: object) -> AsyncIterator[Two]:
    """A match that has begun."""
    await start_all(servers)
    urls = [server.url for server in servers]
    people = [await device(url) for url in urls]
    match, _ = await lay(urls[0], people[0], game="quixo", **setup)
    for seat, (url, person) in enumerate(zip(urls, people, strict=True)):
        async with socket(url) as held:
            await held.hello(person, match)
            await held.do(type="sit", seat=seat, name=f"P{seat}")
    async with asyncio.timeout(90), socket(urls[0]) as ana, socket(urls[1]) as ben:
        for seat, held in enumerate((ana, ben)):
            await held.hello(people[seat], match)
        await told(ana, 0, 1)
        await told(ben, 0, 1)
        for seat, held in enumerate((ana, ben)):
            answer = await held.do(type="ready", seat=seat, contribution="x")
        await ana.moment(answer["version"])
        ana.heard.clear()
        yield Two(match, ana, ben, people[1])


async def told(held: Socket, *seats: int, watchers: int = 0) -> None:
    """Wait until the last presence message has these seats."""
    while True:
        known = [message for message in held.heard if "watchers" in message]
        if known and (known[-1]["present"], known[-1]["watchers"]) == (list(seats), watchers):
            return
        await held.next("presence", "state")


async def redis_is(state: str, servers: Sequence[Server]) -> None:
    """Wait until all processes say so; each of them is ready all the time."""

    async def so() -> bool:
        async with httpx.AsyncClient(trust_env=False, verify=False) as client:
            answers = [await client.get(f"{server.url}/ready", timeout=30) for server in servers]
        assert [answer.status_code for answer in answers] == [200] * len(servers)
        return all(answer.json() == {"status": "ok", "redis": state} for answer in answers)

    await until(so, f"Redis is not {state}")


async def figure(server: Server, name: str) -> float:
    async with httpx.AsyncClient(trust_env=False, verify=False) as client:
        found = (await client.get(server.metrics, timeout=30)).text
    return next(float(row.split()[1]) for row in found.splitlines() if row.startswith(f"{name} "))


def test_everybody_counts_at_whichever_process(servers: list[Server]) -> None:
    async def scene() -> None:
        async with (
            at_two(servers) as (match, ana, ben, bens),
            socket(servers[1].url) as watcher,
        ):
            await watcher.hello(await device(servers[1].url), match)
            await told(ana, 0, 1, watchers=1)
            await told(watcher, 0, 1, watchers=1)
            ana.heard.clear()
            async with socket(servers[0].url) as moved:
                state = await moved.hello(bens, match)
                assert (state["present"], state["watchers"]) == ([0, 1], 1)
                await ben.raw.close()
                await watcher.raw.close()
                await told(ana, 0, 1)
            there = [m["present"] for m in ana.heard if m["type"] == "presence"]
            assert all(seats == [0, 1] for seats in there), "while he moved"
            await told(ana, 0)

    asyncio.run(scene())
    for server in servers:
        server.stop()
        check_log(server.log)


def test_who_was_at_a_process_that_died_is_away(servers: list[Server]) -> None:
    """They get the extra time of a lost connection, whatever their clock says."""

    async def scene() -> None:
        clock = {"type": "bank", "seconds": 5}
        async with at_two(servers, clock=clock) as (match, ana, _, bens):
            await ana.do(type="act", seat=0, action="a1>a5")
            began = time.monotonic()
            servers[1].kill()
            await told(ana, 0)
            await asyncio.sleep(max(0.0, 6.5 - (time.monotonic() - began)))
            await ana.do(type="say", seat=0, channel="match", text="Where are you?")
            assert (await ana.moment(ana.version))["phase"] == "playing"
            async with socket(servers[0].url) as ben:
                await ben.hello(bens, match)
                await told(ana, 0, 1)

    asyncio.run(scene())
    assert "another process is silent" in servers[0].log
    check_log(servers[0].log)


def test_redis_may_come_and_go(servers: list[Server], redis_server: RedisServer) -> None:
    async def scene() -> None:
        async with at_two(servers) as (match, ana, ben, _):
            await redis_is("ok", servers)
            assert await figure(servers[0], "cruces_redis_up") == 1
            assert await figure(servers[0], "cruces_processes") == 1
            await asyncio.to_thread(redis_server.stop)
            try:
                await redis_is("down", servers)
                assert await figure(servers[0], "cruces_redis_up") == 0
                answer = await ana.do(type="act", seat=0, action="a1>a5")
                await ben.moment(answer["version"])
            finally:
                await asyncio.to_thread(redis_server.start)
            await redis_is("ok", servers)
            async with socket(servers[1].url) as watcher:
                await watcher.hello(await device(servers[1].url), match)
                await told(ana, 0, 1, watchers=1)
            assert all(m["present"] == [0, 1] for m in ana.heard if m["type"] == "presence")

    asyncio.run(scene())
    for server in servers:
        check_log(server.log)
