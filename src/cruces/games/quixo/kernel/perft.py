"""Perft: counts the game tree, to test the push generator and measure its speed."""

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
    """The number of sequences of exactly ``depth`` pushes from the start.

    The last push of each is only counted, not made.

    >>> perft(5, 3)
    76596
    """
    return _count(size, depth, True)[0]


def perft_with_endings(size: int, depth: int) -> tuple[int, int]:
    """The same number with every last push made, and how many of those end the game.

    >>> perft_with_endings(2, 3)
    (288, 192)
    """
    return _count(size, depth, False)


def _count(size: int, depth: int, in_bulk: bool) -> tuple[int, int]:
    if not 0 <= depth <= MAX_DEPTH:
        raise ValueError(f"depth {depth} is not between 0 and {MAX_DEPTH}")
    if depth == 0:
        return 1, 0
    return _count_tree(shape(size), push_table(size), depth, in_bulk)


@compiled
def _count_tree(shape: Shape, pushes: Pushes, depth: int, in_bulk: bool) -> tuple[int, int]:
    """Depth first with an explicit stack: recursion would cost more than a push."""
    movers = np.zeros(depth, np.uint32)
    others = np.zeros(depth, np.uint32)
    numbers = np.zeros(depth, np.int64)
    count = endings_total = level = 0
    while level >= 0:
        mover, other = movers[level], others[level]
        if level == depth - 1:
            if in_bulk:
                count += count_pushes(shape, other)
            else:
                pushes_made, endings = _count_leaves(shape, pushes, mover, other)
                count += pushes_made
                endings_total += endings
            level -= 1
            continue
        number = numbers[level]
        if number == pushes.taken.size:
            level -= 1
            continue
        numbers[level] = number + 1
        if not may_push(pushes, number, other):
            continue
        mine, theirs = pushed_own(pushes, number, mover), pushed(pushes, number, other)
        if has_line(shape, mine) | has_line(shape, theirs):
            continue
        level += 1
        movers[level], others[level], numbers[level] = theirs, mine, 0
    return count, endings_total


@compiled
def _count_leaves(shape: Shape, pushes: Pushes, mover: Mask, other: Mask) -> tuple[int, int]:
    """The number of pushes, and of those that end the game; branch-free, so that it vectorises."""
    count = endings_total = 0
    for number in range(pushes.taken.size):
        legal = int(may_push(pushes, number, other))
        mine, theirs = pushed_own(pushes, number, mover), pushed(pushes, number, other)
        count += legal
        endings_total += legal & int(has_line(shape, mine) | has_line(shape, theirs))
    return count, endings_total
