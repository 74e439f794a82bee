"""Export and import of all matches as JSON lines: for backups, and to move between databases.

A line is a match: its secret and its events, from which everything else follows.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator

import msgspec
from sqlalchemy import select

from cruces.core import CrucesError, Reason
from cruces.match import messages as m
from cruces.match.match import create, fold
from cruces.storage import tables as t
from cruces.storage.store import Append, Store

FORMAT = "cruces-archive-1"


class ArchiveError(CrucesError):
    """A line of an archive is not a valid match; nothing of it is written."""

    code = "bad-archive"


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match in an archive: each event with the id of the command that caused it."""

    format: str
    secret: str
    due: int | None
    events: list[tuple[str, m.Event]]


_ENTRY = msgspec.json.Decoder(Entry)


def export(store: Store) -> Iterator[bytes]:
    """Every match as a line, the oldest first."""
    with store.engine.connect() as connection:
        rows = connection.execute(
            select(t.matches.c.id, t.matches.c.secret, t.matches.c.due).order_by(
                t.matches.c.created, t.matches.c.id
            )
        ).all()
    for match_id, secret, due in rows:
        logged = store.log(match_id)
        entry = Entry(FORMAT, b64encode(secret).decode(), due, logged)
        yield msgspec.json.encode(entry) + b"\n"


def restore(store: Store, lines: Iterable[bytes]) -> int:
    """Write the matches of an archive; returns their number. Refuses one that already exists."""
    count = 0
    for number, line in enumerate(lines, 1):
        if line.strip():
            _restore(store, line, number)
            count += 1
    return count


def _restore(store: Store, line: bytes, number: int) -> None:
    try:
        entry = _ENTRY.decode(line)
        (_, first), *others = entry.events
        secret = b64decode(entry.secret, validate=True)
    except (msgspec.DecodeError, ValueError) as error:
        raise ArchiveError(Reason("archive-line", {"line": number, "detail": error})) from None
    if entry.format != FORMAT or not isinstance(first, m.Created):
        detail = f"format {entry.format}"
        raise ArchiveError(Reason("archive-line", {"line": number, "detail": detail}))
    match = create(first)
    appends = [Append(0, [first], match, "", entry.due, secret)]
    for request, event in others:
        before = match.version
        match = fold(match, event, request)
        appends.append(Append(before, [event], match, request, entry.due, secret))
    if not store.append_together(appends):
        raise ArchiveError(Reason("archive-there", {"line": number, "match": match.id}))
