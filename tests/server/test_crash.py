"""A server that is killed at any moment loses nothing that it acknowledged and doubles nothing.

Players of all games keep it busy while it is killed again and again, then everything that they were
told is compared with what is in the log.
"""

import asyncio
import logging
import random
import threading
from collections.abc import AsyncIterator, Iterable, Iterator, MutableMapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import update

from cruces.core.registry import GAMES
from cruces.match import authority
from cruces.match import messages as m
from cruces.match.authority import RefusedError
from cruces.match.match import Match
from cruces.match.verify import verified
from cruces.server import hub as hub_module
from cruces.server.bus import SingleProcessBus
from cruces.server.devices import Devices
from cruces.server.gate import Gate
from cruces.server.hub import Hub
from cruces.server.live_match import now
from cruces.server.news import News
from cruces.server.socket import websocket
from cruces.storage import Append, Store, tables, upgrade
from tests.server.evidence import (
    check_log,
    check_match,
    check_player,
    happened_since,
    left_behind,
    read,
)
from tests.server.players import Player
from tests.server.process import PATIENCE, Device, Nursery, Server, until
from tests.servers import free_port

log = logging.getLogger(__name__)

KILLS = 55
MOST_SECONDS = 6 * PATIENCE
FOREVER = 2**62


@pytest.fixture
def server(nursery: Nursery, database: str, tmp_path: Path) -> Iterator[Server]:
    """A server on each kind of database."""
    made = Server(nursery, free_port(), {"CRUCES_DATABASE": database}, tmp_path / "server.log")
    yield made
    made.kill()


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """The test's own look at the server's database."""
    opened = Store(database)
    yield opened
    opened.close()


@dataclass(frozen=True)
class Plan:
    """Who plays what: the seats of each person, and the bots."""

    game: str
    people: tuple[tuple[int, ...], ...]
    bots: dict[int, str] = field(default_factory=dict)
    clock: m.Clock | None = None
    vanishes: float = 0

    @property
    def setup(self) -> m.Setup:
        seats = sum(map(len, self.people)) + len(self.bots)
        return m.Setup(self.game, seats=seats, clock=self.clock)


PLANS = (
    Plan("quixo", ((0,),), {1: "greedy"}),
    Plan("qwixx", ((0,),), {1: "greedy", 2: "random"}),
    Plan("big-points", ((0,), (1,))),
    Plan("quixo-teams", ((0, 2), (1,)), {3: "greedy"}),
    Plan("quixo", ((1,), (0,)), clock=m.Clock(5, 1)),
    Plan("qwixx", ((0,), (2,)), {1: "random"}, clock=m.Clock(5, 1)),
    Plan("big-points", ((1,),), {0: "greedy"}, clock=m.Clock(6)),
    Plan("quixo", ((0,), (1,)), clock=m.Clock(5), vanishes=0.1),
)


@dataclass
class Crowd:
    """Everybody at all tables, and how busy they are."""

    url: str
    seed: int
    players: list[Player] = field(default_factory=list)
    sent: int = 0
    closing: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def count(self) -> None:
        self.sent += 1
        self.changed.set()

    async def more(self, commands: int) -> None:
        """Wait until this many more commands have been sent."""
        aim = self.sent + commands
        async with asyncio.timeout(PATIENCE):
            while self.sent < aim:
                self.changed.clear()
                await self.changed.wait()

    async def keep_playing(self, plan: Plan, number: int) -> None:
        """One match after the other at one table, until it closes."""
        devices = [await Device().register(self.url) for _ in plan.people]
        rng = random.Random(f"{self.seed}:{number}")
        while not self.closing:
            setup = msgspec.to_builtins(plan.setup)
            opened = await devices[0].ask(self.url, "POST", "/api/matches", setup)
            players = [
                Player(
                    device,
                    self.url,
                    opened["match"],
                    seats,
                    bots=plan.bots if device is devices[0] else {},
                    rng=random.Random(rng.random()),
                    vanishes=plan.vanishes,
                    on_send=self.count,
                )
                for device, seats in zip(devices, plan.people, strict=True)
            ]
            self.players += players
            await asyncio.gather(*(player.play() for player in players))


async def storm(server: Server, crowd: Crowd, rng: random.Random) -> None:
    """Kill the server at all sorts of moments: while it starts, and in the middle of its work."""
    while server.kills < KILLS:
        if rng.random() < 0.15:
            await asyncio.sleep(rng.uniform(0, 0.2))
        else:
            await server.up()
            await crowd.more(rng.randrange(1, 40))
            await asyncio.sleep(rng.uniform(0, 0.03))
        server.kill()
        server.start()


