"""Reading and writing the user's files safely."""

import os
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from cruces.cli.failures import CliError
from cruces.core import Play
from cruces.core.record import MAX_BYTES
from cruces.core.registry import load
from cruces.render.terminal.style import printable

STANDARD = "-"


def read_play(name: str) -> Play[Any, Any, Any]:
    """The game in a file (``-``: standard input), checked event by event."""
    return load(read(name))


def read(name: str) -> bytes:
    """The content of a file, up to one byte more than the largest record."""
    if name == STANDARD:
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    with Path(name).open("rb") as file:
        return file.read(MAX_BYTES + 1)


def check_target(name: str, force: bool) -> Path:
    """The path to write to; refuses existing files and places that cannot hold a file."""
    target = Path(os.path.realpath(name))
    try:
        kind = target.stat().st_mode
    except FileNotFoundError:
        if not target.parent.is_dir():
            raise CliError("no-folder", file=printable(name)) from None
        if not os.access(target.parent, os.W_OK):
            raise CliError("denied", file=printable(name)) from None
        return target
    if stat.S_ISDIR(kind):
        raise CliError("directory", file=printable(name))
    if not stat.S_ISREG(kind):
        raise CliError("special", file=printable(name))
    if not force:
        raise CliError("exists", file=printable(name))
    return target


def write(target: Path, content: str | bytes) -> None:
    """Write atomically: readers see the old file or the complete new one."""
    handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).chmod(_mode(target))
        Path(draft).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(draft).unlink()
        raise


def put(name: str, content: str | bytes, force: bool) -> None:
    """Write to a file, or to standard output for ``-``."""
    if name == STANDARD:
        click.echo(content, nl=isinstance(content, str) and not content.endswith("\n"))
    else:
        write(check_target(name, force), content)


def _mode(target: Path) -> int:
    """The permissions of the existing file, or those of new files."""
    with suppress(FileNotFoundError):
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
