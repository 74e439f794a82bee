"""Export and import of a whole database as JSON lines: for backups, and to move to another.

A line is a key, a device, or a match: its secret and its events, from which everything else
follows. With the keys and devices every token that was valid there is valid here.
"""

import time
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec
from sqlalchemy import select

from cruces.core import CrucesError, Reason
from cruces.match import messages as m
from cruces.match.match import create, fold
from cruces.storage import tables as t
from cruces.storage.devices import KEY_BYTES, KEYS, DeviceStore, StoredDevice
from cruces.storage.store import Append, Store

TOGETHER = 500
"""The number of devices written in one transaction."""


class ArchiveError(CrucesError):
    """A line of an archive is not valid; nothing of it is written."""

    code = "bad-archive"


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="format"):
    pass


class Key(_Line, frozen=True, tag="cruces-key-1"):
    """A key of the server, as base64. Of several with the same name the newest comes first."""

    name: str
    key: str


class Device(_Line, frozen=True, tag="cruces-device-1"):
    """A device of a player."""

    device: StoredDevice


class Entry(_Line, frozen=True, tag="cruces-archive-1"):
    """A match in an archive: each event with the id of the command that caused it."""

    secret: str
    due: int | None
    events: list[tuple[str, m.Event]]


_LINE = msgspec.json.Decoder(Key | Device | Entry)


def export(store: Store) -> Iterator[bytes]:
    """Every key, device and match as a line; matches come last, the oldest first."""
    devices = DeviceStore(store.engine)
    lines: Iterator[_Line] = chain(
        _keys(store), (Device(device) for device in devices.everyone()), _matches(store)
    )
    for line in lines:
        yield msgspec.json.encode(line) + b"\n"


def is_match(line: bytes) -> bool:
    """Whether a line of an export is a match."""
    return line.startswith(b'{"format":"cruces-archive-1"')


def _keys(store: Store) -> Iterator[Key]:
    query = select(t.settings.c.name, t.settings.c.value).where(t.settings.c.name.endswith("-key"))
    with store.engine.connect() as connection:
        stored = [(name, bytes(value)) for name, value in connection.execute(query)]
    for name, value in sorted(stored):
        size = KEY_BYTES if name == KEYS else len(value)
        for start in range(0, len(value), size):
            yield Key(name, b64encode(value[start : start + size]).decode())


def _matches(store: Store) -> Iterator[Entry]:
    with store.engine.connect() as connection:
        rows = connection.execute(
            select(t.matches.c.id, t.matches.c.secret, t.matches.c.due).order_by(
                t.matches.c.created, t.matches.c.id
            )
        ).all()
    for match_id, secret, due in rows:
        logged = store.log(match_id)
        yield Entry(b64encode(secret).decode(), due, logged)


def restore(store: Store, lines: Iterable[bytes]) -> int:
    """Write an archive; returns the number of its matches. Refuses one that already exists."""
    count, devices, now = 0, DeviceStore(store.engine), time.time_ns() // 1_000_000
    waiting: list[StoredDevice] = []
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        match _line(text, number):
            case Key() as key:
                _restore_key(store, devices, key, number)
            case Device(device):
                waiting.append(device)
                if len(waiting) == TOGETHER:
                    devices.restore(waiting, now)
                    waiting.clear()
            case Entry() as entry:
                _restore_match(store, entry, number)
                count += 1
    devices.restore(waiting, now)
    return count


def _line(text: bytes, number: int) -> Key | Device | Entry:
    try:
        line: Key | Device | Entry = _LINE.decode(text)
        return line
    except (msgspec.DecodeError, ValueError) as error:
        raise _wrong(number, error) from None


def _wrong(number: int, detail: object) -> ArchiveError:
    return ArchiveError(Reason("archive-line", {"line": number, "detail": detail}))


def _restore_key(store: Store, devices: DeviceStore, line: Key, number: int) -> None:
    """A key that signs tokens is added to those that are there; of others there is one."""
    key = _bytes(line.key, number)
    if line.name != KEYS:
        store.setting(line.name, key)
    elif len(key) == KEY_BYTES:
        devices.add_keys([key], first=False)
    else:
        raise _wrong(number, f"{len(key)} bytes")


def _bytes(text: str, number: int) -> bytes:
    try:
        return b64decode(text, validate=True)
    except ValueError as error:
        raise _wrong(number, error) from None


def _restore_match(store: Store, entry: Entry, number: int) -> None:
    secret = _bytes(entry.secret, number)
    if not entry.events or not isinstance(first := entry.events[0][1], m.Created):
        raise _wrong(number, "created")
    match = create(first)
    appends = [Append(0, [first], match, "", entry.due, secret)]
    for request, event in entry.events[1:]:
        before = match.version
        match = fold(match, event, request)
        appends.append(Append(before, [event], match, request, entry.due, secret))
    if not store.append_together(appends):
        raise ArchiveError(Reason("archive-there", {"line": number, "match": match.id}))
