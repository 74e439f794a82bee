"""Solver steps for values and distances to the end: sixteen bits per position.

A *note* is a kind and a number of plies (0 at the end itself)::

    WON   n   won in at most n plies, by a push of a neutral cube; final once the sweeps have
              reached ply n without finding a faster win
    LOST  n   lost in exactly n plies
    SAFE      unknown; some push of a neutral cube leads to a draw, so it is not lost
    OPEN  n   unknown; every push of a neutral cube loses, the longest in n plies

The sweep of ply n finds everything that is won or lost in exactly n plies from notes below n, which
are final. So neither the order of positions nor concurrent writers matter: whatever is written
meanwhile says n.
"""

import numpy as np

from cruces.games.quixo.kernel.board import Masks, has_line
from cruces.games.quixo.solver.index import STATES_A_WORD, Bytes, Shorts, spread
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
from cruces.kernels.jit import compiled

KIND_SHIFT = 8
PLIES = 255
"""The mask of the plies; more than any board up to 4×4 needs."""


@compiled
def first_pass(
    tables: StepTables,
    rows: GroupRows,
    lookup: GroupLookup,
    after: Shorts,
    notes: Shorts,
    row_range: Masks,
) -> int:
    """Decide by lines and neutral cubes, in a range of rows; returns the last ply that matters."""
    shape, ranking = tables.shape, tables.ranking
    low, low_bits, chunk, cells = ranking.low, ranking.low_bits, ranking.chunk, shape.cells
    squeezed, spread_table, bits = ranking.squeezed, ranking.spread, ranking.bits
    orbit_of, masks, width = lookup.orbit_of, lookup.masks, lookup.width
    rows_base, columns_base = lookup.rows_base, lookup.columns_base
    movers, others = rows.masks, rows.columns
    full = np.uint32(shape.full)
    row_pushes = np.empty((tables.pushes.taken.size, PUSH_COLUMNS), np.uint32)
    last = 0
    for row in range(row_range[0], row_range[1]):
        mover = movers[row]
        free = np.uint32(~mover & full)
        begin = row * rows.width
        if has_line(shape, mover):
            notes[begin : begin + others.size] = WON << KIND_SHIFT
            continue
        count = prepare(tables, mover, False, row_pushes)
        for column in range(others.size):
            other = spread(spread_table, bits, chunk, cells, free, others[column])
            if has_line(shape, other):
                notes[begin + column] = LOST << KIND_SHIFT
                continue
            wins, longest, safe = PLIES, 0, False
            for i in range(count):
                if (other & row_pushes[i, TAKEN]) == 0:
                    place = place_after(
                        row_pushes, i, other, orbit_of, masks, rows_base, columns_base, width,
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
    tables: StepTables,
    rows: GroupRows,
    lookup: GroupLookup,
    partner: Shorts,
    notes: Shorts,
    row_range: Masks,
    ply: int,
    seek_wins: bool,
) -> tuple[int, int]:
    """Find what is won or lost in exactly ``ply`` plies, in a range of rows; how many of each.

    Without ``seek_wins`` no position of the partner is lost in one ply less.
    """
    shape, ranking = tables.shape, tables.ranking
    low, low_bits, chunk, cells = ranking.low, ranking.low_bits, ranking.chunk, shape.cells
    squeezed, spread_table, bits = ranking.squeezed, ranking.spread, ranking.bits
    orbit_of, masks, width = lookup.orbit_of, lookup.masks, lookup.width
    rows_base, columns_base = lookup.rows_base, lookup.columns_base
    movers, others = rows.masks, rows.columns
    full = np.uint32(shape.full)
    row_pushes = np.empty((tables.pushes.taken.size, PUSH_COLUMNS), np.uint32)
    won_count = lost_count = 0
    loses = LOST << KIND_SHIFT | (ply - 1)
    for row in range(row_range[0], row_range[1]):
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
                count = prepare(tables, mover, True, row_pushes)
            other = spread(spread_table, bits, chunk, cells, free, others[column])
            won = False
            for i in range(count):
                place = place_after(
                    row_pushes, i, other, orbit_of, masks, rows_base, columns_base, width,
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
    """Convert notes to words of sixteen values and bytes of plies."""
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
    """Convert words and plies back to notes."""
    for i in range(words.size):
        for j in range(STATES_A_WORD):
            kind = (words[i] >> np.uint32(2 * j)) & np.uint32(3)
            notes[STATES_A_WORD * i + j] = (
                kind << np.uint32(KIND_SHIFT) | distances[STATES_A_WORD * i + j]
            )
