"""Eight levels of Qwixx and Big Points: how the weaker ones err.

They overlook crosses that they could make, they misjudge what a cross is worth, and they do not ask
what the others will do this turn. None plays at random what it has seen to be bad.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Skill(NamedTuple):
    """How many of a thousand crosses are overlooked, and how far judgements are off."""

    blind: int = 0
    blur: float = 0.0
    plays: str = "strong"
    """The player that a level is when it does not err."""

    @property
    def errs(self) -> bool:
        """Whether it ever does."""
        return self.blind > 0 or self.blur > 0


SKILLS: Mapping[str, Skill] = MappingProxyType(
    {  # measured against each other: bench/qwixx_match.py
        "level-1": Skill(200, 0.06),
        "level-2": Skill(150, 0.05),
        "level-3": Skill(110, 0.04),
        "level-4": Skill(80, 0.03),
        "level-5": Skill(50, 0.02),
        "level-6": Skill(20, 0.01),
        "level-7": Skill(),
        "level-8": Skill(plays="strong+search"),
    }
)
