"""Limits that all processes share, as token buckets in Redis.

Each bucket is a hash ``cruces:limit:<name>`` with what is left (``left``) at a time of Redis's own
clock (``since``). It expires as soon as it would be full again.
"""

import asyncio
import logging
import math
import time
from collections.abc import Sequence

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from cruces.server.limits import Clock, Rate

log = logging.getLogger("cruces")

PREFIX = "cruces:limit:"
ANSWER_SECONDS = 0.3
"""How long somebody waits for Redis before the limits of the process alone decide."""
AGAIN_SECONDS = 2.0
"""How long Redis is not asked after it did not answer."""
CONNECTIONS = 16

TAKE = """
local time = redis.call('TIME')
local now = tonumber(time[1]) + tonumber(time[2]) / 1000000
local wait, left = 0, {}
for i, key in ipairs(KEYS) do
  local burst, rate = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local kept = redis.call('HMGET', key, 'left', 'since')
  local since = tonumber(kept[2]) or now
  left[i] = math.min(burst, (tonumber(kept[1]) or burst) + math.max(0, now - since) * rate)
  if left[i] < 1 then wait = math.max(wait, (1 - left[i]) / rate) end
end
if wait == 0 then
  for i, key in ipairs(KEYS) do
    redis.call('HSET', key, 'left', tostring(left[i] - 1), 'since', string.format('%.6f', now))
    redis.call('PEXPIRE', key, math.ceil(1000 * ARGV[2 * i - 1] / ARGV[2 * i]))
  end
end
return tostring(wait)
"""


class SharedLimits:
    """Takes from buckets in Redis, and lets everybody pass while Redis does not answer."""

    def __init__(self, url: str, clock: Clock = time.monotonic) -> None:
        self._redis = Redis.from_url(
            url,
            socket_timeout=ANSWER_SECONDS,
            socket_connect_timeout=ANSWER_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )
        self._take = self._redis.register_script(TAKE)
        self._turns = asyncio.Semaphore(CONNECTIONS)
        self._clock = clock
        self._silent_until = -math.inf

    async def take(self, buckets: Sequence[tuple[str, Rate]]) -> float:
        """The seconds to wait; 0 if one was taken from each bucket, or Redis does not answer."""
        if self._clock() < self._silent_until or self._turns.locked():
            return 0.0
        keys = [PREFIX + name for name, _ in buckets]
        rates = [number for _, rate in buckets for number in (rate.burst, rate.per_second)]
        async with self._turns:
            try:
                return float(await self._take(keys=keys, args=rates))
            except (RedisError, OSError) as error:
                self._silent_until = self._clock() + AGAIN_SECONDS
                log.warning("limits are not shared", extra={"why": str(error)})
                return 0.0

    async def close(self) -> None:
        await self._redis.aclose()
