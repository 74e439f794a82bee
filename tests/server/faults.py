"""Two servers on one PostgreSQL and one Redis, and everything that can happen to them.

A round is a schedule, drawn from a seed: processes are killed, stand still, are cut off from Redis
or get a wrong clock, and the database restarts, while people at several tables go on playing, each
at any of the two processes. At the end everything that they were told is compared with the log.
"""

import asyncio
import contextlib
import random
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from cruces.match import messages as m
from cruces.match.visibility import full_view, seats_of
from cruces.storage import Store
from tests.server.evidence import check_match, check_player, plain, read, without_time
from tests.server.players import Player
from tests.server.process import (
    AGAIN,
    CLOCK,
    CLOCK_FORMAT,
    PATIENCE,
    Device,
    Nursery,
    Server,
    start_all,
    until,
)
from tests.server.proxy import Proxy
from tests.servers import LastingPostgreSQL, RedisServer, free_port

Kind = Literal["kill", "pause", "cut", "mute", "database", "clock"]
KINDS: tuple[Kind, ...] = ("kill", "pause", "cut", "mute", "database", "clock")
MOST_CLOCK = 1_500
"""Milliseconds: the clocks of servers must agree to within a second or two."""
PING_SECONDS = 1.5
"""Seconds without an answer after which a player tries another process."""
HANG_UP = 0.1
"""How likely it is that a player's connection breaks before the answer comes."""
STAY_SECONDS = (2.0, 10.0)
"""How long a player stays at one process, at most."""
HEAL_SECONDS = 20.0

Plan = tuple[m.Setup, tuple[tuple[int, ...], ...], dict[int, str]]
PLANS: tuple[Plan, ...] = (
    (m.Setup("quixo"), ((0,), (1,)), {}),
    (m.Setup("qwixx", seats=4), ((0,), (2,)), {1: "greedy", 3: "random"}),
    (m.Setup("big-points", seats=2), ((1,), (0,)), {}),
    (m.Setup("quixo-teams"), ((0,), (3,)), {1: "greedy", 2: "random"}),
    (m.Setup("quixo", clock=m.Clock(60, 1)), ((0,), (1,)), {}),
)


@dataclass(frozen=True)
class Fault:
    """What happens to whom, after so many seconds of peace, and for how long."""

    kind: Kind
    process: int
    after: float
    lasts: float
    clock: int = 0


def schedule(seed: str, kinds: Sequence[Kind], longest: float) -> list[Fault]:
    """Each of these kinds once, in any order and for any time up to the longest."""
    rng = random.Random(seed)
    return [
        Fault(
            kind,
            rng.randrange(2),
            rng.uniform(0.1, 0.5),
            rng.uniform(0.1, longest),
            rng.randint(-MOST_CLOCK, MOST_CLOCK),
        )
        for kind in rng.sample(kinds, len(kinds))
    ]


@dataclass
class RovingPlayer(Player):
    """A player who goes to any of the processes each time, and away from one that is silent."""

    urls: Sequence[str] = ()

    async def play(self, enough: Any = lambda player: player.over) -> None:
        while not (enough(self) and self._pending is None) and not self.gone:
            address = self.rng.choice(self.urls).replace("http", "ws", 1) + "/ws"
            try:
                async with connect(
                    address,
                    proxy=None,
                    open_timeout=2 * PING_SECONDS,
                    close_timeout=0.1,
                    ping_interval=PING_SECONDS,
                    ping_timeout=PING_SECONDS,
                ) as socket:
                    self.connections += 1
                    async with asyncio.timeout(self.rng.uniform(*STAY_SECONDS)):
                        await self._talk(socket, enough)
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(AGAIN)

    async def _send(self, socket: ClientConnection) -> None:
        await super()._send(socket)
        if self.rng.random() < HANG_UP:
            raise ConnectionError("the network of the player")


