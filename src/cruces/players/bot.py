"""The interface of every computer player."""

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from cruces.core import View


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a player may search; None means no limit. Some players do not search."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None


class Bot(Protocol):
    """A player without memory: it sees its seat's view, never the full state."""

    @property
    def name(self) -> str:
        """Its name in records and on the command line."""

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        """One of ``view.legal``, which must not be empty; deterministic for the same arguments."""
