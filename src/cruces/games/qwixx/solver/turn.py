"""The value of a turn: the expectation, over all rolls, of the best play for each.

All dice are visible before action 1. Given the white dice, each choice in action 1 followed by a
pass in action 2 has a value, and so has each cross in action 2 with the best action 1 before it.
The best of the first kind is always available. Crosses of the second kind depend on the die of
their row, and the dice are independent: the probability that nothing better than some value is
available is the product, over the rows, of the share of faces that give nothing better.

A *candidate* is a cross that the sheet allows: a row and a number. Numbers and faces count from 0,
so that a sum of faces is a number. Values are points still to come; 0 where the game is over.
"""

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.bits import count_bits
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
Integers = npt.NDArray[np.int64]

PENALTY = QWIXX_LAYOUT.penalty
MAX_CANDIDATES = 4 * BOXES
"""The most candidates of a sheet."""
IMPOSSIBLE = -1e9
ROLLS = FACES**6

ALL_FACES = 0o77 * EACH
"""The faces of the four dice, one lane each."""

ROW, NUMBER, BOX, STATE, GAIN, PAIR, PLACE, BIT = range(8)
"""The fields of a candidate, among them the pair of its side and the place after it, and, as a bit
in its row's lane, the face that makes its number together with the lowest white face."""
FIELDS = 8


@inlined
def list_candidates(
    after: Bytes,
    gain: Shorts,
    number: Shorts,
    sheet: Integers,
    candidates: Integers,
    starts: Integers,
) -> int:
    """List every cross that the four rows of ``sheet`` allow, row by row, left to right.

    The lock of a row with four crosses is included, although it needs a fifth cross in action 1:
    its state is −1. ``starts[row, n]`` becomes the candidate that crosses number ``n`` in that row.
    """
    count = 0
    near, far = number[sheet[0], sheet[1]], number[sheet[2], sheet[3]]
    for row in range(4):
        state = sheet[row]
        for box in range(BOXES):
            n = box if row < 2 else LAST - box
            state_after = after[state, box]
            starts[row, n] = -1
            candidates[count, ROW] = row
            candidates[count, NUMBER] = n
            candidates[count, BOX] = box
            candidates[count, STATE] = state_after
            candidates[count, BIT] = 1 << (LANE * row + n)
            if state_after >= 0:
                pair = number[state_after, sheet[row ^ 1]]
                candidates[count, GAIN] = gain[state, box]
                candidates[count, PAIR] = pair
                candidates[count, PLACE] = place(pair, far if row < 2 else near)
                starts[row, n] = count
                count += 1
            elif box == LAST:
                before = after[state, LAST - 1]
                if before >= 0 and after[before, LAST] >= 0:
                    count += 1
    return count


@inlined
def white_crosses(candidates: Integers, starts: Integers, values: Floats, white: Floats) -> None:
    """``white[n, p]``: the value of the best cross for white sum ``n``, with ``p`` penalties."""
    for n in range(BOXES):
        for p in range(PENALTIES):
            white[n, p] = IMPOSSIBLE
        for row in range(4):
            i = starts[row, n]
            if i >= 0:
                for p in range(PENALTIES):
                    worth = candidates[i, GAIN] + values[candidates[i, PLACE], p]
                    white[n, p] = max(white[n, p], worth)


