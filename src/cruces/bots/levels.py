"""Eight levels, from a fair opponent for a child to all that the computer can.

A weaker level looks less far ahead, and overlooks: of the pushes and replies that there are it does
not see some. It never plays at random what it has seen to be bad.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

from cruces.bots.bot import Limits
from cruces.core import PASS, View
from cruces.games.quixo import Action
from cruces.games.quixo.rules import team_of


@dataclass(frozen=True, slots=True)
class Skill:
    """How far a level looks, and how many of a thousand pushes it does not see."""

    depth: int
    blind: int


SKILLS = (  # measured against each other: bench/quixo_levels.py
    Skill(2, 450),
    Skill(2, 300),
    Skill(3, 200),
    Skill(3, 100),
    Skill(4, 50),
    Skill(5, 15),
    Skill(7, 0),
    Skill(60, 0),
)


LEVELS = range(1, len(SKILLS) + 1)


class LevelBot:
    """One of the levels, in Quixo for two."""

    def __init__(self, level: int) -> None:
        self.level = level
        self.name = f"level-{level}"

    def plays(self, game: str) -> bool:
        return game == "quixo"

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        from cruces.bots import engine_quixo  # late: Numba takes a while to load
        from cruces.solvers.quixo.oracle import oracle

        assert view.seat is not None, "a spectator has nothing to choose"
        skill = SKILLS[self.level - 1]
        depth = min(skill.depth, limits.depth or skill.depth)
        within = Limits(limits.seconds, limits.nodes, depth)
        knows = self.level == len(SKILLS)
        thoughts = engine_quixo.think(
            view.state,
            team_of(view.seat),
            within,
            seed=rng.getrandbits(32),
            blind=skill.blind,
            table=oracle(view.state.options.size) if knows else None,
        )
        best: Action = PASS
        for thought in thoughts:
            best = thought.lines[0].pushes[0]
        return best
