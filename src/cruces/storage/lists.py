"""Queries for lists of matches. They never read a log, nor load a match that has a listing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, func, select
from sqlalchemy.engine import Connection

from cruces.storage import tables as t
from cruces.storage.listing import Listed, Listing

MOST = 50
"""The largest number of matches in a list."""
MOST_OF_HOST = 3
MOST_OF_SOURCE = 8
"""The most public tables of one host, and of one address, that others are shown."""
SEARCHED = 5000
"""The number of public tables among which those to show are chosen, the latest."""

Columns = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match in a list."""

    id: str
    code: str
    game: str
    status: str
    version: int
    created: int
    updated: int


_SUMMARY = (
    t.matches.c.id,
    t.matches.c.code,
    t.matches.c.game,
    t.matches.c.status,
    t.matches.c.version,
    t.matches.c.created,
    t.matches.c.updated,
)
_LATEST = t.matches.c.updated.desc()
_NEWEST = t.matches.c.created.desc()
_OVER_LAST = (t.matches.c.status == "over").asc()
_OPEN = (t.matches.c.status == "gathering") & t.matches.c.private.is_(False)


def _mine(player: str) -> ColumnElement[bool]:
    seats = select(t.seats.c.match).where(t.seats.c.player == player).distinct()
    return t.matches.c.id.in_(seats)


def _offered(most: int) -> Select[*Columns]:
    """The ids of the public matches to show: the latest, but few of one host or one address.

    All but the last step is answered by one index.
    """
    columns = (t.matches.c.id, t.matches.c.created, t.matches.c.host, t.matches.c.source)
    latest = select(*columns).where(_OPEN).order_by(_NEWEST).limit(SEARCHED).subquery()
    by_age = latest.c.created.desc()
    source = func.coalesce(latest.c.source, latest.c.id)
    ranked = select(
        latest.c.id,
        latest.c.created,
        func.row_number().over(partition_by=latest.c.host, order_by=by_age).label("of_host"),
        func.row_number().over(partition_by=source, order_by=by_age).label("of_source"),
    ).subquery()
    few = (ranked.c.of_host <= MOST_OF_HOST) & (ranked.c.of_source <= MOST_OF_SOURCE)
    return select(ranked.c.id).where(few).order_by(ranked.c.created.desc()).limit(most)


def offered(connection: Connection, games: Iterable[str], most: int) -> Sequence[Row[*Columns]]:
    """Public matches of these games that wait for players, the latest first."""
    ids = list(connection.execute(_offered(most)).scalars())
    query = select(*_SUMMARY, t.matches.c.listing).where(
        t.matches.c.id.in_(ids), t.matches.c.game.in_(list(games))
    )
    return connection.execute(query.order_by(_NEWEST)).all()


def open_tables(connection: Connection, most: int) -> list[MatchSummary]:
    """Public matches that wait for players, the latest first."""
    ids = list(connection.execute(_offered(most)).scalars())
    query = select(*_SUMMARY).where(t.matches.c.id.in_(ids)).order_by(_NEWEST)
    return [MatchSummary(*row) for row in connection.execute(query)]


def of_player(connection: Connection, player: str, most: int) -> list[MatchSummary]:
    """The matches in which a device has a seat, the latest first."""
    query = select(*_SUMMARY).where(_mine(player)).order_by(_LATEST).limit(most)
    return [MatchSummary(*row) for row in connection.execute(query)]


Own = Mapping[str, tuple[int, ...]]
"""The seats of a device, by match."""


def lobby(
    connection: Connection, player: str, games: Iterable[str], most: int
) -> Sequence[Row[*Columns]]:
    """The matches of a device in these games.

    Finished matches come last, so that they never crowd out a running one.
    """
    query = select(*_SUMMARY, t.matches.c.listing).where(t.matches.c.game.in_(list(games)))
    mine = query.where(_mine(player)).order_by(_OVER_LAST, _LATEST).limit(most)
    return connection.execute(mine).all()


def own_seats(connection: Connection, player: str, matches: Sequence[str]) -> Own:
    """The seats of a device in those of these matches where it has any."""
    seats = select(t.seats.c.match, t.seats.c.seat).where(
        t.seats.c.player == player, t.seats.c.match.in_(matches)
    )
    own: dict[str, tuple[int, ...]] = {}
    for match_id, seat in connection.execute(seats.order_by(t.seats.c.seat)):
        own[match_id] = (*own.get(match_id, ()), seat)
    return own


def listing(row: Row[*Columns], stored: Listed, own: tuple[int, ...]) -> Listing:
    """A match as a device with these seats sees it."""
    return Listing(
        row.id,
        row.game,
        row.code if own else "",
        row.status,
        stored.seats,
        own,
        stored.to_act,
        stored.result,
        stored.start,
        row.created,
        row.updated,
    )
