"""The event store: an append-only log per match, and what is needed to find matches.

All methods block; callers run them in threads. ``append_all`` makes many appends in one
transaction, so that many matches share the cost of one disk write.
"""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from secrets import token_bytes

import msgspec
from sqlalchemy import (
    BigInteger,
    LargeBinary,
    Row,
    String,
    bindparam,
    delete,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.engine import Connection

from cruces.core import CrucesError
from cruces.match import messages as m
from cruces.match.match import Match, create, fold
from cruces.match.snapshot import freeze, thaw
from cruces.storage import leases, lists, old_matches
from cruces.storage import tables as t
from cruces.storage.engine import connect
from cruces.storage.leases import Lease
from cruces.storage.listing import Listed, Listing, Lobby, listed, phase
from cruces.storage.listing import read as read_listing
from cruces.storage.lists import MatchSummary
from cruces.storage.prepared import Prepared, Transaction, transaction

SNAPSHOT_EVERY = 64
"""The number of events between snapshots; folding them takes a few milliseconds."""
PROBE = "probe"
"""The setting that is written only to see whether anything can be."""
AT_ONCE = 500
"""The largest number of ids in one query."""

LOG = logging.getLogger("cruces")
_EVENT = msgspec.json.Decoder(m.Event)
_encode = msgspec.json.Encoder().encode

_DELETE_SEAT = delete(t.seats).where(
    t.seats.c.match == bindparam("of"), t.seats.c.seat == bindparam("at")
)
_OF = t.matches.c.id == bindparam("of")
_ADVANCE = (
    update(t.matches)
    .where(_OF, t.matches.c.version == bindparam("before"))
    .values(
        version=bindparam("after"),
        updated=func.coalesce(bindparam("at", type_=BigInteger), t.matches.c.updated),
        listing=bindparam("lists", type_=LargeBinary),
    )
)
_STATUS = bindparam("is", type_=String)
_DUE = bindparam("then", type_=BigInteger)
# Only if they change: they are indexed, and SQLite would rewrite the index pages anyway.
_PROGRESS = (
    update(t.matches)
    .where(
        _OF,
        or_(t.matches.c.status.is_distinct_from(_STATUS), t.matches.c.due.is_distinct_from(_DUE)),
    )
    .values(status=_STATUS, due=_DUE)
)


@dataclass(frozen=True, slots=True)
class Append:
    """Events that follow ``match`` at its version, and the match after them.

    ``lease`` replaces the current one; None leaves it unchanged. ``progress`` is False if neither
    the phase nor ``due`` differ from what the last append stored. ``source`` of a new match names
    the address that it was created from; empty if it is not to be known. ``at`` is the time, which
    not every event says.
    """

    before: int
    events: Sequence[m.Event]
    match: Match
    request: str = ""
    due: int | None = None
    secret: bytes = b""
    lease: Lease | None = None
    progress: bool = True
    source: str = ""
    at: int = 0


class Store:
    """One database; safe to use from several threads and processes."""

    def __init__(self, url: str) -> None:
        self.engine = connect(url)
        self._insert = sqlite_insert if self.engine.dialect.name == "sqlite" else postgresql_insert
        dialect = self.engine.dialect
        fresh = self._insert(t.matches).on_conflict_do_nothing()
        self._insert_match = Prepared(fresh, dialect)
        self._advance_match = Prepared(_ADVANCE, dialect)
        self._note_progress = Prepared(_PROGRESS, dialect)
        self._note_lease = Prepared(leases.REPLACE, dialect)
        self._insert_events = Prepared(t.events.insert(), dialect)
        self._insert_seat = Prepared(t.seats.insert(), dialect)
        self._delete_seat = Prepared(_DELETE_SEAT, dialect)
        snapshot = self._insert(t.snapshots)
        latest = {"version": snapshot.excluded.version, "body": snapshot.excluded.body}
        replaced = snapshot.on_conflict_do_update(index_elements=["match"], set_=latest)
        self._upsert_snapshot = Prepared(replaced, dialect)
        setting = self._insert(t.settings)
        other = setting.on_conflict_do_update(
            index_elements=["name"], set_={"value": setting.excluded.value}
        )
        self._upsert_probe = Prepared(other, dialect)

    def close(self) -> None:
        self.engine.dispose()

    # Writing

    def append_all(self, appends: Sequence[Append]) -> list[bool]:
        """Make all durable in one transaction; False for each where another writer was first.

        In the order of match ids, so that two processes never deadlock.
        """
        order = sorted(range(len(appends)), key=lambda i: (appends[i].match.id, appends[i].before))
        results = [False] * len(appends)
        with transaction(self.engine) as writing:
            # Rarely is another writer first: then all are written again, one by one.
            if self._append(writing, [appends[i] for i in order]):
                results = [True] * len(appends)
            else:
                writing.again()
                for i in order:
                    results[i] = self._append(writing, [appends[i]])
            writing.commit()
        return results

    def append_together(self, appends: Sequence[Append]) -> bool:
        """Make all durable in the given order, or none if another writer was first for one."""
        with transaction(self.engine) as writing:
            success = self._append(writing, appends)
            if success:
                writing.commit()
            return success  # rolled back, as it is not committed

    def _append(self, writing: Transaction, appends: Sequence[Append]) -> bool:
        """Write all in a few statements; False, to be rolled back, if another writer was first.

        Nothing of a single append is written in that case.
        """
        fresh = [append for append in appends if append.before == 0]
        if not all(self._open(writing, append) for append in fresh):
            return False
        if not self._advance(writing, [append for append in appends if append.before > 0]):
            return False
        self._insert_events.run(
            writing,
            *(
                {
                    "match": append.match.id,
                    "version": append.before + i,
                    "request": append.request if i == len(append.events) else "",
                    "body": _encode(event),
                }
                for append in appends
                for i, event in enumerate(append.events, 1)
            ),
        )
        for append in appends:
            self._note_seats(writing, append)
            if append.match.version // SNAPSHOT_EVERY > append.before // SNAPSHOT_EVERY:
                self._snapshot(writing, append.match)
        return True

    def _open(self, writing: Transaction, append: Append) -> bool:
        match = append.match
        row = {
            "id": match.id,
            "code": match.code,
            "game": match.game.id,
            "private": match.setup.private,
            "host": match.host,
            "secret": append.secret,
            "created": match.created,
            "updated": match.created,
            "status": phase(match),
            "listing": listed(match),
            "version": match.version,
            "due": append.due,
            "lease_owner": None,
            "lease_until": None,
            "source": append.source or None,
        }
        return self._insert_match.run(writing, row) == 1

    def _advance(self, writing: Transaction, appends: Sequence[Append]) -> bool:
        """Advance each match from the version that its writer saw: only one of two succeeds."""
        if not appends:
            return True
        rows = [
            {
                "of": append.match.id,
                "before": append.before,
                "after": append.match.version,
                "at": _moment(append),
                "lists": listed(append.match),
            }
            for append in appends
        ]
        if self._advance_match.run(writing, *rows) < len(rows):
            return False
        progress = [
            {"of": append.match.id, "is": phase(append.match), "then": append.due}
            for append in appends
            if append.progress
        ]
        if progress:
            self._note_progress.run(writing, *progress)
        leases = [
            {"of": append.match.id, "owner": append.lease.owner, "until": append.lease.until}
            for append in appends
            if append.lease is not None
        ]
        if leases:
            self._note_lease.run(writing, *leases)
        return True

    def _note_seats(self, writing: Transaction, append: Append) -> None:
        for happened in append.events:
            match happened:
                case m.Sat():
                    self._give_seat(writing, append.match, happened.seat, happened.player)
                case m.Stood() | m.Removed():
                    self._give_seat(writing, append.match, happened.seat, "")
                case m.Trimmed():  # the remaining seats are renumbered
                    stay = dict(enumerate(seat.player for seat in append.match.seats))
                    for seat in range(max(happened.seats) + 1):
                        self._give_seat(writing, append.match, seat, stay.get(seat, ""))

    def _give_seat(self, writing: Transaction, match: Match, seat: int, player: str) -> None:
        self._delete_seat.run(writing, {"of": match.id, "at": seat})
        if player:
            self._insert_seat.run(writing, {"match": match.id, "seat": seat, "player": player})

    def _snapshot(self, writing: Transaction, match: Match) -> None:
        row = {"match": match.id, "version": match.version, "body": freeze(match)}
        self._upsert_snapshot.run(writing, row)

    # Reading

    def load(self, match_id: str) -> tuple[Match, bytes] | None:
        """The current match, and its secret."""
        with self.engine.connect() as connection:
            row = connection.execute(
                select(t.matches.c.secret).where(t.matches.c.id == match_id)
            ).one_or_none()
            if row is None:
                return None
            match = self._thawed(connection, match_id)
            since = match.version if match else 0
            for version, request, body in _log(connection, match_id, since):
                happened = _EVENT.decode(body)
                if match is None:
                    assert isinstance(happened, m.Created), f"log of {match_id} at {version}"
                    match = create(happened)
                else:
                    match = fold(match, happened, request)
            assert match is not None, "a match and its first event are written together"
            return match, bytes(row.secret)

    def _thawed(self, connection: Connection, match_id: str) -> Match | None:
        body = connection.execute(
            select(t.snapshots.c.body).where(t.snapshots.c.match == match_id)
        ).scalar_one_or_none()
        try:
            return None if body is None else thaw(bytes(body))
        except CrucesError:  # a game, option or position of another release
            return None

    def events(self, match_id: str, since: int = 0) -> list[tuple[int, m.Event]]:
        """The events after a version, with their versions."""
        with self.engine.connect() as connection:
            return [
                (version, _EVENT.decode(body))
                for version, _, body in _log(connection, match_id, since)
            ]

    def answered(self, match_id: str, request: str) -> int | None:
        """The resulting version of a command that was carried out, however long ago, if any."""
        query = select(func.max(t.events.c.version)).where(
            t.events.c.match == match_id, t.events.c.request == request
        )
        with self.engine.connect() as connection:
            version: int | None = connection.execute(query).scalar_one()
            return version

    def log(self, match_id: str) -> list[tuple[str, m.Event]]:
        """Every event with the id of the command that caused it."""
        with self.engine.connect() as connection:
            return [
                (request, _EVENT.decode(body)) for _, request, body in _log(connection, match_id, 0)
            ]

    def ahead(self, versions: Mapping[str, int]) -> list[str]:
        """Those of these matches that have newer versions than these."""
        ids, newer = list(versions), []
        with self.engine.connect() as connection:
            for start in range(0, len(ids), AT_ONCE):
                some = t.matches.c.id.in_(ids[start : start + AT_ONCE])
                query = select(t.matches.c.id, t.matches.c.version).where(some)
                rows = connection.execute(query).all()
                newer += [match_id for match_id, version in rows if version > versions[match_id]]
        return newer

    def find_code(self, code: str) -> str | None:
        """The match with this short code."""
        with self.engine.connect() as connection:
            return connection.execute(
                select(t.matches.c.id).where(t.matches.c.code == code)
            ).scalar_one_or_none()

    def due(self, now: int, most: int = 500, owner: str = "") -> list[str]:
        """Matches with due work of the server that no other process is doing."""
        query = (
            select(t.matches.c.id)
            .where(t.matches.c.due.is_not(None), t.matches.c.due <= now, leases.free(owner, now))
            .order_by(t.matches.c.due)
            .limit(most)
        )
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def open_tables(self, most: int = lists.MOST) -> list[MatchSummary]:
        """Public matches that wait for players, the latest first."""
        with self.engine.connect() as connection:
            return lists.open_tables(connection, most)

    def of_player(self, player: str, most: int = lists.MOST) -> list[MatchSummary]:
        """The matches in which a device has a seat, the latest first."""
        with self.engine.connect() as connection:
            return lists.of_player(connection, player, most)

    def offered(self, games: Iterable[str], most: int = lists.MOST) -> list[Listing]:
        """The public matches of these games that wait for players, as strangers see them."""
        with self.engine.connect() as connection:
            rows = lists.offered(connection, games, most)
        return self._listings(rows, {})

    def lobby(
        self,
        player: str,
        games: Iterable[str],
        most: int = lists.MOST,
        offered: Sequence[Listing] | None = None,
    ) -> Lobby:
        """The matches of a device in these games, and the public matches that it may join.

        ``offered`` are the latter, for callers that know them, with those of the device itself.
        """
        games = list(games)
        others = self.offered(games, most + lists.MOST_OF_HOST) if offered is None else offered
        with self.engine.connect() as connection:
            rows = lists.lobby(connection, player, games, most)
            matches = [*(row.id for row in rows), *(listing.match for listing in others)]
            own = lists.own_seats(connection, player, matches)
        free = [listing for listing in others if listing.match not in own]
        return Lobby(self._listings(rows, own), free[:most])

    def _listings(self, rows: Sequence[Row[*lists.Columns]], own: lists.Own) -> list[Listing]:
        return [
            lists.listing(row, stored, own.get(row.id, ()))
            for row in rows
            if (stored := self._listed(row)) is not None
        ]

    def _listed(self, row: Row[*lists.Columns]) -> Listed | None:
        """The stored listing; computed and stored again if it is missing or out of date."""
        if row.listing is not None:
            stored = read_listing(bytes(row.listing))
            if stored.version == row.version:
                return stored
        try:
            found = self.load(row.id)
        except Exception:  # of another release, or of a game that fails: nobody could open it
            LOG.exception("a match cannot be listed", extra={"match": row.id})
            return None
        if found is None:
            return None
        body, current = listed(found[0]), t.matches.c.version == found[0].version
        with self.engine.begin() as connection:
            query = update(t.matches).where(t.matches.c.id == row.id, current)
            connection.execute(query.values(listing=body))
        return read_listing(body)

    def count_open(self, player: str) -> int:
        """The number of unfinished matches that a device hosts."""
        query = select(func.count()).where(t.matches.c.host == player, t.matches.c.status != "over")
        with self.engine.connect() as connection:
            return connection.execute(query).scalar_one()

    # Leases

    def claim(self, match_id: str, version: int, lease: Lease, now: int) -> bool:
        """Take the lease of a match that is still at this version, if nobody else has it."""
        with self.engine.begin() as connection:
            return leases.claim(connection, match_id, version, lease, now)

    def pause(self, match_id: str, version: int, due: int | None, owner: str, now: int) -> None:
        """Nobody looks after a match that is still at this version before ``due``, if ever."""
        with self.engine.begin() as connection:
            leases.pause(connection, match_id, version, due, owner, now)

    def renew(self, matches: Sequence[str], lease: Lease) -> None:
        """Extend the leases that the owner still has."""
        with self.engine.begin() as connection:
            leases.change(connection, matches, lease.owner, lease_until=lease.until)

    def release(self, matches: Sequence[str], owner: str, now: int) -> None:
        """Give up the leases, so that other processes can take over these matches at once."""
        values = {"lease_owner": None, "lease_until": None, "due": now}
        with self.engine.begin() as connection:
            leases.change(connection, matches, owner, **values)

    # Maintenance

    def prune(self, before: int, statuses: Iterable[str]) -> int:
        """Delete matches with these statuses that were last changed before a time."""
        query = delete(t.matches).where(
            t.matches.c.updated < before, t.matches.c.status.in_(list(statuses))
        )
        with self.engine.begin() as connection:
            return connection.execute(query).rowcount

    def old_matches(self, before: int, statuses: Iterable[str], most: int) -> list[str]:
        """Some matches with these statuses that were last changed before a time."""
        with self.engine.connect() as connection:
            return old_matches.find(connection, before, statuses, most)

    def delete(self, ids: Iterable[str], before: int) -> int:
        """Delete those of these matches that were last changed before a time."""
        alone = self.engine.execution_options(sqlite_begin="IMMEDIATE")
        with alone.begin() as connection:
            return old_matches.remove(connection, ids, before)

    def setting(self, name: str, fresh: bytes) -> bytes:
        """A value shared by all servers on this database; stores ``fresh`` if there is none yet."""
        query = self._insert(t.settings).values(name=name, value=fresh).on_conflict_do_nothing()
        with self.engine.begin() as connection:
            connection.execute(query)
            found = select(t.settings.c.value).where(t.settings.c.name == name)
            return bytes(connection.execute(found).scalar_one())

    def probe(self) -> None:
        """Write something that means nothing; raises if the database cannot be written."""
        with transaction(self.engine) as writing:
            self._upsert_probe.run(writing, {"name": PROBE, "value": token_bytes(8)})
            writing.commit()


def _moment(append: Append) -> int | None:
    """The time of the events; None if it is not known."""
    return max(append.at, *(getattr(event, "at", 0) for event in append.events), 0) or None


def _log(connection: Connection, match_id: str, since: int) -> Iterable[tuple[int, str, bytes]]:
    query = (
        select(t.events.c.version, t.events.c.request, t.events.c.body)
        .where(t.events.c.match == match_id, t.events.c.version > since)
        .order_by(t.events.c.version)
    )
    return ((version, request, bytes(body)) for version, request, body in connection.execute(query))
