"""A player that takes any legal action, all equally likely."""

from random import Random
from typing import Any

from cruces.core import View
from cruces.players.bot import Limits


class RandomBot:
    """The weakest yardstick."""

    name = "random"

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        return rng.choice(list(view.legal))
