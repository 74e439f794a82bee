"""The policy of a player who plays by a certificate."""

from cruces.games.quixo.kernel.board import Mask
from cruces.games.quixo.kernel.policy import choose, visible_win
from cruces.games.quixo.kernel.search import NO_PUSH, BoardTables
from cruces.games.quixo.solver.certificate import Certificate


def certified_push(certificate: Certificate, tables: BoardTables, mover: Mask, other: Mask) -> int:
    """The push of the policy, with any visible win first; NO_PUSH if it has none."""
    number = visible_win(tables, mover, other)
    if number != NO_PUSH:
        return number
    return choose(tables, mover, other, certificate.exceptions)[0]
