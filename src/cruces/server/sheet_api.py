"""The HTTP API: blank sheets to print.

There are few different ones, so that each is made once and kept.
"""

from functools import cache
from typing import Annotated

from litestar import Response, Router, get
from litestar.openapi import ResponseSpec
from litestar.params import Parameter
from msgspec import Struct

from cruces.core import Reason
from cruces.core.registry import GAMES, family_of, get_game
from cruces.locales import DEFAULT, negotiate
from cruces.render.paper import MOST, PAPERS, USUAL, Ink, Page, Paper, blank_page
from cruces.render.pdf import pdf
from cruces.server.api import Ask, check_address
from cruces.server.assets import Asset, text
from cruces.server.errors import NotFoundError, refusals

Count = Annotated[int, Parameter(ge=1, le=MOST, description="How many sheets there are on it.")]
PDF = ResponseSpec(bytes, description="A document of one page.", media_type="application/pdf")
SVG = ResponseSpec(str, description="A picture.", media_type="image/svg+xml; charset=utf-8")


class Printable(Struct, frozen=True):
    """The games with sheets, the sizes of paper, and how many sheets a page may have."""

    games: list[str]
    papers: list[Paper]
    most: int
    usual: int


@get("/", summary="What can be printed", sync_to_thread=True)
def printable() -> Printable:
    games = [id for id, game in GAMES.items() if family_of(game).blank_sheet(game, DEFAULT)]
    return Printable(games, list(PAPERS), MOST, USUAL)


@get(
    "/{game:str}/{lang:str}/sheets.pdf",
    responses={200: PDF} | refusals(404),
    summary="A page with blank sheets of a game as PDF",
    sync_to_thread=True,
)
def sheets_pdf(
    request: Ask,
    game: str,
    lang: str,
    paper: Paper = "a4",
    count: Count = USUAL,
    ink: Ink = "colour",
) -> Response[bytes]:
    return _pdf(get_game(game).id, negotiate(lang), paper, count, ink).answer(request)


@get(
    "/{game:str}/{lang:str}/sheets.svg",
    responses={200: SVG} | refusals(404),
    summary="The same as SVG",
    sync_to_thread=True,
)
def sheets_svg(
    request: Ask,
    game: str,
    lang: str,
    paper: Paper = "a4",
    count: Count = USUAL,
    ink: Ink = "colour",
) -> Response[bytes]:
    return _svg(get_game(game).id, negotiate(lang), paper, count, ink).answer(request)


@cache
def _pdf(game: str, lang: str, paper: Paper, count: int, ink: Ink) -> Asset:
    page = _page(game, lang, paper, count, ink)
    return Asset(pdf(page, get_game(game).name(lang), lang), "application/pdf")


@cache
def _svg(game: str, lang: str, paper: Paper, count: int, ink: Ink) -> Asset:
    return text(_page(game, lang, paper, count, ink).svg, "image/svg+xml")


def _page(game: str, lang: str, paper: Paper, count: int, ink: Ink) -> Page:
    page = blank_page(get_game(game), lang, paper, count, ink)
    if page is None:
        raise NotFoundError(Reason("no-sheet", {"game": get_game(game).name(lang)}))
    return page


sheet_api = Router(
    "/api/sheets",
    before_request=check_address,
    route_handlers=[printable, sheets_pdf, sheets_svg],
)
