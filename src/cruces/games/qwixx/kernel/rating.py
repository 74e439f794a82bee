"""Policies that rate one action at a time, so that they need no masks.

A rating is called as ``rate(move, weights)`` with every legal action and a pass; the action with
the highest rating is taken, a pass last among equals. ``move`` is a ``Move``, plain numbers that
say what a person would see. What a rating does not use costs nothing: the compiler leaves it out.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from cruces.games.qwixx.kernel.bits import count_bits
from cruces.games.qwixx.kernel.chance import RandomStream
from cruces.games.qwixx.kernel.policies import NOT_YET
from cruces.games.qwixx.kernel.shape import HIGHEST, LANE, LANES, LOWEST, NUMBER
from cruces.games.qwixx.kernel.sheet import (
    BOXES,
    FIRST_CIRCLE,
    ONE_LANE,
    PASS,
    Sheets,
    counts,
    lost_boxes,
    penalties,
    score,
    with_penalty,
)
from cruces.games.qwixx.kernel.strong import next_action
from cruces.games.qwixx.kernel.turn import KernelRules, locks
from cruces.kernels.jit import inlined, taking_functions

Rate = Callable[..., float]
_WORST = -1e300


class Move(NamedTuple):
    """An action that may be taken, and what its player sees. A pass has row and number −1."""

    is_pass: bool
    row: int
    """The row of the sheet from the top, 0 red; bonus rows follow."""
    number: int
    """The number that is crossed."""
    skips: int
    """The numbers between the last cross of the row and this one, which are lost."""
    crosses: int
    """The crosses in the row so far, without a lock."""
    closes: bool
    """Whether it closes the row."""
    points: int
    """What it changes in the player's own score at once; −5 for a pass that costs a penalty."""
    own_turn: bool
    """Whether the player is the active one."""
    second: bool
    """Whether it is action 2, with a coloured die."""
    crossed_first: bool
    """In action 2, whether the player crossed a box in action 1."""
    score: int
    """The player's score before it."""
    lead: int
    """By how much that is above the best other score; the score itself in a solo game."""
    penalties: int
    """The player's penalties."""
    closed: int
    """The number of rows that are closed."""
    seats: int
    """The number of players."""


@inlined
def move(
    rules: KernelRules, sheets: Sheets, seat: int, active: int, first: int, action: int
) -> Move:
    """What a legal action, or a pass, means."""
    squares, circles = sheets[seat, 0], sheets[seat, 1]
    before = score(rules.shape, squares, circles)
    row, number, skips, crosses, closes = -1, -1, 0, 0, False
    if action == PASS:
        if first == PASS:
            squares = with_penalty(squares)
    elif action >= FIRST_CIRCLE:
        bit = action - FIRST_CIRCLE
        lane, box = bit // LANE, bit % LANE
        row, number = _rows(rules) + lane, _number(rules.shape.circle_order[lane], box)
        skips = box - ((counts(lost_boxes(circles)) >> (LANE * lane)) & 0xFF)
        crosses = count_bits((circles >> (LANE * lane)) & ONE_LANE)
        circles |= 1 << bit
    else:
        row, box = action // LANE, action % LANE
        number = _number(rules.shape.order[row], box)
        skips = box - ((counts(lost_boxes(squares & BOXES)) >> (LANE * row)) & 0xFF)
        crosses = count_bits((squares >> (LANE * row)) & ONE_LANE)
        closes = (rules.shape.lasts >> action) & 1 == 1
        squares |= 1 << action
    best_other = 0 if len(sheets) == 1 else -(1 << 30)
    for other in range(len(sheets)):
        if other != seat:
            points = score(rules.shape, sheets[other, 0], sheets[other, 1])
            best_other = max(best_other, points)
    return Move(
        is_pass=action == PASS,
        row=row,
        number=number,
        skips=skips,
        crosses=crosses,
        closes=closes,
        points=score(rules.shape, squares, circles) - before,
        own_turn=seat == active,
        second=first != NOT_YET,
        crossed_first=first >= 0,
        score=before,
        lead=before - best_other,
        penalties=penalties(sheets[seat, 0]),
        closed=count_bits(locks(rules, sheets)),
        seats=len(sheets),
    )


@inlined
def _number(order: int, box: int) -> int:
    """The number that is printed in a box: the inverse of ``Shape.order``."""
    for number in range(LOWEST, HIGHEST + 1):
        if (order >> (NUMBER * number)) & (LANE - 1) == box:
            return number
    return -1


@inlined
def _rows(rules: KernelRules) -> int:
    """The rows with squares, which come before the bonus rows; unused rows have no numbers."""
    rows = 0
    for row in range(LANES):
        if _number(rules.shape.order[row], 0) >= 0:
            rows += 1
    return rows


@taking_functions
def best_rated(
    rate: Rate,
    weights: Any,
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
    """The action with the highest rating; the first among equals, and a pass last."""
    best, highest = PASS, _WORST
    while True:
        action, squares, circles = next_action(squares, circles)
        rating = rate(move(rules, sheets, seat, active, first, action), weights)
        if rating > highest:
            best, highest = action, rating
        if action == PASS:
            return best