async def live(server: Server, seed: int) -> list[Player]:
    """Let all players play through the crashes, and to the end afterwards."""
    crowd = Crowd(server.url, seed)
    server.start()
    async with asyncio.timeout(MOST_SECONDS), asyncio.TaskGroup() as group:
        for number, plan in enumerate(PLANS):
            group.create_task(crowd.keep_playing(plan, number))
        await storm(server, crowd, random.Random(seed))
        crowd.closing = True
    return crowd.players


async def by_itself(server: Server, store: Store) -> None:
    """With nobody connected, clocks go on until every match waits for somebody."""

    async def nothing_left() -> bool:
        return not await asyncio.to_thread(store.due, FOREVER)

    server.kill()
    server.start()
    await until(nothing_left, f"a clock or a bot stands still: {server.log[-2000:]}", MOST_SECONDS)


async def records(server: Server, matches: Iterable[str]) -> dict[str, bytes]:
    """The records of matches as anybody can have them."""
    await server.up()
    async with httpx.AsyncClient(base_url=server.url, trust_env=False) as client:
        answers = {name: await client.get(f"/api/matches/{name}/record") for name in matches}
    return {name: answer.raise_for_status().content for name, answer in answers.items()}


def test_killed_again_and_again_nothing_is_lost(
    server: Server, store: Store, request: pytest.FixtureRequest
) -> None:
    players = asyncio.run(live(server, seed=1))
    asyncio.run(by_itself(server, store))
    logs = {player.match: read(store, player.match) for player in players}
    recorded = asyncio.run(records(server, logs))
    server.stop()
    for match_id, found in logs.items():
        check_match(store, match_id, found)
        result = found.matches[-1].result
        assert result is not None, "it did not come to its end"
        assert verified(recorded[match_id]).play.outcome is not None
    counts = [check_player(player, logs[player.match]) for player in players]
    check_log(server.log)
    figures = {
        "kills": server.kills,
        "matches": len(logs),
        "acknowledged": sum(acks for acks, _ in counts),
        "sent again": sum(player.sent_again for player in players),
        "done before the kill": sum(player.done_before for player in players),
        "events seen": sum(seen for _, seen in counts),
        "events in the log": sum(len(found.events) for found in logs.values()),
        "connections": sum(player.connections for player in players),
    }
    log.info("%s: %s", request.node.name, figures)
    assert {found.matches[-1].game.id for found in logs.values()} == set(GAMES)
    assert server.kills > 50
    assert figures["acknowledged"] > 10 * server.kills
    assert figures["sent again"] > server.kills


def test_what_was_left_undone_is_done_without_anybody_there(server: Server, store: Store) -> None:
    """All but the moves of bots, which play where people are."""
    upgrade(store.engine)
    clock = m.Clock(5)
    bot_to_move = left_behind(store, m.Setup("quixo"), bots=(0,))
    bots_to_choose = left_behind(store, m.Setup("qwixx", seats=3), bots=(0, 2))
    flagged = left_behind(store, m.Setup("quixo", clock=clock))
    missed = left_behind(store, m.Setup("big-points", seats=2, clock=clock))
    agreed = left_behind(
        store,
        m.Setup("quixo"),
        then=[m.Resign(0), m.Make(1, "rematch"), m.Answer(0, "rematch", True)],
    )
    assert authority.wants_rematch(agreed)
    done = {
        bot_to_move.id: [],
        bots_to_choose.id: [],
        flagged.id: [m.Missed, m.Concluded, m.Ended],
        agreed.id: [m.Rematched],
    }

    async def all_done() -> bool:
        found = [happened_since(store, match) for match in (bot_to_move, bots_to_choose, flagged)]
        return (
            [*found, happened_since(store, agreed)] == list(done.values())
            and happened_since(store, missed)[:2] == [m.Missed, m.Chose]
            and store.due(now()) == []
        )

    server.start()
    asyncio.run(until(all_done, "it was not done"))
    ended = store.load(flagged.id)
    assert ended is not None
    assert ended[0].result is not None
    assert ended[0].result.reason == "time"
    again = store.load(agreed.id)
    assert again is not None
    assert again[0].rematch is not None
    assert store.load(again[0].rematch.match) is not None
    check_log(server.log)


class Ear:
    """A listener that keeps what it hears."""

    player = "player0"

    def __init__(self) -> None:
        self.heard: list[int] = []

    def happened(self, news: News) -> None:
        self.heard += [version for version, _ in news.events]

    def presence(self, message: bytes) -> None:
        return None

    def restart(self) -> None:
        return None

    def gone(self) -> None:
        return None


@asynccontextmanager
async def working(store: Store) -> AsyncIterator[Hub]:
    """A hub in this process."""
    hub = Hub(store, lambda _: SingleProcessBus())
    try:
        yield hub
    finally:
        await hub.close()


