"""Hints while one plays, and the value of every move afterwards."""

import re

import pytest
from playwright.sync_api import Route, expect

from cruces.players.names import bot_name
from tests.browser.conftest import Crowd
from tests.browser.people import DESKTOP, PHONE
from tests.browser.test_rooms import arrive


@pytest.mark.parametrize(("size", "touch"), [(DESKTOP, False), (PHONE, True)])
def test_a_hint_can_be_played(crowd: Crowd, size: tuple[int, int], touch: bool) -> None:
    person = crowd.come(size, touch=touch)
    person.play("quixo")
    assert person.my_turn()
    person.press(".hint")
    person.see(".values button")
    legal = person.ask(f"/api/matches/{person.match}")["legal"]["0"]
    named = [
        button.get_attribute("data-move") for button in person.page.locator(".values button").all()
    ]
    assert len(named) == 3
    assert set(named) <= set(legal)
    assert person.told.startswith("Hint: ")
    for rank, words in enumerate(person.texts(".values button"), 1):
        assert re.search(rf"^{rank}\n.*(\d %|wins|draws|loses)", words, re.DOTALL), words
    person.press(".values button")
    person.press("[data-push]")
    expect(person.page.locator(".moves span").first).to_have_text(str(named[0]).replace(">", "›"))
    assert person.actions()[0] == (0, named[0])
    expect(person.page.locator(".values")).to_have_count(0)


def test_a_hint_by_keyboard(crowd: Crowd) -> None:
    """The focus goes on to what was found, and from there to the push."""
    person = crowd.come()
    person.play("quixo")
    assert person.my_turn()
    person.page.locator(".hint").focus()
    person.page.keyboard.press("Enter")
    first = person.page.locator(".values button").first
    expect(first).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(first).to_have_attribute("aria-pressed", "true")
    action = first.get_attribute("data-move")
    person.page.locator("[data-push]").focus()
    person.page.keyboard.press("Enter")
    expect(person.page.locator(".moves span").first).to_have_text(str(action).replace(">", "›"))
    assert person.actions()[0] == (0, action)


@pytest.mark.parametrize(("size", "touch"), [(DESKTOP, False), (PHONE, True)])
@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_a_hint_in_qwixx_names_the_best_crosses_and_says_why(
    crowd: Crowd, size: tuple[int, int], touch: bool, locale: str
) -> None:
    person = crowd.come(size, touch=touch, locale=locale)
    person.play("qwixx")
    assert person.my_turn()
    while not person.page.locator(".hint").count():  # nothing to cross with these dice
        person.press(".buttons .go")
        assert person.my_turn()
    person.press(".hint")
    person.see(".values button")
    legal = person.ask(f"/api/matches/{person.match}")["legal"]["0"]
    buttons = person.page.locator(".values button")
    named = [button.get_attribute("data-move") for button in buttons.all()]
    assert set(named) <= set(legal)
    assert all("%" in words for words in person.texts(".values button"))
    [why] = person.texts(".why")
    assert re.fullmatch(r"[^:]+: .+\.", why)
    assert person.told.startswith(person.text("web.hint"))
    crossing = next(at for at, action in enumerate(named) if action != "pass")
    buttons.nth(crossing).click()
    expect(buttons.nth(crossing)).to_have_attribute("aria-pressed", "true")
    person.press(".buttons .go")
    assert person.my_turn()  # once all have chosen
    assert (0, named[crossing]) in person.actions()


def test_a_hint_is_not_there_where_other_people_play(crowd: Crowd) -> None:
    host, guest = crowd.come(), crowd.come()
    host.visit()
    host.choose("quixo")
    arrive(host, [guest])
    assert host.my_turn()
    expect(host.page.locator(".cube.can").first).to_be_visible()
    expect(host.page.locator(".hint")).to_have_count(0)
    host.pardon("409")
    status = host.page.evaluate(
        """async ([match, token]) => {
          const answer = await fetch(`/api/matches/${match}/hint`, { method: "POST",
            headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
            body: JSON.stringify({ seat: 0 }) });
          return [answer.status, (await answer.json()).reason];
        }""",
        [host.match, host.token],
    )
    assert status == [409, "no-hints"]


def test_the_game_goes_on_while_a_hint_is_sought(crowd: Crowd) -> None:
    """Whoever does not wait plays, and the late hint does not come to another position."""
    person = crowd.come()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    person.page.route("**/hint", hold)
    person.play("quixo")
    assert person.my_turn()
    person.press(".hint")
    expect(person.page.locator(".pondering")).to_have_text(person.text("web.hint.thinking"))
    person.push()
    assert person.my_turn()
    expect(person.page.locator(".values, .act .pondering")).to_have_count(0)
    assert len(held) == 1


def test_a_robot_that_takes_its_time_is_said_to_think(crowd: Crowd) -> None:
    person = crowd.come()
    person.visit()
    person.choose("quixo-teams")
    person.page.locator(".levels select").select_option("level-8")
    person.press(".play-now")
    assert person.my_turn()
    person.push()
    name = bot_name(1, person.lang)
    thinking = person.text("web.thinking", name=name)
    expect(person.page.locator(".act .todo")).to_have_text(thinking)
    person.until("said => document.querySelector('#told').textContent === said", thinking)
    assert person.my_turn()


@pytest.mark.rule("T2")
def test_in_teams_hints_and_values_say_where_the_dot_points(crowd: Crowd) -> None:
    person = crowd.come()
    person.play("quixo-teams")
    assert person.my_turn()
    person.press(".hint")
    person.see(".values button")
    legal = person.ask(f"/api/matches/{person.match}")["legal"]["0"]
    named = [str(b.get_attribute("data-move")) for b in person.page.locator(".values button").all()]
    assert len(named) == 3
    assert set(named) <= set(legal)
    person.press(".values button")
    person.press("[data-push]")  # with the dot of the hint
    expect(person.page.locator(".moves span").first).to_contain_text("•")
    assert person.actions()[0] == (0, named[0])
    person.play_out()
    person.press(".result .look-back")
    person.see(".timeline")
    person.page.keyboard.press("Home")
    person.see(".values")
    assert len(person.texts(".cube .value")) == 16
    person.press(".cube[data-square=a1]")
    expect(person.page.locator(".end.valued")).to_have_count(2)
