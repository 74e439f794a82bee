"""Who is connected is known at every process, whichever of them dies and whatever Redis does."""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from cruces.match import authority
from cruces.match import messages as m
from cruces.match.authority import RefusedError
from cruces.match.match import Match, Seat
from cruces.match.visibility import Seats
from cruces.server.bus import Alone
from cruces.server.hub import Hub, Table
from cruces.server.presence import (
    LATE_BEATS,
    LOST_BEATS,
    RETURN_BEATS,
    Attendance,
    Beat,
    Bye,
    Came,
    Players,
    Presence,
    Went,
    Word,
)
from cruces.server.protocols import Versioned
from cruces.storage import Store, upgrade

MATCH = "match"
NOBODY: Players = frozenset()

# What processes tell each other, without any process.


class Process:
    """One of several in the test's own time; what it says waits until it is carried."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.said: list[Word] = []
        self.moved: list[str] = []
        self.presence = Presence(name, self.said.append, self._note)

    def _note(self, matches: Collection[str]) -> None:
        self.moved += matches

    def here(self, *players: str) -> None:
        self.presence.here(MATCH, frozenset(players))

    @property
    def elsewhere(self) -> set[str]:
        return set(self.presence.elsewhere(MATCH))

    def sure_since(self) -> int | None:
        return self.presence.sure_since


class Redis:
    """Carries what is said to all, in the order in which each said it."""

    def __init__(self, *names: str) -> None:
        self.processes = [Process(name) for name in names]
        self.now = 0

    def carry(self) -> None:
        for speaker in self.processes:
            words, speaker.said[:] = list(speaker.said), []
            for word in words:
                for process in self.processes:
                    process.presence.heard(word, self.now)

    def beats(self, count: int, *, carried: bool = True) -> None:
        for _ in range(count):
            self.now += 1000
            for process in self.processes:
                process.presence.beat()
            if carried:
                self.carry()


@pytest.fixture
def redis() -> Redis:
    made = Redis("one", "two")
    made.beats(2)
    return made


def test_who_comes_and_goes_is_told_at_once(redis: Redis) -> None:
    one, two = redis.processes
    one.here("ana", "ben")
    redis.carry()
    assert two.elsewhere == {"ana", "ben"}
    assert one.elsewhere == set()
    one.here("ben")
    redis.carry()
    assert two.elsewhere == {"ben"}
    one.here()
    redis.carry()
    assert two.elsewhere == set()
    assert set(two.moved) == {MATCH}
    assert one.moved == []


def test_nothing_is_said_without_need(redis: Redis) -> None:
    one, two = redis.processes
    for _ in range(3):
        one.here("ana")
    assert [type(word) for word in one.said] == [Came]
    redis.carry()
    for process in redis.processes:
        process.presence.beat()
    assert one.said == [Beat("one", 3, 1)]
    assert two.said == [Beat("two", 3, 0)]
    assert msgspec.json.encode(one.said[0]) == (
        b'{"type":"beat","origin":"one","number":3,"serial":1}'
    )


def test_a_new_process_is_told_everybody(redis: Redis) -> None:
    redis.processes[0].here("ana")
    redis.beats(1)
    new = Process("new")
    redis.processes.append(new)
    redis.beats(2)
    assert new.elsewhere == {"ana"}
    new.here("ben")
    redis.carry()
    assert redis.processes[0].elsewhere == {"ben"}


def test_what_was_missed_is_asked_for(redis: Redis) -> None:
    one, two = redis.processes
    one.here("ana")
    one.said.clear()
    one.here("ana", "ben")
    redis.carry()
    assert two.elsewhere == set(), "what comes after a gap may contradict what was in it"
    redis.beats(2)
    assert two.elsewhere == {"ana", "ben"}
    one.here()
    one.said.clear()  # and nothing after it but the beat
    redis.beats(2)
    assert two.elsewhere == set()


def test_what_is_said_twice_is_heard_once(redis: Redis) -> None:
    one, two = redis.processes
    one.here("ana")
    one.here()
    one.said += one.said[:]
    redis.carry()
    assert two.elsewhere == set()
    assert two.moved == [MATCH, MATCH]


def test_the_same_player_at_two_processes(redis: Redis) -> None:
    redis.processes.append(Process("three"))
    redis.beats(2)
    one, two, three = redis.processes
    for process in (two, three):
        process.here("ana")
    redis.carry()
    two.here()
    redis.carry()
    assert one.elsewhere == {"ana"}
    three.here()
    redis.carry()
    assert one.elsewhere == set()


def test_a_process_that_dies_is_missed_after_some_beats(redis: Redis) -> None:
    one, two = redis.processes
    two.here("ben")
    redis.carry()
    redis.processes.remove(two)
    redis.beats(LOST_BEATS)
    assert one.elsewhere == {"ben"}
    one.moved.clear()
    redis.beats(1)
    assert one.elsewhere == set()
    assert one.moved == [MATCH]


def test_a_process_that_was_only_slow_is_known_again(redis: Redis) -> None:
    one, two = redis.processes
    two.here("ben")
    redis.carry()
    redis.processes.remove(two)
    redis.beats(2 * LOST_BEATS)
    assert one.elsewhere == set()
    redis.processes.append(two)
    redis.beats(3)
    assert one.elsewhere == {"ben"}


@pytest.mark.parametrize("kept", [True, False], ids=["what waits is sent later", "and is lost"])
def test_while_redis_is_down_nobody_is_missed(redis: Redis, kept: bool) -> None:
    one, two = redis.processes
    one.here("ana")
    two.here("ben")
    redis.carry()
    assert one.sure_since() == 1000
    redis.beats(LATE_BEATS + 1, carried=False)
    assert one.sure_since() is None
    redis.beats(10 * RETURN_BEATS, carried=False)
    two.here("ben", "eva")
    if not kept:
        one.said.clear()
        two.said.clear()
    redis.processes.remove(two)  # finds Redis later than we do
    redis.beats(RETURN_BEATS)
    assert one.elsewhere == {"ben"}
    assert (one.sure_since() or 0) > 10_000 * RETURN_BEATS, "since it is back"
    redis.processes.append(two)
    redis.beats(3)
    assert one.elsewhere == {"ben", "eva"}
    assert two.elsewhere == {"ana"}


def test_who_died_while_redis_was_down_is_missed_in_the_end(redis: Redis) -> None:
    one, two = redis.processes
    two.here("ben")
    redis.carry()
    one.presence.cut_off()
    redis.processes.remove(two)
    redis.beats(RETURN_BEATS + LOST_BEATS + 1)
    assert one.elsewhere == set()


def test_a_process_that_stops_says_so(redis: Redis) -> None:
    one, two = redis.processes
    two.here("ben")
    redis.carry()
    one.presence.heard(Bye("two"), 0)
    assert one.elsewhere == set()
    one.presence.heard(Went("two", 2, MATCH, "ben"), 0)  # and nobody minds what comes late
    one.presence.heard(Bye("two"), 0)
    assert one.elsewhere == set()


# One match.


def test_who_is_away_since_when() -> None:
    seats = [Seat("Ana", "ana"), Seat("Ben", "ben"), Seat("Bot", "", "greedy"), Seat()]
    people = Attendance()
    people.expect(["ana", "ben"], 10)
    assert people.away(seats, 0, 15) == {0: 10, 1: 10}
    assert people.count(frozenset({"ana"}), NOBODY, 20)
    assert people.away(seats, 0, 25) == {1: 10}
    assert people.count(frozenset({"ana"}), frozenset({"ben"}), 30)
    assert people.away(seats, 0, 35) == {1: 35}, "his own process knows better"
    assert people.count(frozenset({"ana"}), NOBODY, 40)
    assert people.away(seats, 0, 45) == {1: 40}
    assert people.away(seats, 42, 45) == {1: 42}, "perhaps he was elsewhere until then"
    assert people.away(seats, None, 45) == {1: 45}, "perhaps he is elsewhere"
    assert not people.count(frozenset({"ana"}), NOBODY, 50)
    assert not people.count(NOBODY, frozenset({"ana"}), 60)
    assert people.away_since == {"ben": 40}, "who moved is not away"


class Ear:
    """A listener that remembers who was there."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.told: list[tuple[set[int], int]] = []  # the seats, and how many watch

    def happened(self, match: Match, events: Sequence[Versioned]) -> None:
        return None

    def presence(self, seats: Seats, watchers: int) -> None:
        self.told.append((set(seats), watchers))

    def restart(self) -> None:
        return None


