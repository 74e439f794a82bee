"""The time of a process neither jumps nor goes back, whatever happens to the wall clock."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest
from redis import Redis

from cruces.match import messages as m
from cruces.server.bus import SingleProcessBus, common_time
from cruces.server.clock import AGREEMENT, CLOCK, Clock
from cruces.server.hub import Hub
from cruces.server.presence import TIME
from cruces.storage import Store, upgrade
from tests.server.process import until
from tests.servers import RedisServer, free_port

SECOND, HOUR = 10**9, 3600 * 10**9
START = 1_800_000_000 * SECOND


class Time:
    """A wall clock that can be set, and real seconds."""

    def __init__(self) -> None:
        self.wall, self.steady = START, 5 * SECOND
        self.clock = Clock(lambda: self.wall, lambda: self.steady)

    def passes(self, nanoseconds: int) -> None:
        self.wall += nanoseconds
        self.steady += nanoseconds


def test_it_counts_real_seconds() -> None:
    time = Time()
    time.passes(90 * SECOND)
    assert time.clock.now() == (START + 90 * SECOND) // 10**6
    assert time.clock.follow() == 0


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_it_does_not_jump_with_the_wall_clock(jump: int) -> None:
    time = Time()
    before = time.clock.now()
    time.wall += jump
    assert time.clock.now() == before
    assert time.clock.follow() * SECOND == jump
    readings = [before]
    for _ in range(600):
        time.passes(SECOND)
        time.clock.follow()
        readings.append(time.clock.now())
    steps = [after - earlier for earlier, after in pairwise(readings)]
    assert min(steps) >= 990
    assert max(steps) <= 1010
    assert time.clock.follow() * SECOND == pytest.approx(jump * (1 - 6 / 3600), rel=1e-6)


@pytest.mark.parametrize("difference", [50_000_000, -50_000_000])
def test_it_follows_a_small_difference_all_the_way(difference: int) -> None:
    time = Time()
    time.wall += difference
    readings = [time.clock.now()]
    for _ in range(1_000):
        time.passes(SECOND // 10)
        time.clock.follow()
        readings.append(time.clock.now())
    assert abs(time.clock.follow()) < 0.001
    assert readings == sorted(readings)


def test_a_late_process_takes_the_time_of_the_others() -> None:
    time = Time()
    assert not time.clock.join(time.clock.now() + AGREEMENT)
    theirs = time.clock.now() - HOUR // 10**6
    assert time.clock.join(theirs)
    time.passes(SECOND)
    assert time.clock.now() == theirs + 1000


def test_the_time_of_the_others_is_in_redis(redis_server: RedisServer) -> None:
    with Redis.from_url(redis_server.url) as client:
        client.set(TIME, 123, px=60_000)
        assert common_time(redis_server.url) == 123
        client.delete(TIME)
        assert common_time(redis_server.url) is None
    assert common_time(f"redis://127.0.0.1:{free_port()}") is None


def test_nobody_loses_on_time_because_the_wall_clock_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        store = Store(f"sqlite:///{tmp_path / 'cruces.db'}")
        upgrade(store.engine)
        hub = Hub(store, lambda _: SingleProcessBus())
        try:
            live = await hub.create(m.Setup("quixo", clock=m.Clock(300, 0)), "ana")
            for seat in (0, 1):
                await live.command(m.Sit(seat, f"Name {seat}"), "ana")
            for seat in (0, 1):
                await live.command(m.Ready(seat, "text"), "ana")
            assert live.match.playing
            wall = CLOCK._wall
            monkeypatch.setattr(CLOCK, "_wall", lambda: wall() + HOUR)
            read = store.due
            sweeps = 0

            def due(now: int, owner: str) -> list[str]:
                nonlocal sweeps
                sweeps += 1
                return read(now, owner=owner)

            monkeypatch.setattr(store, "due", due)

            async def swept() -> bool:
                return sweeps >= 2

            await until(swept, "nothing is swept")
            await live.command(m.Act(0, "a1>a5"), "ana")
            assert live.match.playing
            assert live.match.clocks is not None
            assert min(live.match.clocks.remaining) > 200_000
        finally:
            monkeypatch.undo()
            CLOCK.follow()
            await hub.close()
            store.close()

    asyncio.run(scene())
