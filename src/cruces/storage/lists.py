"""Queries for lists of matches. They never read a log, nor load a match that has a listing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, select
from sqlalchemy.engine import Connection

from cruces.storage import tables as t
from cruces.storage.listing import Listed, Listing

MOST = 50
"""The largest number of matches in a list."""

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
_OVER_LAST = (t.matches.c.status == "over").asc()
_OPEN = (t.matches.c.status == "gathering") & t.matches.c.private.is_(False)


def _mine(player: str) -> ColumnElement[bool]:
    seats = select(t.seats.c.match).where(t.seats.c.player == player).distinct()
    return t.matches.c.id.in_(seats)


def open_tables(connection: Connection, most: int) -> list[MatchSummary]:
    """Public matches that wait for players, the latest first."""
    return _summaries(connection, select(*_SUMMARY).where(_OPEN), most)


def of_player(connection: Connection, player: str, most: int) -> list[MatchSummary]:
    """The matches in which a device has a seat, the latest first."""
    return _summaries(connection, select(*_SUMMARY).where(_mine(player)), most)


def _summaries(connection: Connection, query: Select[*Columns], most: int) -> list[MatchSummary]:
    return [MatchSummary(*row) for row in connection.execute(query.order_by(_LATEST).limit(most))]


@dataclass(frozen=True, slots=True)
class LobbyRows:
    """The rows for the lobby of a device; ``own`` are its seats by match."""

    mine: Sequence[Row[*Columns]]
    open: Sequence[Row[*Columns]]
    own: Mapping[str, tuple[int, ...]]


def lobby(connection: Connection, player: str, games: Iterable[str], most: int) -> LobbyRows:
    """The matches of a device in these games, and the public matches that it may join.

    Finished matches come last, so that they never crowd out a running one.
    """
    query = select(*_SUMMARY, t.matches.c.listing).where(t.matches.c.game.in_(list(games)))
    mine = query.where(_mine(player)).order_by(_OVER_LAST, _LATEST).limit(most)
    others = query.where(_OPEN, ~_mine(player)).order_by(_LATEST).limit(most)
    rows = connection.execute(mine).all()
    seats = select(t.seats.c.match, t.seats.c.seat).where(
        t.seats.c.player == player, t.seats.c.match.in_([row.id for row in rows])
    )
    own: dict[str, tuple[int, ...]] = {}
    for match_id, seat in connection.execute(seats.order_by(t.seats.c.seat)):
        own[match_id] = (*own.get(match_id, ()), seat)
    return LobbyRows(rows, connection.execute(others).all(), own)


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
        row.created,
        row.updated,
    )
