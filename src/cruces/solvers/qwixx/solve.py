"""Every sheet from the last to the first, level by level, on all cores.

``values[w, place, penalties]`` are the points still to come when ``w`` white rolls of others come
before one's own next turn. Alone there is one ``w``; with N players in a friendly game there are N:
others roll white dice and never close a row, so the game ends with one's own second closed row or
fourth penalty.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from cruces.games.qwixx.dice import FACES
from cruces.games.qwixx.sheet import BOXES, DICE_TO_END
from cruces.kernels.compiling import compiled, inlined
from cruces.kernels.qwixx.rows import CLOSED, rows
from cruces.solvers.qwixx.index import PAIRS, PENALTIES, PLACES, pairs, place
from cruces.solvers.qwixx.turn import (
    MOST,
    NOTES,
    Bytes,
    Floats,
    Shorts,
    Whole,
    colour_crosses,
    expected,
    list_candidates,
    white_crosses,
    with_penalty,
)

PIECES = 8
"""To each thread, so that none waits long for the slowest."""
Progress = Callable[[float], None]


def solve(
    players: int, ends: bool, progress: Progress | None = None, threads: int | None = None
) -> Floats:
    """The values of all sheets; ``ends`` is the ruling on a second lock in action 1 (X12)."""
    values = np.zeros((players, PLACES, PENALTIES))
    workers = threads or os.cpu_count() or 1
    table, known = rows(), pairs()
    done = 0
    with ThreadPoolExecutor(workers, "solver") as pool:
        for boxes in range(2 * int(known.boxes[-1]), -1, -1):
            sizes = np.array([_size(boxes, pair) for pair in range(PAIRS)]).cumsum()
            if sizes[-1] == 0:
                continue
            parts = np.linspace(0, sizes[-1], workers * PIECES + 1)
            ends_at = np.searchsorted(sizes, parts[1:], side="left") + 1
            begins_at = np.concatenate([[0], ends_at[:-1]])

            def some(begin: int, end: int, boxes: int = boxes) -> None:
                settle(
                    table.after, table.gain, known.number, known.states, known.begin, known.boxes,
                    ends, values, boxes, begin, min(end, PAIRS),
                )  # fmt: skip

            list(pool.map(some, begins_at.tolist(), ends_at.tolist()))
            done += int(sizes[-1])
            if progress is not None:
                progress(done / PLACES)
    return values


def _size(boxes: int, pair: int) -> int:
    """How many places with so many boxes have this as their higher pair."""
    known = pairs()
    rest = boxes - int(known.boxes[pair])
    if not 0 <= rest <= known.boxes[pair]:
        return 0
    begin, end = int(known.begin[rest]), int(known.begin[rest + 1])
    return max(0, min(end, pair + 1) - begin)


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
    """Compute the places with so many boxes whose higher pair is one of these."""
    sheet = np.zeros(4, np.int64)
    notes, starts = np.zeros((MOST, NOTES), np.int64), np.zeros((4, BOXES), np.int64)
    white, colour = np.zeros((BOXES, PENALTIES)), np.zeros((BOXES, MOST, PENALTIES))
    least, order, faces = np.zeros(BOXES), np.zeros(MOST, np.int64), np.zeros(8, np.int64)
    players = len(values)
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
            for k in range(count):
                order[k] = k
            last = values[players - 1]
            white_crosses(notes, starts, count, last, white)
            colour_crosses(after, gain, number, sheet, ends, notes, starts, count, last, colour)
            for p in range(PENALTIES - 1, -1, -1):
                sure = with_penalty(last, here, p)
                for n in range(BOXES):
                    least[n] = max(sure, white[n, p])
                values[0, here, p] = expected(notes, count, least, colour, p, order, faces)
                for w in range(1, players):
                    values[w, here, p] = watched(notes, starts, values[w - 1], here, p)


@inlined
def watched(notes: Whole, starts: Whole, values: Floats, here: int, p: int) -> float:
    """What another's white roll is worth, with these values after it (X6)."""
    total = 0.0
    for n in range(BOXES):
        best = values[here, p]
        for row in range(4):
            i = starts[row, n]
            if i >= 0:
                best = max(best, notes[i, 4] + values[notes[i, 6], p])
        total += best * min(n + 1, BOXES - n)
    return total / FACES**2
