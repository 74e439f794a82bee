"""What a player pushes who plays by a certificate."""

from cruces.games.quixo.kernel.board import Mask
from cruces.games.quixo.kernel.policy import choose, seen_win
from cruces.games.quixo.kernel.search import NO_PUSH, Board
from cruces.games.quixo.solver.certificate import Certificate


def certified_push(certificate: Certificate, board: Board, mover: Mask, other: Mask) -> int:
    """The push of the policy, a win at sight before anything else; NO_PUSH if it has none."""
    number = seen_win(board, mover, other)
    if number != NO_PUSH:
        return number
    return choose(board, mover, other, certificate.exceptions)[0]
