"""Who is connected is known at every process, whichever of them dies and whatever Redis does."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from redis.asyncio import Redis
from redis.exceptions import RedisError

from cruces.match import authority
from cruces.match import messages as m
from cruces.match.authority import RefusedError
from cruces.match.frames import Presence
from cruces.match.match import Seat
from cruces.server import live_match, presence
from cruces.server.bus import SingleProcessBus
from cruces.server.hub import Hub
from cruces.server.live_match import LiveMatch
from cruces.server.news import News
from cruces.server.presence import Attendance, Players, ProcessPresence
from cruces.storage import Store, upgrade
from tests.servers import RedisServer

MATCH = "match"
NOBODY: Players = frozenset()

# What processes keep in a real Redis, one beat after another.


class Process:
    """One of several, whose beats the test gives."""

    def __init__(self, client: Redis, name: str) -> None:
        self.client, self.name = client, name
        self.moved: list[str] = []
        self.presence = ProcessPresence(client, name, self._note)

    def _note(self, matches: Collection[str]) -> None:
        self.moved += matches

    def here(self, *players: str) -> None:
        self.presence.here(MATCH, frozenset(players))

    async def beat(self, now: int = 1) -> None:
        await self.presence.beat(now)

    @property
    def elsewhere(self) -> set[str]:
        return set(self.presence.elsewhere(MATCH))

    def sure_since(self) -> int | None:
        return self.presence.sure_since


Scene = Callable[[Process, Process], Awaitable[None]]


@pytest.fixture
def play(redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Callable[[Scene], None]:
    """Plays a scene with two processes that know each other, on a machine that may be busy."""
    for limit in ("EXPIRE_SECONDS", "ANSWER_SECONDS"):
        monkeypatch.setattr(presence, limit, LONG)
    monkeypatch.setattr(presence, "RETURN_SECONDS", RETURN)

    async def whole(scene: Scene) -> None:
        async with Redis.from_url(redis_server.url) as client:
            await client.flushall()
            one, two = Process(client, "one"), Process(client, "two")
            for process in (one, two, one):
                await process.beat()
            await scene(one, two)

    return lambda scene: asyncio.run(whole(scene))


EXPIRE, RETURN, LONG = 0.8, 1.2, 60.0
Play = Callable[[Scene], None]


def test_who_comes_and_goes_is_known_after_a_beat(play: Play) -> None:
    async def scene(one: Process, two: Process) -> None:
        for players in ({"ana", "ben"}, {"ben"}, set[str]()):
            one.here(*players)
            assert one.presence.changed.is_set(), "the others shall hear of it at once"
            await one.beat()
            await two.beat()
            assert two.elsewhere == players
            assert one.elsewhere == set()
        assert two.moved == [MATCH] * 3
        assert one.moved == []

    play(scene)


def test_only_a_change_is_published(play: Play) -> None:
    async def scene(one: Process, two: Process) -> None:
        async with one.client.pubsub() as subscription:
            await subscription.subscribe(presence.CHANNEL)
            assert (await subscription.get_message(timeout=60) or {})["type"] == "subscribe"
            for _ in range(3):
                one.here("ana")
                await one.beat()
                await two.beat()
            message = await subscription.get_message(timeout=60)
            assert message is not None
            assert message["data"] == b'{"type":"moved","origin":"one"}'
            assert await subscription.get_message(timeout=0.1) is None
        two.presence.changed.clear()
        two.presence.heard(presence.Moved("two"))
        assert not two.presence.changed.is_set(), "what it said itself is no news"
        two.presence.heard(presence.Moved("one"))
        assert two.presence.changed.is_set()

    play(scene)


def test_a_new_process_knows_everybody_at_its_first_beat(play: Play) -> None:
    async def scene(one: Process, _: Process) -> None:
        one.here("ana")
        await one.beat()
        new = Process(one.client, "new")
        new.here("ben")
        await new.beat()
        assert new.elsewhere == {"ana"}
        await one.beat()
        assert one.elsewhere == {"ben"}

    play(scene)


def test_the_same_player_at_two_processes(play: Play) -> None:
    async def scene(one: Process, two: Process) -> None:
        three = Process(one.client, "three")
        for process in (two, three):
            process.here("ana")
            await process.beat()
        for process, remaining in ((two, {"ana"}), (three, set[str]())):
            process.here()
            await process.beat()
            await one.beat()
            assert one.elsewhere == remaining

    play(scene)


async def last_beat(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """After which its value soon expires."""
    with monkeypatch.context() as patched:
        patched.setattr(presence, "EXPIRE_SECONDS", EXPIRE)
        await process.beat()


async def beats_until_missed(process: Process) -> None:
    """Beat until there is nobody elsewhere."""
    async with asyncio.timeout(LONG):
        while process.elsewhere:
            await process.beat()
            await asyncio.sleep(EXPIRE / 10)


def test_a_process_that_dies_is_missed_when_its_value_expires(
    play: Play, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(one: Process, two: Process) -> None:
        two.here("ben")
        await two.beat()
        await one.beat()
        assert one.elsewhere == {"ben"}, "as long as it may live"
        one.moved.clear()
        await last_beat(two, monkeypatch)
        await beats_until_missed(one)
        assert one.moved == [MATCH]
        assert "another process is silent" in caplog.text
        assert await one.client.smembers(presence.PROCESSES) == {b"one"}
        await two.beat()  # it was only slow
        await one.beat()
        assert one.elsewhere == {"ben"}

    play(scene)


def test_a_process_that_stops_says_so(play: Play, caplog: pytest.LogCaptureFixture) -> None:
    async def scene(one: Process, two: Process) -> None:
        two.here("ben")
        await two.beat()
        await one.beat()
        await two.presence.leave()
        await one.beat()
        assert one.elsewhere == set()
        assert "another process is silent" not in caplog.text

    play(scene)


@pytest.mark.parametrize("stopped", [False, True], ids=["it hangs", "it is started anew"])
@pytest.mark.parametrize("died", [False, True], ids=["both come back", "one died meanwhile"])
def test_while_redis_is_down_nobody_is_missed(
    play: Play,
    redis_server: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
    stopped: bool,
    died: bool,
) -> None:
    async def scene(one: Process, two: Process) -> None:
        one.here("ana")
        two.here("ben")
        for process in (one, two, one):
            await process.beat()
        assert one.sure_since() == 1
        for process in (one, two):
            await last_beat(process, monkeypatch)
        if stopped:
            await asyncio.to_thread(redis_server.stop)
        else:
            await one.client.client_pause(round(2_500 * EXPIRE))
        two.here("ben", "eva")
        with monkeypatch.context() as patched:
            patched.setattr(presence, "ANSWER_SECONDS", EXPIRE / 2)
            for process in (one, two):
                with pytest.raises((RedisError, OSError)):
                    await process.beat()
        assert one.sure_since() is None
        await asyncio.sleep(2 * EXPIRE)
        assert one.elsewhere == {"ben"}
        if stopped:
            await asyncio.to_thread(redis_server.start)
        began = asyncio.get_running_loop().time()
        await one.beat(7)
        assert one.sure_since() == 7, "since it is back"
        await one.beat()
        if asyncio.get_running_loop().time() - began < RETURN:  # else it took too long to tell
            assert one.elsewhere == {"ben"}, "two finds Redis later"
        if not died:
            await two.beat()
            await one.beat()
            assert one.elsewhere == {"ben", "eva"}
            assert two.elsewhere == {"ana"}
            await last_beat(two, monkeypatch)
        await beats_until_missed(one)

    play(scene)


# One match.


def test_who_is_away_since_when() -> None:
    seats = [Seat("Ana", "ana"), Seat("Ben", "ben"), Seat("Bot", "", "greedy"), Seat()]
    people = Attendance()
    people.expect(["ana", "ben"], 10)
    assert people.away(seats, 0, 15) == {0: 10, 1: 10}
    assert people.count(frozenset({"ana"}), NOBODY, 20)
    assert people.away(seats, 0, 25) == {1: 10}
    assert people.count(frozenset({"ana"}), frozenset({"ben"}), 30)
    assert people.away(seats, 0, 35) == {1: 35}, "their own process knows better"
    assert people.count(frozenset({"ana"}), NOBODY, 40)
    assert people.away(seats, 0, 45) == {1: 40}
    assert people.away(seats, 42, 45) == {1: 42}, "perhaps they were elsewhere until then"
    assert people.away(seats, None, 45) == {1: 45}, "perhaps they are elsewhere"
    assert not people.count(frozenset({"ana"}), NOBODY, 50)
    assert not people.count(NOBODY, frozenset({"ana"}), 60)
    assert people.away_since == {"ben": 40}, "who moved is not away"


class Ear:
    """A listener that remembers who was there."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.told: list[tuple[set[int], int]] = []  # the seats, and how many watch

    def happened(self, news: News) -> None:
        return None

    def presence(self, message: bytes) -> None:
        presence = msgspec.json.decode(message, type=Presence)
        self.told.append((set(presence.present), presence.watchers))

    def restart(self) -> None:
        return None

    def gone(self) -> None:
        return None


