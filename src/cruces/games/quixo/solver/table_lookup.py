"""Looks up many positions at once, in compiled code."""

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import Masks
from cruces.games.quixo.kernel.symmetry import SYMMETRIES, transform
from cruces.games.quixo.solver.index import SYMMETRY_BITS, rank, squeeze
from cruces.games.quixo.solver.step import LOST, WON, GroupLookup, StepTables
from cruces.games.quixo.solver.step_values import value_at
from cruces.kernels.jit import compiled


@compiled
def look_up(
    tables: StepTables,
    lookup: GroupLookup,
    words: Masks,
    movers: Masks,
    others: Masks,
    values: npt.NDArray[np.int8],
) -> None:
    """The values of positions of the group of ``lookup``: 1, 0 or −1 for the player to move."""
    shape, ranking = tables.shape, tables.ranking
    full = np.uint32(shape.full)
    for i in range(movers.size):
        orbit = lookup.orbit_of[rank(lookup.rows_base, ranking.low, ranking.low_bits, movers[i])]
        row = np.uint32(orbit >> np.uint32(SYMMETRY_BITS))
        symmetry = orbit & np.uint32(SYMMETRIES - 1)
        image = transform(shape, tables.symmetries, symmetry, others[i])
        free = np.uint32(~lookup.masks[row] & full)
        packed = squeeze(ranking.squeezed, ranking.chunk, shape.cells, free, image)
        column = rank(lookup.columns_base, ranking.low, ranking.low_bits, packed)
        value = value_at(words, np.uint64(row) * np.uint64(lookup.width) + np.uint64(column))
        values[i] = 1 if value == WON else -1 if value == LOST else 0
