"""Thinking for people: hints, and the values of a finished game's moves.

It happens in a thread of its own, beside the bots, one position after the other and never for long.
Whoever no longer waits is no longer thought for.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from cruces.bots import Limits
from cruces.bots.analysis import Analysis, AnyGame, Stop, analyse

SECONDS = 0.8
"""How long a position is thought about."""
MOST_WAITING = 8
KEPT = 256
"""Positions of finished games whose analyses are kept."""

Gone = Callable[[], Awaitable[None]]
"""Returns when nobody waits any more."""


class Adviser:
    """Answers one question at a time."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "cruces-advice")
        self._waiting = 0
        self._kept: OrderedDict[tuple[str, int], Analysis] = OrderedDict()

    @property
    def wait(self) -> float:
        """After how many seconds to come back; 0 while there is room."""
        return SECONDS if self._waiting >= MOST_WAITING else 0.0

    async def hint(self, game: AnyGame, state: Any, seat: int, gone: Gone) -> Analysis:
        """What every action of a seat is worth, as far as that can be found out in a moment."""
        return (await self._think(game, state, seat, gone))[0]

    async def recall(
        self, match: str, event: int, game: AnyGame, state: Any, gone: Gone
    ) -> Analysis:
        """The same for a position of a finished game, thought about once."""
        key = (match, event)
        found = self._kept.get(key)
        if found is None:
            found, whole = await self._think(game, state, None, gone)
            if whole:
                self._kept[key] = found
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    async def _think(
        self, game: AnyGame, state: Any, seat: int | None, gone: Gone
    ) -> tuple[Analysis, bool]:
        """The analysis, and whether it was not cut short."""
        stop, loop = Stop(), asyncio.get_running_loop()
        work = loop.run_in_executor(self._thread, analyse, game, state, Limits(SECONDS), seat, stop)
        left = asyncio.ensure_future(gone())
        both: set[asyncio.Future[Any]] = {work, left}
        self._waiting += 1
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            whole = work.done()
            stop.now()
            return await work, whole
        finally:
            stop.now()
            left.cancel()
            self._waiting -= 1

    def close(self) -> None:
        """Stop."""
        self._thread.shutdown(wait=False, cancel_futures=True)
