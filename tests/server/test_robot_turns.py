"""Robots play where people are, one after another, and on whose account."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from cruces import players
from cruces.match import authority, fair
from cruces.match import messages as m
from cruces.players import Bot
from cruces.players.uniform import RandomBot
from cruces.server import hub as hub_module
from cruces.server import live_match, robot_turns
from cruces.server.bus import SingleProcessBus
from cruces.server.hub import Hub
from cruces.server.limits import Client
from cruces.server.live_match import LiveMatch
from cruces.server.news import News
from cruces.storage import Store, tables, upgrade
from tests.match.table import SECRET, Table
from tests.server.process import PATIENCE, until
from tests.server.test_processes import first_action, pair
from tests.servers import RedisServer


class Person:
    """Somebody who is connected and looks on."""

    def __init__(self, player: str) -> None:
        self.player = player

    def happened(self, news: News) -> None:
        pass

    def presence(self, message: bytes) -> None:
        pass

    def restart(self) -> None:
        pass

    def gone(self) -> None:
        pass


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "SWEEP_SECONDS", 0.02)
    monkeypatch.setattr(live_match, "LEASE", 50)


@asynccontextmanager
async def hub_on(folder: Path) -> AsyncIterator[Hub]:
    store = Store(f"sqlite:///{folder / 'cruces.db'}")
    upgrade(store.engine)
    hub = Hub(store, lambda _: SingleProcessBus())
    try:
        yield hub
    finally:
        await hub.close()
        store.close()


async def robots_only(hub: Hub, host: str = "ana") -> LiveMatch:
    """Two robots, ready to play."""
    setup = m.Setup("quixo", options={"repetition": None, "size": 5})
    live = await hub.create(setup, host)
    for seat in range(2):
        await live.command(m.SeatBot(seat, "random"), host)
    assert live.match.playing
    return live


async def grows(live: LiveMatch, by: int = 4) -> None:
    """The robots make a few moves. Looked at all the time: a whole game takes them a moment."""
    wanted = live.match.version + by
    async with asyncio.timeout(PATIENCE):
        while live.match.version < wanted and live.match.result is None:
            await asyncio.sleep(0)


async def due_of(hub: Hub, live: LiveMatch) -> int | None:
    query = select(tables.matches.c.due).where(tables.matches.c.id == live.match.id)
    with hub.store.engine.connect() as connection:
        due: int | None = connection.execute(query).scalar_one()
        return due


async def paused(hub: Hub, live: LiveMatch) -> int:
    """The version at which nobody looks after the match any more."""

    async def reached() -> bool:
        return live.paused and not live.busy and await due_of(hub, live) is None

    await until(reached, "it does not pause")
    return live.match.version


def run(scene: Callable[[Hub], Awaitable[None]], folder: Path) -> None:
    async def whole() -> None:
        async with asyncio.timeout(120), hub_on(folder) as hub:
            await scene(hub)

    asyncio.run(whole())


def test_robots_among_themselves_play_only_while_their_host_watches(tmp_path: Path) -> None:
    async def scene(hub: Hub) -> None:
        live = await robots_only(hub)
        version = await paused(hub, live)
        assert not live.match.events, "nobody watches yet"
        stranger, ana = Person("eve"), Person("ana")
        live.join(stranger)
        live.join(ana)
        await grows(live)
        live.leave(ana)
        version = await paused(hub, live)
        assert live.present()[1] == 1, "a stranger is not enough"
        live.join(ana)
        await grows(live)
        assert live.match.version > version

    run(scene, tmp_path)


def test_robots_go_on_for_a_while_without_the_people_they_play_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(hub: Hub) -> None:
        live = await hub.create(m.Setup("quixo"), "ana")
        await live.command(m.Sit(0, "Ana"), "ana")
        await live.command(m.SeatBot(1, "random"), "ana")
        await live.command(m.Ready(0, "x"), "ana")
        await live.command(m.Act(0, first_action(live.match)), "ana")  # and Ana is not connected
        await grows(live, 1)
        monkeypatch.setattr(robot_turns, "STAY_SECONDS", 0.0)
        await live.command(m.Act(0, first_action(live.match)), "ana")
        version = await paused(hub, live)
        live.join(Person("ana"))
        await grows(live, 1)
        assert live.match.version == version + 1

    run(scene, tmp_path)


def test_after_a_restart_nobody_plays_on_alone(tmp_path: Path) -> None:
    async def before() -> str:
        async with hub_on(tmp_path) as hub:
            live = await robots_only(hub)
            live.join(Person("ana"))
            await grows(live)
            return live.match.id

    async def after(match_id: str) -> None:
        async with asyncio.timeout(60), hub_on(tmp_path) as hub:

            async def swept() -> bool:
                return match_id in hub.live_matches

            await until(swept, "the sweep does not look at it")
            live = hub.live_matches[match_id]
            version = await paused(hub, live)
            assert version == live.match.version == hub.store.load(match_id)[0].version  # type: ignore[index]
            live.join(Person("ana"))
            await grows(live)

    asyncio.run(after(asyncio.run(before())))


def test_somebody_who_comes_to_another_process_has_the_robots_play(
    tmp_path: Path, redis_server: RedisServer
) -> None:
    """Also when the process that played them has paused them before it hears of it."""

    async def scene() -> None:
        url = f"sqlite:///{tmp_path / 'cruces.db'}"
        async with asyncio.timeout(120), pair(url, redis_server.url) as both:
            live = await robots_only(both.here)
            version = await paused(both.here, live)
            other = await both.there.get(live.match.id)
            assert other is not None
            ana = Person("ana")
            other.join(ana)
            await grows(other)
            assert other.match.version > version
            other.leave(ana)
            await paused(both.there, other)
            live.join(ana)
            await grows(live)

    asyncio.run(scene())


def test_a_robot_never_runs_out_of_time(tmp_path: Path) -> None:
    """While nobody is there its clock may run, but it loses nothing by that."""
    table = Table("quixo", clock=m.Clock(60)).sit_all(bots=(1,))
    table.act(0, first_action(table.match))
    assert authority.due(table.match) is None
    assert table.tick(10_000_000) == []
    assert table.match.playing


class Slow(Bot):
    """Counts how many think at once, and what they are given."""

    name = "slow"

    def __init__(self) -> None:
        self.asked: list[tuple[float, float]] = []

    def choose(self, view: Any, limits: Any, rng: Any) -> Any:
        self.asked.append((limits.seconds, rng.random()))
        return RandomBot().choose(view, limits, rng)


def test_robots_draw_from_the_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not from what everybody knows; and after the end everybody can draw again."""
    slow = Slow()
    monkeypatch.setattr(players, "get_bot", lambda *_: slow)

    async def scene(hub: Hub) -> None:
        live = await hub.create(m.Setup("quixo"), "ana")
        await live.command(m.Sit(0, "Ana"), "ana")
        await live.command(m.SeatBot(1, "random"), "ana")
        await live.command(m.Ready(0, "x"), "ana")
        version = await live.command(m.Act(0, first_action(live.match)), "ana")
        await grows(live, 1)
        drawn = fair.robot_generator(live.secret, version, 1).random()
        assert slow.asked == [(robot_turns.BOT_SECONDS, drawn)]

    run(scene, tmp_path)
    drawn = {
        fair.robot_generator(secret, version, seat).random()
        for secret in (SECRET, bytes(32))
        for version in range(3)
        for seat in range(2)
    }
    assert len(drawn) == 12


def test_one_robot_of_a_match_waits_at_a_time(tmp_path: Path) -> None:
    """And the one who came last pays, by device and address."""

    async def scene(hub: Hub) -> None:
        live = await hub.create(m.Setup("qwixx", seats=5), "ana")
        entered: list[tuple[Client, int]] = []
        enter = hub.robots.enter

        def counted(client: Client, *work: Any) -> Any:
            entered.append((client, len(hub.robots._line)))
            return enter(client, *work)

        hub.robots.enter = counted  # type: ignore[method-assign, assignment]
        hub.met(Client("ana", "192.0.2.1"))
        await live.command(m.Sit(0, "Ana"), "ana")
        for seat in range(1, 5):
            await live.command(m.SeatBot(seat, "random"), "ana")
        await live.command(m.Ready(0, "x"), "ana")

        async def chosen() -> bool:
            return live.match.to_act <= {0}

        await until(chosen, "the robots do not choose")
        assert len(entered) >= 4
        assert set(entered) == {(Client("ana", "192.0.2.1"), 0)}

    run(scene, tmp_path)
