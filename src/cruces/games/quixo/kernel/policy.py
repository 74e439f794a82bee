"""A fixed way to play: the same push in the same position, whatever came before.

1. If a win is seen within three plies, play it.
2. Else order the boards that one's pushes lead to, the worst for the opponent first, and play to
   the first that the opponent is not seen to win within three plies.
3. But never to a board that is listed as an exception: it is passed over.

The score of a board is the sum of weights for each of its lines, as in ``evaluation``; they differ
by how many cubes were marked before the push and by who has marked more after it (LEADS).

Boards that a symmetry makes equal are one board, here and in everything below; so the order is by
the score of a board and then by its name, and in symmetric positions the pushes are symmetric.
"""

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import (
    Mask,
    Shape,
    count_bits,
    has_line,
    may_push,
    pushed,
    pushed_own,
)
from cruces.games.quixo.kernel.evaluation import sum_up
from cruces.games.quixo.kernel.search import MOST_PUSHES, NO_PUSH, Board, key_of
from cruces.kernels.jit import compiled, inlined

LEADS = 4
"""The one to move has fewer marks than the other, as many, one more, or more than that."""
NEVER = 2**40
"""The score of a push that is not to be played."""


@inlined
def one_short(shape: Shape, mask: Mask) -> bool:
    """Whether a mask lacks one square of a line, or none.

    A push that makes a line finds it so: in its own row or column it replaces one cube, and every
    other line has one square there.
    """
    one = np.uint32(1)
    missing = np.uint32(~mask & np.uint32(shape.full))
    falling, rising = missing & np.uint32(shape.falling), missing & np.uint32(shape.rising)
    if (falling & np.uint32(falling - one)) == 0 or (rising & np.uint32(rising - one)) == 0:
        return True
    row, column = np.uint32(shape.first_row), np.uint32(shape.first_column)
    for _ in range(shape.size):
        across, down = missing & row, missing & column
        if (across & np.uint32(across - one)) == 0 or (down & np.uint32(down - one)) == 0:
            return True
        row, column = np.uint32(row << np.uint32(shape.size)), np.uint32(column << one)
    return False


@inlined
def wins_at_once(board: Board, mover: Mask, other: Mask) -> int:
    """The first push that makes a line and not the other's (Q5), or NO_PUSH."""
    if not one_short(board.shape, mover):
        return NO_PUSH
    for number in range(board.pushes.taken.size):
        if (
            may_push(board.pushes, number, other)
            and has_line(board.shape, pushed_own(board.pushes, number, mover))
            and not has_line(board.shape, pushed(board.pushes, number, other))
        ):
            return number
    return NO_PUSH


@inlined
def loses_in_two(board: Board, mover: Mask, other: Mask) -> bool:
    """Whether every push makes the other's line or lets him win at once."""
    for number in range(board.pushes.taken.size):
        if not may_push(board.pushes, number, other):
            continue
        theirs = pushed(board.pushes, number, other)
        if has_line(board.shape, theirs):
            continue
        mine = pushed_own(board.pushes, number, mover)
        if has_line(board.shape, mine) or wins_at_once(board, theirs, mine) == NO_PUSH:
            return False
    return True


@inlined
def wins_in_three(board: Board, mover: Mask, other: Mask) -> int:
    """The first push after which the other loses in two, or NO_PUSH."""
    for number in range(board.pushes.taken.size):
        if not may_push(board.pushes, number, other):
            continue
        mine = pushed_own(board.pushes, number, mover)
        theirs = pushed(board.pushes, number, other)
        if has_line(board.shape, mine) or has_line(board.shape, theirs):
            continue
        if loses_in_two(board, theirs, mine):
            return number
    return NO_PUSH


@compiled
def seen_win(board: Board, mover: Mask, other: Mask) -> int:
    """The push of a win that is seen within three plies, or NO_PUSH."""
    number = wins_at_once(board, mover, other)
    return number if number != NO_PUSH else wins_in_three(board, mover, other)


@inlined
def score(board: Board, mover: Mask, other: Mask, scores: npt.NDArray[np.int64]) -> None:
    """By the number of a push, the score of the board that it leads to.

    NEVER for pushes that there are not, and for those that make the other's line.
    """
    weights = board.known.weights[count_bits(np.uint32(mover | other))]
    for number in range(board.pushes.taken.size):
        scores[number] = NEVER
        if may_push(board.pushes, number, other):
            theirs = pushed(board.pushes, number, other)
            if not has_line(board.shape, theirs):
                mine = pushed_own(board.pushes, number, mover)
                these = weights[lead_of(theirs, mine)]
                scores[number] = sum_up(board.shape, board.known, these, theirs, mine)


@inlined
def lead_of(mover: Mask, other: Mask) -> int:
    """Which of the LEADS the one to move has."""
    return min(max(count_bits(mover) - count_bits(other) + 1, 0), LEADS - 1)


@compiled
def next_in_order(board: Board, mover: Mask, other: Mask, scores: npt.NDArray[np.int64]) -> int:
    """The push to the board that comes first, which is taken out of the scores; or NO_PUSH.

    Boards are named only where scores are equal: names take longer.
    """
    count = board.pushes.taken.size
    least, ties = NEVER, 0
    for number in range(count):
        if scores[number] < least:
            least, ties = scores[number], 0
        ties += scores[number] == least
    if least == NEVER:
        return NO_PUSH
    first, first_name = NO_PUSH, np.uint64(0)
    for number in range(count):
        if scores[number] == least:
            name = _name_after(board, mover, other, number) if ties > 1 else np.uint64(1)
            if first == NO_PUSH or name < first_name:
                first, first_name = number, name
    for number in range(count):
        if scores[number] == least and (
            number == first or _name_after(board, mover, other, number) == first_name
        ):
            scores[number] = NEVER
    return first


@compiled
def _name_after(board: Board, mover: Mask, other: Mask, number: int) -> np.uint64:
    """The name of the board after a push."""
    theirs = pushed(board.pushes, number, other)
    return key_of(board, theirs, pushed_own(board.pushes, number, mover))


@compiled
def choose(
    board: Board, mover: Mask, other: Mask, exceptions: npt.NDArray[np.uint64]
) -> tuple[int, bool]:
    """The push of a position in which no win is seen, and whether it passes over an exception.

    NO_PUSH if all are seen to lose or are exceptions, which are named as by ``key_of``, in order.
    """
    scores = np.empty(MOST_PUSHES, np.int64)
    score(board, mover, other, scores)
    passed = False
    while True:
        number = next_in_order(board, mover, other, scores)
        if number == NO_PUSH:
            return NO_PUSH, passed
        mine = pushed_own(board.pushes, number, mover)
        theirs = pushed(board.pushes, number, other)
        if seen_win(board, theirs, mine) != NO_PUSH:
            continue
        name = key_of(board, theirs, mine)
        place = np.searchsorted(exceptions, name)
        if place == exceptions.size or exceptions[place] != name:
            return number, passed
        passed = True
