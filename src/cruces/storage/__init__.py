"""The event store: SQLite by default, PostgreSQL when one machine is not enough."""

from cruces.storage.archive import ArchiveError, export, is_match, restore
from cruces.storage.devices import DeviceStore, StoredDevice
from cruces.storage.engine import DatabaseError, trouble
from cruces.storage.leases import Lease
from cruces.storage.listing import Listing, Lobby
from cruces.storage.lists import MatchSummary
from cruces.storage.one_server import only_server
from cruces.storage.opening import UnusableDatabaseError, open_store
from cruces.storage.schema import upgrade
from cruces.storage.store import Append, Store

__all__ = [
    "Append",
    "ArchiveError",
    "DatabaseError",
    "DeviceStore",
    "Lease",
    "Listing",
    "Lobby",
    "MatchSummary",
    "Store",
    "StoredDevice",
    "UnusableDatabaseError",
    "export",
    "is_match",
    "only_server",
    "open_store",
    "restore",
    "trouble",
    "upgrade",
]
