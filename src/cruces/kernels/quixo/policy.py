"""A fixed way to play: the same push in the same position, whatever came before.

1. If a win is seen within three plies, play it.
2. Else order the boards that one's pushes lead to, the worst for the opponent first, and play to
   the first that the opponent is not seen to win within three plies.
3. Unless the position is an exception: then to the second such board, the third, and so on.

Boards that a symmetry makes equal are one board, here and in everything below; so the order is by
the score of a board and then by its name, and in symmetric positions the pushes are symmetric.
"""

import numpy as np
import numpy.typing as npt

from cruces.kernels.compiling import compiled
from cruces.kernels.quixo.board import Mask, has_line, may_push, pushed, pushed_own
from cruces.kernels.quixo.evaluation import evaluate
from cruces.kernels.quixo.search import MOST_PUSHES, NO_PUSH, Board, key_of


@compiled
def wins_at_once(board: Board, mover: Mask, other: Mask) -> int:
    """The first push that makes a line and not the other's (Q5), or NO_PUSH."""
    for number in range(board.pushes.taken.size):
        if (
            may_push(board.pushes, number, other)
            and has_line(board.shape, pushed_own(board.pushes, number, mover))
            and not has_line(board.shape, pushed(board.pushes, number, other))
        ):
            return number
    return NO_PUSH


@compiled
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


@compiled
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


@compiled
def order(
    board: Board,
    mover: Mask,
    other: Mask,
    scores: npt.NDArray[np.int64],
    names: npt.NDArray[np.uint64],
    numbers: npt.NDArray[np.int64],
) -> int:
    """The boards that pushes lead to, each once, in order; how many. None has the other's line."""
    count = 0
    for number in range(board.pushes.taken.size):
        if not may_push(board.pushes, number, other):
            continue
        mine = pushed_own(board.pushes, number, mover)
        theirs = pushed(board.pushes, number, other)
        if has_line(board.shape, theirs):
            continue
        score = evaluate(board.shape, board.known, theirs, mine)
        name = key_of(board, theirs, mine)
        place = count
        while place > 0 and (
            scores[place - 1] > score or (scores[place - 1] == score and names[place - 1] > name)
        ):
            place -= 1
        if place > 0 and names[place - 1] == name:
            continue
        for i in range(count, place, -1):
            scores[i], names[i], numbers[i] = scores[i - 1], names[i - 1], numbers[i - 1]
        scores[place], names[place], numbers[place] = score, name, number
        count += 1
    return count


@compiled
def choose(board: Board, mover: Mask, other: Mask, skipped: int) -> int:
    """The push of a position in which no win is seen; NO_PUSH if all are seen to lose.

    ``skipped`` boards are passed over that would do: 0 unless the position is an exception.
    """
    scores = np.empty(MOST_PUSHES, np.int64)
    names = np.empty(MOST_PUSHES, np.uint64)
    numbers = np.empty(MOST_PUSHES, np.int64)
    count = order(board, mover, other, scores, names, numbers)
    for i in range(count):
        mine = pushed_own(board.pushes, numbers[i], mover)
        theirs = pushed(board.pushes, numbers[i], other)
        if seen_win(board, theirs, mine) == NO_PUSH:
            if skipped == 0:
                return int(numbers[i])
            skipped -= 1
    return NO_PUSH
