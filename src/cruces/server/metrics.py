"""The server's Prometheus metrics, explained in ``docs/operations.md``."""

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()

COMMANDS = Counter(
    "cruces_commands", "Commands by type and result code", ["type", "result"], registry=REGISTRY
)
EVENTS = Counter("cruces_events", "Events folded by this process", registry=REGISTRY)
MATCHES = Counter("cruces_matches", "Matches created, by game", ["game"], registry=REGISTRY)
TABLES = Gauge("cruces_tables", "Matches in memory", registry=REGISTRY)
SOCKETS = Gauge("cruces_sockets", "Open WebSocket connections", registry=REGISTRY)
REDIS_UP = Gauge("cruces_redis_up", "Whether this process reaches Redis", registry=REGISTRY)
PROCESSES = Gauge("cruces_processes", "Other processes that this one knows of", registry=REGISTRY)
WAITING = Gauge("cruces_waiting", "Work waiting for a thread, by kind", ["kind"], registry=REGISTRY)
REFUSED_WORK = Counter(
    "cruces_refused_work", "Work refused because its line was full", ["kind"], registry=REGISTRY
)
COMMAND_SECONDS = Histogram(
    "cruces_command_seconds",
    "From command to acknowledgement",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2),
    registry=REGISTRY,
)

command_counter = cache(COMMANDS.labels)
"""The counter of a type and a result; cached, as there are only a few."""
