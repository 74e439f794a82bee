"""Rate limits per device, connection and address."""

import time
from collections import OrderedDict
from dataclasses import dataclass

MOST_BODY = 64 * 1024
MOST_RECORD = 4 * 2**20
MOST_MESSAGE = 4 * 1024
MOST_OPEN_MATCHES = 40
"""The most matches that a device may host at once."""
BUCKETS_KEPT = 50_000


@dataclass(frozen=True, slots=True)
class Rate:
    """A burst, and then a number per second."""

    burst: float
    per_second: float


MESSAGES = Rate(40, 20)
CREATIONS = Rate(30, 0.5)
JOINS = Rate(10, 0.2)
DEVICES = Rate(60, 1)
REQUESTS = Rate(200, 50)
ADVISED = Rate(20, 1)


class Bucket:
    """A token bucket: ``take`` returns the seconds to wait, 0 if allowed."""

    __slots__ = ("_left", "_rate", "_since")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left = rate.burst
        self._since = time.monotonic()

    def take(self) -> float:
        moment = time.monotonic()
        refill = (moment - self._since) * self._rate.per_second
        self._left = min(self._rate.burst, self._left + refill)
        self._since = moment
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self._rate.per_second


class Buckets:
    """A bucket for each name; the least recently used are dropped."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str) -> float:
        bucket = self._buckets.pop(name, None) or Bucket(self._rate)
        self._buckets[name] = bucket
        if len(self._buckets) > BUCKETS_KEPT:
            self._buckets.popitem(last=False)
        return bucket.take()
