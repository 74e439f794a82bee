"""Reading the rules, during a game and before it, and the way back."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Crowd
from tests.browser.people import GAMES, PHONE, QUICK, Person
from tests.browser.test_everyone import BEYOND

NARROW = (320, 700)
COLOURS = """() => [...document.querySelectorAll("page-text svg [class]")].map(
  one => getComputedStyle(one)).flatMap(({ fill, stroke }) => [fill, stroke])"""


def at_the_table(person: Person, game: str = "quixo") -> None:
    person.visit()
    person.choose(game, QUICK)
    person.press(".play-now")
    person.see("main.table")
    assert person.my_turn()


def test_pictures_wait_for_their_colours(crowd: Crowd) -> None:
    """Until then they would be black."""
    person = crowd.come(PHONE)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    person.page.route("**/api/pictures/*", hold)
    person.visit("/#rules=quixo-teams")
    picture = person.page.locator("page-text figure svg").first
    expect(picture).to_be_attached()
    expect(picture).to_be_hidden()
    held[0].continue_()
    expect(picture).to_be_visible()


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_explained_with_pictures(crowd: Crowd, game: str, lang: str) -> None:
    person = crowd.come(NARROW, locale=lang)
    person.visit(f"/#rules={game}")
    person.see("page-text figure svg")
    person.page.wait_for_load_state("networkidle")
    assert person.page.locator("page-text figure").count() >= 5
    assert person.page.evaluate(BEYOND, NARROW[0]) == []
    assert len(set(person.page.evaluate(COLOURS))) > 5, "the pictures have their style"
    person.press_text("web.rules.exact")
    expect(person.page.locator("page-text figure")).to_have_count(0)
    expect(person.page.locator("page-text li strong").first).to_be_visible()
    assert person.page.evaluate(BEYOND, NARROW[0]) == []
    person.press_text("web.rules.explained")
    person.see("page-text figure svg")


def test_pictures_follow_the_chosen_theme(crowd: Crowd) -> None:
    person = crowd.come(PHONE)
    person.visit("/#rules=qwixx")
    person.see("page-text figure svg")
    person.page.wait_for_load_state("networkidle")
    light = person.page.evaluate(COLOURS)
    person.press(person.page.get_by_label(person.text("web.dark")))
    person.drawn()
    dark = person.page.evaluate(COLOURS)
    assert len(light) == len(dark)
    assert light != dark


def test_there_is_a_way_back_to_the_game(crowd: Crowd) -> None:
    person = crowd.come(PHONE, touch=True)
    at_the_table(person)
    table = person.page.url
    person.press(person.page.get_by_label(person.text("web.menu")))
    person.press_text("web.rules")
    person.see("page-text figure svg")
    person.press("nav a[href^='#rules=big-points']")
    expect(person.page.locator("page-text h1")).to_have_text("Qwixx Big Points")
    person.press("page-text a")
    expect(person.page.locator("page-text h1")).to_have_text("Qwixx")
    person.press_text("web.rules.exact")
    person.see("page-text li strong")
    person.press(".way-back")
    person.see("main.table")
    assert person.page.url == table
    assert person.my_turn()


def test_a_page_opened_outside_a_game_has_no_way_back_to_one(crowd: Crowd) -> None:
    person = crowd.come(PHONE)
    person.visit("/#rules=quixo")
    person.see("page-text figure svg")
    expect(person.page.locator(".way-back")).to_have_count(0)


def test_the_first_page_loads_nothing_for_readers(crowd: Crowd) -> None:
    person = crowd.come(PHONE)
    person.visit()
    person.see(".play-now")
    person.page.wait_for_load_state("networkidle")
    assert not [one for one in person.addresses if "reading" in one or "/api/rules" in one]


@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_wrong_address_is_answered_kindly(crowd: Crowd, lang: str) -> None:
    person = crowd.come(PHONE, locale=lang)
    person.pardon("404")
    person.visit("/nope")
    expect(person.page.locator("h1")).to_have_text(person.text("web.nowhere.title"))
    other = {"es": "en", "en": "es"}[lang]
    person.page.get_by_label(person.text("web.language")).select_option(other)
    person.lang = other
    expect(person.page.locator("h1")).to_have_text(person.text("web.nowhere.title"))
    person.press("main a.go")
    person.see(".play-now")
