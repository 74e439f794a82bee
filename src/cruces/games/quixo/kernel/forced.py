"""Forced wins within a few plies, found by an exhaustive search.

The search of ``kernel.search`` goes deeper, but not equally deep for all pushes: it may lose sight
of a win one turn later. A player who gives up a safe position for a win must see it to the end.
"""

import numpy as np

from cruces.games.quixo.kernel.board import Mask, has_line, may_push, pushed, pushed_own
from cruces.games.quixo.kernel.policy import wins_at_once
from cruces.games.quixo.kernel.search import NO_PUSH, BoardTables
from cruces.kernels.jit import compiled


@compiled
def forced_win(tables: BoardTables, mover: Mask, other: Mask, plies: int) -> int:
    """The push that starts a forced win within ``plies`` plies, or NO_PUSH.

    ``plies`` is odd, and nobody has a line yet. The shortest win is found first.
    """
    # The boards on the current path: the player's turns at even indexes, the opponent's at odd.
    movers, others = np.zeros(plies, np.uint32), np.zeros(plies, np.uint32)
    next_push = np.zeros(plies, np.int64)
    movers[0], others[0] = mover, other
    for horizon in range(1, plies + 1, 2):
        next_push[0], ply = 0, 0
        while ply >= 0:
            own, number = ply % 2 == 0, next_push[ply]
            if number == 0:
                winning = wins_at_once(tables, movers[ply], others[ply])
                if winning != NO_PUSH:
                    if ply == 0:
                        return winning
                    ply -= 1  # won: try another answer; refuted: try another push
                    continue
            if number == tables.pushes.taken.size or ply == horizon - 1:
                if own:
                    ply -= 2  # not won: this refutes the push before the last
                    continue
                if ply == 1:
                    return int(next_push[0]) - 1
                ply -= 2  # every answer loses, so the one before did too
                continue
            next_push[ply] += 1
            if not may_push(tables.pushes, number, others[ply]):
                continue
            theirs = pushed(tables.pushes, number, others[ply])
            if has_line(tables.shape, theirs):  # completing the opponent's line loses (Q5)
                continue
            ply += 1
            movers[ply] = theirs
            others[ply] = pushed_own(tables.pushes, number, movers[ply - 1])
            next_push[ply] = 0
    return NO_PUSH


@compiled
def winning_pushes(tables: BoardTables, mover: Mask, other: Mask, plies: int) -> int:
    """The pushes that start a forced win within ``plies`` plies, a bit for each of their numbers.

    ``plies`` is odd, and nobody has a line yet, as for `forced_win`.
    """
    found = 0
    for number in range(tables.pushes.taken.size):
        if not may_push(tables.pushes, number, other):
            continue
        mine = pushed_own(tables.pushes, number, mover)
        theirs = pushed(tables.pushes, number, other)
        if has_line(tables.shape, theirs):
            continue
        if has_line(tables.shape, mine) or (plies > 1 and _is_lost(tables, theirs, mine, plies)):
            found |= 1 << number
    return found


@compiled
def _is_lost(tables: BoardTables, mover: Mask, other: Mask, plies: int) -> bool:
    """Whether after every push the opponent wins within ``plies - 2`` plies."""
    return safe_pushes(tables, mover, other, plies - 2) == 0


@compiled
def safe_pushes(tables: BoardTables, mover: Mask, other: Mask, plies: int) -> int:
    """The pushes after which the opponent does not win within ``plies`` plies, as bits."""
    found = 0
    for number in range(tables.pushes.taken.size):
        if not may_push(tables.pushes, number, other):
            continue
        mine = pushed_own(tables.pushes, number, mover)
        theirs = pushed(tables.pushes, number, other)
        if has_line(tables.shape, theirs):
            continue
        if has_line(tables.shape, mine) or forced_win(tables, theirs, mine, plies) == NO_PUSH:
            found |= 1 << number
    return found
