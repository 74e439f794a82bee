"""For everyone: who listens, needs large letters, has a small screen or big fingers."""

from collections.abc import Callable
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

from tests.browser.conftest import Crowd
from tests.browser.people import DESKTOP, GAMES, PHONE, QUICK, Person
from tests.browser.test_dice import CheatingServer, begin, other_promise
from tests.browser.test_my_games import MANY, remember
from tests.browser.test_pad import begin as begin_pad
from tests.browser.test_pad import cross

NARROW = (360, 740)
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
LOADED = Axe("0")
"""Axe in a page that has it already."""
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]},
    "resultTypes": ["violations"],
}

# What reaches beyond the edge of the screen and cannot be scrolled to inside of something.
BEYOND = """width => {
  const held = element => {
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement)
      if (getComputedStyle(up).overflowX !== "visible") return true;
    return false;
  };
  const found = [...document.body.querySelectorAll("*")].filter(element => {
    if (!element.checkVisibility()) return false;
    const { left, right, width: wide, height } = element.getBoundingClientRect();
    return wide > 1 && height > 1 && (right > width + 1 || left < -1)
      && !element.closest(".unseen, svg") && !held(element);
  }).map(element => `${element.tagName}.${element.className}`);
  const scroll = document.documentElement.scrollWidth;
  return scroll > width ? [`scrolls to ${scroll}`, ...found] : found;
}"""

# What can be pressed and is hard to hit. Links within a sentence are as high as its letters.
SMALL = """() => [...document.querySelectorAll(
    "button, a[href], select, input:not([type=radio]), summary, label:has([type=radio])")]
  .filter(one => one.checkVisibility() && !one.disabled && !one.closest("p, dialog:not([open])"))
  .filter(one => !one.matches(".box, footer a"))
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.max(width, height) < 44 || Math.min(width, height) < 24)
  .map(([one, { width, height }]) => `${one.outerHTML.slice(0, 90)} ${width}x${height}`)"""

# Each box that can be crossed has a large twin among the things to do.
TWINS = """() => [...document.querySelectorAll(".box.can")].every(
  box => [...document.querySelectorAll(".choice")].some(
    twin => twin.ariaLabel.split(",")[0] === box.ariaLabel.split(",")[0]
      && twin.getBoundingClientRect().height >= 44))"""

# Whether what there is to do stands below what is said about it.
BELOW_THE_WORDS = """() => {
  const [words, ...rest] = document.querySelectorAll(".act .todo, .act .choices, .act .buttons");
  const end = words.getBoundingClientRect().bottom;
  return rest.every(one => {
    const { top, left } = one.getBoundingClientRect();
    return top >= end || left >= words.getBoundingClientRect().right;
  });
}"""

