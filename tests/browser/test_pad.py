"""At a real table: a sheet and a clock that need no server, on one phone."""

import json

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Crowd, wait_for
from tests.browser.people import PHONE, Person
from tests.browser.test_install import installed
from tests.browser.test_trouble import LOST, UNREACHED
from tests.server.process import Server

MINUTE = 60_000
MOST_BYTES = 150_000
"""What the pad adds to the first page."""


def begin(person: Person, game: str, *names: str) -> None:
    """Start a pad for these players from the list of pads."""
    person.visit("/#pad")
    person.press(person.see(f".pads label:has(input[value={game}])"))
    person.see(f".pads form[data-game={game}]")
    count = person.page.locator(f".pads label:has(input[name=count][value='{len(names)}'])")
    if count.count():
        person.press(count)
        person.drawn()
    for seat, name in enumerate(names):
        person.page.locator(f"input[name=name{seat}]").fill(name)
    person.press(".pads form .go")
    person.see(".pad-sheet, .pad-clock")


def cross(person: Person, *actions: str) -> None:
    for action in actions:
        person.press(f".pad-sheet [data-action={action}]")
        expect(person.page.locator(f".pad-sheet [data-action={action}].crossed")).to_be_visible()


def weigh(person: Person) -> list[int]:
    """The bytes of everything that is loaded from now on."""
    sizes: list[int] = []
    client = person.page.context.new_cdp_session(person.page)
    client.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    client.send("Network.enable")
    return sizes


def totals(person: Person) -> list[int]:
    return [int(said.replace("−", "-")) for said in person.texts(".pad-people b")]


def test_a_whole_game_without_a_server(crowd: Crowd, server: Server) -> None:
    """The server is stopped, the page opened anew, two sheets are filled: nothing is lost."""
    person = crowd.come(PHONE, touch=True, locale="es-ES", keeps=True)
    person.pardon(LOST, UNREACHED)
    person.visit()
    person.see(".play-now")
    installed(person)
    server.stop()
    try:
        person.page.reload()
        begin(person, "big-points", "Ana", "Leo")
        cross(person, "r2", "r3", "r4", "ry3", "r5", "r6", "r12")
        person.press("[data-person='1']")
        expect(person.page.locator("[data-person='1']")).to_have_attribute("aria-current", "true")
        expect(person.page.locator("[data-close=r].snapped")).to_be_visible()
        expect(person.page.locator(".red .box.free")).to_have_count(0)
        cross(person, "g12", "g11")
        person.press(".penalties")
        expect(person.page.locator(".penalties .crossed")).to_have_count(1)
        before = totals(person)
        assert before == [36 + 1, 3 - 5]
        person.page.reload()
        person.see(".pad-sheet")
        assert totals(person) == before
        expect(person.page.locator(".box.crossed")).to_have_count(2)
        person.press("[data-tool=undo]")
        expect(person.page.locator(".penalties .crossed")).to_have_count(0)
        person.press("[data-tool=redo]")
        expect(person.page.locator(".penalties .crossed")).to_have_count(1)
        person.press("[data-close=y]")
        expect(person.page.locator(".pad-end")).to_contain_text(person.text("reason.rows-closed"))
        person.press(".pad-end .go")
        expect(person.page.locator("main.compared")).to_be_focused()
        assert person.see(".compared .verdict").inner_text() == "Gana Ana"
        person.page.reload()
        assert person.see(".compared .verdict").inner_text() == "Gana Ana"
        person.visit("/#pad")
        expect(person.page.locator(".played li p")).to_have_text("Ana: 37 puntos · Leo: −2 puntos")
    finally:
        server.start()
    wait_for(server)


