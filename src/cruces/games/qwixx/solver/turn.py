"""What a turn is worth: the expectation, over all rolls, of the best that can be made of each.

All dice are seen before action 1. Given the white dice, each way to take action 1 and pass in
action 2 has a value, and so has each way to cross a number in a row in action 2 with the best
action 1 before it. The best of the first kind is sure. Of the second kind a row gives what its own
die lets it, and the dice are independent: the chance that nothing better than some value can be had
is the product, over the rows, of the share of faces that give nothing better.

A *candidate* is a cross that the sheet allows: a row and a number. Numbers and faces count from 0,
so that a sum of faces is a number. Values are points still to come; where the game is over the
table has 0.
"""

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.bits import how_many
from cruces.games.qwixx.kernel.rows import BOXES, CLOSED, LAST
from cruces.games.qwixx.kernel.shape import LANE
from cruces.games.qwixx.kernel.sheet import EACH
from cruces.games.qwixx.rules import QWIXX_LAYOUT
from cruces.games.qwixx.rules.dice import FACES
from cruces.games.qwixx.solver.index import PENALTIES, place
from cruces.kernels.jit import inlined

Floats = npt.NDArray[np.float64]
Bytes = npt.NDArray[np.int8]
Shorts = npt.NDArray[np.int16]
Whole = npt.NDArray[np.int64]

PENALTY = QWIXX_LAYOUT.penalty
MOST = 4 * BOXES
"""Candidates of a sheet."""
NOTHING = -1e9
ROLLS = FACES**6

ALL_FACES = 0o77 * EACH
"""The faces of the four dice, a lane for each."""

ROW, NUMBER, BOX, STATE, GAIN, PAIR, SPOT, BIT = range(8)
"""What is noted of a candidate: the pair on its side and the place after it; in its row's lane the
face that makes its number with a white die that shows the lowest."""
NOTES = 8


@inlined
def list_candidates(
    after: Bytes, gain: Shorts, number: Shorts, sheet: Whole, notes: Whole, starts: Whole
) -> int:
    """Note every cross that the four rows of ``sheet`` allow, row by row, left to right.

    The lock of a row with four crosses is one as well, but only after action 1 made the fifth: its
    state is −1. ``starts[row, n]`` becomes the candidate that crosses number ``n`` in that row now.
    """
    count = 0
    near, far = number[sheet[0], sheet[1]], number[sheet[2], sheet[3]]
    for row in range(4):
        state = sheet[row]
        for box in range(BOXES):
            n = box if row < 2 else LAST - box
            then = after[state, box]
            starts[row, n] = -1
            notes[count, ROW] = row
            notes[count, NUMBER] = n
            notes[count, BOX] = box
            notes[count, STATE] = then
            notes[count, BIT] = 1 << (LANE * row + n)
            if then >= 0:
                pair = number[then, sheet[row ^ 1]]
                notes[count, GAIN] = gain[state, box]
                notes[count, PAIR] = pair
                notes[count, SPOT] = place(pair, far if row < 2 else near)
                starts[row, n] = count
                count += 1
            elif box == LAST:
                before = after[state, LAST - 1]
                if before >= 0 and after[before, LAST] >= 0:
                    count += 1
    return count


@inlined
def white_crosses(notes: Whole, starts: Whole, values: Floats, white: Floats) -> None:
    """``white[n, p]``: the best cross with a white sum ``n``, with ``p`` penalties."""
    for n in range(BOXES):
        for p in range(PENALTIES):
            white[n, p] = NOTHING
        for row in range(4):
            i = starts[row, n]
            if i >= 0:
                for p in range(PENALTIES):
                    worth = notes[i, GAIN] + values[notes[i, SPOT], p]
                    white[n, p] = max(white[n, p], worth)