UNCOVERED = """one => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


def home(person: Person) -> None:
    person.visit()
    person.see(".play-now")
    person.press("details.more summary")


def gathering(person: Person) -> None:
    person.visit()
    person.choose("quixo-teams")
    person.press_text("web.friends")
    person.see(".only-here")
    person.press(".bare")
    person.see(".figures")


def at(game: str) -> Callable[[Person], None]:
    """A table where one has to choose."""

    def sit(person: Person) -> None:
        person.play(game)
        for _ in range(2):  # in teams of four nobody can have five marks by then
            assert person.my_turn()
            person.decide()
        assert person.my_turn()
        if person.page.locator(".cube.can").count():
            person.press(person.any_of(".cube.can"))
            person.see(".end")

    return sit


def rules(game: str) -> Callable[[Person], None]:
    def read(person: Person) -> None:
        person.visit(f"/#rules={game}")
        person.see("page-text figure svg")
        person.page.wait_for_load_state("networkidle")

    return read


def exact_rules(person: Person) -> None:
    person.visit("/#rules=big-points/exact&table=any")
    person.see("main.reading table")


def printing(person: Person) -> None:
    person.visit("/#print")
    person.see(".page-of-sheets")


def nowhere(person: Person) -> None:
    person.pardon("404")
    person.visit("/nope")
    person.see("main h1")


def proof(person: Person) -> None:
    person.visit("/#page=quixo/proof")
    person.see("main.reading table")


def devices(person: Person) -> None:
    person.visit("/#devices")
    person.see(".devices [data-device]")
    person.press_text("web.devices.show")
    person.see(".devices .only-here")


def pad(person: Person) -> None:
    begin_pad(person, "big-points", "Ana", "Leo")
    cross(person, "r2", "r3", "ry3", "g12")
    person.press("[data-close=y]")
    person.press("[data-tool=dice]")
    person.press(person.see(".pad-dice .go"))


def pads(person: Person) -> None:
    pad(person)
    person.press("[data-tool=finish]")
    person.see(".compared")
    begin_pad(person, "quixo", "Ana", "Leo")
    person.visit("/#pad")
    person.see(".played")


def clocks(person: Person) -> None:
    begin_pad(person, "quixo-teams", "Ana", "Leo", "Eva", "Max")
    person.press(".zone.p0")
    person.see(".zone.turn")


def who_closes(person: Person) -> None:
    begin_pad(person, "qwixx", "Ana")
    cross(person, "r2", "r3", "r4", "r5", "r6")
    person.press("[data-close=r]")
    person.see(".dialog.question dialog[open]")


def signing_out(person: Person) -> None:
    devices(person)
    person.press(".devices [data-device] button")
    person.see(".dialog.question dialog[open]")


def over(person: Person) -> None:
    """The quickest end: passing, until there are four penalties."""
    person.play("qwixx")
    while person.my_turn():
        person.cross(passing=1)
    person.see(".result .final")


def coached(person: Person) -> None:
    over(person)
    person.look_back()


def coached_on_wood(person: Person) -> None:
    person.visit()
    person.choose("quixo", QUICK)
    person.option("option.size", "3")
    person.press(".play-now")
    person.see("main.table")
    person.play_out()
    person.look_back()


def saved(person: Person) -> None:
    over(person)
    person.visit(f"/#saved={person.match}")
    person.see("main.saved .rows")


def my_games(person: Person) -> None:
    remember(person, MANY)
    person.page.locator("select[name=game]").select_option("qwixx")
    person.see(".plot")


def verify(person: Person) -> None:
    over(person)
    person.visit(f"/verify#match={person.match}")
    person.see("#verdict.good")


def cheated(person: Person) -> None:
    """The warning that the server does not keep its promise about the dice."""
    server = CheatingServer(person, other_promise)
    begin(person)
    server.cheats = True
    person.page.reload()
    person.see(".alarm")
    person.my_turn()


def resigning(person: Person) -> None:
    menu(person)
    person.press_text("web.resign", "dialog")
    person.see(".dialog.question dialog[open]")


def menu(person: Person) -> None:
    at("quixo")(person)
    person.press(f"button[aria-label={person.text('web.menu')}]")
    person.see(".dialog.menu dialog[open]")


def chat(person: Person) -> None:
    at("qwixx")(person)
    person.press(f"button[aria-label={person.text('web.chat')}]")
    person.press(person.see(".phrases button"))
    person.see(".lines .own")


def hint(person: Person) -> None:
    person.play("quixo")
    assert person.my_turn()
    person.press(".hint")
    person.press(person.see(".values button"))


def hint_with_dice(person: Person) -> None:
    person.play("qwixx")
    assert person.my_turn()
    while not person.page.locator(".hint").count():  # nothing to cross with these dice
        person.press(".buttons .go")
        assert person.my_turn()
    person.press(".hint")
    person.see(".values button")
    person.see(".why")


def looking_back(person: Person) -> None:
    """A finished game on a small board, one move before its end, with a cube in the hand."""
    person.finish_small()
    person.press(".act .text-link")
    person.press("[data-step=previous]")
    person.see(".values")
    person.press(".cube.can")
    person.see(".end.valued")


def sheet(person: Person) -> None:
    at("big-points")(person)
    person.press(".seat[data-seat='1']")
    person.see(".dialog.sheet dialog[open]")


def who_is_here(person: Person) -> None:
    person.visit()
    person.choose("qwixx")
    person.press_text("web.device")
    person.see(".one-device dialog[open]")


def handed_over(person: Person) -> None:
    who_is_here(person)
    person.press(".one-device .go")
    assert person.my_turn()
    person.press(".act [data-action=pass], .act .go")
    person.see(".handover .go[aria-disabled=false]")


def learning(person: Person) -> None:
    person.visit("/#learn")
    person.see(".learn .grades")


def practising(place: str) -> Callable[[Person], None]:
    """A task, after something wrong was tried."""

    def open_page(person: Person) -> None:
        person.visit(f"/#learn={place}")
        person.see(".lesson ~ .table .act .buttons")
        person.decide()
        person.see(".said")

    return open_page


def exploring(person: Person) -> None:
    """A cube in the hand, and what is known of every push."""
    person.visit("/#explore=quixo-teams&size=3&position=1../.3./..2+4+4")
    person.see(".values button")
    person.press(".cube.can")
    person.see(".end.valued")
    person.press(".about-it .all")


def setting_up(person: Person) -> None:
    person.visit("/#explore=big-points")
    person.press(person.see("[data-box=r3]"))
    person.press("[data-box=ry3]")
    person.press(".about-it summary >> nth=1")


PAGES: dict[str, Callable[[Person], None]] = {
    "devices": devices,
    "home": home,
    "gathering": gathering,
    **{game: at(game) for game in GAMES},
    **{f"rules of {game}": rules(game) for game in GAMES},
    "exact rules": exact_rules,
    "printing": printing,
    "learning": learning,
    "course": practising("quixo/course"),
    "exercise": practising("qwixx/150"),
    "nowhere": nowhere,
    "proof": proof,
    "saved": saved,
    "my games": my_games,
    "verify": verify,
    "cheated": cheated,
    "hint": hint,
    "hint with dice": hint_with_dice,
    "looking back": looking_back,
    "handed over": handed_over,
    "exploring": exploring,
    "setting up": setting_up,
    "pads": pads,
    "score pad": pad,
    "clocks": clocks,
}
DIALOGS: dict[str, Callable[[Person], None]] = {
    "who closes a row": who_closes,
    "signing out": signing_out,
    "who is here": who_is_here,
    "menu": menu,
    "chat": chat,
    "sheet": sheet,
    "resigning": resigning,
    "result": over,
    "looking back at qwixx": coached,
    "looking back at quixo": coached_on_wood,
}


def violations(person: Person, axe: Axe) -> list[str]:
    """What axe finds."""
    found: dict[str, Any] = axe.run(person.page, options=RULES).response
    return [
        f"{one['id']}: {node['target']} {node['html'][:160]} {node['failureSummary'][:300]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("name", [*PAGES, *DIALOGS])
def test_nobody_is_shut_out(crowd: Crowd, name: str) -> None:
    """Nothing lies beyond a small phone's edge, fingers hit what they mean, axe is content."""
    person = crowd.come(NARROW, touch=True)
    (PAGES | DIALOGS)[name](person)
    person.drawn()
    found: dict[str, list[str]] = {
        "beyond the edge": person.page.evaluate(BEYOND, NARROW[0]),
        "too small": person.page.evaluate(SMALL),
    }
    assert person.page.evaluate(TWINS)
    axe = Axe()
    for width, height in (PHONE, DESKTOP):
        person.page.set_viewport_size({"width": width, "height": height})
        for scheme in SCHEMES:
            person.page.emulate_media(color_scheme=scheme)
            person.drawn()
            found[f"{scheme} {width}"] = violations(person, axe)
            axe = LOADED
    assert not any(found.values()), found


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.parametrize("game", ["qwixx", "quixo-teams"])
def test_letters_twice_as_large(crowd: Crowd, game: str, size: tuple[int, int]) -> None:
    person = crowd.come(size)
    larger = "document.documentElement.style.fontSize = '200%'"
    person.page.add_init_script(f"addEventListener('DOMContentLoaded', () => {larger})")
    person.visit()
    person.choose(game, QUICK)
    assert person.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert person.page.evaluate(BEYOND, size[0]) == []
    person.press(".play-now")
    person.see("main.table")
    for _ in range(3):
        assert person.my_turn()
        assert person.page.evaluate(BEYOND, size[0]) == []
        assert person.page.evaluate(BELOW_THE_WORDS)
        go = person.see(".act .buttons .go")
        go.scroll_into_view_if_needed()
        assert go.evaluate(UNCOVERED)
        person.decide()


