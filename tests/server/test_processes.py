"""Several processes on one PostgreSQL and one Redis are one server, whichever of them dies."""

import asyncio
import random
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from redis import Redis

from cruces.match import authority
from cruces.match import messages as m
from cruces.match.match import Match
from cruces.match.record import record_of
from cruces.match.verify import verified
from cruces.server import hub as hub_module
from cruces.server import live_match
from cruces.server.bus import RedisBus
from cruces.server.hub import Hub
from cruces.server.live_match import LiveMatch
from cruces.server.presence import CHANNEL
from cruces.server.robot_turns import RobotTurns
from cruces.storage import Store, upgrade
from tests.server.evidence import check_log, check_match, check_player, left_behind, read
from tests.server.players import Player
from tests.server.process import PATIENCE, Device, Server, start_all, until
from tests.server.talk import socket
from tests.servers import RedisServer

MOST_SECONDS = 4 * PATIENCE
FOREVER = 2**62

Plan = tuple[m.Setup, tuple[tuple[int, ...], ...], dict[int, str]]
PLANS: tuple[Plan, ...] = (
    (m.Setup("quixo"), ((0,), (1,)), {}),
    (m.Setup("qwixx", seats=4), ((0,), (2,)), {1: "greedy", 3: "random"}),
    (m.Setup("big-points", seats=2), ((1,), (0,)), {}),
    (m.Setup("quixo-teams"), ((0,), (3,)), {1: "greedy", 2: "greedy"}),
    (m.Setup("qwixx", seats=2, clock=m.Clock(5, 1)), ((0,), (1,)), {}),
)


@pytest.fixture
def store(postgresql_url: str) -> Iterator[Store]:
    """The test's own look at the servers' database."""
    opened = Store(postgresql_url)
    yield opened
    opened.close()


async def sit(servers: Sequence[Server], plan: Plan, seed: int) -> list[Player]:
    """The people of a match, one at the first process, one at the second, and so on."""
    setup, people, bots = plan
    urls = [server.url for server in servers]
    devices = [await Device().register(url) for url, _ in zip(urls, people, strict=False)]
    opened = await devices[0].ask(urls[0], "POST", "/api/matches", msgspec.to_builtins(setup))
    return [
        Player(
            device,
            url,
            opened["match"],
            seats,
            bots=bots if device is devices[0] else {},
            rng=random.Random(f"{seed}:{seats}"),
        )
        for device, url, seats in zip(devices, urls, people, strict=False)
    ]


def check(store: Store, players: Sequence[Player]) -> None:
    """Everything that players received is in the log, once, and every match has ended."""
    for match_id in {player.match for player in players}:
        log = read(store, match_id)
        check_match(store, match_id, log)
        assert log.matches[-1].result is not None
        verified(msgspec.json.encode(record_of(log.matches[-1])))
        for player in players:
            if player.match == match_id:
                acks, count = check_player(player, log)
                assert acks > 0
                assert count > 0


def acknowledged(players: Sequence[Player]) -> int:
    return sum(len(player.acks) for player in players)


async def more(players: Sequence[Player], acks: int) -> None:
    """Wait until this many more commands are acknowledged, or all are done."""
    aim = acknowledged(players) + acks

    async def reached() -> bool:
        return acknowledged(players) >= aim or all(player.over for player in players)

    await until(reached, "nothing happens any more")


def test_players_at_different_processes_play_together(servers: list[Server], store: Store) -> None:
    async def scene() -> list[Player]:
        await start_all(servers)
        tables = [await sit(servers, plan, seed) for seed, plan in enumerate(PLANS)]
        players = [player for table in tables for player in table]
        async with asyncio.timeout(MOST_SECONDS):
            await asyncio.gather(*(player.play() for player in players))
        return players

    players = asyncio.run(scene())
    for server in servers:
        server.stop()
        check_log(server.log)
    check(store, players)
    assert all(player.connections == 1 for player in players)


def test_when_a_process_dies_its_players_go_on_at_the_other(
    servers: list[Server], store: Store
) -> None:
    async def scene() -> list[Player]:
        await start_all(servers)
        tables = [await sit(servers, plan, seed) for seed, plan in enumerate(PLANS)]
        players = [player for table in tables for player in table]
        async with asyncio.timeout(MOST_SECONDS), asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play())
            for turn in range(4):
                await more(players, 25)
                dying, other = servers[turn % 2], servers[(turn + 1) % 2]
                for player in players:
                    player.url = other.url
                dying.kill()
                await more(players, 15)
                dying.start()
                await dying.up()
                for player in players[turn % 2 :: 2]:
                    player.url = dying.url
        return players

    players = asyncio.run(scene())
    check(store, players)
    assert sum(server.kills for server in servers) == 4
    assert sum(player.connections > 1 for player in players) > 2
    for server in servers:
        check_log(server.log)


