"""Permissions: who may get a hint, and which positions may be analysed."""

from cruces.core import NotYourTurnError, Reason
from cruces.match.authority import RefusedError
from cruces.match.match import Match


def check_hint(match: Match, actor: str, seat: int) -> None:
    """Refuse a hint unless it is the player's turn, in a casual game without other people."""
    if match.started is None:
        raise RefusedError(Reason("not-started"))
    if match.result is not None:
        raise RefusedError(Reason("game-over"))
    if seat >= len(match.seats):
        raise RefusedError(Reason("no-seat", {"seat": seat + 1}))
    if not match.seats[seat].human or match.seats[seat].player != actor:
        raise RefusedError(Reason("not-your-seat", {"seat": seat + 1}))
    own = frozenset(s for s, seat in enumerate(match.seats) if seat.player == actor)
    if not hints_allowed(match, own):
        raise RefusedError(Reason("no-hints"))
    if seat not in match.to_act:
        raise NotYourTurnError(Reason("not-your-turn", {"seat": seat + 1}))


def hints_allowed(match: Match, seats: frozenset[int]) -> bool:
    """Whether the player of these seats plays a casual game without other people."""
    if not seats or not match.setup.casual:
        return False
    return not any(seat.human and index not in seats for index, seat in enumerate(match.seats))


def check_past(match: Match, events: int) -> None:
    """Refuse the analysis of a game in progress, or after more events than it has."""
    if match.result is None:
        raise RefusedError(Reason("not-over"))
    if events > len(match.events):
        raise RefusedError(Reason("no-such-event", {"events": len(match.events)}))