# A list of which the first goes, and what becomes of a dialog and of the focus behind it.
FIRST_GOES = """async () => {
  const { h, render } = await import("/static/js/html.js");
  const place = document.createElement("div");
  document.body.append(place);
  const rest = () => [h("dialog", { key: 1 }, h("button", null, "!")), h("i", { key: 2 })];
  render(place, h("p", { key: 0 }, "?"), ...rest());
  const dialog = place.querySelector("dialog");
  dialog.showModal();
  dialog.firstChild.focus();
  render(place, ...rest());
  const kept = dialog.isConnected && dialog.matches(":modal")
    && document.activeElement === dialog.firstChild;
  place.remove();
  return kept;
}"""


def test_a_dialog_stays_over_the_page(crowd: Crowd) -> None:
    """Something vanishes beneath it: it is still the only thing that can be pressed."""
    person = crowd.come()
    person.visit()
    person.see(".play-now")
    assert person.page.evaluate(FIRST_GOES)


# Everything that moves by itself once the table is drawn, and from where to where.
WATCH_SHIFTS = """
  window.shifts = [];
  const told = ({ x, y, width, height }) => `${[x, y, width, height].map(Math.round)}`;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts.push({
      at: entry.startTime, value: entry.value,
      what: entry.sources.map(({ node, previousRect: a, currentRect: b }) =>
        `${node?.nodeName}.${node?.className} ${told(a)} > ${told(b)}`),
    });
  }).observe({ type: "layout-shift", buffered: true });
  const shown = new MutationObserver(() => {
    if (!document.querySelector("main.table")) return;
    shown.disconnect();
    requestAnimationFrame(() => { window.shownAt = performance.now(); });
  });
  shown.observe(document, { childList: true, subtree: true });
"""


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
@pytest.mark.parametrize("game", ["qwixx", "quixo"])
def test_nothing_jumps(crowd: Crowd, game: str, size: tuple[int, int]) -> None:
    """Dice arrive and turns pass, and everything stays where it is."""
    person = crowd.come(size, motion=True)
    person.page.add_init_script(WATCH_SHIFTS)
    person.play(game)
    for _ in range(4):
        assert person.my_turn()
        person.decide()
    person.my_turn()
    person.drawn()
    since = person.page.evaluate("window.shownAt")
    shifts = [shift for shift in person.page.evaluate("window.shifts") if shift["at"] >= since]
    # What one player did makes room for what the next one did.
    assert sum(shift["value"] for shift in shifts) < 0.01, shifts
