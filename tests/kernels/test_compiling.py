"""Where nothing can be kept on disk, functions are compiled all the same."""

from collections.abc import Callable
from typing import Any

import numba
import pytest

from cruces.kernels.jit import compiled, inlined


def test_without_a_place_for_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    real = numba.njit

    def njit(cache: bool = False, **options: bool) -> Callable[..., Any]:
        if cache:
            raise RuntimeError("cannot cache function: no locator available")
        return real(**options)  # type: ignore[call-overload, no-any-return]

    def double(number: int) -> int:
        return 2 * number

    with monkeypatch.context() as patched:
        patched.setattr(numba, "njit", njit)
        found = [compiled(double), inlined(double)]
    assert [function(21) for function in found] == [42, 42]
