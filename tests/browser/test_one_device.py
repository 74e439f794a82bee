"""Several people on one device: who they are, and how it goes from hand to hand."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.people import DESKTOP, PHONE, Person

LANDSCAPE = (844, 390)


def gather(person: Person, game: str, names: list[str]) -> None:
    """Say who is here, and start."""
    person.visit()
    person.choose(game)
    person.press_text("web.device")
    for seat, name in enumerate(names):
        person.page.locator(f".one-device input[name=name{seat}]").fill(name)
    person.press(".one-device .go")
    person.see("main.table")


def double_tap(person: Person, selector: str) -> tuple[float, float]:
    """Two taps on the same place, one right after the other; where that was."""
    box = person.see(selector).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tap = person.page.touchscreen.tap if person.touch else person.page.mouse.click
    for _ in range(2):
        tap(x, y)
    return x, y


@pytest.mark.parametrize(
    ("size", "touch"), [(PHONE, True), ((320, 640), True), (LANDSCAPE, True), (DESKTOP, False)]
)
def test_a_double_tap_does_not_pass_for_two(
    crowd: Crowd, size: tuple[int, int], touch: bool
) -> None:
    person = crowd.come(size, touch=touch)
    gather(person, "qwixx", ["Marta", "Ana"])
    assert person.my_turn()
    assert person.see(".sheet h2").inner_text() == "Marta"
    passing = (
        ".act [data-action=pass]"
        if person.page.locator(".act [data-action=pass]").count()
        else ".act .go"
    )
    x, y = double_tap(person, passing)
    taken = person.see(".handover .go")
    assert person.text("web.pass-to", name="Ana") in person.see(".handover h1").inner_text()
    # What Marta has chosen is nowhere, and neither is what she chose from.
    expect(person.page.locator(".sheet, .act, .seats")).to_have_count(0)
    box = taken.bounding_box()
    assert box is not None
    inside = box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"]
    assert not inside, "the button is where the finger is"
    state = person.ask(f"/api/matches/{person.match}")
    assert [seat["decided"] for seat in state["seats"]] == [True, False]
    person.press(taken)
    assert person.see(".sheet h2").inner_text() == "Ana"
    assert person.see(".act .todo .who").inner_text() == "Ana"


def test_the_device_is_not_passed_more_often_than_needed(crowd: Crowd) -> None:
    """Whoever has it goes on while there is something for them to do."""
    person = crowd.come()
    names = ["Marta", "Ana"]
    gather(person, "qwixx", names)
    holders: list[str] = []
    while person.my_turn() and len(holders) < 9:
        holder = person.see(".act .todo .who").inner_text()
        to_act = person.ask(f"/api/matches/{person.match}")["to_act"]
        assert names.index(holder) in to_act
        if holders and names.index(holders[-1]) in to_act:
            assert holder == holders[-1]
        holders.append(holder)
        person.cross(passing=1)
    assert set(holders) == set(names)


def test_by_keyboard_the_button_to_take_it_has_the_focus(crowd: Crowd) -> None:
    person = crowd.come()
    gather(person, "qwixx", ["Marta", "Ana"])
    assert person.my_turn()
    passing = person.page.locator(".act [data-action=pass], .act .go").first
    passing.focus()
    person.page.keyboard.press("Enter")
    expect(person.see(".handover .go")).to_be_focused()
    person.see(".handover .go[aria-disabled=false]")
    person.page.keyboard.press("Enter")
    person.see(".sheet")
    person.until("() => document.activeElement.matches('main, main *')")


def test_a_reload_does_not_show_what_was_chosen(crowd: Crowd) -> None:
    person = crowd.come()
    gather(person, "qwixx", ["Marta", "Ana"])
    assert person.my_turn()
    person.cross(passing=1)
    person.see(".handover")
    person.page.reload()
    person.see(".handover")
    expect(person.page.locator(".sheet")).to_have_count(0)


def test_where_nothing_is_hidden_the_board_stays(crowd: Crowd) -> None:
    person = crowd.come(PHONE, touch=True)
    gather(person, "quixo", ["Marta", "Ana"])
    for turn in range(4):
        assert person.my_turn()
        expect(person.page.locator(".handover")).to_have_count(0)
        name = ["Marta", "Ana"][turn % 2]
        expect(person.page.locator(".act .todo .who")).to_have_text(name)
        expect(person.page.locator(".plate.active")).to_contain_text(name)
        person.push()


def test_names_are_kept_and_shown_in_the_list(crowd: Crowd) -> None:
    person = crowd.come(PHONE, touch=True, locale="es-ES")
    gather(person, "qwixx", ["Marta", ""])
    assert person.my_turn()
    person.visit("/#")
    listed = person.see(".continue li a")
    expect(listed).to_contain_text("Marta")
    expect(listed).to_contain_text(person.text("web.player", number=2))
    expect(listed.locator(".when")).to_contain_text(":")
    person.press_text("web.device")
    field = person.page.locator(".one-device input[name=name0]")
    assert field.input_value() == "Marta"
    person.press(".one-device label:has(input[value='3'])")
    expect(person.page.locator(".one-device input[name=name2]")).to_be_visible()
