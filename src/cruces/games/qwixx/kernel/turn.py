"""A turn on integers: what action 1 and action 2 allow, what is closed, when it ends.

Legal actions come as two sets of bits, squares and circles; bit ``b`` of the circles is the action
``FIRST_CIRCLE + b``. Read from the lowest bit up they are in the order of ``games.qwixx``.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.chance import colour_die, white_dice
from cruces.games.qwixx.kernel.sheet import (
    BOXES,
    EACH,
    FIRST_CIRCLE,
    LANE,
    ONE_LANE,
    PASS,
    Sheets,
    cross,
    open_circles,
    open_squares,
    penalise,
    penalties,
)
from cruces.games.qwixx.rules import Options
from cruces.games.qwixx.rules.sheet import DICE_TO_END, LAST, PENALTY_BOXES
from cruces.kernels.jit import inlined

Whole = npt.NDArray[np.int64]


class Rules(NamedTuple):
    """What was agreed, as plain numbers."""

    big_points: bool
    finish_turn: bool
    """X12: the second lock of action 1 still lets action 2 be played."""
    either_die: bool
    """B3: a circle may be opened by the die of either neighbour."""
    same_turn: bool
    """B4: a square of action 1 opens its circle in action 2."""


def rules(options: Options, big_points: bool) -> Rules:
    """The rules of a game with these options."""
    return Rules(
        big_points,
        options.after_second_lock == "finish-turn",
        options.circle_die == "either",
        options.circle_same_turn,
    )


@inlined
def locks(sheets: Sheets) -> int:
    """A bit at the first box of every row that anybody has locked (X10)."""
    found = 0
    for seat in range(len(sheets)):
        found |= sheets[seat, 0]
    return (found >> LAST) & EACH


@inlined
def dice_gone(locked: int) -> bool:
    """Whether so many rows are locked that the game ends (X12)."""
    return ((locked * EACH) >> (3 * LANE)) & 7 >= DICE_TO_END


@inlined
def white_legal(rule: Rules, squares: int, circles: int, locked: int, roll: int) -> tuple[int, int]:
    """What action 1 allows on a sheet (X6, B3)."""
    first, second = white_dice(roll)
    box = first + second - 2
    up, down = 1 << box, 1 << (10 - box)
    shown = (up | up << LANE) | (down << 2 * LANE | down << 3 * LANE)
    legal = shown & open_squares(squares) & ~(locked * ONE_LANE)
    if rule.big_points:
        return legal, (up | down << LANE) & open_circles(squares, circles)
    return legal, 0


@inlined
def colour_legal(
    rule: Rules, squares: int, circles: int, locked: int, roll: int, first: int
) -> tuple[int, int]:
    """What action 2 allows on the active player's sheet after his action 1 (X7, B3, B4)."""
    one, two = white_dice(roll)
    shown = 0
    for row in range(4):
        die = colour_die(roll, row)
        if row < 2:
            lane = 1 << (die + one - 2) | 1 << (die + two - 2)
        else:
            lane = 1 << (12 - die - one) | 1 << (12 - die - two)
        shown |= lane << (LANE * row)
    shown &= ~(locked * ONE_LANE)
    legal = shown & open_squares(squares)
    if not rule.big_points:
        return legal, 0
    crossed = squares & BOXES
    if not rule.same_turn and 0 <= first < 4 * LANE:
        crossed &= ~(1 << first)
    if rule.either_die:
        shown |= _swapped(shown)
    own = open_circles(shown & crossed, circles)
    return legal, own


@inlined
def among(action: int, squares: int, circles: int) -> bool:
    """Whether an action is one of these, or to pass."""
    if action >= FIRST_CIRCLE:
        return (circles >> (action - FIRST_CIRCLE)) & 1 == 1
    return action < 0 or (squares >> action) & 1 == 1


@inlined
def _swapped(lanes: int) -> int:
    """The lanes with neighbours exchanged: red with yellow, green with blue."""
    low = ONE_LANE | ONE_LANE << 2 * LANE
    return (lanes & low) << LANE | (lanes >> LANE) & low


@inlined
def fourth_penalty(squares: int) -> bool:
    """Whether this sheet's penalties end the game (X12)."""
    return penalties(squares) >= PENALTY_BOXES


@inlined
def settle_white(rule: Rules, sheets: Sheets, choices: Whole) -> bool:
    """Every player's action 1 first, then the closings (X11); whether the game is over."""
    for seat in range(len(sheets)):
        cross(sheets, seat, choices[seat])
    return dice_gone(locks(sheets)) and not rule.finish_turn


@inlined
def settle_colour(sheets: Sheets, active: int, first: int, second: int) -> bool:
    """Action 2, and the penalty for two passes (X8); whether the game is over (X12)."""
    cross(sheets, active, second)
    if first == PASS and second == PASS:
        penalise(sheets, active)
        if fourth_penalty(sheets[active, 0]):
            return True
    return dice_gone(locks(sheets))
