"""What a board shows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cruces.core import View
from cruces.core.family import AnyGame
from cruces.core.record import Event


@dataclass(frozen=True, slots=True)
class Situation:
    """A seat's view of a game, with what led to it.

    ``names`` are the players, by seat. ``events`` are those of the game so far, ``before`` is the
    state before the last of them, if it is known: for what moves. ``asked`` says whether the seat
    is to act now, ``chosen`` what it has already chosen while others still choose. ``earns`` are
    the points of the legal actions, by their notation.
    """

    view: View[Any, Any, Any]
    names: tuple[str, ...]
    lang: str
    events: tuple[Event, ...] = ()
    before: Any = None
    asked: bool = False
    chosen: str | None = None
    earns: Mapping[str, int] = field(default_factory=dict)

    @property
    def game(self) -> AnyGame:
        """The game being played."""
        return self.view.game

    @property
    def actions(self) -> list[Any]:
        """What the seat may do now."""
        return list(iter(self.view.legal)) if self.asked else []
