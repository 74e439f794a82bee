"""A server for a module's tests."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import free_port
from tests.web.process import Nursery, Server


@pytest.fixture(scope="module")
def server(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One process on SQLite, as `cruces serve` starts it."""
    folder: Path = tmp_path_factory.mktemp("server")
    environment = {"CRUCES_DATABASE": f"sqlite:///{folder / 'cruces.db'}"}
    started = Server(nursery, free_port(), environment, folder / "log")
    started.start()
    asyncio.run(started.up())
    yield started
    started.stop()
