"""Every sheet from the last to the first, level by level, on all cores.

``values[w, place, penalties]`` are the points still to come when ``w`` white rolls of others come
before one's own next turn. Alone there is one ``w``; with N players in a *friendly* game there are
N: the others roll white dice for everyone, and neither close a row nor cross a fourth penalty, so
the game ends with one's own second closed row or fourth penalty.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from cruces.games.qwixx.kernel.rows import BOXES, CLOSED, rows
from cruces.games.qwixx.rules import QWIXX_LAYOUT
from cruces.games.qwixx.solver.index import PAIRS, PENALTIES, PLACES, pairs, place
from cruces.games.qwixx.solver.turn import (
    MOST,
    NOTES,
    Bytes,
    Floats,
    Shorts,
    colour_crosses,
    expected,
    list_candidates,
    watched,
    white_crosses,
    with_penalty,
)
from cruces.kernels.jit import compiled

DICE_TO_END = QWIXX_LAYOUT.dice_to_end
PIECES = 8
"""To each thread, so that none waits long for the slowest."""
LEVELS = 2 * int(pairs().boxes[-1]) + 1
"""A level is a number of boxes that are crossed or skipped on a sheet."""


def solve(
    players: int,
    ends: bool,
    progress: Callable[[float], None] | None = None,
    threads: int | None = None,
    down_to: int = 0,
) -> Floats:
    """The values of all sheets, or of those from a level on.

    ``ends`` is the ruling on a second lock in action 1 (X12).
    """
    values = np.zeros((players, PLACES, PENALTIES))
    table, known = rows(), pairs()
    workers, done = threads or os.cpu_count() or 1, 0
    with ThreadPoolExecutor(workers, "solver") as pool:
        for boxes in range(LEVELS - 1, down_to - 1, -1):
            sizes = _sizes(boxes).cumsum()
            shares = np.linspace(0, sizes[-1], workers * PIECES + 1)[1:-1]
            cuts = [0, *np.searchsorted(sizes, shares).tolist(), PAIRS]

            def some(first: int, end: int, boxes: int = boxes) -> None:
                settle(table.after, table.gain, *known, ends, values, boxes, first, end)

            list(pool.map(some, cuts[:-1], cuts[1:]))
            done += int(sizes[-1])
            if progress is not None:
                progress(done / PLACES)
    return values


def _sizes(boxes: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """For each pair, how many places of a level have it as their higher one."""
    known = pairs()
    sizes = np.zeros(PAIRS, np.int64)
    for pair in range(PAIRS):
        rest = boxes - int(known.boxes[pair])
        if 0 <= rest <= known.boxes[pair]:
            begin, end = int(known.begin[rest]), int(known.begin[rest + 1])
            sizes[pair] = max(0, min(end, pair + 1) - begin)
    return sizes


@compiled
def settle(
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
    """Compute the places of a level whose higher pair is one of these."""
    sheet = np.zeros(4, np.int64)
    notes, starts = np.zeros((MOST, NOTES), np.int64), np.zeros((4, BOXES), np.int64)
    players = len(values)
    white, colour = np.zeros((players, BOXES, PENALTIES)), np.zeros((BOXES, MOST, PENALTIES))
    least, best, which = np.zeros(BOXES), np.zeros(MOST), np.zeros(MOST, np.int64)
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
            count = list_candidates(after, gain, number, sheet, notes, starts)
            for w in range(players):
                white_crosses(notes, starts, values[w], white[w])
            colour_crosses(after, gain, number, sheet, ends, notes, count, last, colour)
            for p in range(PENALTIES - 1, -1, -1):
                sure = with_penalty(last, here, p)
                for n in range(BOXES):
                    least[n] = max(sure, white[players - 1, n, p])
                values[0, here, p] = expected(notes, count, least, colour, p, best, which)
                for w in range(1, players):
                    values[w, here, p] = watched(white[w - 1], values[w - 1], here, p)
