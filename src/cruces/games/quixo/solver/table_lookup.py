"""Many positions looked up at once, in machine code."""

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import Masks
from cruces.games.quixo.kernel.symmetry import SYMMETRIES, transform
from cruces.games.quixo.solver.index import SYMMETRY_BITS, rank, squeeze
from cruces.games.quixo.solver.step import LOST, WON, Board, Road
from cruces.games.quixo.solver.step_values import value_at
from cruces.kernels.jit import compiled


@compiled
def look_up(
    board: Board,
    road: Road,
    words: Masks,
    movers: Masks,
    others: Masks,
    values: npt.NDArray[np.int8],
) -> None:
    """The values of positions of one group, which the road leads to: 1, 0 or −1 for the mover."""
    shape, tables = board.shape, board.ranking
    full = np.uint32(shape.full)
    for i in range(movers.size):
        found = road.named[rank(road.rows_base, tables.low, tables.low_bits, movers[i])]
        row = np.uint32(found >> np.uint32(SYMMETRY_BITS))
        symmetry = found & np.uint32(SYMMETRIES - 1)
        turned = transform(shape, board.symmetries, symmetry, others[i])
        free = np.uint32(~road.masks[row] & full)
        packed = squeeze(tables.squeezed, tables.chunk, shape.cells, free, turned)
        column = rank(road.columns_base, tables.low, tables.low_bits, packed)
        value = value_at(words, np.uint64(row) * np.uint64(road.width) + np.uint64(column))
        values[i] = 1 if value == WON else -1 if value == LOST else 0
