"""What tests of several rooms need: real databases, started when the first test asks."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.process import Nursery
from tests.servers import PostgreSQL, RedisServer


def pytest_configure() -> None:
    """Hear signals again that whoever runs the tests in the background has set to be ignored.

    Processes that tests start would inherit that, and wait for ever for a Ctrl-C.
    """
    for number in (signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            hears = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
            signal.signal(number, hears)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A PostgreSQL server of this test process."""
    server = PostgreSQL()
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    """A Redis server of this test process."""
    server = RedisServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def postgresql_url(postgresql: PostgreSQL) -> Iterator[str]:
    """An empty PostgreSQL database of the test's own."""
    url = postgresql.create()
    yield url
    postgresql.drop(url)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of the test's own: the test runs on each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'cruces.db'}"
    url: str = request.getfixturevalue("postgresql_url")
    return url


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """Where server processes come from."""
    opened = Nursery()
    yield opened
    opened.close()
