"""What is wrong with a database that cannot be written, in a word."""

from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import SQLAlchemyError

from cruces.storage import DatabaseError, Store, trouble, upgrade
from tests.servers import free_port


def why(store: Store) -> str:
    with pytest.raises((DatabaseError, SQLAlchemyError)) as caught:
        store.probe()
    return trouble(caught.value)


def test_nobody_listens_there() -> None:
    store = Store(f"postgresql://cruces@127.0.0.1:{free_port()}/cruces")
    assert why(store) == "unreachable"
    store.close()


def test_postgresql_may_not_be_written(postgresql_url: str) -> None:
    store = Store(postgresql_url)
    upgrade(store.engine)
    store.probe()
    store.engine.dispose()

    @event.listens_for(store.engine, "connect")
    def _(connection: object, _: object) -> None:
        connection.read_only = True  # type: ignore[attr-defined]

    assert why(store) == "read-only"
    store.close()


def test_the_file_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "cruces.db"
    file.write_bytes(b"no database at all" * 100)
    store = Store(f"sqlite:///{file}")
    assert why(store) == "damaged"
    store.close()


def test_another_program_has_locked_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cruces.storage.engine.BUSY_SECONDS", 0)
    store, other = (Store(f"sqlite:///{tmp_path / 'cruces.db'}") for _ in range(2))
    upgrade(store.engine)
    connection = other.engine.raw_connection()
    connection.cursor().execute("BEGIN IMMEDIATE")
    assert why(store) == "locked"
    connection.rollback()
    connection.close()
    store.probe()
    store.close()
    other.close()


def test_anything_else() -> None:
    assert trouble(ValueError("a bug")) == "error"
