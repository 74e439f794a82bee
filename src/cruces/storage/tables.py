"""The database tables, for SQLAlchemy Core. Migrations create them."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("code", String(16), nullable=False, unique=True),
    Column("game", String(30), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("host", String(40), nullable=False),
    Column("secret", LargeBinary(32), nullable=False),
    Column("status", String(12), nullable=False),
    Column("version", Integer, nullable=False),
    Column("due", BigInteger, nullable=True),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("listing", LargeBinary, nullable=True),
    Column("lease_owner", String(40), nullable=True),
    Column("lease_until", BigInteger, nullable=True),
    Column("source", String(16), nullable=True),
    Index("matches_due", "due"),
    Index("matches_open", "status", "private", "created", "host", "source"),
    Index("matches_host", "host", "status"),
)
"""One row per match: what lists show (``listing`` is JSON, computed when it is first needed), when
the server has work to do (``due``), and which process is doing it. ``source`` is a name for the
address that the match was created from, which cannot be read from it."""

events = Table(
    "events",
    metadata,
    Column("match", String(40), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("request", String(64), nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""The log. The unique key (match, version) decides between two writers."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("match", String(40), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""The fold of a match up to a version, only for speed: it can be deleted at any time."""

seats = Table(
    "seats",
    metadata,
    Column("match", String(40), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("player", String(40), nullable=False),
    Index("seats_player", "player"),
)
"""The devices by seat, to find the matches of a device."""

devices = Table(
    "devices",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("player", String(40), nullable=False),
    Column("label", String(60), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", Integer, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("revoked", BigInteger, nullable=True),
    Column("changed", BigInteger, nullable=True),
    Index("devices_player", "player"),
    Index("devices_changed", "changed"),
)
"""The devices of players. ``used`` is a day since 1970. Tokens of an older ``generation`` are not
valid, nor are those of a device that is ``revoked``; ``changed`` is when either last changed."""

device_codes = Table(
    "device_codes",
    metadata,
    Column("digest", LargeBinary(32), primary_key=True),
    Column("player", String(40), nullable=False, unique=True),
    Column("expires", BigInteger, nullable=False),
)
"""The codes that add a device to a player; a player has one at a time."""

records = Table(
    "records",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Index("records_opened", "opened"),
)
"""Records of games from elsewhere that people have opened, compressed, and when each was last."""

pads = Table(
    "pads",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("code", String(16), nullable=False, unique=True),
    Column("game", String(30), nullable=False),
    Column("chosen", LargeBinary, nullable=False),
    Column("host", String(40), nullable=False),
    Column("source", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("used", BigInteger, nullable=False),
    Index("pads_used", "used"),
    Index("pads_host", "host", "used"),
    Index("pads_source", "source", "used"),
)
"""The score pads that several phones share. ``version`` counts what others may see change;
``source`` is a name for the address it was opened from, empty for one without limits."""

pad_members = Table(
    "pad_members",
    metadata,
    Column("pad", String(40), ForeignKey("pads.id", ondelete="CASCADE"), primary_key=True),
    Column("member", Integer, primary_key=True),
    Column("device", String(40), nullable=False),
    Column("name", String(60), nullable=False),
    Column("status", String(8), nullable=False),
    Column("version", Integer, nullable=False),
    Column("sheet", LargeBinary, nullable=False),
    Column("changed", Integer, nullable=False),
    Column("seen", BigInteger, nullable=False),
)
"""Whoever keeps a sheet on one: the sheet as JSON with the number that its device gave it
(``version``), and the version of the pad at which any of this last changed."""

settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""Values shared by all servers on one database, such as the key that signs device tokens."""
