"""A turn on integers: what action 1 and action 2 allow, what is closed, when the game ends.

Legal actions are two sets of bits, squares and circles; bit ``b`` of the circles is the action
``FIRST_CIRCLE + b``. From the lowest bit up they are in the order of the rules.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.bits import count_bits
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

Integers = npt.NDArray[np.int64]


class KernelRules(NamedTuple):
    """The layout and the options, as plain numbers."""

    shape: Shape
    finish_turn: bool
    """X12: action 2 is played even after a second lock in action 1."""
    either_die: bool
    """B3: a circle may be opened by the die of either neighbour."""
    same_turn: bool
    """B4: a square of action 1 opens its circle in action 2."""


def kernel_rules(layout: Layout, options: Options) -> KernelRules:
    """The rules of a game on this sheet with these options."""
    return KernelRules(
        shape(layout),
        options.after_second_lock == "finish-turn",
        options.circle_die == "either",
        options.circle_same_turn,
    )


@inlined
def locks(rules: KernelRules, sheets: Sheets) -> int:
    """A bit at the first box of every row that anybody has locked (X10)."""
    all_squares = 0
    for seat in range(len(sheets)):
        all_squares |= sheets[seat, 0]
    return lanes_locked(rules.shape, all_squares)


@inlined
def dice_gone(rules: KernelRules, locked: int) -> bool:
    """Whether enough rows are locked to end the game (X12)."""
    return count_bits(locked) >= rules.shape.dice_to_end


@inlined
def white_legal(
    rules: KernelRules, squares: int, circles: int, locked: int, roll: int
) -> tuple[int, int]:
    """What action 1 allows on a sheet (X6, B3)."""
    first, second = white_dice(roll)
    dice_boxes = squares_with(rules.shape, first + second)
    legal = dice_boxes & open_squares(rules.shape, squares) & ~(locked * ONE_LANE)
    if not rules.shape.has_circles:
        return legal, 0
    dice_boxes = circles_with(rules.shape, first + second)
    return legal, dice_boxes & open_circles(rules.shape, squares, circles)


@inlined
def colour_legal(
    rules: KernelRules, squares: int, circles: int, locked: int, roll: int, first: int
) -> tuple[int, int]:
    """What action 2 allows on the active player's sheet after their action 1 (X7, B3, B4)."""
    dice_boxes = squares_by_dice(rules.shape, roll) & BOXES & ~(locked * ONE_LANE)
    legal = dice_boxes & open_squares(rules.shape, squares)
    if not rules.shape.has_circles:
        return legal, 0
    opening_squares = squares & BOXES
    if not rules.same_turn and 0 <= first < FIRST_CIRCLE:
        opening_squares &= ~(1 << first)
    if rules.either_die:
        dice_boxes |= _swap_neighbours(rules.shape, dice_boxes)
    return legal, open_circles(rules.shape, dice_boxes & opening_squares, circles)


@inlined
def is_among(action: int, squares: int, circles: int) -> bool:
    """Whether an action is one of these, or a pass."""
    if action >= FIRST_CIRCLE:
        return (circles >> (action - FIRST_CIRCLE)) & 1 == 1
    return action < 0 or (squares >> action) & 1 == 1


@inlined
def _swap_neighbours(shape: Shape, lanes: int) -> int:
    """The lanes with the two rows next to each bonus row exchanged."""
    return (lanes & shape.uppers) << LANE | (lanes >> LANE) & shape.uppers


@inlined
def last_penalty(rules: KernelRules, squares: int) -> bool:
    """Whether this sheet's penalties end the game (X12)."""
    return penalties(squares) >= rules.shape.penalties


@inlined
def apply_white(rules: KernelRules, sheets: Sheets, choices: Integers) -> bool:
    """Apply every player's action 1, then close rows (X11); whether the game is over."""
    for seat in range(len(sheets)):
        cross(sheets, seat, choices[seat])
    return dice_gone(rules, locks(rules, sheets)) and not rules.finish_turn


@inlined
def apply_colour(rules: KernelRules, sheets: Sheets, active: int, first: int, second: int) -> bool:
    """Apply action 2, and the penalty for two passes (X8); whether the game is over (X12)."""
    cross(sheets, active, second)
    if first == PASS and second == PASS:
        penalise(sheets, active)
        if last_penalty(rules, sheets[active, 0]):
            return True
    return dice_gone(rules, locks(rules, sheets))
