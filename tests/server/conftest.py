"""A server for a module's tests."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from tests.server.process import Nursery, Server
from tests.servers import RedisServer, free_port


@pytest.fixture(scope="module")
def server(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One process on SQLite, as `cruces serve` starts it."""
    folder: Path = tmp_path_factory.mktemp("server")
    environment = {
        "CRUCES_DATABASE": f"sqlite:///{folder / 'cruces.db'}",
        "CRUCES_METRICS": f"127.0.0.1:{free_port()}",
    }
    started = Server(nursery, free_port(), environment, folder / "log")
    started.start()
    asyncio.run(started.up())
    yield started
    started.stop()


@pytest.fixture
def servers(
    nursery: Nursery, postgresql_url: str, redis_server: RedisServer, tmp_path: Path
) -> Iterator[list[Server]]:
    """Two processes on one PostgreSQL and one Redis, not started yet."""
    with Redis.from_url(redis_server.url) as client:
        client.flushall()  # those whom an earlier test killed are there until they expire
    environment = {"CRUCES_DATABASE": postgresql_url, "CRUCES_REDIS": redis_server.url}
    made = [
        Server(
            nursery,
            free_port(),
            {**environment, "CRUCES_METRICS": f"127.0.0.1:{free_port()}"},
            tmp_path / f"server{number}.log",
        )
        for number in range(2)
    ]
    yield made
    for server in made:
        server.kill()