@inlined
def colour_crosses(
    after: Bytes,
    gain: Shorts,
    number: Shorts,
    sheet: Integers,
    ends: bool,
    candidates: Integers,
    count: int,
    values: Floats,
    colour: Floats,
) -> None:
    """``colour[n, k, p]``: the value of candidate ``k`` in action 2, for white sum ``n``.

    It includes the best action 1 before it that keeps it possible. With ``ends``, locking a second
    row in action 1 leaves no action 2 (X12).
    """
    for k in range(count):
        place_alone, points = candidates[k, PLACE], candidates[k, GAIN]
        for p in range(PENALTIES):
            worth = points + values[place_alone, p] if candidates[k, STATE] >= 0 else IMPOSSIBLE
            for n in range(BOXES):
                colour[n, k, p] = worth
    closed = 0
    for row in range(4):
        closed += sheet[row] == CLOSED
    for i in range(count):
        if candidates[i, STATE] < 0:
            continue
        row, n = candidates[i, ROW], candidates[i, NUMBER]
        far = number[sheet[2], sheet[3]] if row < 2 else number[sheet[0], sheet[1]]
        first = not (ends and closed and candidates[i, STATE] == CLOSED)
        for k in range(i + 1, count):
            if candidates[k, ROW] == row:  # further right: this order only
                state_after = after[candidates[i, STATE], candidates[k, BOX]]
                if first and state_after >= 0:
                    points = candidates[i, GAIN] + gain[candidates[i, STATE], candidates[k, BOX]]
                    place_after = place(number[state_after, sheet[row ^ 1]], far)
                    for p in range(PENALTIES):
                        colour[n, k, p] = max(colour[n, k, p], points + values[place_after, p])
            elif candidates[k, STATE] >= 0:  # either may come first
                points = candidates[i, GAIN] + candidates[k, GAIN]
                if candidates[k, ROW] == row ^ 1:
                    place_after = place(number[candidates[i, STATE], candidates[k, STATE]], far)
                else:
                    place_after = place(candidates[i, PAIR], candidates[k, PAIR])
                second = not (ends and closed and candidates[k, STATE] == CLOSED)
                m = candidates[k, NUMBER]
                for p in range(PENALTIES):
                    worth = points + values[place_after, p]
                    if first:
                        colour[n, k, p] = max(colour[n, k, p], worth)
                    if second:
                        colour[m, i, p] = max(colour[m, i, p], worth)


@inlined
def turn_value(
    candidates: Integers,
    count: int,
    least: Floats,
    colour: Floats,
    p: int,
    best: Floats,
    faces: Integers,
) -> float:
    """The expectation over all rolls, with ``p`` penalties.

    ``least[n]`` is the value of white sum ``n`` without action 2. ``best`` and ``faces`` are
    scratch memory.
    """
    total = 0.0
    for n in range(BOXES):
        better = 0
        for k in range(count):
            worth = colour[n, k, p]
            if worth > least[n]:
                at = better
                while at > 0 and best[at - 1] < worth:
                    best[at], faces[at] = best[at - 1], faces[at - 1]
                    at -= 1
                best[at], faces[at] = worth, candidates[k, BIT]
                better += 1
        for one in range(max(0, n - FACES + 1), n // 2 + 1):
            mean = _colour_dice_sum(best, faces, better, one, n - one, least[n])
            total += mean if 2 * one == n else 2 * mean
    return total / ROLLS


@inlined
def _colour_dice_sum(
    best: Floats, faces: Integers, better: int, one: int, two: int, least: float
) -> float:
    """The sum over all faces of the colour dice, given the white dice.

    From the best candidate down: the number of rolls with nothing as good is the product of the
    numbers of faces that remain.
    """
    free, rolls, total = ALL_FACES, FACES**4, 0.0
    for j in range(better):
        # The faces of the row's die that make the number with either white die.
        new = (faces[j] >> one | faces[j] >> two) & free
        if new:
            free ^= new
            worse_rolls = count_bits(free & 0o77) * count_bits(free >> LANE & 0o77)
            worse_rolls *= count_bits(free >> 2 * LANE & 0o77) * count_bits(free >> 3 * LANE)
            total += best[j] * (rolls - worse_rolls)
            rolls = worse_rolls
            if rolls == 0:
                break
    return total + least * rolls


@inlined
def with_penalty(values: Floats, here: int, p: int) -> float:
    """The value of crossing nothing: minus five points, and the end with the fourth (X8, X12)."""
    return -PENALTY + (values[here, p + 1] if p + 1 < PENALTIES else 0.0)


@inlined
def white_roll_value(white: Floats, values: Floats, here: int, p: int) -> float:
    """The value of another player's white roll, with these values after it (X6)."""
    total = 0.0
    for n in range(BOXES):
        total += max(values[here, p], white[n, p]) * min(n + 1, BOXES - n)
    return total / FACES**2
