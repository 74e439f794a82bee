"""The metrics on an address of their own, which players cannot reach.

One process serves its own registry. With several, the parent serves: it adds up the files that the
library keeps for each worker, whichever of them lives.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from prometheus_client import CollectorRegistry, Metric, start_http_server
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from cruces.core import BadOptionError, Reason
from cruces.server.metrics import REGISTRY

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable by which the library finds the folder of the workers' figures."""


class Workers:
    """The figures of all workers, added up."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterable[Metric]:
        """What dead workers counted still counts; what they had open does not."""
        for file in self._folder.glob("gauge_live*_*.db"):
            process = int(file.stem.rpartition("_")[2])
            if not _alive(process):
                mark_process_dead(process, str(self._folder))  # type: ignore[no-untyped-call]
        workers = MultiProcessCollector(None, str(self._folder))  # type: ignore[no-untyped-call]
        collected: Iterable[Metric] = workers.collect()  # type: ignore[no-untyped-call]
        return collected


def start(where: str, folder: Path | None = None) -> int:
    """Serve the metrics in a thread, at HOST:PORT; returns the port. ``folder`` of the workers."""
    host, port = address(where)
    registry = REGISTRY
    if folder is not None:
        registry = CollectorRegistry()
        registry.register(Workers(folder))
    try:
        server, _ = start_http_server(port, host, registry)
    except OSError as error:
        params = {"host": host, "port": str(port), "detail": error.strerror or str(error)}
        raise BadOptionError(Reason("no-address", params)) from error
    return int(server.server_port)


def address(where: str) -> tuple[str, int]:
    """The host and the port of HOST:PORT."""
    try:
        parts = urlsplit(f"//{where}")
        host, port = parts.hostname, parts.port
    except ValueError:  # not a number, or too large
        host, port = None, None
    if not host or port is None or parts.netloc != where:
        raise BadOptionError(Reason("metrics-address", {"value": where}))
    return host, port


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
