"""A game whose family brings no view of its own: it can be played all the same."""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Crowd
from tests.browser.people import DESKTOP, PHONE, QUICK, Person
from tests.browser.test_everyone import BEYOND


def without_views(person: Person, view: str | None = None) -> None:
    """Let the server say that no family has a view, or one that is not there."""

    def answer(route: Route) -> None:
        games: list[dict[str, Any]] = route.fetch().json()
        route.fulfill(json=[{**game, "view": view} for game in games])

    person.page.route("**/api/games", answer)
    person.pardon("preloaded using link preload but not used")  # the styles of the views


@pytest.mark.parametrize(("size", "touch"), [(DESKTOP, False), (PHONE, True)])
def test_a_game_to_its_end(crowd: Crowd, size: tuple[int, int], touch: bool) -> None:
    person = crowd.come(size, touch=touch)
    without_views(person)
    person.visit()
    person.choose("quixo", QUICK)
    person.option("option.size", "3")
    person.press(".play-now")
    person.see("main.table .position")
    for _ in range(100):
        if not person.my_turn():
            break
        legal = person.ask(f"/api/matches/{person.match}")["legal"]["0"]
        buttons = person.page.locator(".plain-actions [data-action]")
        assert [one.get_attribute("data-action") for one in buttons.all()] == legal
        assert person.page.evaluate(BEYOND, size[0]) == []
        person.press(person.any_of(".plain-actions [data-action]"))
        person.drawn()
    result = person.record()["result"]
    scores = [int(said.replace("−", "-")) for said in person.texts(".result .final td")]
    order = sorted(range(2), key=lambda seat: result["places"][seat])
    assert scores == [result["scores"][seat] for seat in order]
    person.look_back()


def test_actions_are_in_the_servers_words(crowd: Crowd) -> None:
    person = crowd.come(locale="es-ES")
    without_views(person)
    person.play("qwixx")
    assert person.my_turn()
    state = person.ask(f"/api/matches/{person.match}")
    assert len(person.texts(".plain-actions [data-action]")) == len(state["legal"]["0"])
    expect(person.page.locator("[data-action=pass]")).to_have_text(person.text("why.pass"))
    expect(person.page.locator(".position")).to_have_text(state["position"])


def test_a_view_that_cannot_be_loaded_is_left_out(crowd: Crowd) -> None:
    person = crowd.come()
    person.pardon("404", "no-such-view", "view.css")
    without_views(person, "/families/none/no-such-view.js")
    person.play("quixo")
    assert person.my_turn()
    person.press(person.any_of(".plain-actions [data-action]"))
    assert person.my_turn()
    assert len(person.actions()) >= 2