@inlined
def colour_crosses(
    after: Bytes,
    gain: Shorts,
    number: Shorts,
    sheet: Whole,
    ends: bool,
    notes: Whole,
    count: int,
    values: Floats,
    colour: Floats,
) -> None:
    """``colour[n, k, p]``: candidate ``k`` in action 2, with white sum ``n``, ``p`` penalties.

    With the best action 1 before it that leaves it possible. With ``ends``, the lock of a second
    row in action 1 leaves no action 2 (X12).
    """
    for k in range(count):
        alone, made = notes[k, SPOT], notes[k, GAIN]
        for p in range(PENALTIES):
            worth = made + values[alone, p] if notes[k, STATE] >= 0 else NOTHING
            for n in range(BOXES):
                colour[n, k, p] = worth
    closed = 0
    for row in range(4):
        closed += sheet[row] == CLOSED
    for i in range(count):
        if notes[i, STATE] < 0:
            continue
        row, n = notes[i, ROW], notes[i, NUMBER]
        far = number[sheet[2], sheet[3]] if row < 2 else number[sheet[0], sheet[1]]
        first = not (ends and closed and notes[i, STATE] == CLOSED)
        for k in range(i + 1, count):
            if notes[k, ROW] == row:  # further right: first the one, then the other
                then = after[notes[i, STATE], notes[k, BOX]]
                if first and then >= 0:
                    made = notes[i, GAIN] + gain[notes[i, STATE], notes[k, BOX]]
                    spot = place(number[then, sheet[row ^ 1]], far)
                    for p in range(PENALTIES):
                        colour[n, k, p] = max(colour[n, k, p], made + values[spot, p])
            elif notes[k, STATE] >= 0:  # either may come first
                made = notes[i, GAIN] + notes[k, GAIN]
                if notes[k, ROW] == row ^ 1:
                    spot = place(number[notes[i, STATE], notes[k, STATE]], far)
                else:
                    spot = place(notes[i, PAIR], notes[k, PAIR])
                second = not (ends and closed and notes[k, STATE] == CLOSED)
                m = notes[k, NUMBER]
                for p in range(PENALTIES):
                    worth = made + values[spot, p]
                    if first:
                        colour[n, k, p] = max(colour[n, k, p], worth)
                    if second:
                        colour[m, i, p] = max(colour[m, i, p], worth)


@inlined
def expected(
    notes: Whole, count: int, least: Floats, colour: Floats, p: int, best: Floats, which: Whole
) -> float:
    """The expectation over all rolls, with ``p`` penalties.

    ``least[n]`` is what white sum ``n`` gives without action 2. ``best`` and ``which`` are scratch.
    """
    total = 0.0
    for n in range(BOXES):
        better = 0
        for k in range(count):
            worth = colour[n, k, p]
            if worth > least[n]:
                at = better
                while at > 0 and best[at - 1] < worth:
                    best[at], which[at] = best[at - 1], which[at - 1]
                    at -= 1
                best[at], which[at] = worth, notes[k, BIT]
                better += 1
        for one in range(max(0, n - FACES + 1), n // 2 + 1):
            mean = _expected_of(best, which, better, one, n - one, least[n])
            total += mean if 2 * one == n else 2 * mean
    return total / ROLLS


@inlined
def _expected_of(
    best: Floats, which: Whole, better: int, one: int, two: int, least: float
) -> float:
    """The sum over all faces of the colour dice, given the white dice.

    From the best candidate down: the rolls in which nothing so good can be had are as many as the
    product of the numbers of faces that are left.
    """
    free, rolls, total = ALL_FACES, FACES**4, 0.0
    for j in range(better):
        # The faces of the row's die that make the number with one white die or the other.
        new = (which[j] >> one | which[j] >> two) & free
        if new:
            free ^= new
            left = how_many(free & 0o77) * how_many(free >> LANE & 0o77)
            left *= how_many(free >> 2 * LANE & 0o77) * how_many(free >> 3 * LANE)
            total += best[j] * (rolls - left)
            rolls = left
            if rolls == 0:
                break
    return total + least * rolls


@inlined
def with_penalty(values: Floats, here: int, p: int) -> float:
    """What crossing nothing is worth: five points less, and the end with the fourth (X8, X12)."""
    return -PENALTY + (values[here, p + 1] if p + 1 < PENALTIES else 0.0)


@inlined
def watched(white: Floats, values: Floats, here: int, p: int) -> float:
    """What another's white roll is worth, with these values after it (X6)."""
    total = 0.0
    for n in range(BOXES):
        total += max(values[here, p], white[n, p]) * min(n + 1, BOXES - n)
    return total / FACES**2
