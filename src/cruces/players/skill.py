"""How well a level plays, and which players are proven never to lose."""

from collections.abc import Mapping
from dataclasses import dataclass

from cruces.core import Value


@dataclass(frozen=True, slots=True)
class Skill:
    """What a level can do. Each family uses the fields that apply to its players.

    No level plays at random an action that it knows to be bad: weaker levels search less deeply,
    overlook some actions and misjudge others.
    """

    depth: int | None = None
    """The search depth, in actions."""
    blind: int = 0
    """How many of a thousand actions it overlooks."""
    blur: float = 0.0
    """The error of its judgements, in shares of the game."""
    seconds: float | None = None
    """The longest time that it thinks."""
    search: bool = False
    """Whether it searches in addition to what it has learned."""

    @property
    def errs(self) -> bool:
        """Whether it overlooks or misjudges actions."""
        return self.blind > 0 or self.blur > 0


@dataclass(frozen=True, slots=True)
class Unbeaten:
    """A player that never loses a game that it plays from the start, with these options."""

    bot: str
    options: Mapping[str, Value]
    page: str = ""
    """The family's page that explains why."""
    command: str = ""
    """The command that explains it at the terminal."""
