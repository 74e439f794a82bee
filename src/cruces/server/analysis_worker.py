"""Analyses for people: hints, the values of a finished game's moves or of any position, and the
coach's report.

They run in threads of their own, next to the bots: one for positions of matches, one at a time and
never for long, one for positions that people set up, and one for reports, a slice of one and then a
slice of another. So does everything that takes longer in a long match, such as replaying it. An
analysis that nobody waits for any more is stopped.
"""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from cruces.analysis.analyse import Analysis, analyse
from cruces.analysis.expected_line import with_expected_line
from cruces.analysis.quick import quick_analysis
from cruces.analysis.review import Review, limits_for_time, review_steps
from cruces.analysis.review_dto import Report, report
from cruces.core import Play, Reason
from cruces.core.family import AnyGame
from cruces.players import Limits
from cruces.players.preparation import NotPreparedError
from cruces.players.preparing import Preparing
from cruces.players.stop import Stop
from cruces.server.errors import SlowDownError
from cruces.server.fair_queue import UNFINISHED, FairQueue, Job, Places, Room, Unfinished
from cruces.server.limits import Client

SECONDS, HURRIED_SECONDS = 0.8, 0.2
"""The time for the analysis of a position, in seconds; less for devices that ask for many."""
EXPLORED_SECONDS = (0.25, 1.0, 4.0)
"""The times for the analyses of a position that somebody set up, one after the other."""
REPORT_SECONDS, SHARED_REPORT_SECONDS, HURRIED_REPORT_SECONDS = 8.0, 4.0, 2.0
"""The approximate time for the review of a game, in seconds; less while others wait for theirs, and
least for devices that ask for many."""
MOST_TIMES = 2.5
"""A review takes at most this many times as long as it should."""
SLICE_SECONDS = 0.5
"""The time for reviewing one game before it is the turn of another, in seconds."""
PREPARED_SECONDS = 0.25
"""How often to check whether the coach has the machine code it needs."""
ADVICE = Room(device=4, address=32, total=64, seconds=SECONDS)
EXPLORATIONS = Room(device=2, address=16, total=32, seconds=1.0)
REPORTS = Room(device=2, address=32, total=64, seconds=REPORT_SECONDS)
KEPT, KEPT_REPORTS = 256, 32
"""The sizes of the caches of analyses, and of reviews and reports."""

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")
AnyPlay = Play[Any, Any, Any]

Gone = Callable[[], Awaitable[None]]
"""Returns when nobody waits for the result any more."""


@dataclass(eq=False, slots=True)
class ReviewProgress:
    """The progress of a review: the coach's thread writes it, others read it."""

    part: float = 0.0
    job: Job[Any] | None = None

    def reach(self, part: float) -> None:
        """Set the progress."""
        self.part = part


