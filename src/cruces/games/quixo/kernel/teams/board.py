"""Boards as four masks, one per player, in turn order.

The first mask holds the cubes whose dot points at the player to move; then come the next player,
the partner, and the partner of the next player. So the team to move has its mark on the cubes of
masks 0 and 2, and each turn rotates the masks by one (T1). Squares are numbered, and pushes made,
as in ``games.quixo.kernel.board``.

Action ``2 * push`` turns the dot to the player who pushes, ``2 * push + 1`` to their partner (T2);
the action after the last of them is the pass (T4). ``opening_turns`` is how many turns of the first
round are still to come (T3).
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
PASS_ACTION = 88
"""The action of passing, for every size: no board has more than 44 pushes."""


class TeamTables(NamedTuple):
    """Everything that depends only on the size of the board."""

    shape: Shape
    pushes: Pushes
    twins: Masks
    """For each push, the square whose cube could be taken instead if it is like the one taken."""
    lines: Masks
    digits: npt.NDArray[np.uint64]
    """``[symmetry, row, marks in that row]``: the sum of 5**square over their images."""


@cache
def team_tables(size: int) -> TeamTables:
    """The tables that a search needs for a board of this size."""
    return TeamTables(
        shape(size),
        push_table(size),
        np.array([_twin(size, path) for path in pushes(size).values()], np.uint32),
        np.array([mask_of(line) for line in lines(size)], np.uint32),
        _digits(size),
    )


def _twin(size: int, path: tuple[int, ...]) -> int:
    """The square next to the taken one, if a cube there could be pushed in at the same end.

    When both cubes are alike, the result is the same.
    """
    return 1 << path[1] if len(path) > 2 and path[1] in edge(size) else 0


def _digits(size: int) -> npt.NDArray[np.uint64]:
    digits = np.zeros((SYMMETRIES, size, 2**size), np.uint64)
    for s in range(SYMMETRIES):
        target = permutation(size, s)
        for row in range(size):
            for marks in range(2**size):
                set_ = (i for i in range(size) if marks >> i & 1)
                digits[s, row, marks] = sum(5 ** target[row * size + i] for i in set_)
    return digits


@inlined
def team(seats: Seats) -> Mask:
    """The cubes with the mark of the team to move, whatever their dots (T5)."""
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
def takeable(shape: Shape, seats: Seats, opening_turns: int) -> Mask:
    """The cubes that may be taken; none means that passing is forced (T2, T3, T4)."""
    cubes = neutral(shape, seats)
    if opening_turns == 0:
        cubes = np.uint32(cubes | seats[0])
    return np.uint32(cubes & np.uint32(shape.edge))


@inlined
def after_push(pushes: Pushes, action: int, seats: Seats) -> Seats:
    """The board after a push, from the next player's side."""
    number = action >> 1
    own, partner = pushed(pushes, number, seats[0]), pushed(pushes, number, seats[2])
    if action & 1:
        partner = np.uint32(partner | pushes.placed[number])
    else:
        own = np.uint32(own | pushes.placed[number])
    return pushed(pushes, number, seats[1]), partner, pushed(pushes, number, seats[3]), own


@inlined
def after_pass(seats: Seats) -> Seats:
    """The board after a pass, from the next player's side."""
    return seats[1], seats[2], seats[3], seats[0]


@compiled
def after(tables: TeamTables, action: int, seats: Seats) -> Seats:
    """The board after an action, from the next player's side."""
    return after_pass(seats) if action == PASS_ACTION else after_push(tables.pushes, action, seats)


@inlined
def one_short(lines: Masks, mask: Mask) -> bool:
    """Whether a mask lacks at most one square of some line; otherwise no push can complete one.

    A push brings one new cube into every line that it crosses, and into the one it runs along.
    """
    short = False
    for i in range(lines.size):
        lacking = np.uint32(lines[i] & ~mask)
        short |= (lacking & np.uint32(lacking - np.uint32(1))) == 0
    return short


@compiled
def wins_at_once(tables: TeamTables, seats: Seats, opening_turns: int) -> bool:
    """Whether a push completes a line of the team and none of the opponents (Q5, T5)."""
    own = team(seats)
    if not one_short(tables.lines, own):
        return False
    other, cubes = opponents(seats), takeable(tables.shape, seats, opening_turns)
    pushes = tables.pushes
    for number in range(pushes.taken.size):
        if cubes & pushes.taken[number]:
            own_after = np.uint32(pushed(pushes, number, own) | pushes.placed[number])
            if has_line(tables.shape, own_after) and not has_line(
                tables.shape, pushed(pushes, number, other)
            ):
                return True
    return False


@compiled
def canonical_key(tables: TeamTables, seats: Seats, opening_turns: int) -> np.uint64:
    """The same key for all boards that differ only by a symmetry; never 0.

    There are five kinds of cube, so a board is a number with one base-5 digit per square, below
    5**25, which leaves room for ``opening_turns`` above. The least of the eight images counts.
    """
    size, row_mask = tables.shape.size, np.uint32(tables.shape.first_row)
    least = np.uint64(0xFFFFFFFFFFFFFFFF)
    for symmetry in range(SYMMETRIES):
        key = np.uint64(0)
        for row in range(size):
            shift = np.uint32(row * size)
            row_digits = tables.digits[symmetry, row]
            key += (
                row_digits[(seats[0] >> shift) & row_mask]
                + np.uint64(2) * row_digits[(seats[1] >> shift) & row_mask]
                + np.uint64(3) * row_digits[(seats[2] >> shift) & row_mask]
                + np.uint64(4) * row_digits[(seats[3] >> shift) & row_mask]
            )
        least = min(least, key)
    return least + np.uint64(opening_turns) * np.uint64(5**25) + np.uint64(1)