@dataclass
class Place:
    """Everything that runs, and what can be done to it."""

    database: LastingPostgreSQL
    url: str
    servers: list[Server]
    proxies: list[Proxy]
    clocks: list[Path]
    whole: list[asyncio.Lock] = field(default_factory=lambda: [asyncio.Lock() for _ in range(3)])
    """Held while a process, or the database, is not there or stands still."""

    @property
    def urls(self) -> list[str]:
        return [server.url for server in self.servers]

    async def happen(self, fault: Fault) -> None:
        """One fault, from its beginning to its end, which comes even if the round is given up."""
        server, proxy = self.servers[fault.process], self.proxies[fault.process]
        await asyncio.sleep(fault.after)
        match fault.kind:
            case "kill":
                async with self.whole[fault.process]:
                    server.kill()
                    try:
                        await asyncio.sleep(fault.lasts)
                    finally:
                        server.start()
            case "pause":
                async with self.whole[fault.process]:
                    server.pause()
                    try:
                        await asyncio.sleep(fault.lasts)
                    finally:
                        server.resume()
            case "cut":
                proxy.cut(True)
                try:
                    await asyncio.sleep(fault.lasts)
                finally:
                    proxy.cut(False)
            case "mute":
                proxy.mute(True)
                try:
                    await asyncio.sleep(fault.lasts)
                finally:
                    proxy.mute(False)
            case "database":
                async with self.whole[-1]:
                    try:
                        await asyncio.to_thread(self.database.stop)
                        await asyncio.sleep(fault.lasts)
                    finally:
                        await asyncio.to_thread(self.database.start)
            case "clock":
                self._step(fault.process, fault.clock)

    def _step(self, process: int, milliseconds: int) -> None:
        with self.clocks[process].open("r+b") as file:
            file.write(CLOCK_FORMAT.pack(milliseconds))

    async def heal(self) -> None:
        """Everybody is up. One that was started while the database was away is started again."""
        for server in self.servers:
            for _ in range(5):
                try:
                    async with asyncio.timeout(HEAL_SECONDS):
                        await server.up()
                    break
                except TimeoutError:
                    server.kill()
                    server.start()
            else:
                raise AssertionError(f"a server does not come back: {server.log[-2000:]}")

    async def register(self) -> Device:
        """A new device."""
        found = await self.ask(Device(), "POST", "/api/devices")
        return Device(found["player"], found["token"])

    async def ask(self, device: Device, method: str, path: str, body: object = None) -> Any:
        """The answer of any process, however often they have to be asked."""
        headers = {"Authorization": f"Bearer {device.token}"} if device.token else {}
        end = time.monotonic() + 2 * PATIENCE
        async with httpx.AsyncClient(headers=headers, trust_env=False, verify=False) as client:
            while time.monotonic() < end:
                for url in self.urls:
                    with contextlib.suppress(httpx.TransportError):
                        found = await client.request(method, url + path, json=body, timeout=3)
                        if found.is_success:
                            return found.json()
                        assert found.status_code == 429 or found.status_code >= 500, found.text
                await asyncio.sleep(AGAIN)
        raise AssertionError(f"nobody answers {path}")


@asynccontextmanager
async def place(nursery: Nursery, redis: RedisServer) -> AsyncIterator[Place]:
    """Two processes, each with its own way to Redis and its own clock, on a database that lasts."""
    database = LastingPostgreSQL()
    database.start()
    servers: list[Server] = []
    proxies: list[Proxy] = []
    try:
        url = database.create()
        with tempfile.TemporaryDirectory() as name:
            clocks = [Path(name) / f"clock{number}" for number in range(2)]
            for number, clock in enumerate(clocks):
                clock.write_bytes(CLOCK_FORMAT.pack(0))
                proxies.append(proxy := Proxy(redis.port))
                await proxy.start()
                environment = {
                    "CRUCES_DATABASE": url,
                    "CRUCES_REDIS": f"redis://127.0.0.1:{proxy.port}/0",
                    CLOCK: str(clock),
                }
                log = Path(name) / f"server{number}.log"
                servers.append(Server(nursery, free_port(), environment, log))
            await start_all(servers)
            yield Place(database, url, servers, proxies, clocks)
    finally:
        for server in servers:
            server.kill()
        for proxy in proxies:
            await proxy.close()
        database.remove()


@dataclass
class Found:
    """What a round found; everything in it has been checked."""

    matches: int = 0
    acknowledged: int = 0
    sent_again: int = 0
    done_before: int = 0
    seen: int = 0
    connections: int = 0


