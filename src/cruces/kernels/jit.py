"""How a function becomes machine code: the one place that knows Numba's decorator."""

import hashlib
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import ParamSpec, TypeVar

import numba

from cruces.kernels.cache_folder import cache_folder

P = ParamSpec("P")
R = TypeVar("R")


KEPT = 2
"""Machine code of so many states of the source is kept: this one's, and the last before it."""
_MADE_OF = (
    "kernels/*.py",
    "games/*/kernel/**/*.py",
    "games/*/solver/**/*.py",
    "games/*/rules/*.py",
)
"""What our machine code is made of: what a compiled function calls, and the constants in it."""


def _kept_in() -> Path:
    """A folder for the machine code of exactly this source.

    Numba looks at the file of a function alone: when a function that it calls changed in another
    file, old code would call new code as if nothing had happened.
    """
    source, package = hashlib.sha256(numba.__version__.encode()), Path(__file__).parents[1]
    for pattern in _MADE_OF:
        for file in sorted(package.glob(pattern)):
            source.update(file.read_bytes())
    folder = cache_folder() / "machine-code" / source.hexdigest()[:16]
    with suppress(OSError):  # a disk that is full or not ours: then it is compiled every time
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        _prune(folder.parent)
    return folder


def _prune(folder: Path) -> None:
    """Remove what earlier states of the source have left."""
    old = sorted(folder.iterdir(), key=lambda each: each.stat().st_mtime, reverse=True)[KEPT:]
    for each in old:
        shutil.rmtree(each, ignore_errors=True)


if not numba.config.CACHE_DIR:  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = str(_kept_in())  # type: ignore[attr-defined]


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function in machine code: at its first call, kept on disk, without Python's lock.

    A CUDA kernel may call it as well: Numba then compiles the same source for the device. So a
    function touches its arguments only, and what differs between boards comes in as a tuple: an
    argument here, a constant there. It must not call itself: fetched from disk by another process,
    such code crashes (seen with Numba 0.68).
    """
    return _compiled(function, inline=False)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a small function that lives inside loops: never called, always copied in.

    An array is seven numbers to a call; left to itself LLVM calls rather than copies.
    """
    return _compiled(function, inline=True)


def taking_functions(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a function that is given compiled functions: compiled in every process.

    On disk it would not be found again: the type of such an argument is new in every process. Where
    it is called by another of its kind it is copied in, as the functions that it is given are.
    """
    return numba.njit(nogil=True, forceinline=True)(function)


def _compiled(function: Callable[P, R], inline: bool) -> Callable[P, R]:
    try:
        return numba.njit(cache=True, nogil=True, forceinline=inline)(function)
    except RuntimeError:
        # No folder to keep it in, neither the package's nor the user's: compile in every process.
        return numba.njit(nogil=True, forceinline=inline)(function)
