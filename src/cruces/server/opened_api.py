"""Records that people open: each is checked, and gets an address like a match that is over."""

import asyncio

from litestar import Router, post
from msgspec import Struct

from cruces.match.opened import opened, record_id
from cruces.server.api import Ask, check_address, client_of, context, limit, player_of
from cruces.server.errors import refusals
from cruces.server.limits import OPENINGS
from cruces.server.live_match import now

MOST_OPENED = 256 * 1024
"""The largest record that is kept, in bytes."""


class OpenedRecord(Struct, frozen=True):
    """The id under which a record is found like a match that is over."""

    match: str


@post(
    "/records",
    responses=refusals(401),
    summary="Open the record of a finished game",
    description="It must be valid, and at most 256 KiB. It is kept for 90 days.",
    status_code=200,
    request_max_body_size=MOST_OPENED,
)
async def open_record(request: Ask) -> OpenedRecord:
    ctx, player = context(request), player_of(request)
    await limit(request, OPENINGS, player)
    client = client_of(request, player)
    with ctx.verification_places.held(client):
        body = await request.body()
        name = record_id(body)
        match = await ctx.verifications.run(client, lambda _: opened(body, name))
    await asyncio.to_thread(ctx.opened.store.keep, name, body, now())
    ctx.opened.remember(match)
    return OpenedRecord(name)


opened_api = Router("/api", before_request=check_address, route_handlers=[open_record])