def test_a_command_is_finished_though_its_sender_is_gone(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It may already be durable when the connection breaks: all others must be notified."""
    upgrade(store.engine)
    writing, disk = threading.Event(), threading.Event()

    def slowly(appends: Sequence[Append]) -> list[bool]:
        writing.set()
        assert disk.wait(PATIENCE)
        return Store.append_all(store, appends)

    async def scene() -> list[int]:
        async with working(store) as hub:
            table = await hub.create(m.Setup("quixo"), "host")
            table.join(ear := Ear())
            monkeypatch.setattr(store, "append_all", slowly)
            sender = asyncio.create_task(table.command(m.Sit(0, "Ana"), "player0", 1, "player0/1"))
            assert await asyncio.to_thread(writing.wait, PATIENCE)
            late = asyncio.create_task(table.command(m.Sit(0, "Eve"), "player1", 1, "player1/0"))
            await asyncio.sleep(0)  # it waits for its turn, in which it will be refused
            for task in (sender, late):
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
            disk.set()

            async def heard() -> bool:
                return ear.heard == [2]

            await until(heard, "nobody heard of it")
            again = await table.command(m.Sit(0, "Ana"), "player0", 1, "player0/1")
            assert again == 2, "the same command, sent again, is answered and not done again"
            assert await table.command(m.Sit(1, "Ben"), "player1", 1, "player1/1") == 3
            return ear.heard

    assert asyncio.run(scene()) == [2, 3]
    assert not [line for line in caplog.records if line.levelno >= logging.ERROR]


def test_a_command_is_finished_though_its_socket_is_cut(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgrade(store.engine)
    writing, disk = threading.Event(), threading.Event()

    def slowly(appends: Sequence[Append]) -> list[bool]:
        writing.set()
        assert disk.wait(PATIENCE)
        return Store.append_all(store, appends)

    async def scene() -> list[int]:
        async with working(store) as hub:
            table = await hub.create(m.Setup("quixo"), "host")
            table.join(ear := Ear())
            monkeypatch.setattr(store, "append_all", slowly)
            devices = Devices(hub)
            _, token = devices.signer.issue()
            incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
            incoming.put_nowait({"type": "websocket.connect"})
            sit = {"type": "sit", "seat": 0, "name": "Ana"}
            for message in (
                {"type": "hello", "token": token, "match": table.match.id},
                {"type": "do", "id": "1", "version": 1, "command": sit},
            ):
                text = msgspec.json.encode(message).decode()
                incoming.put_nowait({"type": "websocket.receive", "text": text})
            closed = asyncio.Event()

            async def send(message: MutableMapping[str, Any]) -> None:
                if message["type"] == "websocket.close":
                    closed.set()

            serving = websocket(
                hub, devices, Gate(), frozenset(), {"headers": []}, incoming.get, send
            )
            socket = asyncio.create_task(serving)
            assert await asyncio.to_thread(writing.wait, PATIENCE)
            for listener in table.listeners:
                listener.restart()
            await asyncio.wait_for(socket, PATIENCE)
            assert closed.is_set()
            disk.set()
        return ear.heard  # the hub does not close before it is done

    assert asyncio.run(scene()) == [2]


def test_what_cannot_be_loaded_does_not_keep_the_others_waiting(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nor does a database that is away for a while."""
    upgrade(store.engine)
    monkeypatch.setattr(hub_module, "SWEEP_SECONDS", 0.01)
    spoilt = left_behind(store, m.Setup("quixo"), bots=(0,))
    good = left_behind(store, m.Setup("quixo", clock=m.Clock(5)))
    with store.engine.begin() as connection:
        of_spoilt = tables.events.c.match == spoilt.id
        connection.execute(update(tables.events).where(of_spoilt).values(body=b"{}"))
    away = iter(range(3))

    def due(moment: int, most: int = 500, owner: str = "") -> list[str]:
        if next(away, None) is not None:
            raise OSError("the database is away")
        return Store.due(store, moment, most, owner)

    monkeypatch.setattr(store, "due", due)

    async def scene() -> None:
        async with working(store):

            async def done() -> bool:
                return happened_since(store, good) == [m.Missed, m.Concluded, m.Ended]

            await until(done, "the sweep has stopped")

    with caplog.at_level(logging.CRITICAL, "cruces"):
        asyncio.run(scene())


def test_who_does_not_come_back_after_a_crash_is_away(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the others need not wait for them for ever."""
    upgrade(store.engine)
    monkeypatch.setattr(authority, "ABSENCE", 50)
    match = left_behind(store, m.Setup("quixo"))

    async def scene() -> Match:
        async with working(store) as hub:
            table = await hub.get(match.id)
            assert table is not None
            table.join(Ear())

            async def dismissed() -> bool:
                with suppress(RefusedError):
                    await table.command(m.Dismiss(0, 1), "player0")
                return table.match.result is not None

            with pytest.raises(RefusedError):
                await table.command(m.Dismiss(1, 0), "player1")  # who came back is there
            await until(dismissed, "they count as being there")
            return table.match

    assert asyncio.run(scene()).seats[1].left
