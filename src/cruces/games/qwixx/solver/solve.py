"""Solves every sheet from the last to the first, level by level, on all cores.

``values[w, place, penalties]`` are the points still to come when ``w`` white rolls of other players
come before one's own next turn. A single player has one ``w``; a *friendly* game with N players has
N: the others roll white dice for everyone, and neither close a row nor take a fourth penalty, so
the game ends with one's own second closed row or fourth penalty.
"""

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from cruces.games.qwixx.kernel.rows import BOXES, CLOSED, row_tables
from cruces.games.qwixx.rules import QWIXX_LAYOUT
from cruces.games.qwixx.solver.index import PAIRS, PENALTIES, PLACES, pairs, place
from cruces.games.qwixx.solver.turn import (
    FIELDS,
    MAX_CANDIDATES,
    Bytes,
    Floats,
    Shorts,
    colour_crosses,
    list_candidates,
    turn_value,
    white_crosses,
    white_roll_value,
    with_penalty,
)
from cruces.kernels.jit import compiled
from cruces.solvers.progress import ProgressCallback

DICE_TO_END = QWIXX_LAYOUT.dice_to_end
PIECES_PER_THREAD = 8
"""Pieces of work per thread, so that none waits long for the slowest."""
LEVELS = 2 * int(pairs().boxes[-1]) + 1
"""A level is the number of boxes that are crossed or skipped on a sheet."""


def solve(
    players: int,
    ends: bool,
    progress: ProgressCallback | None = None,
    threads: int | None = None,
    down_to: int = 0,
) -> Floats:
    """The values of all sheets, or of those from level ``down_to`` on.

    ``ends`` is the ruling on a second lock in action 1 (X12).
    """
    values = np.zeros((players, PLACES, PENALTIES))
    tables, pair_tables = row_tables(), pairs()
    workers, done = threads or os.cpu_count() or 1, 0
    with ThreadPoolExecutor(workers, "solver") as pool:
        for boxes in range(LEVELS - 1, down_to - 1, -1):
            sizes = _sizes(boxes).cumsum()
            shares = np.linspace(0, sizes[-1], workers * PIECES_PER_THREAD + 1)[1:-1]
            cuts = [0, *np.searchsorted(sizes, shares).tolist(), PAIRS]

            def some(first: int, end: int, boxes: int = boxes) -> None:
                solve_level(
                    tables.after, tables.gain, *pair_tables, ends, values, boxes, first, end
                )

            list(pool.map(some, cuts[:-1], cuts[1:]))
            done += int(sizes[-1])
            if progress is not None:
                progress(done / PLACES)
    return values


def _sizes(boxes: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """For each pair, the number of places of a level that have it as their higher pair."""
    pair_tables = pairs()
    sizes = np.zeros(PAIRS, np.int64)
    for pair in range(PAIRS):
        rest = boxes - int(pair_tables.boxes[pair])
        if 0 <= rest <= pair_tables.boxes[pair]:
            begin, end = int(pair_tables.begin[rest]), int(pair_tables.begin[rest + 1])
            sizes[pair] = max(0, min(end, pair + 1) - begin)
    return sizes


@compiled
def solve_level(
    after: Bytes,
    gain: Shorts,
    number: Shorts,
    states: Bytes,
    begin: Shorts,
    boxes_of: Bytes,
    ends: bool,
    values: Floats,
    boxes: int,
    first: int,
    end: int,
) -> None:
    """Compute the places of a level whose higher pair is from ``first`` up to ``end``."""
    sheet = np.zeros(4, np.int64)
    candidates, starts = (
        np.zeros((MAX_CANDIDATES, FIELDS), np.int64),
        np.zeros((4, BOXES), np.int64),
    )
    players = len(values)
    white, colour = (
        np.zeros((players, BOXES, PENALTIES)),
        np.zeros((BOXES, MAX_CANDIDATES, PENALTIES)),
    )
    least, best, faces = (
        np.zeros(BOXES),
        np.zeros(MAX_CANDIDATES),
        np.zeros(MAX_CANDIDATES, np.int64),
    )
    last = values[players - 1]
    for high in range(first, end):
        rest = boxes - boxes_of[high]
        if rest < 0 or rest > boxes_of[high]:
            continue
        for low in range(begin[rest], min(begin[rest + 1], high + 1)):
            closed = 0
            for row in range(2):
                sheet[row], sheet[row + 2] = states[high, row], states[low, row]
                closed += (sheet[row] == CLOSED) + (sheet[row + 2] == CLOSED)
            if closed >= DICE_TO_END:
                continue
            here = place(high, low)
            count = list_candidates(after, gain, number, sheet, candidates, starts)
            for w in range(players):
                white_crosses(candidates, starts, values[w], white[w])
            colour_crosses(after, gain, number, sheet, ends, candidates, count, last, colour)
            for p in range(PENALTIES - 1, -1, -1):
                no_cross = with_penalty(last, here, p)
                for n in range(BOXES):
                    least[n] = max(no_cross, white[players - 1, n, p])
                values[0, here, p] = turn_value(candidates, count, least, colour, p, best, faces)
                for w in range(1, players):
                    values[w, here, p] = white_roll_value(white[w - 1], values[w - 1], here, p)
