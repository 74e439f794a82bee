"""The lobby offers tables at which somebody waits."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from cruces.server import lobby
from cruces.server.lobby import WAITING, LobbyCache
from cruces.storage import Store, upgrade
from tests.storage.test_lists import lay
from tests.storage.walk import START


@dataclass
class Watch:
    """A clock that one sets."""

    time: int

    def now(self) -> int:
        return self.time


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store, brought up to date."""
    opened = Store(f"sqlite:///{tmp_path / 'cruces.db'}")
    upgrade(opened.engine)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("passed", "there", "offered"),
    [
        (WAITING - 1, False, True),
        (WAITING, False, False),
        (WAITING, True, True),
        (1000 * WAITING, True, True),
    ],
)
def test_a_table_that_was_left_behind_is_not_offered(
    store: Store, monkeypatch: pytest.MonkeyPatch, passed: int, there: bool, offered: bool
) -> None:
    walk = lay(store, 0)
    monkeypatch.setattr(lobby, "CLOCK", Watch(START + passed))
    cache = LobbyCache(store, lambda match: there and match == walk.id)
    shown = asyncio.run(cache.of("somebody else"))
    assert [table.match for table in shown.open] == [walk.id] * offered
    tables = asyncio.run(cache.open_tables())
    assert [table.id for table in tables] == [walk.id] * offered
