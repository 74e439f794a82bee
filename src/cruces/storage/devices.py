"""The devices of players: what an owner sees of them, and which tokens are no longer valid.

A token is valid if its signature is, so a device needs no row to be valid: the row is written when
the device is first used. A row that says that older tokens are not valid is kept for ever.
"""

from collections.abc import Iterable, Sequence

import msgspec
from sqlalchemy import Engine, Executable, and_, case, delete, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.engine import Connection

from cruces.storage import tables as t

KEYS = "device-key"
KEY_BYTES = 32
DAY = 24 * 3600 * 1000
"""Milliseconds in a day."""
_AT_ONCE = 500


class StoredDevice(msgspec.Struct, frozen=True):
    """A device of a player. ``used`` is the day of its last use, in days since 1970."""

    id: str
    player: str
    label: str
    created: int
    used: int
    generation: int = 0
    revoked: int | None = None


class Validity(msgspec.Struct, frozen=True):
    """Which tokens of a device are valid: none, or those from a generation on."""

    id: str
    generation: int
    revoked: bool
    changed: int


_KEYS = select(t.settings.c.value).where(t.settings.c.name == KEYS)
_COLUMNS = tuple(t.devices.c[name] for name in StoredDevice.__struct_fields__)


class DeviceStore:
    """The devices in a database. All methods block; callers run them in threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        # Code that reads and then writes takes SQLite's lock at once.
        self._writing = engine.execution_options(sqlite_begin="IMMEDIATE")
        self._insert = sqlite_insert if engine.dialect.name == "sqlite" else postgresql_insert

    # The keys that sign tokens

    def keys(self) -> tuple[bytes, ...]:
        """The keys, the newest first."""
        with self._engine.connect() as connection:
            return _split(connection.execute(_KEYS).scalar_one_or_none())

    def first_keys(self, fresh: bytes) -> tuple[bytes, ...]:
        """The same; stores ``fresh`` if there is none yet."""
        first = self._insert(t.settings).values(name=KEYS, value=fresh).on_conflict_do_nothing()
        with self._writing.begin() as connection:
            connection.execute(first)
        return self.keys()

    def add_keys(self, keys: Iterable[bytes], *, first: bool) -> tuple[bytes, ...]:
        """All keys after adding these, before the existing ones or after them."""
        with self._writing.begin() as connection:
            known = self._keys(connection)
            new = tuple(key for key in dict.fromkeys(keys) if key not in known)
            return self._store_keys(connection, new + known if first else known + new)

    def forget_keys(self) -> int:
        """Keep only the newest key; returns how many were deleted."""
        with self._writing.begin() as connection:
            known = self._keys(connection)
            self._store_keys(connection, known[:1])
            return max(0, len(known) - 1)

    def _keys(self, connection: Connection) -> tuple[bytes, ...]:
        return _split(connection.execute(_KEYS.with_for_update()).scalar_one_or_none())

    def _store_keys(self, connection: Connection, keys: tuple[bytes, ...]) -> tuple[bytes, ...]:
        if keys:
            stored = self._insert(t.settings).values(name=KEYS, value=b"".join(keys))
            replaced = {"value": stored.excluded.value}
            connection.execute(stored.on_conflict_do_update(index_elements=["name"], set_=replaced))
        return keys

    # Devices

    def use(self, devices: Sequence[StoredDevice], now: int) -> None:
        """These were used: note the day, and that older generations are not valid any more."""
        used = self._insert(t.devices)
        new, newer = used.excluded, used.excluded.generation > t.devices.c.generation
        merged = {
            "used": case((new.used > t.devices.c.used, new.used), else_=t.devices.c.used),
            "generation": case((newer, new.generation), else_=t.devices.c.generation),
            "changed": case((newer, new.changed), else_=t.devices.c.changed),
        }
        self._merge(used.on_conflict_do_update(index_elements=["id"], set_=merged), devices, now)

    def restore(self, devices: Sequence[StoredDevice], now: int) -> None:
        """Write devices of an archive; what is invalid here or there stays invalid."""
        archived = self._insert(t.devices)
        new, newer = archived.excluded, archived.excluded.generation > t.devices.c.generation
        merged = {
            "label": new.label,
            "created": new.created,
            "used": new.used,
            "generation": case((newer, new.generation), else_=t.devices.c.generation),
            "revoked": func.coalesce(t.devices.c.revoked, new.revoked),
            "changed": func.coalesce(new.changed, t.devices.c.changed),
        }
        merging = archived.on_conflict_do_update(index_elements=["id"], set_=merged)
        self._merge(merging, devices, now)

    def _merge(self, statement: Executable, devices: Sequence[StoredDevice], now: int) -> None:
        # In the order of their ids, so that two processes never deadlock.
        rows = [_row(one, now) for one in sorted(devices, key=lambda one: one.id)]
        if rows:
            with self._writing.begin() as connection:
                connection.execute(statement, rows)

    def add(self, device: StoredDevice) -> None:
        """A new device."""
        with self._writing.begin() as connection:
            connection.execute(t.devices.insert(), _row(device, device.created))

    def of_player(self, player: str) -> list[StoredDevice]:
        """The devices of a player that are not revoked, the oldest first."""
        query = (
            select(*_COLUMNS)
            .where(t.devices.c.player == player, t.devices.c.revoked.is_(None))
            .order_by(t.devices.c.created, t.devices.c.id)
        )
        with self._engine.connect() as connection:
            return [StoredDevice(*row) for row in connection.execute(query)]

    def rename(self, player: str, device: str, label: str) -> bool:
        """Name a device of a player; False if they have no such device."""
        return self._change(player, device, label=label)

    def revoke(self, player: str, device: str, now: int) -> bool:
        """No token of a device is valid any more; False if the player has no such device."""
        return self._change(player, device, revoked=now, changed=now)

    def _change(self, player: str, device: str, **values: object) -> bool:
        query = update(t.devices).where(
            t.devices.c.id == device,
            t.devices.c.player == player,
            t.devices.c.revoked.is_(None),
        )
        with self._engine.begin() as connection:
            return connection.execute(query.values(**values)).rowcount == 1

    def changed(self, since: int) -> list[Validity]:
        """The devices with tokens that became invalid at this time or later."""
        query = select(
            t.devices.c.id,
            t.devices.c.generation,
            t.devices.c.revoked.is_not(None),
            t.devices.c.changed,
        ).where(t.devices.c.changed >= since)
        with self._engine.connect() as connection:
            return [
                Validity(device, generation, bool(revoked), changed)
                for device, generation, revoked, changed in connection.execute(query)
            ]

    def prune(self, before: int) -> int:
        """Forget devices that were not used since a time and hold no seat.

        Their tokens stay valid, and write the row again when used. Rows of devices that are revoked
        stay.
        """
        seated = select(t.seats.c.player).where(t.seats.c.player == t.devices.c.player).exists()
        query = delete(t.devices).where(
            t.devices.c.used < before // DAY, t.devices.c.changed.is_(None), ~seated
        )
        with self._engine.begin() as connection:
            return connection.execute(query).rowcount

    # One-time codes

    def put_code(self, player: str, digest: bytes, expires: int, now: int) -> None:
        """A code for a player; it replaces their earlier one."""
        old = or_(t.device_codes.c.player == player, t.device_codes.c.expires <= now)
        with self._writing.begin() as connection:
            connection.execute(delete(t.device_codes).where(old))
            row = {"digest": digest, "player": player, "expires": expires}
            connection.execute(self._insert(t.device_codes).on_conflict_do_nothing(), row)

    def take_code(self, digest: bytes, now: int) -> str | None:
        """The player of a code, which is used up; None if there is none, or not any more."""
        here = t.device_codes.c.digest == digest
        current = and_(here, t.device_codes.c.expires > now)
        with self._writing.begin() as connection:
            player = connection.execute(
                select(t.device_codes.c.player).where(current)
            ).scalar_one_or_none()
            taken = connection.execute(delete(t.device_codes).where(here)).rowcount == 1
            return player if taken else None

    # Archives

    def everyone(self) -> Iterable[StoredDevice]:
        """Every device, in the order of their ids."""
        last = ""
        while True:
            query = select(*_COLUMNS).where(t.devices.c.id > last).order_by(t.devices.c.id)
            with self._engine.connect() as connection:
                rows = connection.execute(query.limit(_AT_ONCE)).all()
            yield from (StoredDevice(*row) for row in rows)
            if len(rows) < _AT_ONCE:
                return
            last = rows[-1].id


def _split(joined: bytes | None) -> tuple[bytes, ...]:
    value = bytes(joined or b"")
    return tuple(value[i : i + KEY_BYTES] for i in range(0, len(value), KEY_BYTES))


def _row(device: StoredDevice, now: int) -> dict[str, object]:
    changed = now if device.generation or device.revoked else None
    return {**msgspec.structs.asdict(device), "changed": changed}
