"""The lobby: what is the same for everyone is asked for once a second, however many want it."""

import asyncio
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from cruces.core.registry import GAMES
from cruces.server.clock import CLOCK
from cruces.server.limits import Clock
from cruces.storage import Listing, Lobby, MatchSummary, Store
from cruces.storage.lists import MOST

FRESH_SECONDS = 1.0
SPARE = 50
"""The tables asked for beyond those shown: nobody is shown their own, nor those left behind."""
WAITING = 10 * 60 * 1000
"""How long a table is offered after its last event though nobody sits there, in milliseconds."""

T = TypeVar("T")


class Recent(Generic[T]):
    """The answer to a question that blocks, asked again when it is a second old.

    Those who come while it is being asked wait for the same answer.
    """

    def __init__(self, question: Callable[[], T], clock: Clock = time.monotonic) -> None:
        self._question = question
        self._clock = clock
        self._asked_at = 0.0
        self._answer: asyncio.Future[T] | None = None

    async def get(self) -> T:
        answer = self._answer
        if answer is None or (answer.done() and not self._is_fresh(answer)):
            self._asked_at = self._clock()
            asking = asyncio.to_thread(self._question)
            answer = self._answer = asyncio.ensure_future(asking)
        return await asyncio.shield(answer)

    def _is_fresh(self, answer: "asyncio.Future[T]") -> bool:
        failed = answer.cancelled() or answer.exception() is not None
        return not failed and self._clock() - self._asked_at < FRESH_SECONDS


class LobbyCache:
    """Answers the lists of the lobby, without tables that were left behind.

    ``attended`` says whether a match has somebody at it, or had until a moment ago.
    """

    def __init__(
        self, store: Store, attended: Callable[[str], bool], clock: Clock = time.monotonic
    ) -> None:
        self._store = store
        self._attended = attended
        self._offered: Recent[list[Listing]] = Recent(self._ask_offered, clock)
        self._open: Recent[list[MatchSummary]] = Recent(store.open_tables, clock)

    def _ask_offered(self) -> list[Listing]:
        return self._store.offered(list(GAMES), MOST + SPARE)

    async def of(self, player: str) -> Lobby:
        """The matches of a device, and the public tables that it may join."""
        offered = await self._offered.get()
        waiting = [table for table in offered if self._waits(table.match, table.updated)]
        return await asyncio.to_thread(self._store.lobby, player, list(GAMES), MOST, waiting)

    async def open_tables(self) -> list[MatchSummary]:
        """Public tables that wait for players."""
        tables = await self._open.get()
        return [table for table in tables if self._waits(table.id, table.updated)]

    def _waits(self, match_id: str, updated: int) -> bool:
        """Whether there is still somebody who waits at a table."""
        return CLOCK.now() - updated < WAITING or self._attended(match_id)