def test_bots_of_a_dead_process_are_taken_over(servers: list[Server], store: Store) -> None:
    """Bots about to play when it died, whether or not the other knew of them.

    Not those of a match at which nobody is.
    """
    dying, alive = servers
    both: Plan = (m.Setup("quixo-teams"), ((0,), (1,)), {2: "greedy", 3: "random"})
    alone: Plan = (m.Setup("qwixx", seats=3), ((1,),), {0: "greedy", 2: "random"})
    rng = random.Random(1)

    async def nothing_left() -> bool:
        return not await asyncio.to_thread(store.due, FOREVER)

    async def round_of_matches() -> list[str]:
        await dying.up()
        tables = [await sit(servers, (both, alone)[n % 2], n) for n in range(6)]
        players = [player for table in tables for player in table]
        playing = [asyncio.create_task(player.play()) for player in players]

        async def begun() -> bool:
            log = [await asyncio.to_thread(store.load, player.match) for player in players]
            return all(one is not None and one[0].started is not None for one in log)

        await until(begun, "not every match begins")
        await more(players, rng.randrange(30))
        await asyncio.sleep(rng.uniform(0, 0.02))
        dying.kill()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        async with AsyncExitStack() as stack:
            for player in players:  # they come back, and look on
                one = await stack.enter_async_context(socket(alive.url))
                await one.hello(player.device, player.match)
            await until(nothing_left, f"a bot stands still: {alive.log}")
        dying.start()
        return [player.match for player in players]

    async def scene() -> list[str]:
        await start_all(servers)
        old = left_behind(store, m.Setup("quixo"), bots=(0,))
        await until(nothing_left, f"nobody pauses it: {alive.log}")
        assert read(store, old.id).matches[-1].version == old.version
        return [name for _ in range(4) for name in await round_of_matches()]

    for match_id in asyncio.run(scene()):
        log = read(store, match_id)
        check_match(store, match_id, log)
        last = log.matches[-1]
        assert last.started is not None
        assert not any(authority.bots_to_act(last))
    check_log(alive.log)


def test_without_redis_it_is_slower_and_nothing_is_lost(
    servers: list[Server], store: Store, redis_server: RedisServer
) -> None:
    async def scene() -> list[Player]:
        await start_all(servers)
        tables = [await sit(servers, plan, seed) for seed, plan in enumerate(PLANS[:4])]
        players = [player for table in tables for player in table]
        async with asyncio.timeout(MOST_SECONDS), asyncio.TaskGroup() as group:
            for player in players:
                group.create_task(player.play())
            await more(players, 20)
            redis_server.stop()
            try:
                await more(players, 20)
            finally:
                redis_server.start()
            for server in servers:
                await server.up()
        return players

    players = asyncio.run(scene())
    check(store, players)
    assert all(player.connections == 1 for player in players)
    for server in servers:
        check_log(server.log)


# Two hubs in this process, to look at single moments.


class Pair:
    """Two processes' parts, and a match that both have in memory."""

    def __init__(self, here: Hub, there: Hub, tables: tuple[LiveMatch, LiveMatch]) -> None:
        self.here, self.there = here, there
        self.table, self.other = tables

    async def say(self, text: str) -> int:
        return await self.table.command(m.Say(0, "match", text), "ana")

    async def same(self) -> None:
        async def reached() -> bool:
            return self.other.match == self.table.match

        await until(reached, "the other process does not know")


@asynccontextmanager
async def pair(database: str, redis_url: str, clock: m.Clock | None = None) -> AsyncIterator[Pair]:
    """Two hubs with a store each."""
    stores = [Store(database), Store(database)]
    upgrade(stores[0].engine)
    hubs = [Hub(store, lambda hub: RedisBus(hub, redis_url)) for store in stores]
    try:
        table = await hubs[0].create(m.Setup("quixo", clock=clock), "ana")
        await table.command(m.Sit(0, "Ana"), "ana")
        other = await hubs[1].get(table.match.id)
        assert other is not None
        yield Pair(hubs[0], hubs[1], (table, other))
    finally:
        for hub in hubs:
            await hub.close()
            await hub.bus.close()
        for store in stores:
            store.close()


def play(scene: Callable[[Pair], Awaitable[None]], folder: Path, redis: RedisServer) -> None:
    async def whole() -> None:
        async with pair(f"sqlite:///{folder / 'cruces.db'}", redis.url) as both:
            await scene(both)

    asyncio.run(whole())


