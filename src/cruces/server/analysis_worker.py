"""Analyses for people: hints, the values of a finished game's moves, and the coach's report.

They run in threads of their own, next to the bots: one for positions, one at a time and never for
long, and one for reports. An analysis that nobody waits for any more is stopped.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from cruces.analysis.analyse import Analysis, analyse
from cruces.analysis.quick import quick_analysis
from cruces.analysis.review import CancelledError, Review, limits_for_time, review
from cruces.core import Play
from cruces.core.family import AnyGame
from cruces.players import Limits
from cruces.players.preparation import NotPreparedError
from cruces.players.preparing import Preparing
from cruces.players.stop import Stop

SECONDS = 0.8
"""The time for the analysis of a position, in seconds."""
REPORT_SECONDS = 8.0
"""The approximate time for the review of a game, in seconds."""
PREPARED_SECONDS = 0.25
"""How often to check whether the coach has the machine code it needs."""
MOST_WAITING, MOST_REPORTS = 8, 4
KEPT, KEPT_REPORTS = 256, 32
"""The sizes of the caches of analyses and of reviews."""

T = TypeVar("T")

Gone = Callable[[], Awaitable[None]]
"""Returns when nobody waits for the result any more."""


@dataclass(eq=False, slots=True)
class ReviewProgress:
    """The progress of a review: the coach's thread writes it, others read it."""

    part: float = 0.0

    def reach(self, part: float) -> None:
        """Set the progress."""
        self.part = part


class Adviser:
    """Answers one question at a time."""

    def __init__(self, preparing: Preparing | None = None) -> None:
        self._preparing = preparing or Preparing()
        self._thread = ThreadPoolExecutor(1, "cruces-advice")
        self._waiting = 0
        self._kept: OrderedDict[tuple[str, int], Analysis] = OrderedDict()
        self._coach = ThreadPoolExecutor(1, "cruces-coach")
        self._courses: list[ReviewProgress] = []
        self._reviews: OrderedDict[str, Review] = OrderedDict()

    @property
    def wait(self) -> float:
        """The seconds after which to try again; 0 while there is room."""
        return SECONDS if self._waiting >= MOST_WAITING else 0.0

    @property
    def report_wait(self) -> float:
        """The same for reports."""
        return REPORT_SECONDS if len(self._courses) >= MOST_REPORTS else 0.0

    def ahead(self, course: ReviewProgress) -> int:
        """The number of reports in the queue before this one."""
        return self._courses.index(course)

    async def hint(self, game: AnyGame, state: Any, seat: int, gone: Gone) -> Analysis:
        """What every action of a seat is worth, by a short analysis."""
        return (await self._think(game, state, seat, gone))[0]

    async def recall(
        self, match: str, event: int, game: AnyGame, state: Any, gone: Gone
    ) -> Analysis:
        """The same for a position of a finished game, cached."""
        key = (match, event)
        found = self._kept.get(key)
        if found is None:
            final = not self._preparing.missing(game, state, None)
            found, whole = await self._think(game, state, None, gone)
            if whole and final:
                self._kept[key] = found
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    async def _think(
        self, game: AnyGame, state: Any, seat: int | None, gone: Gone
    ) -> tuple[Analysis, bool]:
        """The analysis, and whether it is complete."""

        def think(stop: Stop) -> Analysis:
            while missing := self._preparing.missing(game, state, None):
                question = game.id, state, seat, SECONDS
                try:
                    return self._preparing.meanwhile(missing, quick_analysis, *question)
                except NotPreparedError:
                    self._preparing.wait(missing, PREPARED_SECONDS)
            limits = self._preparing.load(game, state, None, Limits(SECONDS))
            return analyse(game, state, limits, seat, stop)

        self._waiting += 1
        try:
            return await _while_wanted(self._thread, think, gone)
        finally:
            self._waiting -= 1

    async def review(
        self,
        match: str,
        play: Play[Any, Any, Any],
        gone: Gone,
        course: ReviewProgress | None = None,
    ) -> Review | None:
        """The coach's review of a finished game, cached; None if nobody waits any more.

        ``course`` is told how far it is, and its place in `ahead`.
        """
        course = course or ReviewProgress()

        def think(stop: Stop) -> Review | None:
            kept = self._reviews.get(match)  # made for another request meanwhile
            if kept is not None:
                return kept
            self._wait_until_prepared(play, stop)
            try:
                limits, games = limits_for_time(play, REPORT_SECONDS)
                made = review(play, limits, games, progress=course.reach, stop=stop)
            except CancelledError:
                return None
            self._reviews[match] = made
            if len(self._reviews) > KEPT_REPORTS:
                self._reviews.popitem(last=False)
            return made

        found = self._reviews.get(match)
        if found is not None:
            return found
        self._courses.append(course)
        try:
            return (await _while_wanted(self._coach, think, gone))[0]
        finally:
            self._courses.remove(course)

    def _wait_until_prepared(self, play: Play[Any, Any, Any], stop: Stop) -> None:
        """A review is kept: nobody stands in for who looks closely."""
        while not stop.requested:
            missing = self._preparing.missing(play.game, play.states[0], None)
            if not missing:
                return
            self._preparing.wait(missing, PREPARED_SECONDS)

    def close(self) -> None:
        """Stop."""
        for thread in (self._thread, self._coach):
            thread.shutdown(wait=False, cancel_futures=True)


async def _while_wanted(
    thread: ThreadPoolExecutor, think: Callable[[Stop], T], gone: Gone
) -> tuple[T, bool]:
    """What a thread makes of it, told to stop when nobody waits; and whether it was not."""
    stop, loop = Stop(), asyncio.get_running_loop()
    work = loop.run_in_executor(thread, think, stop)
    left = asyncio.ensure_future(gone())
    both: set[asyncio.Future[Any]] = {work, left}
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        whole = work.done()
        stop.request()
        return await work, whole
    finally:
        stop.request()
        left.cancel()
