"""Files that are there whole or not at all, and are refused when they are not."""

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
"""As in PNG: no text begins so, and whatever changes line ends on the way destroys it."""


@contextmanager
def written(target: Path) -> Iterator[BinaryIO]:
    """A file to write that takes the target's place when all is written and on the disk."""
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


def mapped(path: Path) -> mmap.mmap:
    """A file in memory, as far as the system has brought it there."""
    name = str(path)
    try:
        with path.open("rb") as file:
            if file.seek(0, io.SEEK_END) == 0:
                raise TableError(Reason("table-empty", {"file": name}))
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except IsADirectoryError:
        raise TableError(Reason("table-folder", {"file": name})) from None


def check_magic(name: str, content: memoryview, header: int) -> None:
    """Refuse what is no table, or has not even a whole header."""
    if bytes(content[: len(MAGIC)]) != MAGIC[: len(content)]:
        raise TableError(Reason("table-foreign", {"file": name}))
    if len(content) < header:
        raise TableError(Reason("table-cut", {"file": name}))


def check_version(name: str, version: int, known: int) -> None:
    """Refuse what only a later Cruces understands."""
    if version > known:
        about = {"file": name, "version": version, "known": known}
        raise TableError(Reason("table-newer", about))


def check_game(name: str, game: bytes, wanted: bytes) -> None:
    """Refuse another game's table."""
    named = game.rstrip(b"\0")
    if named != wanted:
        about = {"file": name, "game": named.decode("ascii", "replace"), "wanted": wanted.decode()}
        raise TableError(Reason("table-game", about))


def check_length(name: str, content: memoryview, length: int) -> None:
    """Refuse a file that lacks its end, or has something behind it."""
    if len(content) < length:
        raise TableError(Reason("table-cut", {"file": name}))
    if len(content) > length:
        raise TableError(Reason("table-trailing", {"file": name}))


def _sync_folder(folder: Path) -> None:
    """A new name is on the disk only when its folder is."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