@pytest.fixture
def unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The store is not checked regularly: processes only know what they are notified of."""

    async def never(_: RedisBus) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(RedisBus, "_check", never)


async def subscribed(redis: Redis, count: int) -> None:
    async def reached() -> bool:
        return dict(redis.pubsub_numsub(CHANNEL)) == {CHANNEL.encode(): count}

    await until(reached, "not everybody listens")


@pytest.fixture
def client(redis_server: RedisServer) -> Iterator[Redis]:
    with Redis.from_url(redis_server.url) as opened:
        yield opened


@pytest.mark.usefixtures("unasked")
def test_events_are_told(tmp_path: Path, redis_server: RedisServer, client: Redis) -> None:
    async def scene(both: Pair) -> None:
        await subscribed(client, 2)
        for line in range(5):
            assert await both.say(str(line)) == line + 3
        await both.same()

    play(scene, tmp_path, redis_server)


@pytest.mark.usefixtures("unasked")
def test_what_was_said_while_a_connection_was_lost_is_looked_up(
    tmp_path: Path, redis_server: RedisServer, client: Redis
) -> None:
    async def scene(both: Pair) -> None:
        for line in range(5):
            await subscribed(client, 2)
            client.client_kill_filter(_type="pubsub")
            await both.say(str(line))
            await both.same()

    play(scene, tmp_path, redis_server)


@pytest.mark.usefixtures("unasked")
def test_what_is_told_while_a_match_is_loaded_is_not_missed(
    tmp_path: Path,
    redis_server: RedisServer,
    client: Redis,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene(both: Pair) -> None:
        await subscribed(client, 2)
        await both.say("good morning")
        await both.same()  # and nothing else is on its way
        store, read_it, go_on = both.there.store, threading.Event(), threading.Event()

        def slowly(match_id: str) -> tuple[Match, bytes] | None:
            stored = Store.load(store, match_id)
            read_it.set()
            assert go_on.wait(PATIENCE)
            return stored

        del both.there.live_matches[both.table.match.id]
        monkeypatch.setattr(store, "load", slowly)
        loading = asyncio.create_task(both.there.get(both.table.match.id))
        assert await asyncio.to_thread(read_it.wait, PATIENCE)
        notified = asyncio.Event()
        hub_heard = both.there.heard

        async def hears(*told: object) -> None:
            notified.set()
            await hub_heard(*told)  # type: ignore[arg-type]

        monkeypatch.setattr(both.there, "heard", hears)
        await both.say("now")
        async with asyncio.timeout(PATIENCE):
            await notified.wait()
        go_on.set()
        loaded = await loading
        assert loaded is not None
        both.other = loaded
        await both.same()

    play(scene, tmp_path, redis_server)


def test_what_was_written_and_never_told_is_found(
    tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process may die between the two."""

    async def scene(both: Pair) -> None:
        monkeypatch.setattr(both.here.bus, "publish", lambda *_: None)
        await both.say("my last words")
        await both.same()

    play(scene, tmp_path, redis_server)


def test_a_bot_that_one_process_does_not_play_is_played_by_the_other(
    tmp_path: Path, redis_server: RedisServer, client: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once by the process that made it its turn; by others only when nothing comes of it."""
    monkeypatch.setattr(hub_module, "SWEEP_SECONDS", 0.05)
    monkeypatch.setattr(live_match, "LEASE", 500)

    async def scene(both: Pair) -> None:
        await subscribed(client, 2)
        thought: list[str] = []
        play_bot = RobotTurns._play

        async def plays(robots: RobotTurns, seat: int, bot: str) -> None:
            thought.append("here" if robots is both.table._robots else "there")
            if robots is both.other._robots:
                await play_bot(robots, seat, bot)

        monkeypatch.setattr(RobotTurns, "_play", plays)
        await both.table.command(m.SeatBot(1, "greedy"), "ana")
        await both.table.command(m.Ready(0, "text"), "ana")
        act = m.Act(0, first_action(both.table.match))
        version = await both.table.command(act, "ana", request="ana/act")

        async def played() -> bool:
            return both.other.match.version == version + 1

        await until(played, "nobody plays")
        assert thought == ["here", "there"]
        assert both.other.match.to_act == {0}
        await both.same()

    play(scene, tmp_path, redis_server)


def first_action(match: Match) -> str:
    return match.game.format_action(next(iter(match.game.legal(match.state, 0))))


@pytest.mark.usefixtures("unasked")
@pytest.mark.parametrize("strange", [b"\xff", b"{}", b'{"type":"sung","origin":"x"}'])
def test_a_message_that_nobody_understands_is_passed_over(
    strange: bytes,
    tmp_path: Path,
    redis_server: RedisServer,
    client: Redis,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """As from a newer process, while one after another is replaced."""

    async def scene(both: Pair) -> None:
        await subscribed(client, 2)
        client.publish(CHANNEL, strange)
        await both.say("good morning")
        await both.same()

    play(scene, tmp_path, redis_server)
    assert "passed over a message" in caplog.text
    assert "lost Redis" not in caplog.text
