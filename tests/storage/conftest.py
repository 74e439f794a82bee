"""A store on each kind of database."""

from collections.abc import Iterator

import pytest

from cruces.storage import Store, upgrade


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    """An empty store, brought up to date."""
    opened = Store(database)
    upgrade(opened.engine)
    yield opened
    opened.close()


@pytest.fixture
def other(store: Store, database: str) -> Iterator[Store]:
    """A second store on the same database, as another server has it."""
    opened = Store(database)
    yield opened
    opened.close()
