"""What every computer player is."""

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from cruces.core import View


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a player may think; None is no limit. Players that do not search need none."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None


class Bot(Protocol):
    """A player without memory: it sees its seat's view, never the state behind it."""

    @property
    def name(self) -> str:
        """What it is called in records and on the command line."""

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Random) -> Any:
        """One of ``view.legal``, which must not be empty; the same for the same arguments."""
