"""Boards as two masks: pushes are a few bit operations, and lines are found by shifting.

Each bit is a square, numbered in reading order; a mask has a bit set for each mark of a player::

     0   1   2   3   4        the lowest bit is a1, the highest e5;
     5   6   7   8   9        on smaller boards the rows are shorter
    10  11  12  13  14        and the numbers go on without a gap
    15  16  17  18  19
    20  21  22  23  24

``mover`` is always the mask of the player to move and ``other`` that of the opponent: after a push
the two masks are exchanged. Masks are ``np.uint32``. Numba widens every
operation to 64 bits; the casts let the compiler narrow them again, which a GPU needs.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.rules.geometry import edge, lines, pushes
from cruces.kernels.jit import compiled

Mask = np.uint32
Masks = npt.NDArray[np.uint32]

NO_LINE, MOVER_LINE, OTHER_LINE = 0, 1, 2


class Shape(NamedTuple):
    """What the functions below need to know about a board, as plain numbers."""

    size: int
    cells: int
    full: int
    edge: int
    corners: int
    first_column: int
    first_row: int
    falling: int
    rising: int
    steps: tuple[int, int, int]
    """Shifting by these in turn, and keeping the overlap, leaves runs of ``size`` marks."""


class Pushes(NamedTuple):
    """The pushes of a board, in the order of ``geometry.pushes``; each column is a mask or a shift.

    The cubes ``moved`` go one step towards the gap: up in the numbering by ``raised`` bits or down
    by ``lowered``, one of which is 0. The cubes ``kept`` stay where they are.
    """

    taken: Masks
    kept: Masks
    moved: Masks
    raised: Masks
    lowered: Masks
    placed: Masks


@cache
def shape(size: int) -> Shape:
    """
    >>> shape(5).steps
    (1, 2, 1)
    """
    rows, columns = lines(size)[:size], lines(size)[size : 2 * size]
    falling, rising = lines(size)[2 * size :]
    return Shape(
        size=size,
        cells=size**2,
        full=2**size**2 - 1,
        edge=mask_of(edge(size)),
        corners=mask_of({columns[i][j] for i in (0, -1) for j in (0, -1)}),
        first_column=mask_of(columns[0]),
        first_row=mask_of(rows[0]),
        falling=mask_of(falling),
        rising=mask_of(rising),
        steps=_steps(size),
    )


@cache
def push_table(size: int) -> Pushes:
    """The pushes of a board of this size."""
    columns = []
    for (taken, end), path in pushes(size).items():
        step = path[1] - path[0]
        kept = shape(size).full & ~mask_of(path)
        columns.append((1 << taken, kept, mask_of(path[1:]), max(-step, 0), max(step, 0), 1 << end))
    return Pushes(*np.array(columns, np.uint32).T.copy())


def mask_of(squares: Any) -> int:
    """The mask with these squares set."""
    return sum(1 << square for square in squares)


def _steps(size: int) -> tuple[int, int, int]:
    steps, length = [0, 0, 0], 1
    for i in range(3):
        # A run of `length` marks and one that begins `step` later are one run, if they touch.
        steps[i] = min(length, size - length)
        length += steps[i]
    return steps[0], steps[1], steps[2]


@compiled
def count_bits(mask: Mask) -> int:
    """The number of squares in a mask."""
    pairs = np.uint32(mask - ((mask >> np.uint32(1)) & np.uint32(0x55555555)))
    fours = np.uint32(
        (pairs & np.uint32(0x33333333)) + ((pairs >> np.uint32(2)) & np.uint32(0x33333333))
    )
    bytes_ = np.uint32((fours + (fours >> np.uint32(4))) & np.uint32(0x0F0F0F0F))
    return int(
        ((bytes_ & np.uint32(0xFF)) + ((bytes_ >> np.uint32(8)) & np.uint32(0xFF)))
        + (((bytes_ >> np.uint32(16)) & np.uint32(0xFF)) + (bytes_ >> np.uint32(24)))
    )


@compiled
def has_line(shape: Shape, mask: Mask) -> bool:
    """Whether a mask holds a whole row, column or diagonal (Q5)."""
    size = shape.size
    one, two, three = shape.steps
    rows = np.uint32(mask & (mask >> np.uint32(one)))
    rows = np.uint32(rows & (rows >> np.uint32(two)))
    rows = np.uint32(rows & (rows >> np.uint32(three)) & np.uint32(shape.first_column))
    columns = np.uint32(mask & (mask >> np.uint32(one * size)))
    columns = np.uint32(columns & (columns >> np.uint32(two * size)))
    columns = np.uint32(columns & (columns >> np.uint32(three * size)) & np.uint32(shape.first_row))
    falling, rising = np.uint32(shape.falling), np.uint32(shape.rising)
    return bool(
        ((rows | columns) != 0) | ((mask & falling) == falling) | ((mask & rising) == rising)
    )


@compiled
def result(shape: Shape, mover: Mask, other: Mask) -> int:
    """Whose line decides the game; if both have one, that of the player to move (Q5)."""
    if has_line(shape, mover):
        return MOVER_LINE
    if has_line(shape, other):
        return OTHER_LINE
    return NO_LINE


@compiled
def count_pushes(shape: Shape, other: Mask) -> int:
    """The number of legal pushes: two for a corner cube, three for any other edge cube (Q3)."""
    free = np.uint32(~other & np.uint32(shape.full))
    on_edge = count_bits(np.uint32(free & np.uint32(shape.edge)))
    return 3 * on_edge - count_bits(np.uint32(free & np.uint32(shape.corners)))


@compiled
def may_push(pushes: Pushes, number: int, other: Mask) -> bool:
    """Whether the cube of a push may be taken: it must not be the opponent's (Q2)."""
    return bool((other & pushes.taken[number]) == 0)


@compiled
def pushed(pushes: Pushes, number: int, mask: Mask) -> Mask:
    """A mask after a push, without the cube that was pushed in: the opponent's mask."""
    moved = np.uint32((mask & pushes.moved[number]) << pushes.raised[number])
    return np.uint32((mask & pushes.kept[number]) | (moved >> pushes.lowered[number]))


@compiled
def pushed_own(pushes: Pushes, number: int, mask: Mask) -> Mask:
    """A mask after a push, with the cube that was pushed in: the pushing player's mask."""
    return np.uint32(pushed(pushes, number, mask) | pushes.placed[number])
