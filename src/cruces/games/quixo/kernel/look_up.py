"""Tables that say what the squares of a mask add up to, looked up nine squares at a time.

The largest board takes three look-ups, and their tables still fit into the processor's fast memory.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import Mask
from cruces.kernels.jit import inlined

AT_ONCE, PARTS = 9, 3
Table = npt.NDArray[np.unsignedinteger[Any]]


def table_of(squares: Sequence[int]) -> npt.NDArray[np.uint64]:
    """``[part of the board, marks there]``: the bits that the marked squares have among them.

    >>> int(look_up(table_of([1, 8, 4]), np.uint32(0b101)))
    5
    """
    marks = np.arange(1 << AT_ONCE)
    table = np.zeros((PARTS, marks.size), np.uint64)
    for square, bits in enumerate(squares):
        part, place = divmod(square, AT_ONCE)
        table[part, marks >> place & 1 == 1] |= np.uint64(bits)
    return table


@inlined
def look_up(table: Table, mask: Mask) -> Any:
    """The bits that the squares of a mask have among them."""
    part = np.uint32((1 << AT_ONCE) - 1)
    return (
        table[0, mask & part]
        | table[1, (mask >> np.uint32(AT_ONCE)) & part]
        | table[2, mask >> np.uint32(2 * AT_ONCE)]
    )
