"""Finished games over HTTP: every moment at once, for the page that looks back at them."""

from functools import partial

import msgspec
from litestar import Response, Router, get
from litestar.openapi import ResponseSpec

from cruces.match.match import Match
from cruces.match.past import PastGame, past_game
from cruces.match.visibility import Seats, seats_of
from cruces.server.api import (
    Ask,
    MatchId,
    check_address,
    client_of,
    context,
    language,
    limit,
    past_match_of,
    player_of,
)
from cruces.server.assets import Asset
from cruces.server.errors import refusals
from cruces.server.limits import PAST
from cruces.server.live_match import now

MOMENTS = ResponseSpec(PastGame, description="The game and its moments, from the start on.")


@get(
    "/matches/{match_id:str}/moments",
    responses={200: MOMENTS} | refusals(401, 404, 409),
    summary="A game that is over, with every position and what led to it",
)
async def show_moments(request: Ask, match_id: MatchId) -> Response[bytes]:
    ctx, player = context(request), player_of(request)
    await limit(request, PAST, player)
    match = await past_match_of(request, match_id)
    told = partial(_told, match, seats_of(match, player), now(), language(request))
    asset = await ctx.past.run(client_of(request, player), lambda _: told())
    return asset.answer(request)


def _told(match: Match, seats: Seats, at: int, lang: str) -> Asset:
    """The answer, packed here already: the same words recur in it all the time."""
    asset = Asset(msgspec.json.encode(past_game(match, seats, at, lang)), "application/json")
    _ = asset.packed
    return asset


past_api = Router("/api", before_request=check_address, route_handlers=[show_moments])
