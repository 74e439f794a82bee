"""Files that are written atomically and checked when they are read."""

import io
import mmap
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from cruces.core import Reason
from cruces.solvers.errors import TableError

MAGIC = b"\x89QXT\r\n\x1a\n"
"""As in PNG: no text starts like this, and a conversion of line ends destroys it."""


@contextmanager
def atomic_file(target: Path) -> Iterator[BinaryIO]:
    """A file to write to, which replaces the target once it is complete and on the disk."""
    draft = target.with_name(f".{target.name[:100]}.{os.getpid()}.part")
    try:
        with draft.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)
        _sync_folder(target.parent)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise


def map_file(path: Path) -> mmap.mmap:
    """A file mapped into memory."""
    name = str(path)
    try:
        with path.open("rb") as file:
            if file.seek(0, io.SEEK_END) == 0:
                raise TableError(Reason("table-empty", {"file": name}))
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except IsADirectoryError:
        raise TableError(Reason("table-folder", {"file": name})) from None


def check_magic(name: str, content: memoryview, header: int) -> None:
    """Refuse what is not a table, or is shorter than its header."""
    if bytes(content[: len(MAGIC)]) != MAGIC[: len(content)]:
        raise TableError(Reason("table-foreign", {"file": name}))
    if len(content) < header:
        raise TableError(Reason("table-cut", {"file": name}))


def check_version(name: str, version: int, supported: int) -> None:
    """Refuse formats of later versions."""
    if version > supported:
        params = {"file": name, "version": version, "known": supported}
        raise TableError(Reason("table-newer", params))


def check_game(name: str, game: bytes, expected: bytes) -> None:
    """Refuse another game's table."""
    game_name = game.rstrip(b"\0")
    if game_name != expected:
        params = {
            "file": name,
            "game": game_name.decode("ascii", "replace"),
            "wanted": expected.decode(),
        }
        raise TableError(Reason("table-game", params))


def check_length(name: str, content: memoryview, length: int) -> None:
    """Refuse a file that is truncated or has trailing data."""
    if len(content) < length:
        raise TableError(Reason("table-cut", {"file": name}))
    if len(content) > length:
        raise TableError(Reason("table-trailing", {"file": name}))


def _sync_folder(folder: Path) -> None:
    """Write a folder to the disk, so that a new file name in it is there too."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
