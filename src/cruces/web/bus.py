"""How processes tell each other what happened: not at all when there is one, else through Redis."""

import asyncio
import logging
import secrets
from collections.abc import Sequence

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from cruces.service import messages as m
from cruces.web.hub import Hub

log = logging.getLogger("cruces")

CHANNEL = "cruces:events"
RETRY_SECONDS = 1.0


class Alone:
    """One process: its own listeners have heard already."""

    async def publish(
        self, match_id: str, first: int, events: Sequence[m.Event], request: str
    ) -> None:
        return None

    async def ping(self) -> None:
        return None

    async def close(self) -> None:
        return None


class Published(msgspec.Struct, frozen=True):
    """What one process tells the others. They trust the store, not this, where there is a gap."""

    origin: str
    match: str
    first: int
    events: list[m.Event]
    request: str


class RedisBus:
    """Publishes to one channel that every process hears.

    Losing Redis loses nothing: events are in the store before they are published, and whoever finds
    a gap reads it there. While it is down, players on other processes see events when their own
    process next touches the match.
    """

    def __init__(self, hub: Hub, url: str) -> None:
        self._hub = hub
        self._redis = Redis.from_url(url)
        self._origin = secrets.token_hex(8)
        self._decode = msgspec.json.Decoder(Published).decode
        self._listening = asyncio.create_task(self._listen())

    async def publish(
        self, match_id: str, first: int, events: Sequence[m.Event], request: str
    ) -> None:
        told = Published(self._origin, match_id, first, list(events), request)
        try:
            await self._redis.publish(CHANNEL, msgspec.json.encode(told))
        except (RedisError, OSError) as error:
            log.warning("could not publish", extra={"why": str(error)})

    async def ping(self) -> None:
        """Raise if Redis does not answer."""
        await self._redis.ping()

    async def close(self) -> None:
        self._listening.cancel()
        await self._redis.aclose()

    async def _listen(self) -> None:
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(CHANNEL)
                    await self._hub.refresh()
                    async for message in pubsub.listen():
                        if message["type"] == "message":
                            await self._heard(message["data"])
            except (RedisError, OSError) as error:
                log.warning("lost Redis, trying again", extra={"why": str(error)})
                await asyncio.sleep(RETRY_SECONDS)

    async def _heard(self, data: bytes) -> None:
        told = self._decode(data)
        table = self._hub.tables.get(told.match)
        if told.origin != self._origin and table is not None:
            await table.heard(told.first, told.events, told.request)
