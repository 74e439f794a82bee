"""A turn on integers: what action 1 and action 2 allow, what is closed, when it ends.

Legal actions come as two sets of bits, squares and circles; bit ``b`` of the circles is the action
``FIRST_CIRCLE + b``. Read from the lowest bit up they are in the order of ``games.qwixx``.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.bits import how_many
from cruces.games.qwixx.kernel.chance import white_dice
from cruces.games.qwixx.kernel.numbers import circles_with, squares_by_dice, squares_with
from cruces.games.qwixx.kernel.shape import LANE, Shape, shape
from cruces.games.qwixx.kernel.sheet import (
    BOXES,
    FIRST_CIRCLE,
    ONE_LANE,
    PASS,
    Sheets,
    cross,
    lanes_locked,
    open_circles,
    open_squares,
    penalise,
    penalties,
)
from cruces.games.qwixx.rules import Layout, Options
from cruces.kernels.jit import inlined

Whole = npt.NDArray[np.int64]


class Rules(NamedTuple):
    """The sheet, and what was agreed, as plain numbers."""

    shape: Shape
    finish_turn: bool
    """X12: the second lock of action 1 still lets action 2 be played."""
    either_die: bool
    """B3: a circle may be opened by the die of either neighbour."""
    same_turn: bool
    """B4: a square of action 1 opens its circle in action 2."""


def rules(layout: Layout, options: Options) -> Rules:
    """The rules of a game on this sheet with these options."""
    return Rules(
        shape(layout),
        options.after_second_lock == "finish-turn",
        options.circle_die == "either",
        options.circle_same_turn,
    )


@inlined
def locks(rule: Rules, sheets: Sheets) -> int:
    """A bit at the first box of every row that anybody has locked (X10)."""
    found = 0
    for seat in range(len(sheets)):
        found |= sheets[seat, 0]
    return lanes_locked(rule.shape, found)


@inlined
def dice_gone(rule: Rules, locked: int) -> bool:
    """Whether so many rows are locked that the game ends (X12)."""
    return how_many(locked) >= rule.shape.dice_to_end


@inlined
def white_legal(rule: Rules, squares: int, circles: int, locked: int, roll: int) -> tuple[int, int]:
    """What action 1 allows on a sheet (X6, B3)."""
    first, second = white_dice(roll)
    shown = squares_with(rule.shape, first + second)
    legal = shown & open_squares(rule.shape, squares) & ~(locked * ONE_LANE)
    if not rule.shape.has_circles:
        return legal, 0
    shown = circles_with(rule.shape, first + second)
    return legal, shown & open_circles(rule.shape, squares, circles)


@inlined
def colour_legal(
    rule: Rules, squares: int, circles: int, locked: int, roll: int, first: int
) -> tuple[int, int]:
    """What action 2 allows on the active player's sheet after their action 1 (X7, B3, B4)."""
    shown = squares_by_dice(rule.shape, roll) & BOXES & ~(locked * ONE_LANE)
    legal = shown & open_squares(rule.shape, squares)
    if not rule.shape.has_circles:
        return legal, 0
    crossed = squares & BOXES
    if not rule.same_turn and 0 <= first < FIRST_CIRCLE:
        crossed &= ~(1 << first)
    if rule.either_die:
        shown |= _swapped(rule.shape, shown)
    return legal, open_circles(rule.shape, shown & crossed, circles)


@inlined
def among(action: int, squares: int, circles: int) -> bool:
    """Whether an action is one of these, or to pass."""
    if action >= FIRST_CIRCLE:
        return (circles >> (action - FIRST_CIRCLE)) & 1 == 1
    return action < 0 or (squares >> action) & 1 == 1


@inlined
def _swapped(shape: Shape, lanes: int) -> int:
    """The lanes with the rows beside each bonus row exchanged."""
    return (lanes & shape.uppers) << LANE | (lanes >> LANE) & shape.uppers


@inlined
def last_penalty(rule: Rules, squares: int) -> bool:
    """Whether this sheet's penalties end the game (X12)."""
    return penalties(squares) >= rule.shape.penalties


@inlined
def settle_white(rule: Rules, sheets: Sheets, choices: Whole) -> bool:
    """Every player's action 1 first, then the closings (X11); whether the game is over."""
    for seat in range(len(sheets)):
        cross(sheets, seat, choices[seat])
    return dice_gone(rule, locks(rule, sheets)) and not rule.finish_turn


@inlined
def settle_colour(rule: Rules, sheets: Sheets, active: int, first: int, second: int) -> bool:
    """Action 2, and the penalty for two passes (X8); whether the game is over (X12)."""
    cross(sheets, active, second)
    if first == PASS and second == PASS:
        penalise(sheets, active)
        if last_penalty(rule, sheets[active, 0]):
            return True
    return dice_gone(rule, locks(rule, sheets))
