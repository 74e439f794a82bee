"""A player that takes what looks best at once, and looks no further."""

from random import Random
from typing import Any

from cruces.bots import greedy_quixo, greedy_qwixx
from cruces.bots.bot import Limits
from cruces.core import View
from cruces.games import quixo, qwixx


class GreedyBot:
    """Fewest skipped numbers in Qwixx; in Quixo a win, no blunder, then its longest line."""

    name = "greedy"

    def plays(self, game: str) -> bool:
        return True

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        match view.state:
            case qwixx.State():
                return greedy_qwixx.choose(view)
            case quixo.State():
                return greedy_quixo.choose(view, rng)
        raise TypeError(f"greedy does not know {view.game.id}")
