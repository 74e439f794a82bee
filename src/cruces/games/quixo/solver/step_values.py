"""Solver steps for values only: two bits per position, sixteen positions per word.

A position is OPEN, WON, LOST or SAFE: unknown, but some push of a neutral cube leads to a draw, so
it is not lost. What is known never changes, and what is open can only become known; so neither the
order of positions nor concurrent writers matter.
"""

import numpy as np

from cruces.games.quixo.kernel.board import Mask, Masks, count_bits, has_line
from cruces.games.quixo.solver.index import STATES_A_WORD, Bytes, spread
from cruces.games.quixo.solver.step import (
    LOST,
    OPEN,
    PUSH_COLUMNS,
    SAFE,
    TAKEN,
    WON,
    GroupLookup,
    GroupRows,
    StepTables,
    place_after,
    prepare,
)
from cruces.kernels.jit import compiled, inlined

WORD_SHIFT = STATES_A_WORD.bit_length() - 1
EVEN = 0x55555555
"""The lower bit of every position in a word."""


@inlined
def value_at(words: Masks, place: np.uint64) -> Mask:
    """The value of the position at a place; signed integer division would cost more."""
    shift = np.uint32((place & np.uint64(STATES_A_WORD - 1)) << np.uint64(1))
    return np.uint32((words[place >> np.uint64(WORD_SHIFT)] >> shift) & np.uint32(3))


@compiled
def first_pass(
    tables: StepTables,
    rows: GroupRows,
    lookup: GroupLookup,
    after: Masks,
    words: Masks,
    row_range: Masks,
) -> None:
    """Decide by lines and neutral cubes, in a range of rows."""
    shape, ranking = tables.shape, tables.ranking
    low, low_bits, chunk, cells = ranking.low, ranking.low_bits, ranking.chunk, shape.cells
    squeezed, spread_table, bits = ranking.squeezed, ranking.spread, ranking.bits
    orbit_of, masks, width = lookup.orbit_of, lookup.masks, lookup.width
    rows_base, columns_base = lookup.rows_base, lookup.columns_base
    movers, others = rows.masks, rows.columns
    full = np.uint32(shape.full)
    row_pushes = np.empty((tables.pushes.taken.size, PUSH_COLUMNS), np.uint32)
    for row in range(row_range[0], row_range[1]):
        mover = movers[row]
        free = np.uint32(~mover & full)
        decided = has_line(shape, mover)
        count = 0 if decided else prepare(tables, mover, False, row_pushes)
        word = np.uint32(0)
        for column in range(others.size):
            value = OPEN
            other = spread(spread_table, bits, chunk, cells, free, others[column])
            if decided:
                value = WON
            elif has_line(shape, other):
                value = LOST
            else:
                for i in range(count):
                    if (other & row_pushes[i, TAKEN]) != 0:
                        continue
                    place = place_after(
                        row_pushes, i, other, orbit_of, masks, rows_base, columns_base, width,
                        low, low_bits, squeezed, chunk, cells, full,
                    )  # fmt: skip
                    value_after = value_at(after, place)
                    if value_after == LOST:
                        value = WON
                        break
                    if value_after != WON:
                        value = SAFE
            at = column % STATES_A_WORD
            word = np.uint32(word | (np.uint32(value) << np.uint32(2 * at)))
            if at == STATES_A_WORD - 1 or column == others.size - 1:
                words[(row * rows.width + column) // STATES_A_WORD] = word
                word = np.uint32(0)


@compiled
def sweep(
    tables: StepTables,
    rows: GroupRows,
    lookup: GroupLookup,
    partner: Masks,
    words: Masks,
    row_range: Masks,
) -> int:
    """Decide open positions by own cubes, in a range of rows; returns how many were decided."""
    shape, ranking = tables.shape, tables.ranking
    low, low_bits, chunk, cells = ranking.low, ranking.low_bits, ranking.chunk, shape.cells
    squeezed, spread_table, bits = ranking.squeezed, ranking.spread, ranking.bits
    orbit_of, masks, width = lookup.orbit_of, lookup.masks, lookup.width
    rows_base, columns_base = lookup.rows_base, lookup.columns_base
    movers, others = rows.masks, rows.columns
    full = np.uint32(shape.full)
    row_pushes = np.empty((tables.pushes.taken.size, PUSH_COLUMNS), np.uint32)
    changed = 0
    stride = rows.width // STATES_A_WORD
    for row in range(row_range[0], row_range[1]):
        mover = movers[row]
        free = np.uint32(~mover & full)
        count = -1
        for i_word in range(stride):
            word = words[row * stride + i_word]
            # Open and safe are the values whose two bits are equal.
            undecided = np.uint32(~(word ^ (word >> np.uint32(1))) & np.uint32(EVEN))
            if undecided == 0:
                continue
            if count < 0:
                count = prepare(tables, mover, True, row_pushes)
            begin = i_word * STATES_A_WORD
            for at in range(min(STATES_A_WORD, others.size - begin)):
                if (undecided >> np.uint32(2 * at)) & np.uint32(1) == 0:
                    continue
                other = spread(spread_table, bits, chunk, cells, free, others[begin + at])
                lost = (word >> np.uint32(2 * at)) & np.uint32(3) == OPEN
                won = False
                for i in range(count):
                    place = place_after(
                        row_pushes, i, other, orbit_of, masks, rows_base, columns_base, width,
                        low, low_bits, squeezed, chunk, cells, full,
                    )  # fmt: skip
                    value_after = value_at(partner, place)
                    if value_after == LOST:
                        won = True
                        break
                    lost &= value_after == WON
                if won or lost:
                    value = WON if won else LOST
                    word = np.uint32(
                        (word & ~(np.uint32(3) << np.uint32(2 * at)))
                        | (np.uint32(value) << np.uint32(2 * at))
                    )
                    changed += 1
            words[row * stride + i_word] = word
    return changed


@compiled
def seal(words: Masks) -> None:
    """Turn SAFE into OPEN: when nothing changes any more, both mean drawn."""
    for i in range(words.size):
        word = words[i]
        safe = np.uint32(word & (word >> np.uint32(1)) & np.uint32(EVEN))
        words[i] = np.uint32(word & ~(safe | (safe << np.uint32(1))))


@compiled
def count(words: Masks, weights: Bytes) -> tuple[int, int]:
    """The numbers of won and lost boards for the player to move, counting symmetric ones."""
    won = lost = 0
    stride = words.size // weights.size
    for row in range(weights.size):
        row_won = row_lost = 0
        for i in range(row * stride, (row + 1) * stride):
            low = np.uint32(words[i] & np.uint32(EVEN))
            high = np.uint32((words[i] >> np.uint32(1)) & np.uint32(EVEN))
            row_won += count_bits(np.uint32(low & ~high))
            row_lost += count_bits(np.uint32(high & ~low))
        won += row_won * weights[row]
        lost += row_lost * weights[row]
    return won, lost
