"""Computer players, behind one interface: ``choose(view, limits, rng) -> action``."""

from collections.abc import Mapping
from types import MappingProxyType

from cruces.bots.bot import Bot, Limits
from cruces.bots.greedy import GreedyBot
from cruces.bots.levels import LEVELS, LevelBot
from cruces.bots.strong_qwixx import FriendlyBot, SearchBot, StrongBot
from cruces.bots.uniform import RandomBot
from cruces.core import BadOptionError, Reason

_ALL: tuple[Bot, ...] = (
    RandomBot(),
    GreedyBot(),
    FriendlyBot(),
    StrongBot(),
    SearchBot(),
    *map(LevelBot, LEVELS),
)
BOTS: Mapping[str, Bot] = MappingProxyType({bot.name: bot for bot in _ALL})
"""Every player by its name, the yardsticks first, then the levels from the weakest up."""


def get_bot(name: str, game: str | None = None) -> Bot:
    """The player with this name, who knows a game if one is named."""
    known = BOTS if game is None else bots_for(game)
    if name not in known:
        raise BadOptionError(Reason("unknown-bot", {"bot": name, "known": ", ".join(known)}))
    return BOTS[name]


def bots_for(game: str) -> list[str]:
    """The names of those who know a game."""
    return [name for name, bot in BOTS.items() if bot.plays(game)]


__all__ = ["BOTS", "Bot", "Limits", "bots_for", "get_bot"]
