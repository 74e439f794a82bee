"""Records that people have opened, so that they have an address: each once, and not for ever."""

import gzip

from sqlalchemy import Engine, delete, func, select
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from cruces.storage import tables as t

MOST = 2_000
"""How many are kept: the oldest make room for new ones."""
LIFE = 90 * 24 * 3600 * 1000
"""How long one is kept since it was opened last, in milliseconds."""


class RecordStore:
    """The opened records in a database. All methods block; callers run them in threads."""

    def __init__(self, engine: Engine, most: int = MOST) -> None:
        self._engine = engine
        self._writing = engine.execution_options(sqlite_begin="IMMEDIATE")
        self._insert = sqlite_insert if engine.dialect.name == "sqlite" else postgresql_insert
        self._most = most

    def keep(self, name: str, body: bytes, now: int) -> None:
        """Keep a record under its name from now on, and forget those of long ago."""
        row = self._insert(t.records).values(id=name, body=gzip.compress(body), opened=now)
        again = row.on_conflict_do_update(index_elements=["id"], set_={"opened": now})
        count, oldest = select(func.count()).select_from(t.records), t.records.c.opened.asc()
        with self._writing.begin() as connection:
            connection.execute(again)
            connection.execute(delete(t.records).where(t.records.c.opened < now - LIFE))
            beyond = connection.execute(count).scalar_one() - self._most
            if beyond > 0:
                some = select(t.records.c.id).order_by(oldest, t.records.c.id).limit(beyond)
                connection.execute(delete(t.records).where(t.records.c.id.in_(some)))

    def find(self, name: str) -> bytes | None:
        """The record under a name, as it was opened."""
        query = select(t.records.c.body).where(t.records.c.id == name)
        with self._engine.connect() as connection:
            body = connection.execute(query).scalar_one_or_none()
        return None if body is None else gzip.decompress(bytes(body))
