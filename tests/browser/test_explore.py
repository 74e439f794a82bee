"""Any position, set up by tapping: what every action is worth there, and what follows."""

from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from cruces.games.quixo.rules import QUIXO
from tests.browser.conftest import Crowd
from tests.browser.people import PHONE, Person
from tests.browser.test_keyboard import ON, key, tab_to

SMALL = "/#explore=quixo&size=3"
OPEN = "/#explore=quixo&position=X..O./...../O..../X...O/OXX.O+X+11"
"""A position of which no table knows anything."""
PAPER = "/#explore=qwixx&position=r3+|+g12+;+p2+white+w41+r3+y5+g2+b6"
ADDRESS = "part => new URLSearchParams(location.hash.slice(1)).get('position')?.startsWith(part)"
MOST_BYTES = 40_000


def position(person: Person) -> str:
    """The position in the address."""
    return parse_qs(person.page.url.partition("#")[2])["position"][0]


def lies(person: Person, written: str) -> None:
    """Wait until this is the position, as the server writes it."""
    person.until(ADDRESS, written)


def put(person: Person, square: str, cube: int) -> None:
    """Put a cube on a square, as a player marks it."""
    person.press(f"label:has(input[name=brush][value='{cube}'])")
    person.press(f".cube[data-square={square}]")


def analyse(person: Person) -> None:
    person.press(".about-it > .go")
    person.see(".values button")


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_every_push_of_a_position_that_is_tapped(crowd: Crowd, locale: str) -> None:
    person = crowd.come(PHONE, touch=True, locale=locale)
    person.visit()
    person.press("a[href='#explore']")
    person.see(".about-it")
    person.page.locator(".what select").select_option("quixo")
    person.see(".cube")
    person.press(".about-it details summary")
    person.page.locator("select[name=size]").select_option("3")
    person.until("() => document.querySelectorAll('.cube').length === 9")
    put(person, "a1", 1)
    put(person, "c3", 2)
    put(person, "b2", 2)
    put(person, "b2", 2)  # once more takes it away
    person.press("label:has(input[name=mover][value='1'])")
    lies(person, "X../.../..O O 4")
    analyse(person)
    state = QUIXO.parse_position("X../.../..O O 4")
    legal = [QUIXO.format_action(action) for action in QUIXO.legal(state, 1)]
    # A board that is solved: all is proven, on the board and in the list.
    able = {action[:2] for action in legal}
    expect(person.page.locator(".cube.can .value.exact")).to_have_count(len(able))
    person.press(".about-it .all")
    listed = person.page.locator(".values button")
    expect(listed).to_have_count(len(legal))
    assert {one.get_attribute("data-move") for one in listed.all()} == set(legal)
    assert person.texts(".known") == [person.text("page.explore.proven")]
    person.press(".cube[data-square=b3]")
    expect(person.page.locator(".end.valued.exact")).to_have_count(3)
    person.press(".end[data-end=b1]")
    expect(person.page.locator("[data-play='b3>b1']")).to_be_visible()
    person.press(".end[data-end=b1]")
    after = QUIXO.apply(state, 1, QUIXO.parse_action("b3>b1"))
    lies(person, QUIXO.format_position(after))
    expect(person.page.locator(".tried")).to_have_text(["b3›b1"])
    person.press("[data-step=undo]")
    lies(person, "X../.../..O O 4")
    # The address is all that somebody else needs.
    person.page.reload()
    expect(person.page.locator(".cube.can .value.exact")).to_have_count(len(able))


def test_the_best_line_is_stepped_through(crowd: Crowd) -> None:
    person = crowd.come()
    person.visit(OPEN)
    person.see("[data-arrow]")
    person.press_text("page.explore.follow")
    tried = person.page.locator(".tried button")
    expect(tried.nth(1)).to_be_visible()
    expect(tried.first).to_have_attribute("aria-current", "step")
    person.press("[data-step=redo]")
    expect(tried.nth(1)).to_have_attribute("aria-current", "step")
    second = position(person)
    person.press("[data-step=undo]")
    assert position(person) != second
    expect(person.page.locator(".cube.can .value").first).to_be_visible()


