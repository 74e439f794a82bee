"""The record of a match."""

from cruces.core.record import Fair, Player, Record
from cruces.match.match import Match


def record_of(match: Match) -> Record:
    """The game so far, its players, and the inputs of its dice."""
    players = [
        Player(seat.name or "—", "bot" if seat.bot else "human", seat.bot) for seat in match.seats
    ]
    secret = match.result.secret if match.result else None
    dice = Fair(match.commitment, match.contributions, secret)
    return match.log.record(players, fair=dice)
