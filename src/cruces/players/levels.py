"""Eight levels, from an opponent for children to the strongest play available.

``Family.skills`` says how well each plays. A family without skills has the levels of the general
search.
"""

from random import Random
from typing import Any

from cruces.core import View
from cruces.core.registry import family_of
from cruces.players.bot import Limits

LEVELS = range(1, 9)
STRONGEST = f"level-{LEVELS[-1]}"


class LevelBot:
    """One of the levels."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.name = f"level-{level}"

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        assert view.seat is not None, "a spectator has nothing to choose"
        family = family_of(view.game)
        skills = family.skills(view.game)
        if skills:
            return family.play_level(view, skills[self.level - 1], limits, rng)
        from cruces.players import tree_search  # late: most games have players of their own

        return tree_search.choose(view, tree_search.SKILLS[self.level - 1], limits, rng)
