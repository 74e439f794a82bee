"""The strongest level of Quixo, where a certificate proves that it never loses in either role.

It plays the push of the certificate and deviates only for a proven win. A bot has no memory: it
must find the win again after every answer, however little time it has then, or it would be left on
a board that the certificate does not cover. So it first searches everything within ``SURE_PLIES``
plies, and never deviates for a win more than two plies further away.
"""

import logging
from contextlib import suppress
from dataclasses import replace
from functools import cache

import numpy as np

from cruces.games.quixo.kernel.board import pushed, pushed_own
from cruces.games.quixo.kernel.forced import forced_win
from cruces.games.quixo.kernel.search import NO_PUSH, BoardTables
from cruces.games.quixo.players.engine import masks, push_of, think
from cruces.games.quixo.rules import QUIXO, Action, State
from cruces.games.quixo.solver.certificate import Certificate, kept_certificate, opening_policy
from cruces.games.quixo.solver.certificate_header import FIRST, SECOND
from cruces.games.quixo.solver.certified_policy import certified_push
from cruces.games.quixo.solver.index import groups
from cruces.games.quixo.solver.oracle import oracle
from cruces.players.bot import Limits
from cruces.players.preparation import NotPreparedError
from cruces.solvers.errors import TableError

LOG = logging.getLogger(__name__)
SURE_PLIES = 7
"""Everything within this many plies is searched: about 10 ms."""


@cache
def certified(size: int) -> tuple[Certificate, BoardTables] | None:
    """The certificate for a board size, if it covers both roles; slow the first time.

    An unusable file is ignored with a warning, because the player can do without it.
    """
    try:
        certificate = kept_certificate(size)
    except (OSError, TableError) as error:
        LOG.warning("playing without the certificate for %s×%s: %s", size, size, error)
        return None
    if certificate is None or certificate.roles != FIRST | SECOND:
        return None
    return certificate, certificate.board_tables()


def choose(state: State, team: int, limits: Limits) -> Action | None:
    """What to push in a game that is not over; None where no certificate helps.

    That is: there is no certificate, a complete table knows better, or the certificate's push turns
    out to lose. The last happens only in positions that somebody set up, never in a game that this
    player played from the start. The limits apply to the search alone: looking up the certificate
    and finding the nearest wins takes as long as it takes.
    """
    size = state.options.size
    certificate_and_tables = certified(size)
    if certificate_and_tables is None or _has_complete_table(size):
        return None
    certificate, tables = certificate_and_tables
    mover, other = masks(state.board, team)
    hopeless = _has_no_win(size, mover, other)
    winning = NO_PUSH if hopeless else forced_win(tables, mover, other, SURE_PLIES)
    if winning != NO_PUSH:
        return push_of(size, winning)
    number = certified_push(certificate, tables, mover, other)
    if number == NO_PUSH or _loses(tables, number, mover, other):
        return None
    if hopeless:
        return push_of(size, number)
    depth = min(limits.depth or SURE_PLIES + 2, SURE_PLIES + 2)
    *_, last = think(state, team, replace(limits, depth=depth))
    best = last.variations[0]
    if best.plies is not None and best.score > 0 and best.plies <= SURE_PLIES + 2:
        return best.pushes[0]
    return push_of(size, number)


def stand_in(state: State, team: int) -> Action:
    """The certificate's push, without machine code; NotPreparedError if that would take too long.

    This is correct only if no win is being played out and all relevant exceptions are known.
    """
    size = state.options.size
    mover, other = masks(state.board, team)
    if mover and not _has_no_win(size, mover, other):
        raise NotPreparedError("a win that was found must be found again")
    certificate = kept_certificate(size)
    if certificate is None:
        certificate, fewest = opening_policy(size)
        if int(mover | other).bit_count() + 1 >= fewest:  # after the push
            raise NotPreparedError("the exceptions are not unpacked yet")
    number = certified_push(certificate, certificate.board_tables(), mover, other)
    if number == NO_PUSH:
        raise NotPreparedError("the certificate has no push here")
    return push_of(size, number)


def warm_up() -> None:
    """Compile and load everything that ``choose`` needs, before somebody waits for it."""
    choose(QUIXO.initial(), 0, Limits(depth=1))
    known = certified(QUIXO.initial().options.size)
    if known is not None:  # at the start the table rules out a win, so nothing was searched
        forced_win(known[1], np.uint32(0), np.uint32(0), 1)


def _has_no_win(size: int, mover: np.uint32, other: np.uint32) -> bool:
    """Whether the table knows that the player to move cannot win, so no search is needed."""
    table = oracle(size)
    with suppress(TableError):  # a damaged table says nothing
        value = None if table is None else table.value(int(mover), int(other))
        return value is not None and value < 1
    return False


def _has_complete_table(size: int) -> bool:
    """Whether the table knows the value of every position."""
    table = oracle(size)
    return table is not None and len(table.groups) == len(groups(size))


def _loses(tables: BoardTables, number: int, mover: np.uint32, other: np.uint32) -> bool:
    """Whether a push is proven to lose, by the table or by a short win of the opponent."""
    theirs = pushed(tables.pushes, number, other)
    mine = pushed_own(tables.pushes, number, mover)
    table = oracle(tables.shape.size)
    with suppress(TableError):  # a damaged table is ignored
        if table is not None and table.value(int(theirs), int(mine)) == 1:
            return True
    return forced_win(tables, theirs, mine, SURE_PLIES) != NO_PUSH
