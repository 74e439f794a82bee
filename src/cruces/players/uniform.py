"""A player that chooses legal actions at random."""

from random import Random
from typing import Any

from cruces.core import View
from cruces.players.bot import Limits


class RandomBot:
    """The weakest reference player: all actions are equally likely."""

    name = "random"

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        return rng.choice(list(view.legal))
