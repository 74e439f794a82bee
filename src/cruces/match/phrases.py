"""What happens at a table in finished sentences, for those who listen and for the end."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from cruces.core.family import AnyGame
from cruces.core.registry import family_of
from cruces.locales import text
from cruces.match import messages as m
from cruces.match.match import Match
from cruces.players.names import bot_name

Seats = frozenset[int]


def name_of(match: Match, seat: int, lang: str) -> str:
    """Who sits somewhere, as people read it."""
    if seat >= len(match.seats):  # it was taken away before the start, and may have said something
        return text("web.player", lang, number=seat + 1)
    held = match.seats[seat]
    if held.bot:
        return bot_name(held.bot, lang)
    return held.name or text("web.seat.open", lang)


def sentences(match: Match, events: Iterable[m.Event], seats: Seats, lang: str) -> list[str]:
    """What happened, a sentence each; at last whether it is one of these seats' turn.

    ``match`` is as it is after the events, and so are the names.
    """
    said: list[str] = []
    for event in events:
        said += _said(match, event, lang)
    quiet = (m.Said, m.Created)
    if match.to_act & seats and any(not isinstance(event, quiet) for event in events):
        said.append(text("web.your-turn", lang))
    return said


def _said(match: Match, event: m.Event, lang: str) -> Iterator[str]:
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
    """The same few actions are put into words again and again."""
    return family_of(game).action_phrase(game, game.parse_action(action), lang)


def chance_phrase(match: Match, written: str, lang: str) -> str:
    """Dice or lots in words; the state that the family is shown is the one they led to."""
    game = match.game
    names = [name_of(match, seat, lang) for seat in range(len(match.seats))]
    outcome: Any = game.parse_chance(written)
    return family_of(game).chance_phrase(game, match.state, outcome, names, lang)


def reason(result: m.Ended, lang: str) -> str:
    """How a game came to its end."""
    return text("web.because", lang, reason=text(f"reason.{result.reason}", lang))


def outcome(match: Match, result: m.Ended, seats: Seats, lang: str) -> str:
    """What the end means to whoever plays one of the seats; to others who has won."""
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
    winners = ", ".join(name_of(match, seat, lang) for seat in first)
    return text("web.winner", lang, name=winners)
