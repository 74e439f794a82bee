"""Finding and deleting matches in which nothing has happened for a long time."""

from collections.abc import Iterable

from sqlalchemy import bindparam, delete, select
from sqlalchemy.engine import Connection

from cruces.storage import tables as t


def find(connection: Connection, before: int, statuses: Iterable[str], most: int) -> list[str]:
    """Matches with these statuses that were last changed before a time."""
    query = select(t.matches.c.id).where(
        t.matches.c.status.in_(list(statuses)),
        # They say nothing more, but let the index for the lobby find the few rows: there is none
        # for the last change, as every command would have to maintain it.
        t.matches.c.private.in_([False, True]),
        t.matches.c.created < before,
        t.matches.c.updated < before,
    )
    return list(connection.execute(query.limit(most)).scalars())


def remove(connection: Connection, ids: Iterable[str], before: int) -> int:
    """Delete those of these matches that have not changed since; returns their number.

    In the order of their ids, as appends write them, so that two processes never deadlock.
    """
    query = delete(t.matches).where(t.matches.c.id == bindparam("of"), t.matches.c.updated < before)
    return sum(connection.execute(query, {"of": name}).rowcount for name in sorted(ids))
