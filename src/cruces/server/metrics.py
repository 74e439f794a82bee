"""The server's Prometheus metrics, explained in ``docs/operations.md``.

With several worker processes each writes its figures to a file and the parent adds them up
(`metrics_server`), so a gauge is set here and never computed when it is asked for.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from cruces.core import CrucesError

REGISTRY = CollectorRegistry()

COMMANDS = Counter(
    "cruces_commands", "Commands by type and result code", ["type", "result"], registry=REGISTRY
)
EVENTS = Counter("cruces_events", "Events folded by this process", registry=REGISTRY)
MATCHES = Counter("cruces_matches", "Matches created, by game", ["game"], registry=REGISTRY)
DELETED = Counter(
    "cruces_matches_deleted",
    "Matches deleted because of their age, by kind",
    ["kind"],
    registry=REGISTRY,
)
REQUESTS = Counter(
    "cruces_requests", "HTTP answers by route and status", ["route", "status"], registry=REGISTRY
)
REFUSALS = Counter(
    "cruces_refusals",
    "Refusals by code, over HTTP and sockets",
    ["code", "over"],
    registry=REGISTRY,
)
ERRORS = Counter(
    "cruces_errors", "Failures of the server itself, by route", ["route"], registry=REGISTRY
)
TABLES = Gauge("cruces_tables", "Matches in memory", registry=REGISTRY, multiprocess_mode="livesum")
SOCKETS = Gauge(
    "cruces_sockets", "Open WebSocket connections", registry=REGISTRY, multiprocess_mode="livesum"
)
WAITING = Gauge(
    "cruces_waiting",
    "Work that waits for its turn, by kind",
    ["kind"],
    registry=REGISTRY,
    multiprocess_mode="livesum",
)
CLOCK_BEHIND = Gauge(
    "cruces_clock_behind_seconds",
    "By how much the wall clock is ahead of the server's time",
    registry=REGISTRY,
    multiprocess_mode="livemostrecent",
)
REDIS_UP = Gauge(
    "cruces_redis_up",
    "Whether this process reaches Redis",
    registry=REGISTRY,
    multiprocess_mode="livemin",
)
PROCESSES = Gauge(
    "cruces_processes",
    "Other processes that this one knows of",
    registry=REGISTRY,
    multiprocess_mode="livemax",
)
LIMITED = Counter(
    "cruces_limited", "Requests refused by a limit, by its name", ["limit"], registry=REGISTRY
)
REFUSED_WORK = Counter(
    "cruces_refused_work", "Work refused because its queue was full", ["kind"], registry=REGISTRY
)
COMMAND_SECONDS = Histogram(
    "cruces_command_seconds",
    "From command to acknowledgement",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2),
    registry=REGISTRY,
)

command_counter = cache(COMMANDS.labels)
"""The counter of a type and a result; cached, as there are only a few."""
request_counter = cache(REQUESTS.labels)
"""The counter of a route and a status: of our routes, never of an address that a client chose."""


@contextmanager
def counted_command(kind: str) -> Iterator[None]:
    """Count a command with its result, and its time if it is carried out."""
    start = time.perf_counter()
    try:
        yield
    except Exception as error:
        code = error.code if isinstance(error, CrucesError) else "internal"
        command_counter(kind, code).inc()
        raise
    command_counter(kind, "ok").inc()
    COMMAND_SECONDS.observe(time.perf_counter() - start)
