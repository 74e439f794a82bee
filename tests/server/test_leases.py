"""One process does the server's work for a match; another takes over when it is dead."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from cruces import players
from cruces.match import messages as m
from cruces.players import Bot
from cruces.players.uniform import RandomBot
from cruces.server import hub as hub_module
from cruces.server import live_match
from cruces.server.bus import SingleProcessBus
from cruces.server.hub import Hub
from cruces.server.live_match import LiveMatch
from cruces.storage import Lease, Store, upgrade
from tests.server.process import until
from tests.server.test_processes import Pair, first_action, pair, subscribed
from tests.servers import RedisServer

LEASE, SHORT_LEASE = 4_000, 500
"""Milliseconds; the first is much more than a busy machine lets a renewal wait."""
THINKS = 5.0
"""Seconds; more than a lease lasts."""


class Slow(Bot):
    """Thinks for long, and counts how often it was asked."""

    name = "slow"

    def __init__(self) -> None:
        self.asked: list[float] = []
        self.patient = threading.Event()

    def choose(self, view: Any, limits: Any, rng: Any) -> Any:
        self.asked.append(time.monotonic())
        self.patient.wait(THINKS)
        return RandomBot().choose(view, limits, rng)


Scene = Callable[[Pair, Slow, int], Awaitable[None]]
Play = Callable[[Scene], None]


@pytest.fixture
def lease() -> int:
    """How long the server's work for a match is one process's business."""
    return LEASE


@pytest.fixture
def play(
    tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch, lease: int
) -> Play:
    """Plays a scene in which the first of two processes has just begun to think for a bot."""
    slow = Slow()
    monkeypatch.setattr(players, "get_bot", lambda *_: slow)
    monkeypatch.setattr(hub_module, "SWEEP_SECONDS", 0.05)
    monkeypatch.setattr(hub_module, "RENEW_SECONDS", 0.1)
    monkeypatch.setattr(live_match, "LEASE", lease)

    async def whole(scene: Scene) -> None:
        with Redis.from_url(redis_server.url) as client:
            database = f"sqlite:///{tmp_path / 'cruces.db'}"
            async with pair(database, redis_server.url, m.Clock(300)) as both:
                await subscribed(client, 2)
                await both.table.command(m.SeatBot(1, "random"), "ana")
                await both.table.command(m.Ready(0, "text"), "ana")
                act = m.Act(0, first_action(both.table.match))
                version = await both.table.command(act, "ana", request="ana/act")
                await asyncio.to_thread(_wait, slow)
                await both.same()
                await scene(both, slow, version)
                slow.patient.set()

    return lambda scene: asyncio.run(whole(scene))


def _wait(slow: Slow) -> None:
    while not slow.asked:
        time.sleep(0.01)


async def played(table: LiveMatch, version: int) -> None:
    async def reached() -> bool:
        return table.match.version > version and table.match.to_act == {0}

    await until(reached, "nobody plays")


def test_a_bot_is_thought_for_once(play: Play) -> None:
    """However long it takes, and whatever happens at the other process meanwhile."""

    async def scene(both: Pair, slow: Slow, version: int) -> None:
        await both.other.command(m.Say(0, "match", "take your time"), "ana")
        del both.there.live_matches[both.other.match.id]
        both.other = await _loaded(both)
        await played(both.other, version + 1)
        assert both.other._timer is not None, "nobody looks at the clock"
        assert len(slow.asked) == 1

    play(scene)


async def _loaded(both: Pair) -> LiveMatch:
    live = await both.there.get(both.table.match.id)
    assert live is not None
    return live


@pytest.mark.parametrize("lease", [SHORT_LEASE])
def test_a_lease_that_is_not_renewed_runs_out(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "RENEW_SECONDS", 600)

    async def scene(both: Pair, slow: Slow, version: int) -> None:
        async def asked_again() -> bool:
            return len(slow.asked) == 2

        await until(asked_again, "nobody takes over")
        slow.patient.set()
        await played(both.other, version)
        assert len(slow.asked) == 2

    play(scene)


def test_when_its_owner_dies_another_takes_over_after_the_lease(play: Play) -> None:
    async def scene(both: Pair, slow: Slow, version: int) -> None:
        for task in both.here._tasks:
            task.cancel()  # as if it were killed
        slow.patient.set()
        await played(both.other, version)
        first, second = slow.asked
        assert second - first > 0.4

    play(scene)


def test_a_process_that_stops_gives_its_leases_back(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(both: Pair, slow: Slow, version: int) -> None:
        monkeypatch.setattr(live_match, "LEASE", 600_000)
        both.here.store.renew([both.table.match.id], both.here.lease())
        await both.here.close()
        slow.patient.set()
        await played(both.other, version)
        assert len(slow.asked) == 2

    play(scene)


def test_two_processes_cannot_hold_one_lease(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'cruces.db'}"

    async def scene() -> None:
        store = Store(url)
        upgrade(store.engine)
        hub = Hub(store, lambda _: SingleProcessBus())
        match = (await hub.create(m.Setup("quixo"), "ana")).match
        one, two = Lease("one", 100), Lease("two", 200)
        assert store.claim(match.id, match.version, one, 0)
        assert not store.claim(match.id, match.version, two, 99)
        assert store.claim(match.id, match.version, one, 99), "one's own may be taken again"
        store.renew([match.id], Lease("two", 10**6))
        assert not store.claim(match.id, match.version + 1, two, 100), "not of this version"
        assert store.claim(match.id, match.version, two, 100)
        store.release([match.id], "one", 0)
        assert not store.claim(match.id, match.version, one, 199)
        store.release([match.id], "two", 0)
        assert store.claim(match.id, match.version, one, 150)
        await hub.close()
        store.close()

    asyncio.run(scene())


def test_a_rematch_that_fails_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the match created by the first attempt, if there is one."""
    monkeypatch.setattr(hub_module, "SWEEP_SECONDS", 0.05)
    monkeypatch.setattr(live_match, "LEASE", 100)
    tried: list[str] = []
    command, create = LiveMatch.command, Hub.create

    async def creates(hub: Hub, setup: m.Setup, host: str, *more: Any) -> LiveMatch:
        tried.append("create")
        if tried.count("create") == 2:  # the first is the match itself
            raise OSError("the disk is full")
        return await create(hub, setup, host, *more)

    async def commands(table: LiveMatch, made: m.Internal, actor: str, *more: Any) -> int:
        if tried.count("create") == 3 and isinstance(made, m.Sit) and made.seat == 0:
            tried.append("sit")
            if tried.count("sit") == 1:
                raise OSError("the disk is full again")
        return await command(table, made, actor, *more)

    async def scene() -> None:
        store = Store(f"sqlite:///{tmp_path / 'cruces.db'}")
        upgrade(store.engine)
        hub = Hub(store, lambda _: SingleProcessBus())
        table = await hub.create(m.Setup("quixo"), "ana")
        for seat, player in enumerate(("ana", "ben")):
            await table.command(m.Sit(seat, player), player)
            await table.command(m.Ready(seat, "text"), player)
        for made, player in (
            (m.Make(0, "draw"), "ana"),
            (m.Answer(1, "draw", True), "ben"),
            (m.Make(0, "rematch"), "ana"),
            (m.Answer(1, "rematch", True), "ben"),
        ):
            await table.command(made, player)

        async def again() -> bool:
            return table.match.rematch is not None

        await until(again, "no new match")
        assert tried == ["create", "create", "create", "sit", "sit"]
        assert table.match.rematch is not None
        new = await hub.get(table.match.rematch.match)
        assert new is not None
        assert [seat.player for seat in new.match.seats] == ["ben", "ana"]
        assert len(hub.live_matches) == 2
        await hub.close()
        store.close()

    monkeypatch.setattr(Hub, "create", creates)
    monkeypatch.setattr(LiveMatch, "command", commands)
    asyncio.run(scene())
