"""A database that cannot be used: one sentence that says why, without the password."""

import sqlite3
from pathlib import Path

import pytest

from cruces.core import BadOptionError, CrucesError
from cruces.storage import UnusableDatabaseError, open_store

PASSWORD = "hunter2"


def refusal(url: str, kind: type[CrucesError] = UnusableDatabaseError) -> str:
    with pytest.raises(kind) as caught:
        open_store(url)
    for lang in ("en", "es"):
        assert "\n" not in caught.value.message(lang)
        assert PASSWORD not in caught.value.message(lang)
    return caught.value.reason.slug


def test_an_open_store_can_be_written_to(tmp_path: Path) -> None:
    for _ in range(2):
        store = open_store(f"sqlite:///{tmp_path / 'cruces.db'}")
        assert store.setting("key", b"value") == b"value"
        store.close()


@pytest.mark.parametrize(
    "url",
    [
        "foo",
        "mysql://x",
        "postgresql+asyncpg://x",
        f"postgresql://cruces:{PASSWORD}@db:port/cruces",
        f"postgres//cruces:{PASSWORD}@db/cruces",
    ],
)
def test_what_is_no_address(url: str) -> None:
    assert refusal(url, BadOptionError) == "database-url"


def test_no_such_host() -> None:
    url = f"postgresql://cruces:{PASSWORD}@127.0.0.1:1/cruces?connect_timeout=3"
    assert refusal(url) == "database-unusable"


def test_no_such_folder(tmp_path: Path) -> None:
    assert refusal(f"sqlite:///{tmp_path / 'none' / 'cruces.db'}") == "database-closed"


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "cruces.db"
    file.write_text("a letter to my aunt\n" * 100)
    assert refusal(f"sqlite:///{file}") == "database-foreign"
    assert file.read_text().startswith("a letter"), "it is left alone"


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    file = tmp_path / "cruces.db"
    open_store(f"sqlite:///{file}").close()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    assert refusal(f"sqlite:///{file}") == "database-newer"


def test_a_database_that_cannot_be_written_to(tmp_path: Path) -> None:
    file = tmp_path / "cruces.db"
    open_store(f"sqlite:///{file}").close()
    assert refusal(f"sqlite:///file:{file}?mode=ro&uri=true") == "database-read-only"
