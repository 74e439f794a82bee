"""A player that takes any legal action, all equally likely."""

from random import Random
from typing import Any

from cruces.bots.bot import Limits
from cruces.core import View


class RandomBot:
    """The weakest yardstick."""

    name = "random"

    def plays(self, game: str) -> bool:
        return True

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        return rng.choice(list(view.legal))
