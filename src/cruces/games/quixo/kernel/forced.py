"""Wins that nobody can prevent, near enough to look at everything: what is there is found.

The search of ``kernels.quixo.search`` looks deeper, but not at all pushes alike: a win that it saw
it may not see again a turn later. Who leaves a safe way for a win has to see it to the end.
"""

import numpy as np

from cruces.games.quixo.kernel.board import Mask, has_line, may_push, pushed, pushed_own
from cruces.games.quixo.kernel.policy import wins_at_once
from cruces.games.quixo.kernel.search import NO_PUSH, Board
from cruces.kernels.jit import compiled


@compiled
def forced_win(board: Board, mover: Mask, other: Mask, plies: int) -> int:
    """The push of a win within so many plies, whatever the other answers, or NO_PUSH.

    ``plies`` is odd, and nobody has a line yet. The shortest win is found first.
    """
    # The boards on the way to where it looks: one's own turns at even places, the other's at odd.
    movers, others = np.zeros(plies, np.uint32), np.zeros(plies, np.uint32)
    tried = np.zeros(plies, np.int64)
    movers[0], others[0] = mover, other
    for most in range(1, plies + 1, 2):
        tried[0], ply = 0, 0
        while ply >= 0:
            own, number = ply % 2 == 0, tried[ply]
            if number == 0:
                ending = wins_at_once(board, movers[ply], others[ply])
                if ending != NO_PUSH:
                    if ply == 0:
                        return ending
                    ply -= 1  # won: the other looks for another answer; refuted: another push
                    continue
            if number == board.pushes.taken.size or ply == most - 1:
                if own:
                    ply -= 2  # not won: that refutes the push before the last
                    continue
                if ply == 1:
                    return int(tried[0]) - 1
                ply -= 2  # all answers lose: so did the one before
                continue
            tried[ply] += 1
            if not may_push(board.pushes, number, others[ply]):
                continue
            theirs = pushed(board.pushes, number, others[ply])
            if has_line(board.shape, theirs):  # whoever makes the other's line loses (Q5)
                continue
            ply += 1
            movers[ply] = theirs
            others[ply] = pushed_own(board.pushes, number, movers[ply - 1])
            tried[ply] = 0
    return NO_PUSH
