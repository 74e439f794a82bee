"""Pictures of finished games, and the pages that a shared link to one leads to.

Both are for anyone who has the address: those who follow it have no token yet, and neither do the
programs of networks, which read from the page what to show with the link.
"""

import time
from collections.abc import Callable, Iterator
from functools import partial
from html import escape
from typing import Annotated

from litestar import Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.openapi import ResponseSpec
from litestar.params import Parameter

from cruces.locales import negotiate, text
from cruces.match.authority import RefusedError
from cruces.match.match import Match
from cruces.match.past_pictures import (
    animation,
    card_png,
    moment_picture,
    moment_png,
    outcome,
    player_names,
)
from cruces.render.share_card import HEIGHT, WIDTH
from cruces.server.api import (
    Ask,
    EventNumber,
    MatchId,
    check_address,
    client_of,
    context,
    language,
    limit,
    past_match_of,
)
from cruces.server.errors import NotFoundError, refusals
from cruces.server.fair_queue import UNFINISHED, Unfinished
from cruces.server.limits import PAST, PICTURES

SLICE_SECONDS = 0.5
"""How long one animation is drawn before it is the turn of another picture, in seconds."""
KEPT = "public, max-age=86400"
"""What is over does not change any more."""
SVG, PNG, GIF = "image/svg+xml", "image/png", "image/gif"

Lang = Annotated[str, Parameter(max_length=20, description="The language of the words in it.")]


def picture_of(kind: str, what: str) -> dict[int, ResponseSpec]:
    """What a route answers that draws something."""
    return {200: ResponseSpec(bytes, description=what, media_type=kind)} | refusals(404, 409, 501)


@get(
    "/matches/{match_id:str}/picture/{event:int}/{lang:str}",
    responses=picture_of(SVG, "The position as SVG."),
    summary="A moment of a finished game as SVG",
)
async def show_svg(
    request: Ask, match_id: MatchId, event: EventNumber, lang: Lang
) -> Response[bytes]:
    def draw(match: Match) -> bytes:
        return moment_picture(match, event, negotiate(lang)).svg.encode()

    return await _drawn(request, match_id, event, draw, SVG, "svg")


@get(
    "/matches/{match_id:str}/picture/{event:int}/{lang:str}/png",
    responses=picture_of(PNG, "The position as PNG."),
    summary="A moment of a finished game as PNG",
)
async def show_png(
    request: Ask, match_id: MatchId, event: EventNumber, lang: Lang
) -> Response[bytes]:
    def draw(match: Match) -> bytes:
        return moment_png(match, event, negotiate(lang))

    return await _drawn(request, match_id, event, draw, PNG, "png")


@get(
    "/matches/{match_id:str}/animation/{lang:str}",
    responses=picture_of(GIF, "The game from its start to its end."),
    summary="A finished game as an animated GIF",
)
async def show_animation(request: Ask, match_id: MatchId, lang: Lang) -> Response[bytes]:
    await limit(request, PICTURES)
    match = await past_match_of(request, match_id)
    frames = animation(match, negotiate(lang))
    work = partial(_draw_on, frames)
    body = await context(request).pictures.run(client_of(request), lambda _: work())
    return _file(body, GIF, f"cruces-{match_id}.gif")


def _draw_on(frames: Iterator[bytes | None]) -> bytes | Unfinished:
    """Some more of an animation, or all of it."""
    end = time.monotonic() + SLICE_SECONDS
    for done in frames:
        if done is not None:
            return done
        if time.monotonic() > end:
            return UNFINISHED
    raise AssertionError("the last is the whole")


@get(
    "/matches/{match_id:str}/card/{event:int}/{lang:str}",
    responses=picture_of(PNG, "The picture, 1200 by 630."),
    summary="The picture that networks show with a link to a finished game",
)
async def show_card(
    request: Ask, match_id: MatchId, event: EventNumber, lang: Lang
) -> Response[bytes]:
    def draw(match: Match) -> bytes:
        return card_png(match, event, negotiate(lang))

    return await _drawn(request, match_id, event, draw, PNG, "png")


async def _drawn(
    request: Ask, match_id: str, at: int, draw: Callable[[Match], bytes], kind: str, ending: str
) -> Response[bytes]:
    await limit(request, PICTURES)
    match = await past_match_of(request, match_id, at)
    body = await context(request).pictures.run(client_of(request), lambda _: draw(match))
    return _file(body, kind, f"cruces-{match_id}-{at}.{ending}")


def _file(body: bytes, kind: str, name: str) -> Response[bytes]:
    headers = {"Cache-Control": KEPT, "Content-Disposition": f'inline; filename="{name}"'}
    return Response(body, headers=headers, media_type=kind)


# The page of a link

PAGE = """<!doctype html>
<html lang="{lang}">
<meta charset="utf-8">
<title>{title}</title>
<link rel="icon" href="/static/icons/icon.svg" type="image/svg+xml">
<meta http-equiv="refresh" content="0; url={target}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Cruces">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{about}">
<meta property="og:url" content="{address}">
<meta property="og:image" content="{image}">
<meta property="og:image:width" content="{width}">
<meta property="og:image:height" content="{height}">
<meta name="twitter:card" content="summary_large_image">
<a href="{target}">{title}</a>
</html>
"""


@get(["/game/{match_id:str}", "/game/{match_id:str}/{event:int}"], include_in_schema=False)
async def game_page(
    request: Ask, match_id: MatchId, event: EventNumber | None = None
) -> Response[str]:
    """Leads to the page of a game, and tells programs what to show with the link."""
    await check_address(request)
    await limit(request, PAST)
    try:
        match = await past_match_of(request, match_id, event or 0)
    except (NotFoundError, RefusedError):
        raise NotFoundException from None
    lang = language(request)
    base, at = str(request.base_url), len(match.events) if event is None else event
    moment = "" if event is None else f"/{event}"
    names = ", ".join(player_names(match, lang))
    filled = {
        "lang": lang,
        "title": text("coach.title", lang, game=match.game.name(lang), names=names),
        "about": outcome(match, lang),
        "target": f"/#game={match_id}" + ("" if event is None else f"&at={event}"),
        "address": f"{base}game/{match_id}{moment}",
        "image": f"{base}api/matches/{match_id}/card/{at}/{lang}",
    }
    safe = {name: escape(value) for name, value in filled.items()}
    body = PAGE.format(**safe, width=WIDTH, height=HEIGHT)
    return Response(body, media_type="text/html", headers={"Vary": "Accept-Language"})


picture_api = Router(
    "/api",
    before_request=check_address,
    route_handlers=[show_svg, show_png, show_animation, show_card],
)
