"""Compiles functions to machine code: the only place that uses Numba's decorator.

With CRUCES_INTERPRETED=1 in the environment, Python itself runs the same functions, some hundred
times slower, and Numba is not even loaded. Bots play like this while their machine code is being
prepared: see ``players.stand_in``.
"""

import os
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import ParamSpec, TypeVar

from cruces.kernels.cache_folder import machine_code_folder

P = ParamSpec("P")
R = TypeVar("R")

INTERPRETED = os.environ.get("CRUCES_INTERPRETED") == "1"
"""Whether this process runs kernels without a compiler."""
KEPT_VERSIONS = 2
"""Machine code is kept for this version of the source and the one before it ..."""
KEPT_SECONDS = 24 * 3600
"""... and for those that were started lately: a process may still be using them."""


def _create_folder() -> Path:
    """Create the folder for this source's machine code."""
    folder = machine_code_folder()
    with suppress(OSError):  # full or read-only disk: then every process compiles
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        _prune(folder.parent)
    return folder


def _prune(folder: Path) -> None:
    """Remove the machine code of older versions of the source."""
    started = {each: each.stat().st_mtime for each in folder.iterdir()}
    latest = sorted(started, key=started.__getitem__, reverse=True)
    for old in latest[KEPT_VERSIONS:]:
        if started[old] < time.time() - KEPT_SECONDS:
            shutil.rmtree(old, ignore_errors=True)


if not INTERPRETED:
    import numba

    if not numba.config.CACHE_DIR:  # type: ignore[attr-defined]
        numba.config.CACHE_DIR = str(_create_folder())  # type: ignore[attr-defined]


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function at its first call, keep it on disk, and run it without the GIL.

    CUDA kernels may call it too: Numba then compiles the same source for the device. So a function
    must use only its arguments, and whatever differs between boards is passed as a tuple, which is
    a constant on the device. It must not call itself: loaded from disk by another process, such
    code crashes (seen with Numba 0.68).
    """
    return _compiled(function, inline=False)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a small function inside loops: it is always inlined.

    Passing an array takes seven numbers per call, and LLVM would not inline by itself.
    """
    return _compiled(function, inline=True)


def taking_functions(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a function with compiled functions as arguments: every process compiles it.

    It cannot be kept on disk, because the type of such an argument is new in every process. It is
    inlined into its callers, and the functions that it is given are inlined into it.
    """
    if INTERPRETED:
        return function
    return numba.njit(nogil=True, forceinline=True)(function)


def _compiled(function: Callable[P, R], inline: bool) -> Callable[P, R]:
    if INTERPRETED:
        return function
    try:
        return numba.njit(cache=True, nogil=True, forceinline=inline)(function)
    except RuntimeError:
        # Neither the package's folder nor the user's is writable: every process compiles.
        return numba.njit(nogil=True, forceinline=inline)(function)
