"""The first visit: how little has to come, where it comes from, how soon one plays."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.modules import FAMILIES, STATIC
from tests.browser.people import GAMES, PHONE

MOST_BYTES = 150_000


@pytest.mark.parametrize(
    ("place", "sign"),
    [("/", ".play-now"), ("/#print", ".page-of-sheets"), ("/#games", ".my-games .empty")],
)
def test_the_first_page_is_light(crowd: Crowd, place: str, sign: str) -> None:
    person = crowd.come(PHONE)
    client = person.page.context.new_cdp_session(person.page)
    sizes: list[int] = []

    def finished(event: dict[str, Any]) -> None:
        sizes.append(int(event["encodedDataLength"]))

    client.on("Network.loadingFinished", finished)
    client.send("Network.enable")
    person.visit(place)
    person.see(sign)
    person.page.wait_for_load_state("networkidle")
    assert len(sizes) > 20
    assert 10_000 < sum(sizes) <= MOST_BYTES


@pytest.mark.parametrize("game", GAMES)
def test_two_clicks_to_the_first_move(crowd: Crowd, game: str) -> None:
    """The tile, then "Play now": the next click is a move, or a wait for the other's."""
    person = crowd.come(PHONE, touch=True)
    person.visit()
    person.press(f"[data-game={game}]")
    person.press(".play-now")
    assert person.my_turn()
    expect(person.page.locator("dialog[open]")).to_have_count(0)
    expect(person.page.locator(".act .buttons .go")).to_be_in_viewport()


def test_every_module_is_asked_for_at_once(crowd: Crowd) -> None:
    person = crowd.come()
    page = httpx.get(crowd.url, trust_env=False).text
    named = set(re.findall(r'<link rel="modulepreload" href="([^"]+)"', page))
    modules = {f"/static/js/{file.name}" for file in STATIC.glob("js/*.js")}
    modules |= {f"/families/{file.parts[-3]}/{file.name}" for file in FAMILIES.glob("*/web/*.js")}
    assert named == modules
    person.visit()
    person.see(".play-now")
    asked = {address.removeprefix(person.url) for address in person.addresses}
    assert named <= asked
    styles = {f"/static/{file.relative_to(STATIC)}" for file in STATIC.glob("css/*.css")}
    assert styles | {"/families/quixo/view.css", "/families/qwixx/view.css"} <= asked


def test_nothing_comes_from_elsewhere(crowd: Crowd) -> None:
    """No page names another origin; what a page asks for is checked after every test."""
    person = crowd.come()
    for place in ("/", "/#rules=qwixx", "/verify", "/schema"):
        person.visit(place)
        person.page.wait_for_load_state("networkidle")
        foreign = person.page.evaluate(
            """() => [...document.querySelectorAll("[src], link[href]")]
              .map(one => new URL(one.src ?? one.href, location.href))
              .filter(({ protocol, origin }) => protocol !== "data:" && origin !== location.origin)
              .map(String)"""
        )
        assert foreign == [], place
    assert len(person.addresses) > 30
