"""The coach's report over HTTP: as one answer, or as a stream with its progress."""

import asyncio
import zlib
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from functools import partial
from typing import Annotated

import msgspec
from litestar import Router, get
from litestar.response import Stream
from msgspec import Meta, Struct

from cruces.analysis.review_dto import Report
from cruces.match.past import AnyPlay, replayed
from cruces.match.visibility import seats_of
from cruces.server.analysis_worker import REPORT_SECONDS, Adviser, ReviewProgress, never
from cruces.server.api import (
    Ask,
    MatchId,
    check_address,
    client_of,
    context,
    disconnection,
    language,
    limit,
    past_match_of,
    player_of,
)
from cruces.server.context import slow_down
from cruces.server.errors import refusals
from cruces.server.limits import ADVISED, Client

STEP_SECONDS = 0.25
"""Seconds between two progress lines."""
GZIP = 31
"""What zlib calls the format."""


class Progress(Struct, frozen=True, tag="progress"):
    """The report is not ready."""

    part: Annotated[float, Meta(ge=0, le=1, description="The share of the game reviewed so far.")]
    ahead: Annotated[int, Meta(description="The number of games waiting before this one.")]


class Ready(Struct, frozen=True, tag="report"):
    """The report, and the end."""

    report: Report


Told = Progress | Ready


async def reviewable(
    request: Ask, match_id: str
) -> tuple[Client, Callable[[], AnyPlay], int | None]:
    """Who asks, the game to review, and the seat that they played, if it was one.

    Refuses if that is not allowed, or there is no room in the queue.
    """
    ctx, player = context(request), player_of(request)
    await limit(request, ADVISED, player)
    match = await past_match_of(request, match_id)
    client = client_of(request, player)
    ctx.adviser.check_room(match_id, client)
    own = seats_of(match, player)
    return client, partial(replayed, match), next(iter(own)) if len(own) == 1 else None


@get(
    "/matches/{match_id:str}/report",
    responses=refusals(401, 404, 409),
    summary="The coach's report of a game that is over",
)
async def show_report(request: Ask, match_id: MatchId) -> Report:
    client, replay, reader = await reviewable(request, match_id)
    found = await context(request).adviser.report(
        match_id, replay, language(request), client, disconnection(request), reader=reader
    )
    if found is None:  # the client has disconnected
        slow_down(REPORT_SECONDS)
    assert found is not None, "who waits gets it"
    return found


@get(
    "/matches/{match_id:str}/report/stream",
    responses=refusals(401, 404, 409),
    summary="The same, one JSON object a line: how far it is, and at last the report",
    media_type="application/x-ndjson",
)
async def stream_report(request: Ask, match_id: MatchId) -> Stream:
    client, replay, reader = await reviewable(request, match_id)
    lang = language(request)
    stream = lines(context(request).adviser, match_id, replay, lang, client, reader)
    headers = {"X-Accel-Buffering": "no"}  # a proxy would buffer the lines until the last
    if "gzip" in request.headers.get("accept-encoding", ""):
        stream, headers["Content-Encoding"] = packed(stream), "gzip"
    return Stream(stream, media_type="application/x-ndjson", headers=headers)


async def lines(
    adviser: Adviser,
    match_id: str,
    replay: Callable[[], AnyPlay],
    lang: str,
    client: Client,
    reader: int | None = None,
) -> AsyncGenerator[bytes]:
    """Progress lines, and finally the report."""
    course = ReviewProgress()
    work = asyncio.ensure_future(
        adviser.report(match_id, replay, lang, client, never, course, reader)
    )
    try:
        while not (await asyncio.wait({work}, timeout=STEP_SECONDS))[0]:
            yield _line(Progress(round(course.part, 3), adviser.ahead(course)))
        found = work.result()
        assert found is not None, "who waits gets it"
        yield _line(Ready(found))
    finally:
        work.cancel()


async def packed(lines: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    """The same lines compressed, each so that it can be read as soon as it arrives."""
    packer = zlib.compressobj(wbits=GZIP)
    async with aclosing(lines):
        async for line in lines:
            yield packer.compress(line) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()


def _line(message: Told) -> bytes:
    return msgspec.json.encode(message) + b"\n"


report_api = Router(
    "/api", before_request=check_address, route_handlers=[show_report, stream_report]
)
