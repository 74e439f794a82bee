"""What a player gets when they sit down, and what the arena asks of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from cruces.core import View
from cruces.core.family import AnyGame
from cruces.core.options import Value
from cruces.core.outcome import Outcome
from cruces.players import Limits

FaultKind = Literal["start", "time", "crash", "memory", "flood", "malformed", "illegal"]


class FaultError(Exception):
    """A player did what loses the game at once; ``detail`` is for who wrote the player."""

    def __init__(self, kind: FaultKind, detail: str = "") -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat in a game that is about to begin."""

    game: AnyGame
    settings: Mapping[str, Value]
    seats: int
    seat: int
    seed: str
    """For all that the player does at random."""
    limits: Limits


class Player(Protocol):
    """A player in a seat."""

    def choose(self, view: View[Any, Any, Any]) -> Any:
        """An action or its text. Raises a ``FaultError``, or anything else."""

    def over(self, outcome: Outcome) -> None:
        """The game has ended."""

    def close(self) -> None:
        """Let go of whatever it holds."""
