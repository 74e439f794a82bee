"""Numba for a GPU, from numba-cuda: only those who import this need that package.

numba-cuda up to 0.30.4 uses `numpy.row_stack`, which NumPy 2.5 removed; it does so when the first
kernel for a real GPU is compiled, and its simulator never does. The extra `gpu` asks for an older
NumPy. Where a newer one is installed all the same, numba-cuda is loaded here with that function in
place. A test fails as soon as an installed numba-cuda does without it: then `_load_arrays` goes,
and so does the limit on NumPy in the extra.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numba
import numba.cuda
import numpy as np

cuda: Any = numba.cuda  # its own annotations describe it as it was long ago
SIMULATED = bool(numba.config.ENABLE_CUDASIM)  # type: ignore[attr-defined]
"""Whether Numba's simulator stands in for a GPU."""


def _load_arrays() -> None:
    """Import the part of numba-cuda that uses `numpy.row_stack`, and leave NumPy as it was."""

    def row_stack(arrays: Sequence[Any]) -> Any:  # not vstack itself, which numba-cuda adds apart
        return np.vstack(arrays)

    setattr(np, "row_stack", row_stack)  # noqa: B010 -- mypy knows that NumPy has none
    try:
        import_module("numba.cuda.np.arrayobj")
    finally:
        delattr(np, "row_stack")


if not SIMULATED and not hasattr(np, "row_stack"):
    _load_arrays()
