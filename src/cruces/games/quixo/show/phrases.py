"""Pushes in words."""

from cruces.core import PASS
from cruces.core.family import AnyGame
from cruces.games.quixo.rules import Action, Push
from cruces.games.quixo.rules.pushing import team_of
from cruces.locales import text

MARKS = "XO"


def action_phrase(action: Action, lang: str) -> str:
    """What a player did, behind their name."""
    if not isinstance(action, Push):
        assert action == PASS, "nothing else is an action"
        return text("web.act.passes", lang)
    moved = {"from": action.take, "to": action.to}
    if action.dot is None:
        return text("web.act.pushed", lang, **moved)
    return text("web.act.pushed-dot", lang, dot=action.dot + 1, **moved)


def seat_label(game: AnyGame, seat: int, name: str) -> str:
    """Between four, as on the dots of the cubes: ``X1 Ana``."""
    if max(game.seat_counts) == len(MARKS):
        return name
    return f"{MARKS[team_of(seat)]}{seat + 1} {name}"
