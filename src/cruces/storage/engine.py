"""Database connections that never lose a committed transaction."""

import os
from contextlib import suppress

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import SQLAlchemyError

from cruces.core import BadOptionError, Reason

BUSY_SECONDS = 30
KINDS = ("sqlite", "postgresql")


def parse(url: str) -> URL:
    """The address of a database; refuses what is not one, without showing its password."""
    try:
        parsed = make_url(url)
    except (SQLAlchemyError, ValueError):  # a port that is not a number
        raise BadOptionError(Reason("database-url")) from None
    if parsed.drivername not in KINDS:
        raise BadOptionError(Reason("database-url"))
    return parsed


_TROUBLES = {
    "SQLITE_FULL": "full",
    "SQLITE_READONLY": "read-only",
    "SQLITE_BUSY": "locked",
    "SQLITE_LOCKED": "locked",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_NOTADB": "damaged",
    "53100": "full",  # PostgreSQL's own codes: disk_full
    "25006": "read-only",  # read_only_sql_transaction
    "55P03": "locked",  # lock_not_available
    "57P01": "unreachable",  # admin_shutdown
    "57P03": "unreachable",  # cannot_connect_now
}


class DatabaseError(Exception):
    """The database cannot be written at the moment; its cause is the driver's error."""


def trouble(error: BaseException) -> str:
    """What is wrong with the database, in a word: ``docs/operations.md`` explains them."""
    cause: BaseException | None = error
    while cause is not None:
        for code in (getattr(cause, "sqlite_errorname", ""), getattr(cause, "sqlstate", "")):
            word = _TROUBLES.get(code or "") or _TROUBLES.get("_".join((code or "").split("_")[:2]))
            if word:
                return word
        if type(cause).__module__.startswith("psycopg") and not getattr(cause, "sqlstate", None):
            return "unreachable"
        cause = getattr(cause, "orig", None) or cause.__cause__
    return "error"


def connect(url: str) -> Engine:
    """An engine for ``sqlite:///file`` or ``postgresql://…``, configured for durability."""
    parsed = parse(url)
    if parsed.get_backend_name() == "postgresql":
        return create_engine(
            parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True, hide_parameters=True
        )
    pool = {}
    if parsed.database and parsed.database != ":memory:" and "uri" not in parsed.query:
        _create(parsed.database)
        # The connection that wrote last has the latest pages in its cache.
        pool["pool_use_lifo"] = True
    engine = create_engine(
        parsed,
        connect_args={"timeout": BUSY_SECONDS},
        hide_parameters=True,  # errors are logged, and parameters are what players wrote
        **pool,
    )

    @event.listens_for(engine, "connect")
    def _(connection: object, _: object) -> None:
        # The driver would begin transactions only before changes of rows, so that neither several
        # reads nor schema changes were one transaction. So it must not begin any: see below.
        connection.isolation_level = None  # type: ignore[attr-defined]
        cursor = connection.cursor()  # type: ignore[attr-defined]
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",  # also durable after a power failure
            "foreign_keys=ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _(connection: Connection) -> None:
        kind = connection.get_execution_options().get("sqlite_begin", "DEFERRED")
        connection.exec_driver_sql(f"BEGIN {kind}")

    return engine


def _create(file: str) -> None:
    """Create the file for its owner alone: it contains keys and the secrets of running games.

    SQLite gives its other files, the log and the shared memory, the permissions of this one.
    """
    with suppress(OSError):  # it is there, or SQLite says why it cannot be
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
