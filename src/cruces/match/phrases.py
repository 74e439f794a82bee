"""What happens in a match, in finished sentences: for screen readers and for the result."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from cruces.core.family import AnyGame
from cruces.core.registry import family_of
from cruces.locales import listed, text
from cruces.match import messages as m
from cruces.match.match import Match
from cruces.players.names import bot_name

Seats = frozenset[int]


def name_of(match: Match, seat: int, lang: str) -> str:
    """The display name of the player in a seat."""
    if seat >= len(match.seats):  # removed before the start, but still in the chat
        return text("web.player", lang, number=seat + 1)
    held = match.seats[seat]
    if held.bot:
        return bot_name(held.bot, lang)
    return held.name or text("web.seat.open", lang)


def sentences(match: Match, event: m.Event, lang: str) -> list[str]:
    """What happened, in sentences; ``match`` and its names are those after the event."""
    return list(_sentences(match, event, lang))


def your_turn(match: Match, events: Iterable[m.Event], seats: Seats, lang: str) -> list[str]:
    """The sentence that it is one of these seats' turn, if these events may have made it so."""
    if match.to_act & seats and not all(isinstance(event, _QUIET) for event in events):
        return [text("web.your-turn", lang)]
    return []


_QUIET = (m.Said, m.Created)


def _sentences(match: Match, event: m.Event, lang: str) -> Iterator[str]:
    match event:
        case m.Rolled():
            yield f"{chance_phrase(match, event.text, lang)}."
        case m.Acted():
            yield _did(match, event.seat, event.action, lang)
        case m.Resolved():
            for seat, action in event.actions.items():
                yield _did(match, seat, action, lang)
        case m.Offered():
            yield text(f"web.offer.{event.offer}", lang, name=name_of(match, event.seat, lang))
        case m.Answered(accept=False):
            yield text("web.offer.declined", lang, name=name_of(match, event.seat, lang))
        case m.TookBack():
            yield text("web.took-back", lang)
        case m.Missed():
            yield text("web.missed", lang, name=name_of(match, event.seat, lang))
        case m.Left():
            yield text("web.left", lang, name=name_of(match, event.seat, lang))
        case m.Concluded(how="resignation", seat=int(seat)) if not match.seats[seat].left:
            yield text("reason.resignation.by", lang, names=name_of(match, seat, lang))
        case m.Said():
            yield f"{name_of(match, event.seat, lang)}: {event.text}"
        case m.Started():
            yield text("web.started", lang)
        case m.Ended():
            yield text("web.over", lang)


def _did(match: Match, seat: int, action: str, lang: str) -> str:
    return f"{name_of(match, seat, lang)}: {_action_phrase(match.game, action, lang)}."


@lru_cache(maxsize=8192)
def _action_phrase(game: AnyGame, action: str, lang: str) -> str:
    """Cached, because the same few actions occur again and again."""
    return family_of(game).action_phrase(game, game.parse_action(action), lang)


def chance_phrase(match: Match, written: str, lang: str) -> str:
    """Dice or lots in words; the family gets the state after them."""
    game = match.game
    names = [name_of(match, seat, lang) for seat in range(len(match.seats))]
    outcome: Any = game.parse_chance(written)
    return family_of(game).chance_phrase(game, match.state, outcome, names, lang)


def ending(match: Match, seats: Seats, lang: str) -> str:
    """How the game ended, for a reader who plays these seats."""
    game, names = match.game, [name_of(match, seat, lang) for seat in range(len(match.seats))]
    assert match.log.outcome is not None, "the game is over"
    return family_of(game).ending(game, match.log, match.log.outcome, names, seats, lang)


def outcome(match: Match, result: m.Ended, seats: Seats, lang: str) -> str:
    """What the result means for a reader who plays one seat; for others, who won."""
    places = result.places
    first = [seat for seat, place in enumerate(places) if place == 1]
    drawn = len(first) == len(places) > 1
    if len(seats) == 1:
        (own,) = seats
        if places[own] > 1:
            return text("web.lost", lang)
        return text("web.drawn" if drawn else "web.won", lang)
    if len(first) == len(places):
        return text("web.drawn", lang)
    names = listed([name_of(match, seat, lang) for seat in first], lang)
    return text("web.winner", lang, names=names, count=len(first))
