"""Counting the tree of play, fast: the test of the pushes, and the measure of their speed."""

import numpy as np

from cruces.games.quixo.kernel.board import (
    Mask,
    Pushes,
    Shape,
    count_pushes,
    has_line,
    may_push,
    push_table,
    pushed,
    pushed_own,
    shape,
)
from cruces.kernels.jit import compiled

MAX_DEPTH = 64


def perft(size: int, depth: int) -> int:
    """How many ways play can go on from the start for exactly ``depth`` pushes.

    The last push of each is not made, only counted.

    >>> perft(5, 3)
    76596
    """
    return _counted(size, depth, True)[0]


def perft_made(size: int, depth: int) -> tuple[int, int]:
    """The same number with every last push made and looked at, and how many of them end the game.

    >>> perft_made(2, 3)
    (288, 192)
    """
    return _counted(size, depth, False)


def _counted(size: int, depth: int, in_bulk: bool) -> tuple[int, int]:
    if not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"depth {depth} is not between 0 and {MAX_DEPTH}")
    if depth == 0:
        return 1, 0
    return _walk(shape(size), push_table(size), depth, in_bulk)


@compiled
def _walk(shape: Shape, table: Pushes, depth: int, in_bulk: bool) -> tuple[int, int]:
    """Depth first with a stack of our own: recursion would cost more than a push."""
    movers = np.zeros(depth, np.uint32)
    others = np.zeros(depth, np.uint32)
    numbers = np.zeros(depth, np.int64)
    count = ended = level = 0
    while level >= 0:
        mover, other = movers[level], others[level]
        if level == depth - 1:
            if in_bulk:
                count += count_pushes(shape, other)
            else:
                made, last = _leaves(shape, table, mover, other)
                count += made
                ended += last
            level -= 1
            continue
        number = numbers[level]
        if number == table.taken.size:
            level -= 1
            continue
        numbers[level] = number + 1
        if not may_push(table, number, other):
            continue
        after, gone = pushed_own(table, number, mover), pushed(table, number, other)
        if has_line(shape, after) | has_line(shape, gone):
            continue
        level += 1
        movers[level], others[level], numbers[level] = gone, after, 0
    return count, ended


@compiled
def _leaves(shape: Shape, table: Pushes, mover: Mask, other: Mask) -> tuple[int, int]:
    """How many pushes there are, and how many end the game; no branches: it runs on vectors."""
    count = ended = 0
    for number in range(table.taken.size):
        legal = int(may_push(table, number, other))
        after, gone = pushed_own(table, number, mover), pushed(table, number, other)
        count += legal
        ended += legal & int(has_line(shape, after) | has_line(shape, gone))
    return count, ended
