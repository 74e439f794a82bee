"""The boxes where the numbers of the dice are printed, as sets in the lanes of ``sheet``."""

from cruces.games.qwixx.kernel.chance import colour_die, white_dice
from cruces.games.qwixx.kernel.shape import HIGHEST, LANE, LOWEST, NUMBER, Shape
from cruces.kernels.jit import inlined


@inlined
def _box(order: int, number: int) -> int:
    """The box of a number in a row, as a bit; beyond all boxes if it is not printed there."""
    return 1 << ((order >> (NUMBER * number)) & (LANE - 1))


@inlined
def squares_with(shape: Shape, number: int) -> int:
    """The boxes of a number in all rows."""
    if shape.straight:
        up, down = 1 << (number - LOWEST), 1 << (HIGHEST - number)
        return (up | up << LANE) | (down | down << LANE) << 2 * LANE
    order = shape.order
    low = _box(order[0], number) | _box(order[1], number) << LANE
    high = _box(order[2], number) | _box(order[3], number) << LANE
    return low | high << 2 * LANE


@inlined
def circles_with(shape: Shape, number: int) -> int:
    """The circles of a number in both bonus rows."""
    upper, lower = shape.circle_order
    return _box(upper, number) | _box(lower, number) << LANE


@inlined
def squares_by_dice(shape: Shape, roll: int) -> int:
    """The boxes of the sums of each row's die with either white die (X7)."""
    if shape.straight:
        low = _up(roll, 0) | _up(roll, 1) << LANE
        high = _down(roll, 2) | _down(roll, 3) << LANE
    else:
        order = shape.order
        low = _anywhere(order[0], roll, 0) | _anywhere(order[1], roll, 1) << LANE
        high = _anywhere(order[2], roll, 2) | _anywhere(order[3], roll, 3) << LANE
    return low | high << 2 * LANE


@inlined
def _up(roll: int, row: int) -> int:
    die, (one, two) = colour_die(roll, row), white_dice(roll)
    # Shifted down last, because a die that has left the game has face 0.
    return (1 << (die + one) | 1 << (die + two)) >> LOWEST


@inlined
def _down(roll: int, row: int) -> int:
    die, (one, two) = colour_die(roll, row), white_dice(roll)
    return 1 << (HIGHEST - die - one) | 1 << (HIGHEST - die - two)


@inlined
def _anywhere(order: int, roll: int, row: int) -> int:
    die, (one, two) = colour_die(roll, row), white_dice(roll)
    return _box(order, die + one) | _box(order, die + two)