def test_the_pad_is_light_and_has_a_shortcut(crowd: Crowd) -> None:
    manifest = httpx.get(f"{crowd.url}/manifest.webmanifest", trust_env=False).json()
    assert [shortcut["url"] for shortcut in manifest["shortcuts"]] == ["/#pad"]
    first, pad = crowd.come(PHONE), crowd.come(PHONE)
    weights = [weigh(person) for person in (first, pad)]
    first.visit()
    first.see(".play-now")
    begin(pad, "big-points", "Ana")
    for person in (first, pad):
        person.page.wait_for_load_state("networkidle")
    before, whole = map(sum, weights)
    assert before + 5_000 < whole <= MOST_BYTES


@pytest.mark.parametrize("lang", ["es", "en"])
def test_a_sheet_by_keyboard(crowd: Crowd, lang: str) -> None:
    person = crowd.come(locale=lang)
    begin(person, "qwixx", "Ana")
    keys = person.page.keyboard
    person.page.locator(".pad-sheet [tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowDown", "Enter", "ArrowRight", "Enter"):
        keys.press(key)
    person.drawn()
    assert person.page.evaluate("document.activeElement.dataset.action") == "y4"
    assert person.texts(".pad-sheet .box.crossed") == ["3", "4"]
    expect(person.page.locator(".pad > [role=status]").first).to_contain_text(
        person.text("web.box", number=4, line=person.text("line.y"))
    )
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    for _ in range(9):
        keys.press("ArrowRight")
    keys.press("Enter")
    person.drawn()
    expect(person.page.locator("[data-close=b]")).to_have_attribute("aria-pressed", "true")
    person.page.locator("[data-tool=undo]").focus()
    keys.press("Enter")
    expect(person.page.locator("[data-close=b]")).to_have_attribute("aria-pressed", "false")
    # The dice of the device, and a score that is not shown.
    person.press("[data-tool=dice]")
    person.press(".pad-dice .go")
    expect(person.page.locator(".pad-dice .sum")).not_to_have_text("–")
    assert person.page.locator(".by-white").count() > 0
    person.press("[data-tool=scores]")
    expect(person.page.locator(".pad .score")).to_have_count(0)


def test_the_dice_come_into_sight(crowd: Crowd) -> None:
    """They lie below a sheet that fills the screen."""
    person = crowd.come(PHONE, touch=True)
    begin(person, "qwixx", "Ana")
    person.press("[data-tool=dice]")
    person.until(
        """() => document.querySelector(".pad-dice .go")?.getBoundingClientRect().bottom
          <= document.querySelector(".pad-tools").getBoundingClientRect().top"""
    )


def test_a_clock_for_four_goes_round(crowd: Crowd) -> None:
    person = crowd.come(PHONE, touch=True)
    begin(person, "quixo-teams", "Ana", "Leo", "Eva", "Max")
    person.press(".zone.p0")
    for player in range(4):
        person.press(f".zone.p{player}.turn")
    person.see(".zone.p0.turn")
    person.press("[data-do=pause]")
    person.see("[data-do=undo]")
    kept = json.loads(person.page.evaluate("localStorage['cruces.pads']"))["quixo-teams"]["state"]
    assert kept["since"] is None
    person.page.reload()
    person.see(".zone.p0.turn")
    person.press("[data-do=undo]")
    person.see(".zone.p3.turn")
    # Time runs out for whoever is to move, also while nobody looks.
    person.page.evaluate(
        """minute => {
          const pads = JSON.parse(localStorage["cruces.pads"]);
          pads["quixo-teams"].state.since = Date.now() - 20 * minute;
          localStorage["cruces.pads"] = JSON.stringify(pads);
        }""",
        MINUTE,
    )
    person.page.reload()
    expect(person.page.locator(".zone.late")).to_contain_text(
        person.text("page.pad.clock.flag", name="Max")
    )
    # Nothing is thrown away unasked.
    person.press("[data-do=close]")
    person.press_text("web.cancel", "dialog")
    expect(person.page.locator(".zone.late")).to_be_visible()
    person.press("[data-do=close]")
    person.press("dialog .go.danger")
    expect(person.page.locator(".pad-clock")).to_have_count(0)
    assert "quixo-teams" not in json.loads(person.page.evaluate("localStorage['cruces.pads']"))