class BegunReview:
    """A review that is made in slices, for everyone who waits for it."""

    def __init__(self, play: AnyPlay, seconds: float) -> None:
        limits, games = limits_for_time(play, seconds)
        self.part = 0.0
        self._steps: Generator[float, None, Review] = review_steps(
            play, limits, games, seconds=MOST_TIMES * seconds
        )

    def advance(self, seconds: float, stop: Stop, course: ReviewProgress) -> Review | None:
        """Go on for about this long; the review if that was enough."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not stop.requested:
            course.reach(self.part)
            try:
                self.part = next(self._steps)
            except StopIteration as done:
                found: Review = done.value
                return found
        return None


class Adviser:
    """Answers one question about a position at a time, and writes one report at a time."""

    def __init__(self, preparing: Preparing | None = None) -> None:
        self._preparing = preparing or Preparing()
        self.report_places = Places("reports", REPORTS)
        self.explorations = Places("explorations", EXPLORATIONS)
        self._positions = FairQueue("advice", 1, Places("advice", ADVICE), patient=True)
        self._explorers = FairQueue("explorations", 1, self.explorations, patient=True)
        self._coach = FairQueue("reports", 1, self.report_places, patient=True)
        self._kept: OrderedDict[tuple[str, int], tuple[Any, Analysis]] = OrderedDict()
        self._explored: OrderedDict[tuple[object, ...], Analysis] = OrderedDict()
        self._reviews: OrderedDict[str, Review] = OrderedDict()
        self._reports: OrderedDict[tuple[str, str, int | None], Report] = OrderedDict()
        self._begun: dict[str, BegunReview] = {}
        self._wanted: Counter[str] = Counter()
        """How many wait for the report of a match: a review that nobody wants is dropped."""

    def check_room(self, match: str, client: Client) -> None:
        """Refuse a report that there is no room for in the queue, unless it is made already."""
        if match not in self._reviews:
            self.report_places.check(client)

    def ahead(self, course: ReviewProgress) -> int:
        """The number of reports that are made before this one."""
        return 0 if course.job is None else self._coach.ahead(course.job)

    async def hint(
        self, game: AnyGame, state: Any, seat: int, client: Client, gone: Gone
    ) -> Analysis:
        """What every action of a seat is worth, by a short analysis."""
        return (await self._think(self._positions, game, lambda: state, seat, client, gone))[1]

    async def recall(
        self,
        match: str,
        event: int,
        game: AnyGame,
        past: Callable[[], Any],
        client: Client,
        gone: Gone,
    ) -> tuple[Any, Analysis]:
        """A position of a finished game and its analysis, cached; ``past`` replays the game."""
        key = (match, event)
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        queue = self._positions
        state, analysis, final = await self._think(queue, game, past, None, client, gone)
        if final:
            _keep(self._kept, key, (state, analysis), KEPT)
        return state, analysis

    async def explore(
        self, game: AnyGame, state: Any, seat: int, client: Client
    ) -> AsyncGenerator[Analysis]:
        """What every action of a seat is worth, by longer and longer analyses; they are cached.

        There is only the first where it proves everything, or others need the time.
        """
        position = game.id, str(game.settings(state)), game.format_position(state), seat
        for seconds in EXPLORED_SECONDS:
            analysis, final = self._explored.get((*position, seconds)), True
            if analysis is None:
                _, analysis, final = await self._think(
                    self._explorers, game, lambda: state, seat, client, never, seconds, True
                )
                if final:
                    _keep(self._explored, (*position, seconds), analysis, KEPT)
            yield analysis
            if not final or all(judgement.exact for judgement in analysis.judgements):
                return

    async def _think(
        self,
        queue: FairQueue,
        game: AnyGame,
        past: Callable[[], Any],
        seat: int | None,
        client: Client,
        gone: Gone,
        most: float = SECONDS,
        to_the_end: bool = False,
    ) -> tuple[Any, Analysis, bool]:
        """The state, its analysis, and whether nothing was missing for it.

        ``to_the_end`` for the whole line that is expected, where it is known.
        """

        def think(stop: Stop, hurry: bool) -> tuple[Any, Analysis, bool]:
            seconds = min(most, HURRIED_SECONDS) if hurry else most
            state = past()
            while missing := self._preparing.missing(game, state, None):
                question = game.id, state, seat, seconds
                try:
                    found = self._preparing.meanwhile(missing, quick_analysis, *question)
                    return state, found, False
                except NotPreparedError:
                    self._preparing.wait(missing, PREPARED_SECONDS)
            limits = self._preparing.load(game, state, None, Limits(seconds))
            found = analyse(game, state, limits, seat, stop)
            if to_the_end:
                found = with_expected_line(game, state, found, stop)
            return state, found, not hurry and not stop.requested

        return await _while_wanted(queue, client, think, gone)

    async def report(
        self,
        match: str,
        replay: Callable[[], AnyPlay],
        lang: str,
        client: Client,
        gone: Gone,
        course: ReviewProgress | None = None,
        reader: int | None = None,
    ) -> Report | None:
        """The coach's report of a finished game, cached; None if nobody waits any more.

        ``replay`` is called in the coach's thread. ``course`` is told how far it is, and its place
        in `ahead`. ``reader`` is the seat of who asks, if they played just one.
        """
        course = course or ReviewProgress()

        def think(stop: Stop, hurry: bool) -> Report | Unfinished | None:
            made = self._reviews.get(match)  # also one made for another request meanwhile
            if made is None:
                begun = self._begun.get(match)
                if begun is None:
                    play = replay()
                    self._wait_until_prepared(play, stop)
                    begun = self._begun[match] = self._begin(play, hurry)
                    if match not in self._wanted:  # everyone left while it was being replayed
                        self._begun.pop(match, None)
                        return None
                made = begun.advance(SLICE_SECONDS, stop, course)
                if made is None:
                    return None if stop.requested else UNFINISHED
                _keep(self._reviews, match, made, KEPT_REPORTS)
            return report(made, lang, reader)

        found = self._reports.get((match, lang, reader))
        if found is None:
            made = self._reviews.get(match)
            if made is not None:  # only its words are missing, and nobody has to queue for them
                found = await asyncio.to_thread(report, made, lang, reader)
            else:
                self._wanted[match] += 1
                try:
                    found = await _while_wanted(self._coach, client, think, gone, course)
                finally:
                    self._wanted[match] -= 1
                    if not self._wanted[match]:
                        del self._wanted[match]
                        self._begun.pop(match, None)
            if found is not None:
                _keep(self._reports, (match, lang, reader), found, KEPT_REPORTS)
        return found

    def _begin(self, play: AnyPlay, hurry: bool) -> "BegunReview":
        """The review of a game, which takes less time when others wait."""
        if hurry:
            seconds = HURRIED_REPORT_SECONDS
        else:
            seconds = SHARED_REPORT_SECONDS if self._coach.waiting else REPORT_SECONDS
        return BegunReview(play, seconds)

    def _wait_until_prepared(self, play: AnyPlay, stop: Stop) -> None:
        """A review is kept: nobody stands in for who looks closely."""
        while not stop.requested:
            missing = self._preparing.missing(play.game, play.states[0], None)
            if not missing:
                return
            self._preparing.wait(missing, PREPARED_SECONDS)

    def close(self) -> None:
        """Stop."""
        self._positions.close()
        self._explorers.close()
        self._coach.close()


async def never() -> None:
    """Never ends: a stream is cancelled when its reader goes away."""
    await asyncio.Event().wait()


def _keep(kept: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    kept[key] = value
    if len(kept) > most:
        kept.popitem(last=False)


async def _while_wanted(
    queue: FairQueue,
    client: Client,
    think: Callable[[Stop, bool], T | Unfinished],
    gone: Gone,
    course: ReviewProgress | None = None,
) -> T:
    """What a thread makes of it, told to stop when nobody waits any more."""
    stop = Stop()
    job = queue.enter(client, partial(think, stop))
    if course is not None:
        course.job = job
    left = asyncio.ensure_future(gone())
    both: set[asyncio.Future[Any]] = {job.result, left}
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if job.waits:  # nobody reads the answer
            raise SlowDownError(Reason("slow-down", {"seconds": SECONDS}))
        if not job.result.done():
            stop.request()
        return await job.result
    finally:
        stop.request()
        left.cancel()
        queue.leave(job)