class PresenceBus(SingleProcessBus):
    """A bus with the presence that the test sets."""

    def __init__(self) -> None:
        self.sure: int | None = 0
        self.others: Players = NOBODY

    @property
    def sure_since(self) -> int | None:  # type: ignore[override]
        return self.sure

    def elsewhere(self, match_id: str) -> Players:
        return self.others


async def started(hub: Hub, clock: m.Clock | None = None) -> LiveMatch:
    """A match of Ana and Ben, whose first move is Ana's."""
    table = await hub.create(m.Setup("quixo", clock=clock), "ana")
    for seat, player in enumerate(("ana", "ben")):
        await table.command(m.Sit(seat, player), player)
        await table.command(m.Ready(seat, "text"), player)
    return table


@asynccontextmanager
async def a_hub(folder: Path) -> AsyncIterator[tuple[Hub, PresenceBus]]:
    store, bus = Store(f"sqlite:///{folder / 'cruces.db'}"), PresenceBus()
    upgrade(store.engine)
    hub = Hub(store, lambda _: bus)
    try:
        yield hub, bus
    finally:
        await hub.close()
        store.close()


async def refused(table: LiveMatch) -> bool:
    """Whether Ana may not do without Ben."""
    try:
        await table.command(m.Dismiss(0, 1), "ana")
    except RefusedError:
        return True
    return False


