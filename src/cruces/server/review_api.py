"""The coach's report over HTTP: all at once, or line by line with how far it is until then."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Annotated, Any

import msgspec
from litestar import Router, get
from litestar.response import Stream
from msgspec import Meta, Struct

from cruces.analysis.review_dto import Report, report
from cruces.core import Play
from cruces.match.hints import past_state
from cruces.match.record import record_of
from cruces.server.analysis_worker import REPORT_SECONDS, Adviser, Course
from cruces.server.api import Ask, MatchId, context, language, left, player_of, table_of
from cruces.server.context import slow_down
from cruces.server.errors import refusals

STEP_SECONDS = 0.25
"""So often whoever waits is told how far it is."""
AnyPlay = Play[Any, Any, Any]


class Progress(Struct, frozen=True, tag="progress"):
    """The report is not ready."""

    part: Annotated[float, Meta(ge=0, le=1, description="Of the game that has been looked at.")]
    ahead: Annotated[int, Meta(description="Games that are looked at before this one.")]


class Ready(Struct, frozen=True, tag="report"):
    """The report, and the end."""

    report: Report


Told = Progress | Ready


async def asked(request: Ask, match_id: str) -> AnyPlay:
    """The game to look at, if it may be and there is time for it."""
    ctx, player = context(request), player_of(request)
    slow_down(ctx.advised.take(player))
    match = (await table_of(request, match_id)).match
    past_state(match, 0)
    slow_down(ctx.adviser.report_wait)
    return AnyPlay.replay(match.game, record_of(match))


@get(
    "/matches/{match_id:str}/report",
    responses=refusals(401, 404, 409),
    summary="The coach's report of a game that is over",
)
async def show_report(request: Ask, match_id: MatchId) -> Report:
    play = await asked(request, match_id)
    found = await context(request).adviser.review(match_id, play, left(request))
    if found is None:  # nobody is left to hear it
        slow_down(REPORT_SECONDS)
    assert found is not None, "who waits gets it"
    return report(found, language(request))


@get(
    "/matches/{match_id:str}/report/stream",
    responses=refusals(401, 404, 409),
    summary="The same, one JSON object a line: how far it is, and at last the report",
    media_type="application/x-ndjson",
)
async def stream_report(request: Ask, match_id: MatchId) -> Stream:
    play = await asked(request, match_id)
    told = lines(context(request).adviser, match_id, play, language(request))
    headers = {"X-Accel-Buffering": "no"}  # a proxy would keep the lines until the last
    return Stream(told, media_type="application/x-ndjson", headers=headers)


async def lines(adviser: Adviser, match_id: str, play: AnyPlay, lang: str) -> AsyncGenerator[bytes]:
    """How far it is, again and again, and at last the report."""
    course = Course()
    work = asyncio.ensure_future(adviser.review(match_id, play, _never, course))
    try:
        while not (await asyncio.wait({work}, timeout=STEP_SECONDS))[0]:
            yield _line(Progress(round(course.part, 3), adviser.ahead(course)))
        found = work.result()
        assert found is not None, "who waits gets it"
        yield _line(Ready(report(found, lang)))
    finally:
        work.cancel()


async def _never() -> None:
    """Whoever reads a stream and goes away has it cancelled."""
    await asyncio.Event().wait()


def _line(message: Told) -> bytes:
    return msgspec.json.encode(message) + b"\n"


report_api = Router("/api", route_handlers=[show_report, stream_report])
