"""What one connection may see: events with their secrets taken out, and the whole state at once."""

from typing import Any

import msgspec

from cruces.core.registry import family_of
from cruces.match import messages as m
from cruces.match.match import Match

Seats = frozenset[int]
"""The seats that a connection plays; none for a spectator."""


def seats_of(match: Match, player: str) -> Seats:
    """The seats that a device holds."""
    return frozenset(s for s, seat in enumerate(match.seats) if player and seat.player == player)


def shown(match: Match, event: m.Event, seats: Seats) -> m.Event | None:
    """The event as these seats may see it; None for what is not meant for them at all."""
    match event:
        case m.Created():
            return msgspec.structs.replace(event, host="", code=event.code if seats else "")
        case m.Sat():
            return msgspec.structs.replace(event, player="")
        case m.Chose() if event.seat not in seats:
            return msgspec.structs.replace(event, action="")
        case m.Said(channel="team") if not _partners(match, event.seat, seats):
            return None
        case m.Rematched() if not seats:
            return msgspec.structs.replace(event, code="")
    return event


def _partners(match: Match, seat: int, seats: Seats) -> bool:
    """Whether any of these seats plays for the same team."""
    team_of = match.game.team_of
    return team_of(seat) in {team_of(other) for other in seats}


def whole(match: Match, seats: Seats, now: int) -> dict[str, Any]:
    """Everything that these seats may see, for a newcomer or after a long gap."""
    return {
        "match": match.id,
        "game": match.game.id,
        "options": match.game.settings(match.state),
        "private": match.setup.private,
        "casual": match.setup.casual,
        "started": match.started,
        "chat": [line for line in match.chat if shown(match, line, seats) is not None],
        "events": match.events,
        "fair": {"commitment": match.commitment, "contributions": match.contributions},
        **present(match, seats, now),
    }


def present(match: Match, seats: Seats, now: int) -> dict[str, Any]:
    """The moment: what has to be shown anew after every event.

    ``legal`` are the actions of each own seat that has still to choose, or may change its mind;
    ``earns`` what each is worth in points, where points mean something.
    """
    game, state, family = match.game, match.state, family_of(match.game)
    legal = {seat: list(game.legal(state, seat)) for seat in sorted(seats & match.together)}
    return {
        "version": match.version,
        "own": sorted(seats),
        "code": match.code if seats else "",
        "phase": _phase(match),
        "seats": [_seat(match, s) for s in range(len(match.seats))],
        "position": match.situation.text,
        "table": family.wire(game, state),
        "to_act": sorted(match.to_act),
        "legal": {
            str(seat): [game.format_action(action) for action in actions]
            for seat, actions in legal.items()
        },
        "earns": {
            str(seat): family.earnings(game, state, seat, actions)
            for seat, actions in legal.items()
        },
        "chosen": {str(seat): action for seat, action in match.pending if seat in seats},
        "clock": _clock(match, now),
        "offers": [
            {"offer": kind, "seat": offer.seat, "agreed": sorted(offer.agreed)}
            for kind, offer in match.offers
        ],
        "result": match.result,
        "rematch": match.rematch and shown(match, match.rematch, seats),
    }


def _phase(match: Match) -> str:
    if match.result is not None:
        return "over"
    return "gathering" if match.started is None else "playing"


def _seat(match: Match, index: int) -> dict[str, Any]:
    seat = match.seats[index]
    return {
        "name": seat.name,
        "kind": "bot" if seat.bot else "human" if seat.taken else "open",
        "bot": seat.bot,
        "ready": seat.ready,
        "left": seat.left,
        "misses": seat.misses,
        "host": bool(seat.player) and seat.player == match.host,
        "decided": any(index == chosen for chosen, _ in match.pending),
    }


def _clock(match: Match, now: int) -> dict[str, Any] | None:
    clocks = match.clocks
    if clocks is None:
        return None
    return {
        "control": clocks.control,
        "left": clocks.at(now),
        "running": sorted(clocks.running),
    }
