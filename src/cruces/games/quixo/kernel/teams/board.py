"""Boards as four masks, one a player, in the order of their turns.

The first mask holds the cubes whose dot points at the one who is to move, then come the next
player, the partner, and the partner of the next. So the team to move shows its mark on the cubes of
masks 0 and 2, and a turn hands the board over with the masks moved up by one (T1). Squares are
numbered, and pushes made, as in ``games.quixo.kernel.board``.

Action ``2 * push`` turns the dot to the one who pushes, ``2 * push + 1`` to his partner (T2); the
action after the last of them is the pass (T4). ``fresh`` says for how many turns the first round
still lasts (T3).
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import (
    Mask,
    Masks,
    Pushes,
    Shape,
    has_line,
    mask_of,
    push_table,
    pushed,
    shape,
)
from cruces.games.quixo.kernel.symmetry import SYMMETRIES, permutation
from cruces.games.quixo.rules.geometry import edge, lines, pushes
from cruces.kernels.jit import compiled, inlined

Seats = tuple[Mask, Mask, Mask, Mask]

SEATS = 4
PASSES = 88
"""The action of passing, on every size: no board has more pushes than 44."""


class Board(NamedTuple):
    """What depends on the size of the board alone."""

    shape: Shape
    pushes: Pushes
    twins: Masks
    """For each push the square whose cube, if it is like the taken one, could be taken instead."""
    lines: Masks
    names: npt.NDArray[np.uint64]
    """``[symmetry, row, marks in that row]``: the sum of 5**square over where they come."""


@cache
def board(size: int) -> Board:
    """What a search has to know of a board of this size."""
    return Board(
        shape(size),
        push_table(size),
        np.array([_twin(size, path) for path in pushes(size).values()], np.uint32),
        np.array([mask_of(line) for line in lines(size)], np.uint32),
        _names(size),
    )


def _twin(size: int, path: tuple[int, ...]) -> int:
    """The square next to the taken one, if a cube may be taken there and pushed in at the same end.

    When both cubes are alike it comes to the same.
    """
    return 1 << path[1] if len(path) > 2 and path[1] in edge(size) else 0


def _names(size: int) -> npt.NDArray[np.uint64]:
    names = np.zeros((SYMMETRIES, size, 2**size), np.uint64)
    for s in range(SYMMETRIES):
        goes = permutation(size, s)
        for row in range(size):
            for marks in range(2**size):
                set_ = (i for i in range(size) if marks >> i & 1)
                names[s, row, marks] = sum(5 ** goes[row * size + i] for i in set_)
    return names


@inlined
def team(seats: Seats) -> Mask:
    """The cubes with the mark of the team to move, whatever the dots show (T5)."""
    return np.uint32(seats[0] | seats[2])


@inlined
def opponents(seats: Seats) -> Mask:
    """The cubes with the other mark."""
    return np.uint32(seats[1] | seats[3])


@inlined
def neutral(shape: Shape, seats: Seats) -> Mask:
    """The cubes without a mark."""
    return np.uint32(~(seats[0] | seats[1] | seats[2] | seats[3]) & np.uint32(shape.full))


@inlined
def free(shape: Shape, seats: Seats, fresh: int) -> Mask:
    """The cubes that may be taken; none means that passing is forced (T2, T3, T4)."""
    cubes = neutral(shape, seats)
    if fresh == 0:
        cubes = np.uint32(cubes | seats[0])
    return np.uint32(cubes & np.uint32(shape.edge))


@inlined
def pushed_to(pushes: Pushes, action: int, seats: Seats) -> Seats:
    """The board after a push, as the next player sees it."""
    number = action >> 1
    own, partner = pushed(pushes, number, seats[0]), pushed(pushes, number, seats[2])
    if action & 1:
        partner = np.uint32(partner | pushes.placed[number])
    else:
        own = np.uint32(own | pushes.placed[number])
    return pushed(pushes, number, seats[1]), partner, pushed(pushes, number, seats[3]), own


@inlined
def passed(seats: Seats) -> Seats:
    """The board after a pass, as the next player sees it."""
    return seats[1], seats[2], seats[3], seats[0]


@compiled
def after(board: Board, action: int, seats: Seats) -> Seats:
    """The board after an action, as the next player sees it."""
    return passed(seats) if action == PASSES else pushed_to(board.pushes, action, seats)


@inlined
def nearly(lines: Masks, mask: Mask) -> bool:
    """Whether a line lacks one mark at most: else no push can complete one.

    A push brings one new cube into every line that it crosses, and into the one it goes along.
    """
    found = False
    for i in range(lines.size):
        lacking = np.uint32(lines[i] & ~mask)
        found |= (lacking & np.uint32(lacking - np.uint32(1))) == 0
    return found


@compiled
def wins_at_once(board: Board, seats: Seats, fresh: int) -> bool:
    """Whether a push makes a line of one's team and none of the opponents' (Q5, T5)."""
    own = team(seats)
    if not nearly(board.lines, own):
        return False
    other, may = opponents(seats), free(board.shape, seats, fresh)
    table = board.pushes
    for number in range(table.taken.size):
        if may & table.taken[number]:
            made = np.uint32(pushed(table, number, own) | table.placed[number])
            if has_line(board.shape, made) and not has_line(
                board.shape, pushed(table, number, other)
            ):
                return True
    return False


@compiled
def name_of(board: Board, seats: Seats, fresh: int) -> np.uint64:
    """A number for this board, the same for all that a symmetry makes equal; never 0.

    Five kinds of cube: the board is a number with a digit a square, at most 5**25, which leaves
    room for ``fresh`` above. The least of the eight counts.
    """
    size, row_mask = board.shape.size, np.uint32(board.shape.first_row)
    least = np.uint64(0xFFFFFFFFFFFFFFFF)
    for symmetry in range(SYMMETRIES):
        name = np.uint64(0)
        for row in range(size):
            shift = np.uint32(row * size)
            digits = board.names[symmetry, row]
            name += (
                digits[(seats[0] >> shift) & row_mask]
                + np.uint64(2) * digits[(seats[1] >> shift) & row_mask]
                + np.uint64(3) * digits[(seats[2] >> shift) & row_mask]
                + np.uint64(4) * digits[(seats[3] >> shift) & row_mask]
            )
        least = min(least, name)
    return least + np.uint64(fresh) * np.uint64(5**25) + np.uint64(1)
