"""The HTTP API: the texts of the browser, and pages to read that families bring as Markdown."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from litestar import Response, Router, get
from litestar.openapi import ResponseSpec

from cruces.core import Reason
from cruces.core.registry import family_of, get_game
from cruces.locales import DEFAULT, catalogue, negotiate
from cruces.render.page import Page, read_page
from cruces.server.api import Ask, check_address
from cruces.server.assets import PAGE_TEXTS, Asset, pages_with_texts, text
from cruces.server.errors import NotFoundError, refusals

PAGE = ResponseSpec(
    str, description="A part of a page, without scripts.", media_type="text/html; charset=utf-8"
)
STYLE = ResponseSpec(str, description="A style sheet.", media_type="text/css; charset=utf-8")


@get(
    "/rules/{game:str}/{lang:str}",
    responses={200: PAGE} | refusals(),
    summary="Our own rules of a game, as people explain them",
    sync_to_thread=False,
)
def rules(request: Ask, game: str, lang: str) -> Response[bytes]:
    return _rules(get_game(game).id, negotiate(lang)).answer(request)


@cache
def _rules(game: str, lang: str) -> Asset:
    return _html(game, family_of(game).rules_page(get_game(game), lang), lang)


@get(
    "/rules/{game:str}/exact/{lang:str}",
    responses={200: PAGE} | refusals(404),
    summary="The rules of a game to the letter, if they have a page of their own",
    sync_to_thread=False,
)
def exact_rules(request: Ask, game: str, lang: str) -> Response[bytes]:
    return _exact_rules(get_game(game).id, negotiate(lang)).answer(request)


@cache
def _exact_rules(game: str, lang: str) -> Asset:
    source = family_of(game).exact_rules_page(get_game(game), lang)
    if source is None:
        raise NotFoundError(Reason("no-page"))
    return _html(game, source, lang)


@get(
    "/pages/{game:str}/{name:str}/{lang:str}",
    responses={200: PAGE} | refusals(404),
    summary="Another page that a game's family brings",
    sync_to_thread=False,
)
def page(request: Ask, game: str, name: str, lang: str) -> Response[bytes]:
    if name not in family_of(game).pages():
        raise NotFoundError(Reason("no-page"))
    return _family_page(game, name, negotiate(lang)).answer(request)


@cache
def _family_page(game: str, name: str, lang: str) -> Asset:
    return _html(game, family_of(game).page(name, lang), lang)


def _html(game: str, source: str, lang: str) -> Asset:
    """A page, after a link to the style of its pictures if it has some."""
    read = read_page(get_game(game), source, lang)
    link = f'<link rel="stylesheet" href="/api/pictures/{game}">\n' if read.style else ""
    return text(link + read.html, "text/html")


@get(
    "/pictures/{game:str}",
    responses={200: STYLE} | refusals(),
    summary="The style of the pictures on the pages of a game",
    sync_to_thread=False,
)
def pictures(request: Ask, game: str) -> Response[bytes]:
    return _pictures(get_game(game).id).answer(request)


@cache
def _pictures(game: str) -> Asset:
    return text("".join(dict.fromkeys(page.style for page in _every_page(game))), "text/css")


def _every_page(game_id: str) -> Iterator[Page]:
    game, family = get_game(game_id), family_of(game_id)
    sources = [
        family.rules_page(game, DEFAULT),
        family.exact_rules_page(game, DEFAULT) or "",
        *(family.page(name, DEFAULT) for name in family.pages()),
    ]
    return (read_page(game, source, DEFAULT) for source in sources)


@get(
    "/texts/{lang:str}",
    responses={200: ResponseSpec(dict[str, Any], description="Sentences, or plural forms, by key.")}
    | refusals(),
    summary="Every text of the browser in the first language there is of a list, or in English",
    sync_to_thread=False,
)
def texts(request: Ask, lang: str) -> Response[bytes]:
    return _texts(negotiate(*lang.split(","))).answer(request)


@cache
def _texts(lang: str) -> Asset:
    return _said(
        {k: v for k, v in catalogue(lang).items() if not k.startswith(("cli.", PAGE_TEXTS))}
    )


@get(
    "/texts/{lang:str}/{page:str}",
    responses={200: ResponseSpec(dict[str, Any], description="The same, of one page.")}
    | refusals(404),
    summary="The texts of a page of the browser that few visitors open",
    sync_to_thread=False,
)
def page_texts(request: Ask, lang: str, page: str) -> Response[bytes]:
    if page not in pages_with_texts():
        raise NotFoundError(Reason("no-page"))
    return _page_texts(negotiate(*lang.split(",")), page).answer(request)


@cache
def _page_texts(lang: str, page: str) -> Asset:
    return _said({k: v for k, v in catalogue(lang).items() if k.startswith(f"{PAGE_TEXTS}{page}.")})


def _said(texts: Mapping[str, object]) -> Asset:
    return Asset(msgspec.json.encode(texts), "application/json")


reading_api = Router(
    "/api",
    before_request=check_address,
    route_handlers=[texts, page_texts, rules, exact_rules, page, pictures],
)
