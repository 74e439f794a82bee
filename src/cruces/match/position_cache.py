"""Where a game stands."""

from functools import cached_property
from typing import Any

from msgspec import Struct

from cruces.core import Game, Outcome


class Situation(Struct, frozen=True, dict=True):
    """A state of a game. What follows from it is worked out at most once: a match keeps its
    situation through all that happens beside the game, a remark or a note of who asked."""

    game: Game[Any, Any, Any]
    state: Any

    @cached_property
    def to_act(self) -> frozenset[int]:
        """Who is to act by the rules, chance included."""
        return self.game.to_act(self.state)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, by its rules."""
        return self.game.outcome(self.state)

    @cached_property
    def text(self) -> str:
        """The state in one line."""
        return self.game.format_position(self.state)
