"""Steps that find how far the end is, besides who wins: sixteen bits a position.

A *note* is a kind and a number of plies (the end itself is at 0)::

    WON   n   won, in n plies at the latest: some push of a neutral cube does it; final once the
              sweeps have come to ply n without finding a faster way
    LOST  n   lost in exactly n plies
    SAFE      not known; some push of a neutral cube leads to a draw, so it is not lost
    OPEN  n   not known; every push of a neutral cube loses, the longest takes n plies

The sweep of ply n finds all that is won or lost in exactly n plies by looking at notes below n,
which are final. So the order in which positions are looked at does not matter, nor does it who
else is writing: whatever is written meanwhile says n.
"""

import numpy as np

from cruces.games.quixo.kernel.board import Masks, has_line
from cruces.games.quixo.solver.index import STATES_A_WORD, Bytes, Shorts, spread
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
from cruces.kernels.jit import compiled

KIND_SHIFT = 8
PLIES = 255
"""The mask of the plies, and more than any board up to 4×4 needs."""


@compiled
def first(board: Board, rows: Rows, road: Road, after: Shorts, notes: Shorts, some: Masks) -> int:
    """Look at lines and at neutral cubes, in rows ``some``; returns the last ply that matters."""
    shape, tables = board.shape, board.ranking
    low, low_bits, chunk, cells = tables.low, tables.low_bits, tables.chunk, shape.cells
    squeezed, spreading, bits = tables.squeezed, tables.spread, tables.bits
    named, masks, width = road.named, road.masks, road.width
    rows_base, columns_base = road.rows_base, road.columns_base
    movers, others = rows.masks, rows.columns
    full = np.uint32(shape.full)
    ways = np.empty((board.pushes.taken.size, WAY), np.uint32)
    last = 0
    for row in range(some[0], some[1]):
        mover = movers[row]
        free = np.uint32(~mover & full)
        begin = row * rows.width
        if has_line(shape, mover):
            notes[begin : begin + others.size] = WON << KIND_SHIFT
            continue
        count = prepare(board, mover, False, ways)
        for column in range(others.size):
            other = spread(spreading, bits, chunk, cells, free, others[column])
            if has_line(shape, other):
                notes[begin + column] = LOST << KIND_SHIFT
                continue
            wins, longest, safe = PLIES, 0, False
            for i in range(count):
                if (other & ways[i, TAKEN]) == 0:
                    place = place_after(
                        ways, i, other, named, masks, rows_base, columns_base, width,
                        low, low_bits, squeezed, chunk, cells, full,
                    )  # fmt: skip
                    note = after[place]
                    kind, plies = note >> KIND_SHIFT, (note & PLIES) + 1
                    if kind == LOST:
                        wins = min(wins, plies)
                    elif kind == WON:
                        longest = max(longest, plies)
                    else:
                        safe = True
            if wins < PLIES:
                notes[begin + column] = WON << KIND_SHIFT | wins
                last = max(last, wins)
            elif safe:
                notes[begin + column] = SAFE << KIND_SHIFT
            else:
                notes[begin + column] = OPEN << KIND_SHIFT | longest
                last = max(last, longest)
    return last


@compiled
def sweep(
    board: Board,
    rows: Rows,
    road: Road,
    partner: Shorts,
    notes: Shorts,
    some: Masks,
    ply: int,
    seek_wins: bool,
) -> tuple[int, int]:
    """Find what is won or lost in exactly so many plies, in some rows; returns how many of each.

    Where nothing of the partner's is lost in one ply less, there is no need to seek wins.
    """
    shape, tables = board.shape, board.ranking
    low, low_bits, chunk, cells = tables.low, tables.low_bits, tables.chunk, shape.cells
    squeezed, spreading, bits = tables.squeezed, tables.spread, tables.bits
    named, masks, width = road.named, road.masks, road.width
    rows_base, columns_base = road.rows_base, road.columns_base
    movers, others = rows.masks, rows.columns
    full = np.uint32(shape.full)
    ways = np.empty((board.pushes.taken.size, WAY), np.uint32)
    won_count = lost_count = 0
    loses = LOST << KIND_SHIFT | (ply - 1)
    for row in range(some[0], some[1]):
        mover = movers[row]
        free = np.uint32(~mover & full)
        begin = row * rows.width
        count = -1
        for column in range(others.size):
            note = notes[begin + column]
            kind, plies = note >> KIND_SHIFT, note & PLIES
            lost = kind == OPEN and plies <= ply
            decided = kind == LOST or (kind == WON and plies <= ply)
            wins = seek_wins and not decided
            if not (wins or lost):
                continue
            if count < 0:
                count = prepare(board, mover, True, ways)
            other = spread(spreading, bits, chunk, cells, free, others[column])
            won = False
            for i in range(count):
                place = place_after(
                    ways, i, other, named, masks, rows_base, columns_base, width,
                    low, low_bits, squeezed, chunk, cells, full,
                )  # fmt: skip
                next_note = partner[place]
                if next_note == loses:
                    won = True
                    break
                lost &= next_note >> KIND_SHIFT == WON and next_note & PLIES < ply
                if not (wins or lost):
                    break
            if won:
                notes[begin + column] = WON << KIND_SHIFT | ply
                won_count += 1
            elif lost:
                notes[begin + column] = LOST << KIND_SHIFT | ply
                lost_count += 1
    return won_count, lost_count


@compiled
def seal(notes: Shorts, words: Masks, distances: Bytes) -> None:
    """The notes as words of sixteen values and bytes of plies."""
    for i in range(words.size):
        word = np.uint32(0)
        for j in range(STATES_A_WORD):
            place = STATES_A_WORD * i + j
            note = notes[place]
            kind = note >> KIND_SHIFT
            if kind in (WON, LOST):
                word = np.uint32(word | (np.uint32(kind) << np.uint32(2 * j)))
                distances[place] = note & PLIES
        words[i] = word


@compiled
def unseal(words: Masks, distances: Bytes, notes: Shorts) -> None:
    """The notes again."""
    for i in range(words.size):
        for j in range(STATES_A_WORD):
            kind = (words[i] >> np.uint32(2 * j)) & np.uint32(3)
            notes[STATES_A_WORD * i + j] = (
                kind << np.uint32(KIND_SHIFT) | distances[STATES_A_WORD * i + j]
            )
