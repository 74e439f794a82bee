"""How well a level plays, and who is proven never to lose."""

from collections.abc import Mapping
from dataclasses import dataclass

from cruces.core import Value


@dataclass(frozen=True, slots=True)
class Skill:
    """What a level can do. A family reads what means something to its players.

    No level plays at random what it has seen to be bad: weaker ones look less far, overlook some
    actions, and misjudge what they see.
    """

    depth: int | None = None
    """How many actions it looks ahead."""
    blind: int = 0
    """How many of a thousand actions it does not see."""
    blur: float = 0.0
    """How far its judgements are off, in shares of the game."""
    seconds: float | None = None
    """How long it thinks at most."""
    search: bool = False
    """Whether it searches on top of what it has learned."""

    @property
    def errs(self) -> bool:
        """Whether it ever overlooks or misjudges anything."""
        return self.blind > 0 or self.blur > 0


@dataclass(frozen=True, slots=True)
class Unbeaten:
    """A player who never loses a game that it plays from the start, with these options."""

    bot: str
    options: Mapping[str, Value]
    page: str = ""
    """The page of the family that explains why."""
    command: str = ""
    """What explains it at the terminal."""
