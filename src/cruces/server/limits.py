"""What a device and an address may ask for, and how often.

A device is easily had, so that everything is also limited by address. An address may be that of a
whole school, so that it may do much more than a device. All devices of a player count as one. Every
clock is passed in.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from cruces.server import metrics

MOST_BODY = 64 * 1024
MOST_RECORD = 4 * 2**20
MOST_MESSAGE = 4 * 1024
MOST_OPEN_MATCHES = 40
"""The most matches that a device may host at once."""
BUCKETS_KEPT = 50_000

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Rate:
    """A burst, and then a number per second."""

    burst: float
    per_second: float


@dataclass(frozen=True, slots=True)
class Limit:
    """How often a device and an address may do something; None if it is not limited."""

    name: str
    device: Rate | None
    address: Rate | None


MESSAGES = Rate(40, 20)
"""Commands and pings of a device, over all its sockets."""
REQUESTS = Limit("requests", Rate(200, 50), Rate(1000, 200))
CREATIONS = Limit("creations", Rate(30, 0.5), Rate(90, 1))
JOINS = Limit("joins", Rate(10, 0.2), Rate(40, 1))
DEVICES = Limit("devices", None, Rate(60, 1))
HELLOS = Limit("hellos", Rate(60, 2), Rate(600, 30))
SOCKETS = Limit("sockets", None, Rate(600, 30))
"""Handshakes, whatever follows them."""
LOBBIES = Limit("lobbies", Rate(40, 4), Rate(200, 20))
RECORDS = Limit("records", None, Rate(60, 5))
POSITIONS = Limit("positions", Rate(40, 4), Rate(200, 20))
PAST = Limit("past", Rate(30, 1), Rate(150, 5))
OPENINGS = Limit("openings", Rate(10, 0.1), Rate(40, 0.5))
"""Records that are opened: each is stored."""
PADS = Limit("pads", Rate(40, 2), Rate(400, 40))
"""Exchanges on shared pads: every phone asks every other second."""
PADS_OPENED = Limit("pads-opened", Rate(10, 0.05), Rate(60, 0.5))
PICTURES = Limit("pictures", None, Rate(30, 1))
ADVISED = Limit("advised", Rate(20, 1), Rate(100, 5))


class Client(NamedTuple):
    """Who asks: a device, and an address as `Addresses` gives it. Empty for one without limits."""

    device: str
    address: str = ""


class Shared(Protocol):
    """Buckets that all processes take from."""

    async def take(self, buckets: Sequence[tuple[str, Rate]]) -> float:
        """The seconds to wait; 0 if one was taken from each, or if nobody knows."""


class Bucket:
    """A token bucket: ``take`` returns the seconds to wait, 0 if allowed."""

    __slots__ = ("_clock", "_left", "_rate", "_since")

    def __init__(self, rate: Rate, clock: Clock = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left = rate.burst
        self._since = clock()

    def wait(self) -> float:
        """The seconds until one can be taken."""
        moment = self._clock()
        refill = (moment - self._since) * self._rate.per_second
        self._left = min(self._rate.burst, self._left + refill)
        self._since = moment
        return 0.0 if self._left >= 1 else (1 - self._left) / self._rate.per_second

    @property
    def full(self) -> bool:
        """Whether it is as good as a new one."""
        self.wait()
        return self._left >= self._rate.burst

    def take(self) -> float:
        wait = self.wait()
        if not wait:
            self._left -= 1
        return wait


class Buckets:
    """A bucket for each name; the least recently used are dropped.

    Those that are ``full`` again are dropped as well, so that memory follows use, unless somebody
    may still hold one: then ``held``.
    """

    def __init__(self, rate: Rate, clock: Clock = time.monotonic, held: bool = False) -> None:
        self._rate = rate
        self._clock = clock
        self._held = held
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def of(self, name: str) -> Bucket:
        bucket = self._buckets.pop(name, None)
        if bucket is None:
            bucket = Bucket(self._rate, self._clock)
            self._forget()
        self._buckets[name] = bucket
        if len(self._buckets) > BUCKETS_KEPT:
            self._buckets.popitem(last=False)
        return bucket

    def _forget(self) -> None:
        """Two at most for one that is new, so that nobody waits for it."""
        for _ in range(0 if self._held else 2):
            if not self._buckets or not next(iter(self._buckets.values())).full:
                return
            self._buckets.popitem(last=False)


class Limits:
    """All limits of this process and, where there is Redis, of all processes together.

    Without an answer of Redis the limits of the process remain.
    """

    def __init__(self, shared: Shared | None = None, clock: Clock = time.monotonic) -> None:
        self.messages = Buckets(MESSAGES, clock, held=True)
        self._shared = shared
        self._clock = clock
        self._buckets: dict[str, Buckets] = {}

    def take(self, limit: Limit, client: Client) -> float:
        """The seconds to wait by the limits of this process; nothing is taken if there are any."""
        buckets = [self._of(name, rate, who) for name, rate, who in _rates(limit, client)]
        wait = max((bucket.wait() for bucket in buckets), default=0.0)
        if wait:
            metrics.LIMITED.labels(limit.name).inc()
        else:
            for bucket in buckets:
                bucket.take()
        return wait

    async def ask(self, limit: Limit, client: Client) -> float:
        """The seconds to wait by the limits of all processes together."""
        wait = self.take(limit, client)
        if wait or self._shared is None:
            return wait
        names = [(f"{name}:{who}", rate) for name, rate, who in _rates(limit, client)]
        wait = await self._shared.take(names) if names else 0.0
        if wait:
            metrics.LIMITED.labels(limit.name).inc()
        return wait

    def _of(self, name: str, rate: Rate, who: str) -> Bucket:
        buckets = self._buckets.get(name)
        if buckets is None:
            buckets = self._buckets[name] = Buckets(rate, self._clock)
        return buckets.of(who)


def _rates(limit: Limit, client: Client) -> list[tuple[str, Rate, str]]:
    """The rates that apply to a client: the name of each, and whose it is."""
    rates = []
    if limit.device is not None and client.device:
        rates.append((f"{limit.name}:device", limit.device, client.device))
    if limit.address is not None and client.address:
        rates.append((f"{limit.name}:address", limit.address, client.address))
    return rates
