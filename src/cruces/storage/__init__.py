"""The event store: SQLite by default, PostgreSQL when one machine is not enough."""

from cruces.storage.archive import ArchiveError, export, restore
from cruces.storage.schema import upgrade
from cruces.storage.store import Append, Store, Summary

__all__ = ["Append", "ArchiveError", "Store", "Summary", "export", "restore", "upgrade"]
