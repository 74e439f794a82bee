"""What happens in a match, in finished sentences: for screen readers and for the result."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from cruces.core.family import AnyGame
from cruces.core.registry import family_of
from cruces.locales import listed, text
from cruces.match import messages as m
from cruces.match.match import Match
from cruces.players.names import bot_name

Seats = frozenset[int]
NOBODY: Seats = frozenset()


class Sentence(NamedTuple):
    """What is read aloud; for what other players did, also how it is shown.

    A ``move`` may be visible on the board itself; a ``note`` is not.
    """

    text: str
    shown: Literal["", "move", "note"] = ""


def name_of(match: Match, seat: int, lang: str, reader: Seats = NOBODY) -> str:
    """The display name of the player in a seat: "you" for a reader who plays this seat alone."""
    if len(reader) == 1 and seat in reader:
        return text("web.you", lang)
    if seat >= len(match.seats):  # removed before the start, but still in the chat
        return text("web.player", lang, number=seat + 1)
    held = match.seats[seat]
    if held.bot:
        return bot_name(seat, lang)
    return held.name or text("web.seat.open", lang)


def sentences(match: Match, event: m.Event, lang: str, reader: Seats = NOBODY) -> list[Sentence]:
    """What happened, in sentences for who plays the seats of ``reader``.

    ``match`` and its names are those after the event.
    """
    return list(_sentences(match, event, lang, reader))


def concerns(match: Match, event: m.Event, words: list[Sentence], reader: Seats, lang: str) -> bool:
    """Whether these seats are told of an event in other words than spectators."""
    match event:
        case m.Resolved():
            return not reader.isdisjoint(event.actions)
        case m.Rolled():  # most dice name nobody
            names = [name_of(match, seat, lang) for seat in reader]
            return any(name in one.text for name in names for one in words)
    return getattr(event, "seat", None) in reader


def your_turn(match: Match, events: Iterable[m.Event], seats: Seats, lang: str) -> list[str]:
    """The sentence that it is one of these seats' turn, if these events may have made it so.

    Of several people on one device it names who is next; where they choose together, the page
    says who takes it.
    """
    acting = match.to_act & seats
    if not acting or all(isinstance(event, _QUIET) for event in events):
        return []
    if len(seats) == 1:
        return [text("web.your-turn", lang)]
    if len(acting) > 1:
        return []
    [seat] = acting
    return [text("web.turn-of", lang, name=name_of(match, seat, lang))]


_QUIET = (m.Said, m.Created, m.Chose, m.Offered)
"""Events after which the same seats are to act, or fewer: nobody has to hear it again."""


def _sentences(match: Match, event: m.Event, lang: str, reader: Seats) -> Iterator[Sentence]:
    if isinstance(event, m.Acted):  # most events
        yield _did(match, event.seat, event.action, lang, reader)
        return
    seat = getattr(event, "seat", None)
    name = name_of(match, seat, lang, reader) if isinstance(seat, int) else ""
    own, you = seat in reader, reader == {seat}

    def note(said: str) -> Sentence:
        return Sentence(said, "" if own else "note")

    match event:
        case m.Rolled():
            yield Sentence(f"{chance_phrase(match, event.text, lang, reader)}.")
        case m.Resolved():
            for each, action in event.actions.items():
                yield _did(match, each, action, lang, reader)
        case m.Offered() if you:
            what = text(f"web.offer.name.{event.offer}", lang)
            yield Sentence(text("web.offer.waiting", lang, what=what))
        case m.Offered():
            yield note(text(f"web.offer.{event.offer}", lang, name=name))
        case m.Answered(accept=False):
            yield note(_about("web.offer.declined", "web.offer.declined.you", lang, name, you))
        case m.TookBack():
            yield Sentence(text("web.took-back", lang), "note")
        case m.Missed():
            yield note(_about("web.missed", "reason.time.you", lang, name, you))
        case m.Left():
            yield note(_about("web.left", "reason.abandonment.you", lang, name, you))
        case m.Concluded(how="resignation", seat=int(gone)) if not match.seats[gone].left:
            said = "reason.resignation.you" if you else "reason.resignation.by"
            yield Sentence(text(said, lang, names=name))
        case m.Said():
            yield Sentence(f"{name}: {event.text}")
        case m.Started():
            yield Sentence(text("web.started", lang))
        case m.Ended():
            yield Sentence(text("web.over", lang))


def _about(key: str, yours: str, lang: str, name: str, you: bool) -> str:
    return text(yours, lang) if you else text(key, lang, name=name)


def _did(match: Match, seat: int, action: str, lang: str, reader: Seats) -> Sentence:
    phrase = _action_phrase(match.game, action, lang)
    said = f"{name_of(match, seat, lang, reader)}: {phrase}."
    return Sentence(said, "" if seat in reader else "move")


@lru_cache(maxsize=8192)
def _action_phrase(game: AnyGame, action: str, lang: str) -> str:
    """Cached, because the same few actions occur again and again."""
    return family_of(game).action_phrase(game, game.parse_action(action), lang)


def chance_phrase(match: Match, written: str, lang: str, reader: Seats = NOBODY) -> str:
    """Dice or lots in words; the family gets the state after them."""
    game = match.game
    names = [name_of(match, seat, lang, reader) for seat in range(len(match.seats))]
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
