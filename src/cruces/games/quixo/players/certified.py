"""The strongest level of Quixo where a certificate proves that it never loses, in either role.

It plays the certificate's push, and leaves it for a proven win only. A bot has no memory: a win
must be seen again after every answer, whatever time there is then, or it would stand on a board
that the certificate knows nothing of. So before anything else it looks at everything within
``SURE`` plies, and leaves the certificate for no win that is more than two plies further away.
"""

import logging
from contextlib import suppress
from dataclasses import replace
from functools import cache

import numpy as np

from cruces.games.quixo.kernel.board import pushed, pushed_own
from cruces.games.quixo.kernel.forced import forced_win
from cruces.games.quixo.kernel.search import NO_PUSH, Board
from cruces.games.quixo.players.engine import masks, push_of, think
from cruces.games.quixo.rules import QUIXO, Action, State
from cruces.games.quixo.solver.certificate import Certificate, certificate_of
from cruces.games.quixo.solver.certificate_header import FIRST, SECOND
from cruces.games.quixo.solver.certified_policy import certified_push
from cruces.games.quixo.solver.index import groups
from cruces.games.quixo.solver.oracle import oracle
from cruces.players.bot import Limits
from cruces.solvers.errors import TableError

LOG = logging.getLogger(__name__)
SURE = 7
"""So many plies ahead everything is looked at: some 10 ms."""


@cache
def certified(size: int) -> tuple[Certificate, Board] | None:
    """The certificate of a board, if it is there for both roles; takes a moment the first time.

    A file that is no good is left aside with a warning: who plays can do without.
    """
    try:
        found = certificate_of(size)
    except (OSError, TableError) as error:
        LOG.warning("playing without the certificate for %s×%s: %s", size, size, error)
        return None
    if found is None or found.roles != FIRST | SECOND:
        return None
    return found, found.board()


def choose(state: State, team: int, limits: Limits) -> Action | None:
    """What to push in a game that is not over; None where no certificate helps.

    That is where there is none, where a whole table knows better, and where its push turns out to
    lose: in a position that somebody set up, for in a game played by it from the start none does.
    The limits are for the search alone: the certificate, and the wins it is sure to see again, take
    the time that they take.
    """
    size = state.options.size
    known = certified(size)
    if known is None or _is_whole(size):
        return None
    certificate, board = known
    mover, other = masks(state.board, team)
    won = forced_win(board, mover, other, SURE)
    if won != NO_PUSH:
        return push_of(size, won)
    number = certified_push(certificate, board, mover, other)
    if number == NO_PUSH or _loses(board, number, mover, other):
        return None
    depth = min(limits.depth or SURE + 2, SURE + 2)
    *_, last = think(state, team, replace(limits, depth=depth))
    best = last.lines[0]
    if best.plies is not None and best.score > 0 and best.plies <= SURE + 2:
        return best.pushes[0]
    return push_of(size, number)


def warm_up() -> None:
    """Load and compile before somebody waits for it."""
    choose(QUIXO.initial(), 0, Limits(depth=1))


def _is_whole(size: int) -> bool:
    """Whether the value of every position is known."""
    table = oracle(size)
    return table is not None and len(table.groups) == len(groups(size))


def _loses(board: Board, number: int, mover: np.uint32, other: np.uint32) -> bool:
    """Whether a push is proven to lose, by the table or by a win of the other's that is near."""
    theirs = pushed(board.pushes, number, other)
    mine = pushed_own(board.pushes, number, mover)
    table = oracle(board.shape.size)
    with suppress(TableError):  # a table that turns out to be damaged says nothing
        if table is not None and table.value(int(theirs), int(mine)) == 1:
            return True
    return forced_win(board, theirs, mine, SURE) != NO_PUSH
