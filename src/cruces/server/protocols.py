"""The interfaces that the hub uses: listeners of a match, and the bus between processes."""

from collections.abc import Sequence
from typing import Protocol

from cruces.match import messages as m
from cruces.server.news import News
from cruces.server.presence import Players


class Listener(Protocol):
    """Follows a match: a connection or a stream."""

    player: str

    def happened(self, news: News) -> None:
        """Called with every change once it is durable, in order."""

    def presence(self, message: bytes) -> None:
        """Called with the encoded message when players or spectators have come or gone."""

    def restart(self) -> None:
        """Called when this process stops: reconnect to another."""

    def gone(self) -> None:
        """Called when the match has been deleted."""


class Bus(Protocol):
    """How processes notify each other of events."""

    @property
    def origin(self) -> str:
        """The name of this process among the others; empty if it is the only one."""

    @property
    def sure_since(self) -> int | None:
        """The time since which it is known who is connected elsewhere; None while unknown."""

    def here(self, match_id: str, players: Players) -> None:
        """Notify the other processes who is connected to a match here."""

    def elsewhere(self, match_id: str) -> Players:
        """Who is connected to it at another process."""

    def publish(self, match_id: str, first: int, events: Sequence[m.Event], request: str) -> None:
        """Notify the other processes, without waiting for them."""

    def outdate(self, device: str, generation: int) -> None:
        """Notify the other processes that older tokens of a device are not valid any more."""

    async def close(self) -> None:
        """Stop."""
