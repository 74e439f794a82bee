"""Thinking for people: hints, the values of a finished game's moves, and the coach's report.

It happens in threads of its own, beside the bots: one for positions, one after the other and never
for long, and one for reports. Whoever no longer waits is no longer thought for.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from cruces.analysis.analyse import Analysis, analyse
from cruces.analysis.review import CancelledError, Review, hurried, review
from cruces.core import Play
from cruces.core.family import AnyGame
from cruces.players import Limits
from cruces.players.stop import Stop

SECONDS = 0.8
"""How long a position is thought about."""
REPORT_SECONDS = 8.0
"""About how long a whole game is."""
MOST_WAITING, MOST_REPORTS = 8, 4
KEPT, KEPT_REPORTS = 256, 32
"""Positions of finished games whose analyses are kept, and games whose reviews are."""

T = TypeVar("T")

Gone = Callable[[], Awaitable[None]]
"""Returns when nobody waits any more."""


@dataclass(eq=False, slots=True)
class Course:
    """The part of a game that has been looked at: the coach's thread writes it, others read."""

    part: float = 0.0

    def reach(self, part: float) -> None:
        """So far."""
        self.part = part


class Adviser:
    """Answers one question at a time."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "cruces-advice")
        self._waiting = 0
        self._kept: OrderedDict[tuple[str, int], Analysis] = OrderedDict()
        self._coach = ThreadPoolExecutor(1, "cruces-coach")
        self._courses: list[Course] = []
        self._reviews: OrderedDict[str, Review] = OrderedDict()

    @property
    def wait(self) -> float:
        """After how many seconds to come back; 0 while there is room."""
        return SECONDS if self._waiting >= MOST_WAITING else 0.0

    @property
    def report_wait(self) -> float:
        """The same for reports."""
        return REPORT_SECONDS if len(self._courses) >= MOST_REPORTS else 0.0

    def ahead(self, course: Course) -> int:
        """How many reports are made before this one."""
        return self._courses.index(course)

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

        def think(stop: Stop) -> Analysis:
            return analyse(game, state, Limits(SECONDS), seat, stop)

        self._waiting += 1
        try:
            return await _while_wanted(self._thread, think, gone)
        finally:
            self._waiting -= 1

    async def review(
        self, match: str, play: Play[Any, Any, Any], gone: Gone, course: Course | None = None
    ) -> Review | None:
        """The coach's review of a finished game, made once; None if nobody waits any more.

        ``course`` is told how far it is, and its place in `ahead`.
        """
        course = course or Course()

        def think(stop: Stop) -> Review | None:
            kept = self._reviews.get(match)  # made for somebody else meanwhile
            if kept is not None:
                return kept
            try:
                limits, games = hurried(play, REPORT_SECONDS)
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
        stop.now()
        return await work, whole
    finally:
        stop.now()
        left.cancel()
