"""What one connection may see: redacted events, and the full view of a match."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, cast

import msgspec

from cruces.core.family import AnyGame
from cruces.core.registry import family_of
from cruces.locales import text
from cruces.match import messages as m
from cruces.match import phrases
from cruces.match.authority import ABSENCE, is_chat_closed, may_consult
from cruces.match.caps import MOST_CHAT, MOST_GAME_EVENTS, is_chat_full
from cruces.match.hints import hints_allowed
from cruces.match.match import MISSES_TO_ABSENCE, Match
from cruces.match.match_view import (
    ClockView,
    FullMatchView,
    MatchView,
    OfferView,
    Phase,
    ResultView,
    SeatView,
    SharedView,
    StartView,
)

Seats = frozenset[int]
"""The seats that a connection plays; empty for a spectator."""


def seats_of(match: Match, player: str) -> Seats:
    """The seats that a device holds."""
    return frozenset(s for s, seat in enumerate(match.seats) if player and seat.player == player)


def visible_event(match: Match, event: m.Event, seats: Seats) -> m.Event | None:
    """The event as these seats may see it; None if they may not see it at all."""
    match event:
        case m.Created():
            setup = msgspec.structs.replace(event.setup, start=None)  # the state says where it is
            code = event.code if seats else ""
            return msgspec.structs.replace(event, host="", code=code, setup=setup)
        case m.Sat() | m.Removed():
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


def full_view(match: Match, seats: Seats, now: int, lang: str = "en") -> FullMatchView:
    """Everything that these seats may see, for a new connection or after a long gap."""
    return {
        "match": match.id,
        "game": match.game.id,
        "options": match.game.settings(match.state),
        "private": match.setup.private,
        "casual": match.setup.casual,
        "chat": [line for line in match.chat if visible_event(match, line, seats) is not None],
        "events": match.events,
        "fair": {"commitment": match.commitment, "contributions": match.contributions},
        "limits": {
            "events": MOST_GAME_EVENTS if "length" in match.game.conclusions else None,
            "chat": MOST_CHAT,
        },
        **current_view(match, seats, now, lang),
    }


def current_view(
    match: Match, seats: Seats, now: int, lang: str = "en", shared: SharedView | None = None
) -> MatchView:
    """The part of the view that changes with events, for these seats.

    ``legal`` are the actions of each own seat that has still to choose, or may change its choice;
    ``names`` are these actions in words, where they have names; ``earns`` are the points of each,
    in games with points. Callers with several recipients pass in the ``shared`` part.
    """
    log, together = match.log, match.together
    everybody = shared_view(match, now, lang) if shared is None else shared
    own = sorted(seats)
    choices = {str(seat): _choices(match, seat, lang) for seat in own if seat in together}
    # Who has left has a say again after the end.
    here = any(match.seats[seat].human or match.result is not None for seat in own)
    state = match.game.redact(match.state, _viewer(match, seats))
    return {
        **everybody,
        "own": own,
        "code": match.code if seats else "",
        "start": _start(match, seats),
        "position": log.text if state is log.state else match.game.format_position(state),
        "table": log.once("table", _table) if state is log.state else _table(match.game, state),
        "legal": {seat: each.legal for seat, each in choices.items()},
        "names": {seat: each.names for seat, each in choices.items() if each.names},
        "earns": {seat: each.earns for seat, each in choices.items()},
        "chosen": {str(seat): action for seat, action in match.pending if seat in seats},
        "hints": hints_allowed(match, seats),
        "may_offer": _may_offer(match) if here else [],
        "may_dismiss": _may_dismiss(match, seats) if here else [],
        "channels": _channels(match, seats) if here else [],
        "no_chat": _why_no_chat(match, lang) if here else "",
        "result": _result(match, seats, lang),
        "rematch": match.rematch and _rematch(match.rematch, seats),
    }


def shared_view(match: Match, now: int, lang: str) -> SharedView:
    """The part of the view that is the same for everyone."""
    return {
        "version": match.version,
        "phase": _phase(match),
        "started": match.started,
        "seats": [_seat(match, s, lang) for s in range(len(match.seats))],
        "to_act": sorted(match.to_act),
        "clock": _clock(match, now),
        "offers": _offers(match),
        "may_resign": "resignation" in match.game.conclusions,
    }


def _start(match: Match, seats: Seats) -> StartView | None:
    """Where the match began, if not at the beginning. Its players alone learn of another match."""
    start = match.setup.start
    if start is None:
        return None
    return {"match": start.match if seats else "", "events": start.events}


def _viewer(match: Match, seats: Seats) -> int | None:
    """The seat whose view a device gets: one that may act, if it has several."""
    if len(seats) == 1:
        return next(iter(seats))
    return min(seats & match.to_act, default=min(seats, default=None))


def _table(game: AnyGame, state: Any) -> dict[str, Any]:
    return family_of(game).wire(game, state)


class _Choices(NamedTuple):
    """The actions of a seat: in notation, in words, and the points they earn."""

    legal: list[str]
    names: list[str]
    earns: list[int]


def _choices(match: Match, seat: int, lang: str) -> _Choices:
    def work(game: AnyGame, state: Any) -> _Choices:
        family, actions = family_of(game), list(match.log.legal(seat))
        written = list(map(game.format_action, actions))
        names = [_name(game, one, lang) for one in actions] if family.names_actions else []
        return _Choices(written, names, family.earnings(game, state, seat, actions))

    return match.log.once(("choices", seat, lang), work)


@lru_cache(maxsize=8192)
def _name(game: AnyGame, action: Any, lang: str) -> str:
    """The name of an action; cached, because the same few actions recur."""
    return family_of(game).action_name(game, action, lang)


def dismissals(away: Mapping[int, int], now: int) -> dict[int, int]:
    """In how many milliseconds the others may go on without absent players, by seat."""
    return {seat: max(0, ABSENCE - (now - since)) for seat, since in away.items()}


def log_change(match: Match, events: list[m.Event]) -> int:
    """From where on the game's own log may differ from what it was before these events.

    Never beyond its end: before a turn was taken back, the log may have grown by what was added.
    """
    added, kept = 0, None
    for event in events:
        match event:
            case m.Rolled() | m.Acted() | m.Concluded():
                added += 1
            case m.Resolved():
                added += len(event.actions)
            case m.TookBack():
                first = max(0, event.events - added)
                kept = first if kept is None else min(kept, event.events)
    return len(match.events) - added if kept is None else kept


def _offers(match: Match) -> list[OfferView]:
    return [
        {"offer": cast(m.Offer, kind), "seat": offer.seat, "agreed": sorted(offer.agreed)}
        for kind, offer in match.offers
    ]


def _may_offer(match: Match) -> list[m.Offer]:
    """The offers that a person may make by the rules; the authority checks the rest."""
    if match.result is not None:
        return ["rematch"] if match.rematch is None else []
    if match.started is None:
        return []
    return ["take-back", "draw"] if "agreement" in match.game.conclusions else ["take-back"]


def _may_dismiss(match: Match, seats: Seats) -> list[int]:
    """The seats that may be dismissed or replaced: players who left or missed choices."""
    if not match.playing:
        return []
    return [
        index
        for index, seat in enumerate(match.seats)
        if (seat.left or seat.misses >= MISSES_TO_ABSENCE) and seat.player and index not in seats
    ]


def _channels(match: Match, seats: Seats) -> list[m.Channel]:
    """The chat channels of somebody with a say; a player of both sides has no team channel.

    None when the chat is full or closed.
    """
    if is_chat_full(match) or is_chat_closed(match):
        return []
    return ["match", "team"] if len(seats) == 1 and may_consult(match) else ["match"]


def _why_no_chat(match: Match, lang: str) -> str:
    """Why nobody can write in the chat now, for somebody with a say; empty if they can."""
    if is_chat_full(match):
        return text("web.chat.full", lang)
    return text("error.chat-closed", lang) if is_chat_closed(match) else ""


def _result(match: Match, seats: Seats, lang: str) -> ResultView | None:
    result = match.result
    if result is None:
        return None
    counts = family_of(match.game).counts(match.game, match.log)
    return {
        "type": "ended",
        "places": result.places,
        "scores": result.scores,
        "reason": result.reason,
        "announced": result.announced,
        "secret": result.secret,
        "at": result.at,
        "text": phrases.ending(match, seats, lang),
        "outcome": phrases.outcome(match, result, seats, lang),
        "counts": {name: list(each) for name, each in counts.items()},
    }


def _rematch(event: m.Rematched, seats: Seats) -> m.Rematched:
    return event if seats else msgspec.structs.replace(event, code="")


def _phase(match: Match) -> Phase:
    if match.result is not None:
        return "over"
    return "gathering" if match.started is None else "playing"


def _seat(match: Match, index: int, lang: str) -> SeatView:
    seat = match.seats[index]
    return {
        "name": seat.name,
        "label": phrases.name_of(match, index, lang),
        "kind": "bot" if seat.bot else "human" if seat.taken else "open",
        "bot": seat.bot,
        "figure": seat.figure,
        "ready": seat.ready,
        "left": seat.left,
        "misses": seat.misses,
        "host": bool(seat.player) and seat.player == match.host,
        "decided": any(index == chosen for chosen, _ in match.pending),
    }


def _clock(match: Match, now: int) -> ClockView | None:
    clocks = match.clocks
    if clocks is None:
        return None
    return {
        "control": clocks.control,
        "left": clocks.at(now),
        "running": sorted(clocks.running),
    }
