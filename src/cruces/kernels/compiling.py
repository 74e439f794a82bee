"""How a function becomes machine code: the one place that knows Numba's decorator."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

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
    return cast(Callable[P, R], numba.njit(cache=True, nogil=True)(function))
