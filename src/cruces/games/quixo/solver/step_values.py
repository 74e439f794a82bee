"""Steps that find who wins: two bits a position, sixteen positions a word.

A position is OPEN, WON, LOST or SAFE: it is not known, but some push of a neutral cube leads to a
draw, so it is not lost. What is known stays as it is and what is open can only become known: so
the order in which positions are looked at does not matter, nor does it who else is writing.
"""

import numpy as np

from cruces.games.quixo.kernel.board import Mask, Masks, count_bits, has_line
from cruces.games.quixo.solver.index import STATES_A_WORD, Bytes, spread
from cruces.games.quixo.solver.step import (
    LOST,
    OPEN,
    SAFE,
    TAKEN,
    WAY,
    WON,
    Board,
    Road,
    Rows,
    place_after,
    prepare,
)
from cruces.kernels.jit import compiled, inlined

WORD_SHIFT = STATES_A_WORD.bit_length() - 1
EVEN = 0x55555555
"""The lower bit of every position in a word."""


@inlined
def value_at(words: Masks, place: np.uint64) -> Mask:
    """The value of the position at a place; whole division of signed numbers would cost more."""
    shift = np.uint32((place & np.uint64(STATES_A_WORD - 1)) << np.uint64(1))
    return np.uint32((words[place >> np.uint64(WORD_SHIFT)] >> shift) & np.uint32(3))


@compiled
def first(board: Board, rows: Rows, road: Road, after: Masks, words: Masks, some: Masks) -> None:
    """Look at lines and at neutral cubes, in rows ``some``."""
    shape, tables = board.shape, board.ranking
    low, low_bits, chunk, cells = tables.low, tables.low_bits, tables.chunk, shape.cells
    squeezed, spreading, bits = tables.squeezed, tables.spread, tables.bits
    named, masks, width = road.named, road.masks, road.width
    rows_base, columns_base = road.rows_base, road.columns_base
    movers, others = rows.masks, rows.columns
    full = np.uint32(shape.full)
    ways = np.empty((board.pushes.taken.size, WAY), np.uint32)
    for row in range(some[0], some[1]):
        mover = movers[row]
        free = np.uint32(~mover & full)
        decided = has_line(shape, mover)
        count = 0 if decided else prepare(board, mover, False, ways)
        word = np.uint32(0)
        for column in range(others.size):
            value = OPEN
            other = spread(spreading, bits, chunk, cells, free, others[column])
            if decided:
                value = WON
            elif has_line(shape, other):
                value = LOST
            else:
                for i in range(count):
                    if (other & ways[i, TAKEN]) != 0:
                        continue
                    place = place_after(
                        ways, i, other, named, masks, rows_base, columns_base, width,
                        low, low_bits, squeezed, chunk, cells, full,
                    )  # fmt: skip
                    found = value_at(after, place)
                    if found == LOST:
                        value = WON
                        break
                    if found != WON:
                        value = SAFE
            at = column % STATES_A_WORD
            word = np.uint32(word | (np.uint32(value) << np.uint32(2 * at)))
            if at == STATES_A_WORD - 1 or column == others.size - 1:
                words[(row * rows.width + column) // STATES_A_WORD] = word
                word = np.uint32(0)


@compiled
def sweep(board: Board, rows: Rows, road: Road, partner: Masks, words: Masks, some: Masks) -> int:
    """Look at own cubes wherever nothing is decided, in some rows; returns how many now are."""
    shape, tables = board.shape, board.ranking
    low, low_bits, chunk, cells = tables.low, tables.low_bits, tables.chunk, shape.cells
    squeezed, spreading, bits = tables.squeezed, tables.spread, tables.bits
    named, masks, width = road.named, road.masks, road.width
    rows_base, columns_base = road.rows_base, road.columns_base
    movers, others = rows.masks, rows.columns
    full = np.uint32(shape.full)
    ways = np.empty((board.pushes.taken.size, WAY), np.uint32)
    changed = 0
    stride = rows.width // STATES_A_WORD
    for row in range(some[0], some[1]):
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
                count = prepare(board, mover, True, ways)
            begin = i_word * STATES_A_WORD
            for at in range(min(STATES_A_WORD, others.size - begin)):
                if (undecided >> np.uint32(2 * at)) & np.uint32(1) == 0:
                    continue
                other = spread(spreading, bits, chunk, cells, free, others[begin + at])
                lost = (word >> np.uint32(2 * at)) & np.uint32(3) == OPEN
                won = False
                for i in range(count):
                    place = place_after(
                        ways, i, other, named, masks, rows_base, columns_base, width,
                        low, low_bits, squeezed, chunk, cells, full,
                    )  # fmt: skip
                    found = value_at(partner, place)
                    if found == LOST:
                        won = True
                        break
                    lost &= found == WON
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
    """Nothing changes any more: the safe are drawn like the open."""
    for i in range(words.size):
        word = words[i]
        safe = np.uint32(word & (word >> np.uint32(1)) & np.uint32(EVEN))
        words[i] = np.uint32(word & ~(safe | (safe << np.uint32(1))))


@compiled
def count(words: Masks, weights: Bytes) -> tuple[int, int]:
    """How many boards are won and lost for the mover, symmetric ones counted apart."""
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
