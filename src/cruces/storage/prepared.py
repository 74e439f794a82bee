"""The statements that every command needs, compiled once and run by the driver.

SQLAlchemy compiles them and manages the connections. It does not run them: that took a third of the
time of a transaction with one event.
"""

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager

from sqlalchemy import Dialect, Engine
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.pool import PoolProxiedConnection
from sqlalchemy.sql.dml import UpdateBase

from cruces.storage.engine import DatabaseError

Row = Mapping[str, object]


class Transaction:
    """An open transaction; rolled back on exit unless it was committed."""

    def __init__(self, connection: PoolProxiedConnection, begin: str) -> None:
        self._connection = connection
        self._begin = begin
        self.cursor: DBAPICursor = connection.cursor()
        self._open()

    def _open(self) -> None:
        if self._begin:
            self.cursor.execute(self._begin)

    def again(self) -> None:
        """Roll back, and begin again."""
        self._connection.rollback()
        self._open()

    def commit(self) -> None:
        """Commit the transaction."""
        self._connection.commit()


@contextmanager
def transaction(engine: Engine) -> Iterator[Transaction]:
    """A write transaction. SQLite takes its lock at once; other drivers begin by themselves."""
    begin = "BEGIN IMMEDIATE" if engine.dialect.name == "sqlite" else ""
    driver = engine.dialect.loaded_dbapi
    try:
        with closing(engine.raw_connection()) as connection:
            yield Transaction(connection, begin)
    except (driver.DataError, driver.IntegrityError, driver.ProgrammingError):
        raise  # ours, not the database's
    except driver.Error as error:
        raise DatabaseError(str(error)) from error


class Prepared:
    """A statement for one kind of database."""

    def __init__(self, statement: UpdateBase, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self._text = str(compiled)
        self._order = compiled.positiontup

    def run(self, on: Transaction, *rows: Row) -> int:
        """Run it for each row of values; returns the number of affected rows."""
        order = self._order
        on.cursor.executemany(
            self._text,
            rows if order is None else [[row[name] for name in order] for row in rows],
        )
        return on.cursor.rowcount
