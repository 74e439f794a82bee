"""The interface of every computer player."""

from collections.abc import Callable
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


def choosing(player: Any) -> Callable[[View[Any, Any, Any], Limits, Random], Any]:
    """How a bot, or a function of a view, chooses."""
    if hasattr(player, "choose"):
        choose: Callable[[View[Any, Any, Any], Limits, Random], Any] = player.choose
        return choose
    return lambda view, limits, rng: player(view)


def player_name(player: Any) -> str:
    """What a player, who may be given by name, is called in results."""
    if isinstance(player, str):
        return player
    name = getattr(player, "name", None) or getattr(player, "__name__", None)
    return str(name or type(player).__name__)
