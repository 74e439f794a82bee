"""A deterministic policy: always the same push in the same position.

1. If there is a win within three plies, play it.
2. Otherwise order the boards that the pushes lead to, worst for the opponent first, and play to
   the first one that the opponent does not win within three plies.
3. Skip boards that are listed as exceptions.

The score of a board is the sum of the weights of its lines, as in ``evaluation``; the weights
depend on how many cubes were marked before the push and on who has more marks after it (LEADS).

Boards that differ only by a symmetry count as one board, here and in the proof. So boards are
ordered by score and then by canonical key, and symmetric positions get symmetric pushes.
"""

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import (
    Mask,
    count_bits,
    has_line,
    may_push,
    pushed,
    pushed_own,
)
from cruces.games.quixo.kernel.evaluation import sum_weights
from cruces.games.quixo.kernel.lines import gaps
from cruces.games.quixo.kernel.search import MAX_PUSHES, NO_PUSH, BoardTables, canonical_key
from cruces.kernels.jit import compiled, inlined

LEADS = 4
"""The player to move has fewer marks than the opponent, as many, one more, or more than that."""
NEVER = 2**40
"""The score of a push that must not be played."""


@inlined
def wins_at_once(tables: BoardTables, mover: Mask, other: Mask) -> int:
    """The first push that completes a line but none of the opponent's (Q5), or NO_PUSH.

    Nobody has a line yet.
    """
    to_fill = gaps(tables.shape, tables.evaluation.lines, mover)
    if to_fill == 0:
        return NO_PUSH
    for number in range(tables.pushes.taken.size):
        if (
            (to_fill & tables.crossed[number]) != 0
            and may_push(tables.pushes, number, other)
            and has_line(tables.shape, pushed_own(tables.pushes, number, mover))
            and not has_line(tables.shape, pushed(tables.pushes, number, other))
        ):
            return number
    return NO_PUSH


@inlined
def loses_in_two(tables: BoardTables, mover: Mask, other: Mask) -> bool:
    """Whether every push completes the opponent's line or lets them win at once."""
    for number in range(tables.pushes.taken.size):
        if not may_push(tables.pushes, number, other):
            continue
        theirs = pushed(tables.pushes, number, other)
        if has_line(tables.shape, theirs):
            continue
        mine = pushed_own(tables.pushes, number, mover)
        if has_line(tables.shape, mine) or wins_at_once(tables, theirs, mine) == NO_PUSH:
            return False
    return True


@inlined
def wins_in_three(tables: BoardTables, mover: Mask, other: Mask) -> int:
    """The first push after which the opponent loses in two plies, or NO_PUSH."""
    for number in range(tables.pushes.taken.size):
        if not may_push(tables.pushes, number, other):
            continue
        mine = pushed_own(tables.pushes, number, mover)
        theirs = pushed(tables.pushes, number, other)
        if has_line(tables.shape, mine) or has_line(tables.shape, theirs):
            continue
        if loses_in_two(tables, theirs, mine):
            return number
    return NO_PUSH


@compiled
def visible_win(tables: BoardTables, mover: Mask, other: Mask) -> int:
    """The push that starts a win within three plies, or NO_PUSH."""
    number = wins_at_once(tables, mover, other)
    return number if number != NO_PUSH else wins_in_three(tables, mover, other)


@inlined
def score_pushes(
    tables: BoardTables, mover: Mask, other: Mask, scores: npt.NDArray[np.int64]
) -> None:
    """Fill in, for each push, the score of the board that it leads to.

    NEVER for pushes that are illegal or complete the opponent's line.
    """
    weights = tables.evaluation.weights[count_bits(np.uint32(mover | other))]
    for number in range(tables.pushes.taken.size):
        scores[number] = NEVER
        if may_push(tables.pushes, number, other):
            theirs = pushed(tables.pushes, number, other)
            if not has_line(tables.shape, theirs):
                mine = pushed_own(tables.pushes, number, mover)
                lead_weights = weights[lead_of(theirs, mine)]
                scores[number] = sum_weights(tables.evaluation, lead_weights, theirs, mine)


@inlined
def lead_of(mover: Mask, other: Mask) -> int:
    """Which of the LEADS the player to move has."""
    return min(max(count_bits(mover) - count_bits(other) + 1, 0), LEADS - 1)


@compiled
def next_in_order(
    tables: BoardTables, mover: Mask, other: Mask, scores: npt.NDArray[np.int64]
) -> int:
    """The push to the first board in the order, or NO_PUSH; its score becomes NEVER.

    Keys are computed only where scores are equal: they take longer.
    """
    count = tables.pushes.taken.size
    least, ties = NEVER, 0
    for number in range(count):
        if scores[number] < least:
            least, ties = scores[number], 0
        ties += scores[number] == least
    if least == NEVER:
        return NO_PUSH
    first, first_key, same = NO_PUSH, np.uint64(0), 0
    for number in range(count):
        if scores[number] == least:
            key = _key_after(tables, mover, other, number) if ties > 1 else np.uint64(1)
            if first == NO_PUSH or key < first_key:
                first, first_key, same = number, key, 0
            if key == first_key:
                same |= 1 << number
    for number in range(first, count):
        if same >> number & 1:
            scores[number] = NEVER
    return first


@inlined
def _key_after(tables: BoardTables, mover: Mask, other: Mask, number: int) -> np.uint64:
    """The canonical key of the board after a push."""
    theirs = pushed(tables.pushes, number, other)
    return canonical_key(tables, theirs, pushed_own(tables.pushes, number, mover))


@compiled
def choose(
    tables: BoardTables, mover: Mask, other: Mask, exceptions: npt.NDArray[np.uint64]
) -> tuple[int, bool]:
    """The push in a position without a visible win, and whether an exception was skipped for it.

    NO_PUSH if all pushes are seen to lose or lead to exceptions. ``exceptions`` are sorted
    canonical keys.
    """
    scores = np.empty(MAX_PUSHES, np.int64)
    score_pushes(tables, mover, other, scores)
    skipped = False
    while True:
        number = next_in_order(tables, mover, other, scores)
        if number == NO_PUSH:
            return NO_PUSH, skipped
        mine = pushed_own(tables.pushes, number, mover)
        theirs = pushed(tables.pushes, number, other)
        if visible_win(tables, theirs, mine) != NO_PUSH:
            continue
        key = canonical_key(tables, theirs, mine)
        place = np.searchsorted(exceptions, key)
        if place == exceptions.size or exceptions[place] != key:
            return number, skipped
        skipped = True