async def play_round(there: Place, seed: str, plans: Sequence[Plan], faults: list[Fault]) -> Found:
    """People play while all of this happens; afterwards everything is compared with the log."""
    rng = random.Random(seed)
    closing = False

    async def keep_playing(plan: Plan, number: int) -> list[RovingPlayer]:
        setup, people, bots = plan
        everybody: list[RovingPlayer] = []
        devices = [await there.register() for _ in people]
        while not closing:
            opened = await there.ask(devices[0], "POST", "/api/matches", msgspec.to_builtins(setup))
            players = [
                RovingPlayer(
                    device,
                    "",
                    opened["match"],
                    seats,
                    bots=bots if device is devices[0] else {},
                    rng=random.Random(f"{seed}:{number}:{seats}"),
                    urls=there.urls,
                )
                for device, seats in zip(devices, people, strict=True)
            ]
            everybody += players
            await asyncio.gather(*(p.play(lambda p: p.over or closing) for p in players))
        return everybody

    async with asyncio.timeout(4 * PATIENCE + sum(fault.after + fault.lasts for fault in faults)):
        tables = [
            asyncio.create_task(keep_playing(plan, number)) for number, plan in enumerate(plans)
        ]
        try:
            half = rng.sample(faults, len(faults) // 2)
            # Two rows of faults at the same time: some meet, most do not.
            rows = half, [fault for fault in faults if fault not in half]
            async with asyncio.TaskGroup() as happening:  # one that fails ends the other
                for row in rows:
                    happening.create_task(_in_turn(there, row))
            await there.heal()
            await _some_more(tables)
            closing = True
            players = [player for table in tables for player in await table]
        finally:
            for table in tables:
                table.cancel()
            await asyncio.gather(*tables, return_exceptions=True)
    return await check(there, players)


async def _in_turn(there: Place, faults: Sequence[Fault]) -> None:
    for fault in faults:
        await there.happen(fault)


async def _some_more(tables: Sequence["asyncio.Task[Any]"], seconds: float = 1.0) -> None:
    """Let them play in peace for a moment; whoever failed says so."""
    done, _ = await asyncio.wait(tables, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


async def check(there: Place, players: Sequence[RovingPlayer]) -> Found:
    """Every acknowledged command is in the log, once and in order; everybody sees what it says."""
    found = Found()
    for match_id in sorted({player.match for player in players}):
        store = Store(there.url)
        try:
            own = [player for player in players if player.match == match_id]
            await _answered(there, own[0])
            await _converged(there, store, match_id, own)
            log = read(store, match_id)
            check_match(store, match_id, log)
        finally:
            store.close()
        found.matches += 1
        for player in players:
            if player.match != match_id:
                continue
            acks, seen = check_player(player, log)
            in_order = [player.acks[name] for name in sorted(player.acks, key=int)]
            assert in_order == sorted(in_order), "carried out in another order"
            found.acknowledged += acks
            found.seen += seen
            found.sent_again += player.sent_again
            found.done_before += player.done_before
            found.connections += player.connections
    return found


async def _answered(there: Place, player: RovingPlayer) -> None:
    """Both processes carry out a command in this match, or refuse it: neither is stuck."""
    headers = {"Authorization": f"Bearer {player.device.token}"}
    async with httpx.AsyncClient(headers=headers, trust_env=False, verify=False) as client:
        for number, url in enumerate(there.urls):
            line = {
                "type": "say",
                "seat": player.seats[0],
                "channel": "match",
                "text": f"{number}!",
            }
            body = {"id": f"last-{number}", "version": 0, "command": line}
            path = f"{url}/api/bot/matches/{player.match}/commands"
            found = await client.post(path, json=body, timeout=PATIENCE)
            assert found.status_code < 500, found.text


async def _converged(
    there: Place, store: Store, match_id: str, players: Sequence[RovingPlayer]
) -> None:
    """Every player is shown the same by both processes: what is stored."""

    async def same() -> bool:
        stored = await asyncio.to_thread(store.load, match_id)
        assert stored is not None, "it was there"
        match = stored[0]
        for player in players:
            seats = seats_of(match, player.device.player)
            wanted = without_time(plain(full_view(match, seats, 0)))
            for url in there.urls:
                shown = await player.device.ask(url, "GET", f"/api/matches/{match_id}")
                if without_time(shown) != wanted:
                    return False
        return True

    await until(same, f"not everybody sees the same of {match_id}")
