"""How processes notify each other of events: through Redis, or not at all if there is only one."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import msgspec
from redis import Redis as BlockingRedis
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry as BlockingRetry

from cruces.match import messages as m
from cruces.server.faults import BACKGROUND, fault
from cruces.server.hub import Hub
from cruces.server.live_match import now
from cruces.server.presence import (
    BEAT_SECONDS,
    CHANNEL,
    TIME,
    Moved,
    Players,
    ProcessPresence,
)

log = logging.getLogger("cruces")

AGAIN_SECONDS = 1.0
"""Seconds between checks of the store for missed events, and between reconnections to Redis."""
ANSWER_SECONDS = 5.0
GATHER_SECONDS = 0.2
"""The shortest time between two presence messages, in seconds."""
CANCEL_SECONDS = 0.2
BYE_SECONDS = 1.0
"""The longest time that a stopping process tries to notify the others, in seconds."""
MOST_WAITING = 10_000
"""The largest queue of messages for Redis; further ones are dropped."""


def common_time(url: str) -> int | None:
    """The time of the processes that are running, if there are any and Redis can be reached."""
    try:
        with BlockingRedis.from_url(
            url,
            socket_timeout=ANSWER_SECONDS,
            socket_connect_timeout=ANSWER_SECONDS,
            retry=BlockingRetry(NoBackoff(), 0),
        ) as redis:
            found = redis.get(TIME)
    except (RedisError, OSError) as error:
        log.warning("could not ask the other processes for the time", extra={"why": str(error)})
        return None
    return int(found) if isinstance(found, bytes) else None


class SingleProcessBus:
    """The bus of a single process: its listeners have already been notified."""

    origin = ""
    sure_since = 0

    def here(self, match_id: str, players: Players) -> None:
        return None

    def elsewhere(self, match_id: str) -> Players:
        return frozenset()

    def publish(self, match_id: str, first: int, events: Sequence[m.Event], request: str) -> None:
        return None

    def outdate(self, device: str, generation: int) -> None:
        return None

    async def close(self) -> None:
        return None


class Published(msgspec.Struct, frozen=True, tag_field="type", tag="published"):
    """Events of a match. Receivers with a gap read the store instead."""

    origin: str
    match: str
    first: int
    events: list[m.Event]
    request: str


class Outdated(msgspec.Struct, frozen=True, tag_field="type", tag="outdated"):
    """Tokens of a device before this generation are not valid any more."""

    origin: str
    device: str
    generation: int


Heard = Published | Moved | Outdated


class RedisBus:
    """Publishes to one channel that every process listens to.

    It is for speed, not for reliability. Events are in the store before they are published, a
    process that finds a gap reads it there, and every second each process checks the store for new
    events of its matches. So nothing is lost when Redis is down, or when a process dies between
    writing and publishing: it only takes a second longer.
    """

    def __init__(self, hub: Hub, url: str) -> None:
        self._hub = hub
        self._redis = Redis.from_url(
            url,
            socket_timeout=ANSWER_SECONDS,
            socket_connect_timeout=ANSWER_SECONDS,
            retry=Retry(NoBackoff(), 1),
        )
        self.origin = secrets.token_hex(8)
        self._decode = msgspec.json.Decoder(Heard).decode
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)
        self._presence = ProcessPresence(self._redis, self.origin, hub.moved)
        self._tasks = [
            asyncio.create_task(self._always(work, why))
            for work, why in (
                (self._listen, "lost Redis, trying again"),
                (self._send, "could not publish"),
                (self._beat, "could not say that we are alive"),
                (self._check, "could not ask the store"),
            )
        ]

    @property
    def sure_since(self) -> int | None:
        return self._presence.sure_since

    def here(self, match_id: str, players: Players) -> None:
        self._presence.here(match_id, players)

    def elsewhere(self, match_id: str) -> Players:
        return self._presence.elsewhere(match_id)

    def publish(self, match_id: str, first: int, events: Sequence[m.Event], request: str) -> None:
        self._put(Published(self.origin, match_id, first, list(events), request))

    def outdate(self, device: str, generation: int) -> None:
        self._put(Outdated(self.origin, device, generation))

    def _put(self, word: Heard) -> None:
        try:
            self._waiting.put_nowait(msgspec.json.encode(word))
        except asyncio.QueueFull:
            log.warning("dropped a message to the other processes")

    async def close(self) -> None:
        # The client waits with `wait_for`, which may lose a cancellation before Python 3.12.
        while going := [task for task in self._tasks if not task.done()]:
            for task in going:
                task.cancel()
            await asyncio.wait(going, timeout=CANCEL_SECONDS)
        with suppress(RedisError, OSError):  # as on a timeout: they notice a little later
            async with asyncio.timeout(BYE_SECONDS):
                await self._presence.leave()
        await self._redis.aclose()

    async def _always(self, work: Callable[[], Awaitable[None]], why: str) -> None:
        """Restart a task after every failure."""
        while True:
            try:
                await work()
            except (RedisError, OSError) as error:
                log.warning(why, extra={"why": str(error)})
            except Exception as error:
                fault(BACKGROUND, error, what=why)
            await asyncio.sleep(AGAIN_SECONDS)

    async def _send(self) -> None:
        while True:
            await self._redis.publish(CHANNEL, await self._waiting.get())

    async def _beat(self) -> None:
        while True:
            await self._presence.beat(now())
            await asyncio.sleep(GATHER_SECONDS)
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):  # wait_for may lose a cancellation
                    await self._presence.changed.wait()

    async def _check(self) -> None:
        while True:
            await self._hub.refresh()
            await asyncio.sleep(AGAIN_SECONDS)

    async def _listen(self) -> None:
        async with self._redis.pubsub() as pubsub:
            await pubsub.subscribe(CHANNEL)
            while True:
                match await pubsub.get_message(timeout=AGAIN_SECONDS):
                    case {"type": "subscribe"}:
                        # At first, and whenever the client has silently reconnected: messages in
                        # between were lost.
                        await self._hub.refresh()
                        self._presence.changed.set()
                    case {"type": "message", "data": data}:
                        await self._heard(data)

    async def _heard(self, data: bytes) -> None:
        try:
            word = self._decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            # Perhaps from a newer version, during a rolling update.
            log.warning("passed over a message of another process", extra={"why": str(error)})
            return
        if isinstance(word, Moved):
            self._presence.heard(word)
        elif word.origin == self.origin:
            return
        elif isinstance(word, Outdated):
            self._hub.outdated(word.device, word.generation)
        else:
            await self._hub.heard(word.match, word.first, word.events, word.request)
