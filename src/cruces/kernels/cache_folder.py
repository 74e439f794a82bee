"""Where files are kept that can be computed again."""

import hashlib
import os
from functools import cache
from importlib.metadata import version
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
_MADE_OF = (
    "kernels/*.py",
    "games/*/kernel/**/*.py",
    "games/*/solver/**/*.py",
    "games/*/rules/*.py",
)
"""The sources of our machine code: compiled functions, what they call, and their constants."""


def cache_folder() -> Path:
    """The user's cache folder by the XDG specification; it may not exist yet."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "cruces"


def sources() -> list[Path]:
    """The files that machine code is compiled from."""
    return [file for pattern in _MADE_OF for file in sorted(_PACKAGE.glob(pattern))]


@cache
def machine_code_folder() -> Path:
    """The folder for the machine code of exactly this source; it may not exist yet.

    Numba checks only the file of a function itself. If a function that it calls has changed in
    another file, Numba would not notice and use outdated code.
    """
    source = hashlib.sha256(version("numba").encode())
    for file in sources():
        source.update(file.read_bytes())
    return cache_folder() / "machine-code" / source.hexdigest()[:16]
