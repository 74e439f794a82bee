"""Computer players, behind one interface: ``choose(view, limits, rng) -> action``.

Every game has ``random`` and the levels; a family may add more. A game whose family has no levels
of its own is played by a general search.
"""

from random import Random
from typing import Any

from cruces.core import BadOptionError, Reason, View, WrongTypeError
from cruces.core.registry import GAMES, ask, family_of, get_game
from cruces.players.bot import Bot, Limits
from cruces.players.levels import LEVELS, LevelBot
from cruces.players.preparation import warm_up
from cruces.players.skill import Skill, Unbeaten
from cruces.players.stop import Stop
from cruces.players.uniform import RandomBot


class NamedBot:
    """A player known by name only; the game decides which player that is."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        return get_bot(self.name, view.game.id).choose(view, limits, rng)


def players_of(game: str) -> dict[str, Bot]:
    """The players of a game by name: reference players first, then the levels, weakest first."""
    chosen = get_game(game)
    family_players = ask((), family_of(chosen).players, chosen)
    players: tuple[Bot, ...] = (RandomBot(), *family_players, *map(LevelBot, LEVELS))
    return {bot.name: bot for bot in players}


def bots_for(game: str) -> list[str]:
    """The names of a game's players."""
    return list(players_of(game))


def bot_names() -> list[str]:
    """The names of all players of all games."""
    return list(dict.fromkeys(name for game in GAMES for name in bots_for(game)))


def get_bot(name: str, game: str | None = None) -> Bot:
    """The player with this name; without a game, a ``NamedBot`` that works for any."""
    if not isinstance(name, str):
        raise WrongTypeError("name", name, "str")
    names = bot_names() if game is None else bots_for(game)
    if name not in names:
        raise BadOptionError(Reason("unknown-bot", {"bot": name, "known": ", ".join(names)}))
    return NamedBot(name) if game is None else players_of(game)[name]


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
