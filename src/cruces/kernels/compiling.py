"""How a function becomes machine code: the one place that knows Numba's decorator."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba

P = ParamSpec("P")
R = TypeVar("R")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function in machine code: at its first call, kept on disk, without Python's lock.

    A CUDA kernel may call it as well: Numba then compiles the same source for the device. So a
    function touches its arguments only, and what differs between boards comes in as a tuple: an
    argument here, a constant there.

    The caller's code is not compiled again when a function it calls changed in another file:
    while working on kernels, delete ``__pycache__`` or set ``NUMBA_CACHE_DIR``.
    """
    return _compiled(function, inline=False)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a small function that lives inside loops: never called, always copied in.

    An array is seven numbers to a call; left to itself LLVM calls rather than copies.
    """
    return _compiled(function, inline=True)


def _compiled(function: Callable[P, R], inline: bool) -> Callable[P, R]:
    try:
        return numba.njit(cache=True, nogil=True, forceinline=inline)(function)
    except RuntimeError:
        # No folder to keep it in, neither the package's nor the user's: compile in every process.
        return numba.njit(nogil=True, forceinline=inline)(function)
