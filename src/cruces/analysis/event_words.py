"""What happened in a game, in words: who, and what."""

from collections.abc import Sequence
from typing import Any

from cruces.core import PASS, Play
from cruces.core.family import AnyGame
from cruces.core.record import ActionEvent, ChanceEvent
from cruces.core.registry import family_of
from cruces.locales import ending, text
from cruces.players.names import bot_name


def player_labels(play: Play[Any, Any, Any], lang: str, reader: int | None = None) -> list[str]:
    """The players' names, made unique; ``reader`` is the seat of who reads them."""
    game, players = play.game, play.players
    names = [
        bot_name(seat, lang) if player.bot else player.name for seat, player in enumerate(players)
    ]
    if reader is not None:
        names[reader] = text("web.you", lang)
    labels = [family_of(game).seat_label(game, seat, name) for seat, name in enumerate(names)]
    return [
        f"{label} {seat + 1}" if labels.count(label) > 1 else label
        for seat, label in enumerate(labels)
    ]


def event_words(
    play: Play[Any, Any, Any],
    number: int,
    labels: Sequence[str],
    lang: str,
    reader: int | None = None,
) -> tuple[str, str]:
    """The player who caused an event (from 1), if any, and the event in words."""
    game: AnyGame = play.game
    family, event, before = family_of(game), play.events[number - 1], play.states[number - 1]
    if isinstance(event, ChanceEvent):
        outcome = game.parse_chance(event.text)
        return "", family.chance_phrase(game, before, outcome, labels, lang)
    if isinstance(event, ActionEvent):
        action = game.parse_action(event.text)
        say = family.action_phrase if action == PASS else family.action_name
        return labels[event.seat], say(game, action, lang)
    names = [labels[event.seat]] if isinstance(event.seat, int) else []
    return "", ending(event.how, lang, names, you=reader is not None and event.seat == reader)
