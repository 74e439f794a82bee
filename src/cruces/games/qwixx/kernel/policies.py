"""Who decides in batch play: compiled functions of one shape.

A policy is called as ``policy(known, rule, sheets, seat, active, roll, first, squares, circles,
luck)`` and gives one of the legal actions, or ``PASS``. ``known`` is whatever the batch was given
for it. ``first`` is ``NOT_YET`` in action 1, and in action 2 what the active player did before.
``squares`` and ``circles`` are the legal actions. Sheets show what everybody sees: in action 1
nobody's choice is on them yet.
"""

from typing import Any

from cruces.games.qwixx.kernel.bits import how_many, lowest
from cruces.games.qwixx.kernel.chance import Luck, draw
from cruces.games.qwixx.kernel.greedy_limits import (
    FOR_CLOSING,
    MOST_SKIPPED_FREELY,
    MOST_SKIPPED_TO_AVOID_PENALTY,
)
from cruces.games.qwixx.kernel.shape import LANE
from cruces.games.qwixx.kernel.sheet import BOXES, FIRST_CIRCLE, PASS, Sheets, counts, passed
from cruces.games.qwixx.kernel.turn import Rules
from cruces.kernels.jit import inlined

NOT_YET = -2


@inlined
def at_random(
    known: Any,
    rule: Rules,
    sheets: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    squares: int,
    circles: int,
    luck: Luck,
) -> int:
    """Any action, all equally likely."""
    in_squares, in_circles = how_many(squares), how_many(circles)
    if in_squares + in_circles == 0:
        return PASS
    number = draw(luck, in_squares + in_circles + 1)
    if number < in_squares:
        return _nth(squares, number)
    if number < in_squares + in_circles:
        return FIRST_CIRCLE + _nth(circles, number - in_squares)
    return PASS


@inlined
def _nth(bits: int, number: int) -> int:
    for _ in range(number):
        bits &= bits - 1
    return lowest(bits)


@inlined
def greedy(
    known: Any,
    rule: Rules,
    sheets: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    squares: int,
    circles: int,
    luck: Luck,
) -> int:
    """The player of ``players.greedy``: fewest skips, and close a row whenever possible."""
    best, fewest = PASS, LANE
    reached = counts(passed(sheets[seat, 0] & BOXES))
    while squares:
        action = lowest(squares)
        squares &= squares - 1
        box = action % LANE
        skipped = box - ((reached >> (action - box)) & 0xFF)
        if (rule.shape.lasts >> action) & 1:
            skipped -= FOR_CLOSING
        if skipped < fewest:
            best, fewest = action, skipped
    if circles:
        reached = counts(passed(sheets[seat, 1]))
        while circles:
            action = lowest(circles)
            circles &= circles - 1
            box = action % LANE
            skipped = box - ((reached >> (action - box)) & 0xFF)
            if skipped < fewest:
                best, fewest = FIRST_CIRCLE + action, skipped
    most = MOST_SKIPPED_TO_AVOID_PENALTY if first == PASS else MOST_SKIPPED_FREELY
    return best if fewest <= most else PASS
