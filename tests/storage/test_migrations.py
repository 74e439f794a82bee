"""A database of the oldest schema, with matches in it, comes up to date and loses nothing.

The rows are those of ``fixtures/stored.db``, on each kind of database.
"""

from collections.abc import Iterator

import pytest
from sqlalchemy import MetaData, create_engine, select

from cruces.storage import Store, upgrade
from cruces.storage.engine import connect
from tests.storage.test_schema import differences
from tests.storage.test_stored_matches import (
    EXPECTED,
    FINISHED,
    FIXTURES,
    UNFINISHED,
    Later,
    loaded,
    seen,
)

OLDEST = "0001"
KEY = b"of the devices" * 2
Rows = dict[str, list[dict[str, object]]]


def rows(url: str) -> Rows:
    """Everything in a database, with the columns it has."""
    engine = create_engine(url) if url.startswith("sqlite") else connect(url)
    found = MetaData()
    found.reflect(engine)
    with engine.connect() as connection:
        everything = {
            table.name: [dict(row) for row in connection.execute(select(table)).mappings()]
            for table in found.sorted_tables
            if table.name != "alembic_version"
        }
    engine.dispose()
    return everything


@pytest.fixture
def old(database: str) -> Iterator[tuple[Rows, Store]]:
    """A store on a database that was just brought up to date, and what was in it before."""
    engine = connect(database)
    upgrade(engine, OLDEST)
    fixture = rows(f"sqlite:///{FIXTURES / 'stored.db'}")
    fixture["settings"] = [{"name": "device-key", "value": KEY}]
    tables = MetaData()
    tables.reflect(engine)
    with engine.begin() as connection:
        for table in tables.sorted_tables:
            if fixture.get(table.name):
                connection.execute(table.insert(), fixture[table.name])
    engine.dispose()
    before = rows(database)
    store = Store(database)
    upgrade(store.engine)
    yield before, store
    store.close()


def test_the_fixture_has_the_oldest_schema(database: str) -> None:
    engine = connect(database)
    upgrade(engine, OLDEST)
    fixture = rows(f"sqlite:///{FIXTURES / 'stored.db'}")
    oldest = MetaData()
    oldest.reflect(engine)
    for name, found in fixture.items():
        if found:
            assert set(found[0]) == set(oldest.tables[name].columns.keys())
    engine.dispose()


def test_nothing_is_lost(old: tuple[Rows, Store], database: str) -> None:
    before, store = old
    assert differences(store.engine) == []
    assert len(before["matches"]) == len(EXPECTED)
    after = rows(database)

    def key(row: dict[str, object]) -> str:
        return repr(sorted((name, row[name]) for name in row))

    for table, expected in before.items():
        columns = expected[0].keys()
        found = [{name: row[name] for name in columns} for row in after[table]]
        assert sorted(found, key=key) == sorted(expected, key=key), table
    assert store.setting("device-key", b"another") == KEY
    for name in EXPECTED:
        assert seen(loaded(store, name)[0]) == EXPECTED[name]


def test_everything_goes_on(old: tuple[Rows, Store]) -> None:
    _, store = old
    players = {str(row["player"]) for row in old[0]["seats"]}
    listed = {
        entry.match
        for player in players
        for entry in store.lobby(player, {match["game"] for match in EXPECTED.values()}).mine
    }
    assert listed == {str(row["match"]) for row in old[0]["seats"]}
    later = Later(store, UNFINISHED[0])
    if later.match.started is None:
        later.start()
    later.play_out()
    assert loaded(store, UNFINISHED[0])[0].result is not None
    assert store.delete(FINISHED, 2**62) == len(FINISHED)
    assert store.load(FINISHED[0]) is None
