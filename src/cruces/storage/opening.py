"""Opening a database: whatever prevents it is said in one sentence."""

import sqlite3

from alembic.util import CommandError
from sqlalchemy import false, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from cruces.core import CrucesError, Reason
from cruces.storage import tables as t
from cruces.storage.engine import parse
from cruces.storage.schema import upgrade
from cruces.storage.store import Store


class UnusableDatabaseError(CrucesError):
    """The database cannot be reached, opened, written to or brought up to date."""

    code = "database"


def open_store(url: str) -> Store:
    """The store at an address, with all migrations applied; it can be written to."""
    store = Store(url)
    try:
        upgrade(store.engine)
        with store.engine.begin() as connection:  # refused where nothing may be written
            connection.execute(update(t.settings).where(false()).values(name=""))
    except (SQLAlchemyError, CommandError) as error:
        store.close()
        raise UnusableDatabaseError(_reason(url, error)) from error
    return store


def _reason(url: str, error: Exception) -> Reason:
    where = {"database": parse(url).render_as_string(hide_password=True)}
    if isinstance(error, CommandError):  # a migration that this version does not have
        return Reason("database-newer", where)
    cause = error.orig if isinstance(error, DBAPIError) else error
    name = cause.sqlite_errorname if isinstance(cause, sqlite3.Error) else ""
    match name.split("_")[:2]:  # extended codes have more parts, as in SQLITE_READONLY_DIRECTORY
        case [_, "CANTOPEN"]:
            return Reason("database-closed", where)
        case [_, "NOTADB" | "CORRUPT"]:
            return Reason("database-foreign", where)
        case [_, "READONLY"]:
            return Reason("database-read-only", where)
    return Reason("database-unusable", {**where, "detail": " ".join(str(cause).split())})
