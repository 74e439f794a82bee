"""Leases: only one process at a time does the server's work for a match."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import BigInteger, ColumnElement, String, bindparam, or_, update
from sqlalchemy.engine import Connection

from cruces.storage import tables as t


@dataclass(frozen=True, slots=True)
class Lease:
    """A lease: its owner, empty if it has none, and its end."""

    owner: str | None = None
    until: int | None = None


REPLACE = (
    update(t.matches)
    .where(t.matches.c.id == bindparam("of"))
    .values(
        lease_owner=bindparam("owner", type_=String),
        lease_until=bindparam("until", type_=BigInteger),
    )
)
"""What an append does with the lease of its match, in the same transaction."""


def free(owner: str, now: int) -> ColumnElement[bool]:
    """Whether a process may take a lease: it is expired, or already its own."""
    until, holder = t.matches.c.lease_until, t.matches.c.lease_owner
    return or_(until.is_(None), until <= now, holder == owner)


def claim(connection: Connection, match_id: str, version: int, lease: Lease, now: int) -> bool:
    """Take the lease of a match that is still at this version, if it is free.

    Others look after the match when it has expired, also if they had paused it.
    """
    assert lease.owner is not None, "nobody cannot claim anything"
    query = update(t.matches).where(
        t.matches.c.id == match_id, t.matches.c.version == version, free(lease.owner, now)
    )
    claimed = query.values(lease_owner=lease.owner, lease_until=lease.until, due=lease.until)
    return connection.execute(claimed).rowcount == 1


def pause(
    connection: Connection, match_id: str, version: int, due: int | None, owner: str, now: int
) -> None:
    """Give up the lease of a match that is still at this version; nothing is due before ``due``."""
    query = update(t.matches).where(
        t.matches.c.id == match_id, t.matches.c.version == version, free(owner, now)
    )
    connection.execute(query.values(lease_owner=None, lease_until=None, due=due))


def change(
    connection: Connection, matches: Sequence[str], owner: str | None, **values: object
) -> None:
    """Change the rows of the given matches whose lease still belongs to this owner.

    One after another in the order of their ids, as appends do, so that two processes never
    deadlock.
    """
    query = update(t.matches).where(
        t.matches.c.id == bindparam("of"), t.matches.c.lease_owner == owner
    )
    if matches:
        connection.execute(query.values(**values), [{"of": name} for name in sorted(matches)])