def test_nobody_is_dismissed_who_may_be_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(authority, "ABSENCE", 30)

    async def scene() -> None:
        async with a_hub(tmp_path) as (hub, bus):
            table = await started(hub)
            ana, ben = Ear("ana"), Ear("ben")
            table.join(ana)
            table.join(ben)
            table.leave(ben)
            bus.others = frozenset({"ben", "eva"})
            hub.moved([table.match.id, "a match that is not here"])
            assert ana.told == [({0}, 0)], "told too often"
            while len(ana.told) == 1:
                await asyncio.sleep(0.01)
            assert ana.told[1:] == [({0, 1}, 1)], "all that has changed, in one message"
            hub.moved([table.match.id])
            while table._presence_timer is not None:
                await asyncio.sleep(0.01)
            hub.moved([table.match.id])
            assert len(ana.told) == 2, "told again, though nobody moved"
            assert await refused(table), "they are at the other process"
            bus.others = NOBODY
            hub.moved([table.match.id])
            bus.sure = None
            await asyncio.sleep(0.05)
            assert await refused(table), "they may be at another process"
            bus.sure = 0
            assert not await refused(table)

    asyncio.run(scene())


def test_a_match_is_loaded_with_those_who_are_elsewhere(tmp_path: Path) -> None:
    async def scene() -> None:
        async with a_hub(tmp_path) as (hub, bus):
            match = (await started(hub)).match.id
            hub.live_matches.pop(match).close()
            bus.others = frozenset({"ben"})
            table = await hub.get(match)
            assert table is not None
            assert table.present() == (frozenset({1}), 0)
            assert table.attendance.away_since.keys() == {"ana"}

    asyncio.run(scene())


def test_the_clock_of_somebody_elsewhere_is_his_process_business(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it has died, its player has lost the connection and gets the extra time."""
    monkeypatch.setattr(authority, "GRACE", 500)

    async def scene() -> None:
        async with a_hub(tmp_path) as (hub, bus):
            bus.others = frozenset({"ana"})
            table = await started(hub, m.Clock(5))
            hub.moved([table.match.id])
            late = authority.due(table.match)
            assert late is not None
            for after, over in ((0, False), (499, False), (500, True)):
                monkeypatch.setattr("cruces.server.live_match.now", lambda at=late + after: at)
                await table.command(m.Tick(), authority.SERVER)
                assert (table.match.result is not None) == over

    asyncio.run(scene())


def test_many_spectators_are_told_seldom_and_players_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crowd is counted again after a while, but whoever has a seat comes and goes at once."""
    monkeypatch.setattr(live_match, "PRESENCE_SECONDS", 0.001)
    monkeypatch.setattr(live_match, "PRESENCE_SECONDS_EACH", 3600.0)

    async def scene() -> None:
        async with a_hub(tmp_path) as (hub, _):
            table = await started(hub)
            crowd = [Ear(f"spectator {n}") for n in range(live_match.TOLD_AT_ONCE + 20)]
            for ear in crowd:
                table.join(ear)
            ana = Ear("ana")
            table.join(ana)

            async def until_told(seats: set[int]) -> None:
                async with asyncio.timeout(30):
                    while not all(ear.told and ear.told[-1][0] == seats for ear in crowd):
                        await asyncio.sleep(0.001)

            await until_told({0})
            counted = crowd[0].told[-1]
            for ear in crowd[-5:]:
                table.leave(ear)
            crowd = crowd[:-5]
            for _ in range(20):
                await asyncio.sleep(0.001)
            assert crowd[0].told[-1] == counted, "only spectators went"
            table.leave(ana)
            await until_told(set())
            assert crowd[0].told[-1] == (set(), len(crowd))
            for ear in crowd:
                table.leave(ear)

    asyncio.run(scene())
