"""What all tests share: which of them are slow, and real databases, started when one is needed.

A test is slow if its file is listed here or if it is marked so: ``make check`` leaves it out.
"""

import os
import signal
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.server.process import Nursery
from tests.servers import PostgreSQL, RedisServer

HERE = Path(__file__).parent


def machine_code(family: str) -> tuple[str, ...]:
    """The tests that compile, of a family that has the usual folders."""
    folders = ("kernel", "solver", "players", "analysis", "learning", "envs")
    return tuple(f"games/{family}/{folder}/*" for folder in folders)


# What is compiled is kept for other processes, not all of it: a family's in one worker.
TOGETHER = {
    "qwixx": (
        *machine_code("qwixx"),
        "cli/test_train.py",
        "cli/test_solve_qwixx.py",
        "envs/test_gymnasium.py",
    ),
    "quixo": (
        *machine_code("quixo"),
        *(f"cli/test_{it}.py" for it in ("prove", "solve", "oracle")),
    ),
}
# The tests of other files stay together, too, except these: each of them takes long by itself.
APART = ("testing/test_fuzz.py",)
# Files below this folder whose tests need a compiler, a browser, servers or other processes, in the
# order in which they begin: the long ones early, so that all workers end at about the same time,
# and those whose servers need machine code after those that compile it.
SLOW = (
    *TOGETHER["qwixx"],
    *TOGETHER["quixo"],
    "server/test_thousand.py",
    "server/test_crash.py",
    "server/test_processes.py",
    "server/test_presence*.py",
    "parallel/*",
    "arena/test_faults.py",
    "server/*",
    "browser/test_everyone.py",
    "browser/test_fit.py",
    "browser/test_advice.py",
    "browser/*",
    "tui/*",
    "cli/test_report.py",
    "cli/test_analyse.py",
    "storage/*",
    "toy/test_t*_*.py",
    "games/qwixx/test_mixed_sheet.py",
    "cli/test_process.py",
    "test_light_install.py",
    "docs/test_site.py",
    "docs/test_examples.py",
)
# The tests whose branches count (tools/branch_coverage.py).
COVERING = ("core/*", "games/*/rules/*", "games/test_*", "games/library/test_play.py")


def pytest_configure() -> None:
    """Hear signals again that whoever runs the tests in the background has set to be ignored.

    Processes that tests start would inherit that, and wait for ever for a Ctrl-C.
    """
    os.environ.setdefault("CRUCES_STAND_IN", "0")  # tests want the same answers on every machine
    for number in (signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            hears = signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL
            signal.signal(number, hears)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: much of the time one waits for a server or a page."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return 1 + (cores or 1)


def group(test: str) -> str:
    """Whatever has the same group is run by the same worker."""
    place = test.partition("::")[0].removeprefix(f"{HERE.name}/")
    if _any(place, APART):
        return test
    return next((name for name, files in TOGETHER.items() if _any(place, files)), place)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Hand out our groups.

    `--dist loadgroup` would add its marks to the tests' ids, which pytest 9.2 ignores.
    """
    from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

    scheduler = LoadScopeScheduling(config, log)
    scheduler._split_scope = group
    return scheduler


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests and begin with them."""
    ranks: dict[pytest.Item, int] = {}
    for item in items:
        place = item.path.relative_to(HERE).as_posix() if item.path.is_relative_to(HERE) else ""
        rank, covering = _rank(place)
        marked = item.get_closest_marker("slow") is not None
        ranks[item] = min(rank, len(SLOW)) if marked else rank
        if rank < len(SLOW):
            item.add_marker("slow")
        elif covering and not marked:
            item.add_marker("covering")
    items.sort(key=ranks.__getitem__)


@cache
def _rank(place: str) -> tuple[int, bool]:
    """How early a file begins, in the order of the list, and whether its branches count."""
    ranks = (rank for rank, pattern in enumerate(SLOW) if fnmatch(place, pattern))
    return next(ranks, len(SLOW) + 1), _any(place, COVERING)


def _any(place: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(place, pattern) for pattern in patterns)


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
