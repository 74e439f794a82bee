"""Policies for batch play: compiled functions with the same parameters.

A policy is called as ``policy(data, rules, sheets, seat, active, roll, first, squares, circles,
stream)`` and returns one of the legal actions, or ``PASS``. ``data`` is whatever the batch was
given for it. ``first`` is ``NOT_YET`` in action 1, and in action 2 what the active player did in
action 1. ``squares`` and ``circles`` are the legal actions. Sheets show what everybody sees: in
action 1 they do not contain anybody's choice yet.
"""

from typing import Any

from cruces.games.qwixx.kernel.bits import count_bits, lowest
from cruces.games.qwixx.kernel.chance import RandomStream, draw
from cruces.games.qwixx.kernel.greedy_limits import (
    CLOSING_BONUS,
    MAX_FREE_SKIPS,
    MAX_SKIPS_TO_AVOID_PENALTY,
)
from cruces.games.qwixx.kernel.shape import LANE
from cruces.games.qwixx.kernel.sheet import BOXES, FIRST_CIRCLE, PASS, Sheets, counts, lost_boxes
from cruces.games.qwixx.kernel.turn import KernelRules
from cruces.kernels.jit import inlined

NOT_YET = -2


@inlined
def at_random(
    data: Any,
    rules: KernelRules,
    sheets: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    squares: int,
    circles: int,
    stream: RandomStream,
) -> int:
    """A random action, all equally likely."""
    in_squares, in_circles = count_bits(squares), count_bits(circles)
    if in_squares + in_circles == 0:
        return PASS
    number = draw(stream, in_squares + in_circles + 1)
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
    data: Any,
    rules: KernelRules,
    sheets: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    squares: int,
    circles: int,
    stream: RandomStream,
) -> int:
    """Like ``players.greedy``: the fewest skips, and close a row whenever possible."""
    best, fewest = PASS, LANE
    reached = counts(lost_boxes(sheets[seat, 0] & BOXES))
    while squares:
        action = lowest(squares)
        squares &= squares - 1
        box = action % LANE
        skips = box - ((reached >> (action - box)) & 0xFF)
        if (rules.shape.lasts >> action) & 1:
            skips -= CLOSING_BONUS
        if skips < fewest:
            best, fewest = action, skips
    if circles:
        reached = counts(lost_boxes(sheets[seat, 1]))
        while circles:
            action = lowest(circles)
            circles &= circles - 1
            box = action % LANE
            skips = box - ((reached >> (action - box)) & 0xFF)
            if skips < fewest:
                best, fewest = FIRST_CIRCLE + action, skips
    max_skips = MAX_SKIPS_TO_AVOID_PENALTY if first == PASS else MAX_FREE_SKIPS
    return best if fewest <= max_skips else PASS
