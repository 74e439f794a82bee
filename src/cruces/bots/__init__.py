"""Computer players, behind one interface: ``choose(view, limits, rng) -> action``."""

from collections.abc import Mapping
from types import MappingProxyType

from cruces.bots.bot import Bot, Limits
from cruces.bots.greedy import GreedyBot
from cruces.bots.uniform import RandomBot
from cruces.core import BadOptionError, Reason

BOTS: Mapping[str, Bot] = MappingProxyType({bot.name: bot for bot in (RandomBot(), GreedyBot())})
"""Every player by its name, the weakest first."""


def get_bot(name: str) -> Bot:
    """The player with this name."""
    if name not in BOTS:
        raise BadOptionError(Reason("unknown-bot", {"bot": name, "known": ", ".join(BOTS)}))
    return BOTS[name]


__all__ = ["BOTS", "Bot", "Limits", "get_bot"]