def test_a_moment_of_a_finished_game_is_explored(crowd: Crowd) -> None:
    person = crowd.come(PHONE)
    person.finish_small()
    person.visit(f"/#game={person.match}&at=2")
    person.press(".moment a[href^='#explore=']")
    expect(person.page.locator(".explore .cube")).to_have_count(9)
    expect(person.page.locator(".cube.can .value.exact").first).to_be_visible()
    assert QUIXO.parse_position(position(person)).ply == 2


def test_setting_up_and_playing_by_keys(crowd: Crowd) -> None:
    person = crowd.come()
    person.visit(SMALL)
    person.see(".cube")
    tab_to(person, ".cube")
    key(person, "x", "ArrowRight", "o", "ArrowDown", "o", "Delete")
    lies(person, "XO./.../... X 3")
    tab_to(person, ".about-it > .go")
    key(person, "Enter")
    person.see(".values button")
    tab_to(person, ".values button", back=True)
    key(person, "Enter")
    tab_to(person, "[data-play]")
    key(person, "Enter")
    expect(person.page.locator(".tried button")).to_have_count(1)
    person.page.locator("[data-step=undo]").focus()
    key(person, "ArrowLeft")
    lies(person, "XO./.../... X 3")
    assert person.page.evaluate(ON, "[data-step=undo]")


def test_sheets_and_dice_that_are_tapped(crowd: Crowd) -> None:
    person = crowd.come()
    person.visit(PAPER)
    person.see(".values button")
    assert len(person.texts(".values button")) == 5
    assert all("%" in said for said in person.texts(".values button"))
    assert person.texts(".why")
    person.press("label:has(input[name=whose][value='1'])")
    expect(person.page.locator(".paper-editor h2")).to_have_text(
        person.text("web.player", number=2)
    )
    person.see(".values button")
    person.press("label:has(input[value=set-up])")
    person.press("[data-box=r5]")
    person.press("[data-box=y2]")
    person.press("[data-box=r5]")
    person.press("label:has(input[name=about][value='1'])")
    person.press(".penalties button >> nth=1")
    lies(person, "r3 y2 | g12 p2 ; p2 white w41 r3 y5 g2 b6")
    person.press(person.page.get_by_label(person.text("page.explore.players.more")))
    person.press("[data-die=b]")
    person.page.keyboard.press("5")
    person.press("label:has(input[name=active][value='0'])")
    lies(person, "r3 y2 | g12 p2 | - ; p1 white w41 r3 y5 g2 b5")
    person.press("[data-box=g11]")
    person.press("[data-box=g7]")
    person.press("label:has(input[name=about][value='0'])")
    person.press("[data-box=b5]")
    person.press("label:has(input[name=phase][value=colour])")
    person.press("label:has(input[name=first][value=b5])")
    lies(person, "r3 y2 b5 | g12,11,7 p2 | - ; p1 colour w41 r3 y5 g2 b5 : b5")
    analyse(person)
    assert person.page.locator("[data-move=pass]").count() == 1


def test_a_position_that_cannot_be_is_refused_in_words(crowd: Crowd) -> None:
    person = crowd.come(locale="es-ES")
    person.pardon("400")
    person.visit("/#explore=qwixx")
    person.press(person.see(".penalties button >> nth=3"))
    expect(person.page.locator(".why-not")).to_have_text(person.text("error.qwixx-over"))
    expect(person.page.locator(".about-it > .go")).to_have_attribute("aria-disabled", "true")
    person.press("[data-step=undo]")
    expect(person.page.locator(".why-not")).to_have_count(0)
    person.press("[data-box=r12]")
    expect(person.page.locator(".why-not")).to_have_text(person.text("error.needs-five"))
    expect(person.page.locator("[data-die=r]")).to_have_count(0)


@pytest.mark.parametrize("game", ["quixo-teams", "big-points"])
def test_the_page_is_light(crowd: Crowd, game: str) -> None:
    """What it adds to the first page, for a browser that keeps nothing."""
    person = crowd.come(PHONE)
    person.visit()
    person.see(".play-now")
    person.page.wait_for_load_state("networkidle")
    client = person.page.context.new_cdp_session(person.page)
    sizes: list[int] = []
    client.on(
        "Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"]))
    )
    client.send("Network.enable")
    person.visit(f"/#explore={game}")
    person.see(".about-it > .go[aria-disabled=false]")
    person.page.wait_for_load_state("networkidle")
    assert 5_000 < sum(sizes) <= MOST_BYTES
