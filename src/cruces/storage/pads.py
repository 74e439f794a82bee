"""Score pads that several phones share: who keeps a sheet there, and what is on it.

What a sheet means is known to nobody here. Only the device that a sheet belongs to writes it, and
numbers what it writes, so that the latest is always known and nothing is written twice.
"""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from sqlalchemy import Engine, Row, delete, func, insert, select, update
from sqlalchemy.engine import Connection

from cruces.core import CrucesError, Reason
from cruces.match.names import check_name
from cruces.storage import tables as t

MOST = 5_000
MOST_OF_HOST = 5
MOST_OF_SOURCE = 100
"""How many there are at once, in all, of one player and of one address: of more, the one that has
not been used for the longest time is deleted."""
MOST_MEMBERS = 5
MOST_EVER = 12
"""How many keep a sheet on one at once, and how many with those who have left."""
SEEN_EVERY = 15_000
"""After how many milliseconds it is written down again that somebody is still there."""

Status = Literal["here", "left", "removed"]


class PadError(CrucesError):
    """A pad that several phones share does not allow it."""

    code = "refused"


@dataclass(frozen=True, slots=True)
class PadMember:
    """Somebody with a sheet: ``version`` 0 before anything is written on it."""

    member: int
    device: str
    name: str
    status: Status
    version: int
    sheet: bytes
    changed: int
    seen: int


@dataclass(frozen=True, slots=True)
class SharedPad:
    """A pad and everybody on it, in the order in which they came."""

    id: str
    code: str
    game: str
    chosen: bytes
    host: str
    version: int
    members: tuple[PadMember, ...]

    def member_of(self, device: str) -> PadMember | None:
        """The one who keeps their sheet on this device, unless they were removed."""
        return next(
            (one for one in self.members if one.device == device and one.status != "removed"), None
        )


@dataclass(frozen=True, slots=True)
class NewPad:
    """A pad to be opened; ``source`` is empty for an address without limits."""

    id: str
    code: str
    game: str
    chosen: bytes
    host: str
    source: str


class PadStore:
    """The shared pads in a database. All methods block; callers run them in threads."""

    def __init__(self, engine: Engine, most: int = MOST) -> None:
        self._engine = engine
        self._writing = engine.execution_options(sqlite_begin="IMMEDIATE")
        self._most = most

    def open(self, pad: NewPad, now: int) -> None:
        """A new pad without anybody; those that have not been used for long make room for it."""
        with self._writing.begin() as connection:
            _make_room(connection, t.pads.c.host == pad.host, MOST_OF_HOST)
            if pad.source:
                _make_room(connection, t.pads.c.source == pad.source, MOST_OF_SOURCE)
            _make_room(connection, t.pads.c.id != "", self._most)
            connection.execute(insert(t.pads).values(**asdict(pad), version=0, used=now))

    def find_code(self, code: str) -> str | None:
        """The id of the pad with a code."""
        query = select(t.pads.c.id).where(t.pads.c.code == code)
        with self._engine.connect() as connection:
            return connection.execute(query).scalar_one_or_none()

    def find(self, pad: str) -> SharedPad | None:
        """A pad as it is now."""
        with self._engine.connect() as connection:
            return _find(connection, pad)

    def join(self, pad: str, device: str, name: str, now: int) -> bool:
        """Give a device a sheet, or back the one it had; False if there is no such pad.

        Refuses a name that is like another's, and one more than there may be.
        """
        with self._writing.begin() as connection:
            version = _next_version(connection, pad, now)
            found = None if version is None else _find(connection, pad)
            if found is None:
                return False
            own = next((one for one in found.members if one.device == device), None)
            if own is not None and own.status == "removed":
                raise PadError(Reason("pad-removed"))
            others = [one for one in found.members if one.status == "here" and one is not own]
            new = own is None
            if len(others) >= MOST_MEMBERS or (new and len(found.members) >= MOST_EVER):
                raise PadError(Reason("pad-full", {"most": MOST_MEMBERS}))
            checked = check_name(name, [one.name for one in others])
            values: dict[str, Any] = {
                "name": checked,
                "status": "here",
                "changed": version,
                "seen": now,
            }
            if own is None:
                values |= {"pad": pad, "member": len(found.members), "device": device}
                connection.execute(insert(t.pad_members).values(**values, version=0, sheet=b""))
            else:
                connection.execute(_row_of(pad, own.member).values(values))
            return True

    def write(self, pad: str, member: int, version: int, sheet: bytes, now: int) -> None:
        """Keep a sheet, unless one with this number or a higher one is there."""
        with self._writing.begin() as connection:
            changed = _next_version(connection, pad, now)
            query = _row_of(pad, member).where(t.pad_members.c.version < version)
            values = {"version": version, "sheet": sheet, "changed": changed, "seen": now}
            connection.execute(query.values(values))

    def see(self, pad: str, member: int, now: int) -> None:
        """Somebody is there: write it down, now and then."""
        with self._writing.begin() as connection:
            connection.execute(_row_of(pad, member).values(seen=now))
            connection.execute(update(t.pads).where(t.pads.c.id == pad).values(used=now))

    def end(self, pad: str, member: int, status: Status, now: int) -> None:
        """Somebody has left, or was removed: their sheet stays."""
        with self._writing.begin() as connection:
            changed = _next_version(connection, pad, now)
            connection.execute(_row_of(pad, member).values(status=status, changed=changed))

    def forget(self, before: int) -> int:
        """Delete the pads that nobody has used since; returns their number."""
        with self._writing.begin() as connection:
            return connection.execute(delete(t.pads).where(t.pads.c.used < before)).rowcount


def _find(connection: Connection, pad: str) -> SharedPad | None:
    # The pad first: whatever is written in between then comes again with the next version.
    row = connection.execute(select(t.pads).where(t.pads.c.id == pad)).one_or_none()
    if row is None:
        return None
    query = select(t.pad_members).where(t.pad_members.c.pad == pad)
    members = tuple(map(_member, connection.execute(query.order_by(t.pad_members.c.member))))
    chosen = bytes(row.chosen)
    return SharedPad(row.id, row.code, row.game, chosen, row.host, row.version, members)


def _member(row: Row[Any]) -> PadMember:
    return PadMember(
        row.member,
        row.device,
        row.name,
        row.status,
        row.version,
        bytes(row.sheet),
        row.changed,
        row.seen,
    )


def _next_version(connection: Connection, pad: str, now: int) -> int | None:
    """One version more; until the end of the transaction nobody else changes the pad."""
    version = t.pads.c.version + 1
    query = update(t.pads).where(t.pads.c.id == pad).values(version=version, used=now)
    return connection.execute(query.returning(t.pads.c.version)).scalar_one_or_none()


def _row_of(pad: str, member: int) -> Any:
    rows = t.pad_members.c
    return update(t.pad_members).where(rows.pad == pad, rows.member == member)


def _make_room(connection: Connection, which: Any, most: int) -> None:
    count = select(func.count()).select_from(t.pads).where(which)
    beyond = connection.execute(count).scalar_one() + 1 - most
    if beyond > 0:
        oldest = select(t.pads.c.id).where(which).order_by(t.pads.c.used, t.pads.c.id)
        connection.execute(delete(t.pads).where(t.pads.c.id.in_(oldest.limit(beyond))))
