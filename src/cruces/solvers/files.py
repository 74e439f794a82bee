"""Files that are there whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


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


def _sync_folder(folder: Path) -> None:
    """A new name is on the disk only when its folder is."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
