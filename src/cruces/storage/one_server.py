"""Only one server at a time uses an SQLite file: two would not learn of each other's events.

The system itself releases the lock when a process ends, however that happens. It is a file next to
the database, since closing another handle of the database would release SQLite's own locks. Other
programs may read, copy and write the database meanwhile.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cruces.core import BadOptionError, Reason
from cruces.storage.engine import parse


@contextmanager
def only_server(url: str) -> Iterator[None]:
    """Hold the lock of a database; refuses one that another server uses.

    There is nothing to do for PostgreSQL, which servers share.
    """
    database = _file(url)
    if database is None or sys.platform == "win32":
        yield
        return
    import fcntl

    lock = database.with_name(f"{database.name}.lock")
    try:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:  # the database cannot be opened there either, which is said in its own words
        yield
        return
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadOptionError(Reason("database-in-use", {"file": str(database)})) from None
        yield
    finally:
        os.close(handle)


def _file(url: str) -> Path | None:
    parsed = parse(url)
    name = parsed.database
    if parsed.get_backend_name() != "sqlite" or not name or name == ":memory:":
        return None
    return Path(name).resolve()  # so that another name of it leads to the same lock
