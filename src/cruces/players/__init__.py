"""Computer players, behind one interface: ``choose(view, limits, rng) -> action``.

Every game has ``random`` and the levels; what else there is, its family brings. A game whose
family brings no levels is played by a general search.
"""

from random import Random
from typing import Any

from cruces.core import BadOptionError, Reason, View
from cruces.core.registry import GAMES, ask, family_of, get_game
from cruces.players.bot import Bot, Limits
from cruces.players.levels import LEVELS, LevelBot
from cruces.players.skill import Skill, Unbeaten
from cruces.players.stop import Stop
from cruces.players.uniform import RandomBot


class NamedBot:
    """The player with a name, whoever that is in the game at hand."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        return get_bot(self.name, view.game.id).choose(view, limits, rng)


def players_of(game: str) -> dict[str, Bot]:
    """Everyone who plays a game, by name: the yardsticks first, then the levels, weakest first."""
    own = ask((), family_of(game).players, get_game(game))
    every: tuple[Bot, ...] = (RandomBot(), *own, *map(LevelBot, LEVELS))
    return {bot.name: bot for bot in every}


def bots_for(game: str) -> list[str]:
    """The names of those who play a game."""
    return list(players_of(game))


def bot_names() -> list[str]:
    """The names of all players of all games."""
    return list(dict.fromkeys(name for game in GAMES for name in bots_for(game)))


def get_bot(name: str, game: str | None = None) -> Bot:
    """The player with this name, in a game if one is named."""
    known = bot_names() if game is None else bots_for(game)
    if name not in known:
        raise BadOptionError(Reason("unknown-bot", {"bot": name, "known": ", ".join(known)}))
    return NamedBot(name) if game is None else players_of(game)[name]


def warm_up() -> None:
    """Have what all players need ready before somebody waits for it."""
    for family in dict.fromkeys(map(family_of, GAMES)):
        ask(None, family.warm_up)


__all__ = [
    "LEVELS",
    "Bot",
    "LevelBot",
    "Limits",
    "NamedBot",
    "Skill",
    "Stop",
    "Unbeaten",
    "bot_names",
    "bots_for",
    "get_bot",
    "players_of",
    "warm_up",
]
