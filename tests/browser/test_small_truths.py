"""Small things at the table that have to be true: what is said, what closes, what waits."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.people import PHONE, QUICK, Person

OPEN = "dialog[open]"
# Whether the sum, the choices and the buttons could be seen while the dice were rolling.
WATCH_DICE = """
  window.seen = { rolls: 0, early: 0 };
  addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    if (!document.body.classList.contains("dice-roll")) return;
    window.seen.rolls += 1;
    for (const one of document.querySelectorAll(".dice .sum, .act .choices, .act .buttons"))
      if (getComputedStyle(one).opacity !== "0") window.seen.early += 1;
  }).observe(document.body, { attributes: true, attributeFilter: ["class"] }));
"""
BUZZES = """
  window.buzzes = [];
  Navigator.prototype.vibrate = function (pattern) { window.buzzes.push(pattern); return true; };
"""


def menu(person: Person) -> None:
    person.press(person.page.get_by_label(person.text("web.menu")))
    person.see(OPEN)


def start(person: Person, game: str, seats: str = "") -> None:
    person.visit()
    person.choose(game, QUICK)
    if seats:
        person.option("web.players", seats)
    person.press(".play-now")
    person.see("main.table")
    assert person.my_turn()


@pytest.mark.parametrize(
    ("game", "seats", "key"),
    [
        ("qwixx", "2", "web.resign.two"),
        ("qwixx", "3", "web.resign.paper"),
        ("quixo", "", "web.resign.two"),
        ("quixo-teams", "", "web.resign.wood"),
    ],
)
def test_what_resigning_does_is_said(crowd: Crowd, game: str, seats: str, key: str) -> None:
    person = crowd.come(PHONE)
    start(person, game, seats)
    menu(person)
    person.press_text("web.resign", "dialog")
    question = person.see(f".dialog.question {OPEN}")
    expect(question.locator("p")).to_have_text(person.text(key))


def test_back_closes_a_dialog_first(crowd: Crowd) -> None:
    person = crowd.come(PHONE)
    start(person, "quixo")
    table = person.page.url
    for _ in range(2):
        menu(person)
        person.page.go_back()
        expect(person.page.locator(OPEN)).to_have_count(0)
        assert person.page.url == table
        person.see("main.table")
    # One that is closed by its button leaves no trace: the next way back leaves the table.
    menu(person)
    person.press(f"{OPEN} header button")
    expect(person.page.locator(OPEN)).to_have_count(0)
    person.page.go_back()
    person.see(".play-now")


def test_back_from_the_rules_leads_to_the_table(crowd: Crowd) -> None:
    person = crowd.come(PHONE)
    start(person, "quixo")
    table = person.page.url
    menu(person)
    person.press_text("web.rules")
    person.see("page-text figure")
    person.page.go_back()
    person.see("main.table")
    assert person.page.url == table
    expect(person.page.locator(OPEN)).to_have_count(0)


def test_dice_settle_before_their_sum_is_shown(crowd: Crowd) -> None:
    person = crowd.come(PHONE, motion=True)
    person.page.add_init_script(WATCH_DICE)
    start(person, "qwixx", "2")
    for _ in range(3):
        person.decide()
        if not person.my_turn():
            break
    person.until("() => !document.body.classList.contains('dice-roll')")
    expect(person.page.locator(".dice .sum")).to_have_css("opacity", "1")
    seen = person.page.evaluate("window.seen")
    assert seen["rolls"] > 0
    assert seen["early"] == 0


def test_devices_that_can_vibrate_unless_sounds_are_off(crowd: Crowd) -> None:
    person = crowd.come(PHONE, touch=True)
    person.page.add_init_script(BUZZES)
    start(person, "quixo")
    person.decide()
    assert person.my_turn()
    person.until("() => window.buzzes.length > 0")
    menu(person)
    person.press(person.page.get_by_label(person.text("web.sound")))
    person.press(f"{OPEN} header button")
    before = person.page.evaluate("window.buzzes.length")
    person.decide()
    assert person.my_turn()
    assert person.page.evaluate("window.buzzes.length") == before
