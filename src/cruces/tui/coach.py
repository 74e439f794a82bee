"""The coach beside the screen: a review in a thread that says how far it is."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from cruces.analysis.review import CancelledError, review
from cruces.analysis.review_dto import Report, report
from cruces.core import Play
from cruces.players.stop import Stop
from cruces.tui.threads import in_thread


class Coach:
    """Reviews one game."""

    def __init__(self, play: Play[Any, Any, Any], lang: str, reader: int | None) -> None:
        self._play, self._lang, self._reader = play, lang, reader
        self._stop = Stop()

    async def review(self, progress: Callable[[float], None]) -> Report | None:
        """The report, or None if it was stopped; says the share that is done, from 0 to 1."""
        loop = asyncio.get_running_loop()

        def tell(part: float) -> None:
            if not (self._stop.requested or loop.is_closed()):
                loop.call_soon_threadsafe(progress, part)

        def work() -> Report:
            found = review(self._play, progress=tell, stop=self._stop)
            return report(found, self._lang, self._reader)

        with suppress(CancelledError):
            return await in_thread(work)
        return None

    def stop(self) -> None:
        """Stop it: nobody wants to know any more."""
        self._stop.request()
