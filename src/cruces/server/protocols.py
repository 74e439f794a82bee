"""Whom the hub works with: those who follow a match, and what connects the processes."""

from collections.abc import Sequence
from typing import Protocol

from cruces.match import messages as m
from cruces.match.match import Match
from cruces.match.visibility import Seats
from cruces.server.presence import Players

Versioned = tuple[int, m.Event]


class Listener(Protocol):
    """Somebody who follows a match."""

    player: str

    def happened(self, match: Match, events: Sequence[Versioned]) -> None:
        """Called with every event once it is durable, in order."""

    def presence(self, seats: Seats, watchers: int) -> None:
        """Called when somebody comes or goes."""

    def restart(self) -> None:
        """Called when this process stops: come back to the next."""


class Bus(Protocol):
    """How processes tell each other what happened."""

    @property
    def origin(self) -> str:
        """The name of this process among the others; empty if it is the only one."""

    @property
    def sure_since(self) -> int | None:
        """The moment since which it is known who is connected elsewhere; None while it is not."""

    def here(self, match_id: str, players: Players) -> None:
        """Tell the other processes who is connected to a match here."""

    def elsewhere(self, match_id: str) -> Players:
        """Who is connected to it at another process."""

    def publish(self, match_id: str, first: int, events: Sequence[m.Event], request: str) -> None:
        """Tell the other processes, without waiting for them."""

    async def close(self) -> None:
        """Stop."""