class Told(Alone):
    """A bus that tells what the test says."""

    def __init__(self) -> None:
        self.sure: int | None = 0
        self.others: Players = NOBODY

    @property
    def sure_since(self) -> int | None:  # type: ignore[override]
        return self.sure

    def elsewhere(self, match_id: str) -> Players:
        return self.others


async def started(hub: Hub, clock: m.Clock | None = None) -> Table:
    """A match of Ana and Ben, whose first move is Ana's."""
    table = await hub.create(m.Setup("quixo", clock=clock), "ana")
    for seat, player in enumerate(("ana", "ben")):
        await table.command(m.Sit(seat, player), player)
        await table.command(m.Ready(seat, "text"), player)
    return table


@asynccontextmanager
async def a_hub(folder: Path) -> AsyncIterator[tuple[Hub, Told]]:
    store, bus = Store(f"sqlite:///{folder / 'cruces.db'}"), Told()
    upgrade(store.engine)
    hub = Hub(store, lambda _: bus)
    try:
        yield hub, bus
    finally:
        await hub.close()
        store.close()


async def refused(table: Table) -> bool:
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
            assert ana.told[-2:] == [({0}, 0), ({0, 1}, 1)]
            hub.moved([table.match.id])
            assert len(ana.told) == 4, "told again, though nobody moved"
            await asyncio.sleep(0.05)
            assert await refused(table), "he is at the other process"
            bus.others = NOBODY
            hub.moved([table.match.id])
            bus.sure = None
            await asyncio.sleep(0.05)
            assert await refused(table), "he may be at another process"
            bus.sure = 0
            assert not await refused(table)

    asyncio.run(scene())


def test_a_match_is_loaded_with_those_who_are_elsewhere(tmp_path: Path) -> None:
    async def scene() -> None:
        async with a_hub(tmp_path) as (hub, bus):
            match = (await started(hub)).match.id
            hub.tables.pop(match).close()
            bus.others = frozenset({"ben"})
            table = await hub.get(match)
            assert table is not None
            assert table.present() == (frozenset({1}), 0)
            assert table.attendance.away_since.keys() == {"ana"}

    asyncio.run(scene())


def test_the_clock_of_somebody_elsewhere_is_his_process_business(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For if it has died with him, he has lost his connection and deserves the grace."""
    monkeypatch.setattr(authority, "GRACE", 500)

    async def scene() -> None:
        async with a_hub(tmp_path) as (hub, bus):
            bus.others = frozenset({"ana"})
            table = await started(hub, m.Clock(5))
            hub.moved([table.match.id])
            late = authority.due(table.match)
            assert late is not None
            for after, over in ((0, False), (499, False), (500, True)):
                monkeypatch.setattr("cruces.server.hub.now", lambda at=late + after: at)
                await table.command(m.Tick(), authority.SERVER)
                assert (table.match.result is not None) == over

    asyncio.run(scene())
