"""Deciding only what newly decided positions may have changed, instead of a whole group.

After the first sweeps a group has few new decisions: a full sweep for them would look at every open
position again. So the kernels list the positions that they decide, as *news*: the place of a word,
and in it the lower bit of every position decided. From each of them pushes are taken back, and only
the positions that these lead to are looked at.

A group of which several places are images of the same board, since the mover's mask is symmetric,
needs all of them looked at.
"""

from functools import cache
from typing import Any

import numba
import numpy as np

from cruces.games.quixo.kernel.board import shape
from cruces.games.quixo.kernel.symmetry import SYMMETRIES, transform
from cruces.games.quixo.solver.index import (
    STATES_A_WORD,
    SYMMETRY_BITS,
    rank,
    ranking,
    spread,
    squeeze,
)
from cruces.games.quixo.solver.step import LOST, OPEN, SAFE, WON
from cruces.games.quixo.solver.step_values import value_at
from cruces.kernels.gpu import cuda

uint32: Any = numba.uint32
uint64: Any = numba.uint64

WORD_BITS = 32
"""An item of news is the place of a word, above this many bits that say which positions."""


@cache
def revisit_kernel(size: int) -> Any:
    """Compile the step for a size."""
    board = shape(size)
    cells, full = board.cells, np.uint32(board.full)
    ranks = ranking(size)
    low_bits, chunk = ranks.low_bits, ranks.chunk

    @cuda.jit(device=True)
    def place_of(  # type: ignore[no-untyped-def]
        orbit, mover_row, image, columns_base, wide, low, squeezed
    ):
        """The place of a position in its group, from the orbit of the mover's mask."""
        packed = squeeze(squeezed, chunk, cells, uint32(~mover_row & full), image)
        row = uint32(orbit >> uint32(SYMMETRY_BITS))
        return uint64(row) * uint64(wide) + uint64(rank(columns_base, low, low_bits, packed))

    @cuda.jit(device=True)
    def decide(  # type: ignore[no-untyped-def]
        mover, other, partner, orbit_of, masks, rows_base, columns_base, wide,
        low, squeezed, table, turns,
    ):  # fmt: skip
        """The value of an open position by its pushes of own cubes, if they decide it."""
        lost = True
        for number in range(table.shape[1]):
            if (mover & table[0, number]) == 0:
                continue
            raised, lowered = table[3, number], table[4, number]
            moved = uint32((mover & table[2, number]) << raised)
            pushed = uint32((mover & table[1, number]) | (moved >> lowered) | table[5, number])
            moved = uint32((other & table[2, number]) << raised)
            next_mover = uint32((other & table[1, number]) | (moved >> lowered))
            orbit = orbit_of[rank(rows_base, low, low_bits, next_mover)]
            image = transform(board, turns, orbit & uint32(SYMMETRIES - 1), pushed)
            place = place_of(
                orbit, masks[orbit >> uint32(SYMMETRY_BITS)], image, columns_base, wide,
                low, squeezed,
            )  # fmt: skip
            value = value_at(partner, place)
            if value == LOST:
                return WON
            if value != WON:
                lost = False
        return LOST if lost else OPEN

    @cuda.jit
    def revisit(  # type: ignore[no-untyped-def]
        news, others, stride,
        partner_orbit_of, partner_masks, partner_rows_base, partner_columns_base, partner_wide,
        orbit_of, masks, weights, rows_base, columns_base, wide,
        low, squeezed, spread_table, bits, table, turns, partner, words, changed, found,
    ):  # fmt: skip
        pushes = table.shape[1]
        mine = 0
        for job in range(cuda.grid(1), news.size * pushes, cuda.gridsize(1)):
            item, number = news[job // pushes], job % pushes
            at_word = uint32(item >> uint64(WORD_BITS))
            decided = uint32(item & uint64(2**WORD_BITS - 1))
            after_mover = partner_masks[at_word // stride]
            begin = (at_word % stride) * STATES_A_WORD
            raised, lowered = table[3, number], table[4, number]
            image_squares = uint32((table[2, number] << raised) >> lowered)
            while decided != 0:
                bit = uint32(decided & (~decided + uint32(1)))
                decided ^= bit
                at = (cuda.ffs(bit) - 1) >> 1
                free = uint32(~after_mover & full)
                after = spread(spread_table, bits, chunk, cells, free, others[begin + at])
                if (after & table[5, number]) == 0:
                    continue  # that push does not lead here
                back = uint32(((after & image_squares) << lowered) >> raised)
                mover = uint32((after & table[1, number]) | back | table[0, number])
                back = uint32(((after_mover & image_squares) << lowered) >> raised)
                other = uint32((after_mover & table[1, number]) | back)
                orbit = orbit_of[rank(rows_base, low, low_bits, mover)]
                row = uint32(orbit >> uint32(SYMMETRY_BITS))
                mover = masks[row]
                other = transform(board, turns, orbit & uint32(SYMMETRIES - 1), other)
                won = ((partner[at_word] >> uint32(2 * at)) & uint32(3)) == LOST
                for symmetry in range(SYMMETRIES if weights[row] < SYMMETRIES else 1):
                    if symmetry and transform(board, turns, symmetry, mover) != mover:
                        continue
                    image = transform(board, turns, symmetry, other)
                    place = place_of(orbit, mover, image, columns_base, wide, low, squeezed)
                    before = value_at(words, place)
                    if before in (WON, LOST) or (before == SAFE and not won):
                        continue
                    value = WON
                    if not won:
                        value = decide(
                            mover, image, partner, partner_orbit_of, partner_masks,
                            partner_rows_base, partner_columns_base, partner_wide,
                            low, squeezed, table, turns,
                        )  # fmt: skip
                        if value == OPEN:
                            continue
                    target = place >> uint64(4)
                    shift = uint32((place & uint64(STATES_A_WORD - 1)) << uint64(1))
                    # What is known never changes: whoever comes second sets what is set.
                    if before == SAFE:
                        old = cuda.atomic.and_(words, target, uint32(~(uint32(2) << shift)))
                    else:
                        old = cuda.atomic.or_(words, target, uint32(uint32(value) << shift))
                    if (uint32(old) >> shift) & uint32(3) != before:
                        continue
                    mine += 1
                    slot = cuda.atomic.add(found, 0, 1)
                    if slot < found.size - 1:
                        found[slot + 1] = (uint64(target) << uint64(WORD_BITS)) | (
                            uint64(1) << uint64(shift)
                        )
        if mine:
            cuda.atomic.add(changed, 0, mine)

    return revisit
