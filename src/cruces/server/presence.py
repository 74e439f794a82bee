"""Who is connected, at any process, and who is away.

Every process stores in Redis who is connected to it, as one value that expires unless renewed. Once
a second, and whenever another process announces a change, it reads the values of all others.
``docs/operations.md`` describes the keys.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec import Struct
from redis.asyncio import Redis

from cruces.match.match import Match, Seat
from cruces.server import metrics

log = logging.getLogger("cruces")

Players = frozenset[str]
NOBODY: Players = frozenset()

CHANNEL = "cruces:events"
PROCESSES = "cruces:processes"
"""The key of the set of all processes; dead ones are removed by any process that notices."""
TIME = "cruces:time"
"""The key of the processes' common time, for one that starts: see ``clock``."""
BEAT_SECONDS = 1.0
"""Seconds between two exchanges: writing the own value and reading the others."""
EXPIRE_SECONDS = 5.0
"""Seconds after which a process that has not written its value is considered dead."""
RETURN_SECONDS = 10.0
"""Seconds that others may be missing after Redis was lost, as not all reconnect at once."""
ANSWER_SECONDS = 3.0
"""Seconds without an answer after which Redis is considered lost; less than a value's lifetime."""


STAY_SECONDS = 120.0
"""How long robots go on after the last person of a match was there, in seconds."""


class Moved(Struct, frozen=True, tag_field="type", tag="moved"):
    """The connections of a process have changed, or it stops."""

    origin: str


@dataclass(slots=True)
class Attendance:
    """Who is connected to one match, here or elsewhere, and since when others are absent."""

    here: Players = frozenset()
    connected: Players = frozenset()
    away_since: dict[str, int] = field(default_factory=dict)

    def count(self, here: Players, elsewhere: Players, now: int) -> bool:
        """Count the connections again; True if anyone came or went."""
        before, self.here, self.connected = self.connected, here, here | elsewhere
        for player in before - self.connected:
            self.away_since[player] = now
        for player in self.connected - before:
            self.away_since.pop(player, None)
        return self.connected != before

    def expect(self, players: Iterable[str], now: int) -> None:
        """Expect these players; those who are not connected are absent from now on."""
        self.away_since.update((p, now) for p in players if p not in self.connected)

    def away(self, seats: Sequence[Seat], sure_since: int | None, now: int) -> dict[int, int]:
        """The seats whose players are absent, and since when.

        Players do not suffer from trouble of the server. Those connected elsewhere count as absent
        from this very moment: their own process watches their clock, and if it has died, they get
        the extra time of a lost connection. So does everyone who is not connected here while the
        other processes are unreachable; their absence starts only when Redis is back.
        """
        away = {}
        for seat, holder in enumerate(seats):
            if not holder.human or holder.player in self.here:
                continue
            since = self.away_since.get(holder.player)
            if sure_since is None or holder.player in self.connected:
                away[seat] = now
            elif since is not None:
                away[seat] = max(since, sure_since)
        return away

    def attends(self, match: Match) -> bool:
        """Whether a person of the match is connected: its host, or someone with a seat."""
        if not self.connected:
            return False
        return match.host in self.connected or any(
            seat.player in self.connected for seat in match.seats
        )


class ProcessPresence:
    """Who is connected to this process, and to the others.

    ``sure_since`` is the time since which the latter is known without a break, None while it is
    unknown. ``changed`` is set when the next exchange should take place at once.
    """

    def __init__(
        self, redis: "Redis", origin: str, moved: Callable[[Collection[str]], None]
    ) -> None:
        self.sure_since: int | None = None
        self.changed = asyncio.Event()
        self._redis = redis
        self._origin = origin
        self._moved = moved
        self._mine: dict[str, Players] = {}
        self._untold = True
        self._values: dict[str, bytes] = {}
        self._others: dict[str, dict[str, Players]] = {}
        self._forgives_until = 0.0

    def here(self, match: str, players: Players) -> None:
        """These are connected to a match here; the other processes are notified at once."""
        if players == self._mine.get(match, NOBODY):
            return
        self._mine.pop(match, None)
        if players:
            self._mine[match] = players
        self._untold = True
        self.changed.set()

    def elsewhere(self, match: str) -> Players:
        """Who is connected to a match at another process."""
        return NOBODY.union(*(other.get(match, NOBODY) for other in self._others.values()))

    def heard(self, word: Moved) -> None:
        """A process announced that its value has changed, perhaps this one."""
        if word.origin != self._origin:
            self.changed.set()

    async def beat(self, now: int) -> None:
        """Write the own value and read the others. Raises the errors of Redis."""
        self.changed.clear()
        untold, self._untold = self._untold, False
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                values = await self._exchange(untold, now)
        except Exception:
            self._untold = True
            if self.sure_since is not None:
                self.sure_since = None
                self._forgives_until = float("inf")
            metrics.REDIS_UP.set(0)
            raise
        clock = asyncio.get_running_loop().time()
        if self.sure_since is None:
            self.sure_since = now
            self._forgives_until = min(self._forgives_until, clock + RETURN_SECONDS)
            metrics.REDIS_UP.set(1)
        for origin, value in values.items():
            if value is not None:
                self._learn(origin, value)
        if clock >= self._forgives_until:
            for origin in [o for o in self._others if values.get(o) is None]:
                self._forget(origin, silent=origin in values)
            expired = [origin for origin, value in values.items() if value is None]
            if expired:
                await self._redis.srem(PROCESSES, *expired)

    async def _exchange(self, untold: bool, now: int) -> dict[str, bytes | None]:
        """The values of the others; None for an expired one."""
        async with self._redis.pipeline() as writing:
            expires = round(1000 * EXPIRE_SECONDS)
            writing.set(_key(self._origin), _encode(self._mine), px=expires)
            writing.set(TIME, now, px=expires)
            writing.sadd(PROCESSES, self._origin)
            if untold:
                writing.publish(CHANNEL, _encode(Moved(self._origin)))
            writing.smembers(PROCESSES)
            members = (await writing.execute())[-1]
        others = [origin for member in members if (origin := member.decode()) != self._origin]
        values = await self._redis.mget(map(_key, others)) if others else []
        return dict(zip(others, values, strict=True))

    async def leave(self) -> None:
        """Notify the others that this process stops."""
        async with self._redis.pipeline() as writing:
            writing.delete(_key(self._origin))
            writing.srem(PROCESSES, self._origin)
            writing.publish(CHANNEL, _encode(Moved(self._origin)))
            await writing.execute()

    def _learn(self, origin: str, value: bytes) -> None:
        if self._values.get(origin) == value:
            return
        if origin not in self._others:
            log.info("another process is there", extra={"origin": origin})
        before, after = self._others.get(origin, {}), _decode(value)
        self._values[origin], self._others[origin] = value, after
        metrics.PROCESSES.set(len(self._others))
        matches = before.keys() | after.keys()
        self._moved([m for m in matches if before.get(m, NOBODY) != after.get(m, NOBODY)])

    def _forget(self, origin: str, silent: bool) -> None:
        if silent:
            log.warning("another process is silent", extra={"origin": origin})
        log.info("another process is gone", extra={"origin": origin})
        del self._values[origin]
        players = self._others.pop(origin)
        metrics.PROCESSES.set(len(self._others))
        self._moved(players)


def _key(origin: str) -> str:
    return f"cruces:process:{origin}"


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, Players]).decode
