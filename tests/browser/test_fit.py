"""Every page, dialog and state of a game, on screens of nine sizes, in every language.

Nothing leaves the screen, no text is cut, nothing to press lies on something else or is too small
for a finger, and one sees what one plays on. A failure says where: the language, the size, the
page, the element and its text.
"""

from collections.abc import Callable

import pytest

from cruces.locales import languages
from tests.browser.conftest import Crowd
from tests.browser.fit import Tape
from tests.browser.people import QUICK, Person
from tests.browser.test_lobby import in_the_network
from tests.browser.test_my_games import MANY, remember
from tests.browser.test_pad import begin as begin_pad
from tests.browser.test_pad import cross

LOCALES = {"en": "en-GB", "es": "es-ES"}


def begin(person: Person, game: str, seats: int = 0) -> None:
    """A game against robots that play quickly."""
    person.visit()
    person.choose(game, QUICK)
    if seats:
        person.option("web.players", str(seats))
    person.press(".play-now")
    person.see("main.table")
    assert person.my_turn()


def open_menu(person: Person) -> None:
    person.press(f"button[aria-label={person.text('web.menu')}]")
    person.see(".dialog.menu dialog[open]")


def close_dialog(person: Person) -> None:
    person.press("dialog[open] header button")
    person.drawn()


def resign(person: Person) -> None:
    """The quickest way to a result: the robots finish without one."""
    open_menu(person)
    person.press_text("web.resign", "dialog")
    person.press(".go.danger")
    person.see(".dialog.result dialog[open]")


def look_back(person: Person) -> None:
    """Once the coach has had its say."""
    person.press(".act .text-link")
    person.see(".coach .course")


def pages(person: Person, tape: Tape) -> None:
    person.visit()
    person.see(".play-now")
    tape.measure("home")
    person.press("details.more summary")
    tape.measure("more options")
    for state, place, sign in (
        ("rules", "/#rules=big-points", "main.reading h2"),
        ("proof", "/#page=quixo/proof", "main.reading h2"),
        ("sheets to print", "/#print", ".page-of-sheets"),
        ("devices", "/#devices", ".devices [data-device]"),
        ("no table", "/#table=nobody", "main.middle .go"),
        ("open a record", "/#game", ".opener .file"),
        ("check of the dice", "/verify", "select.chip:has(option)"),
    ):
        person.visit(place)
        person.see(sign)
        tape.measure(state)


def lobby(person: Person, tape: Tape) -> None:
    for game in ("qwixx", "quixo-teams"):
        person.visit()
        person.choose(game)
        person.press_text("web.friends")
        person.press(".only-here summary")
        person.press(".bare")
        person.see(".figures")
        person.press_text("web.bot.add")
        person.see(".places li.bot")
        tape.measure(f"lobby of {game}")
    in_the_network(person)
    person.visit()
    person.press_text("web.friends")
    person.press(person.see(".invite-help summary"))
    tape.measure("lobby for the network")


def paper(person: Person, tape: Tape) -> None:
    begin(person, "qwixx")
    for _ in range(3):
        person.cross(passing=0)
        assert person.my_turn()
    while not person.page.locator(".choice").count():  # nothing to cross with these dice
        person.cross()
        assert person.my_turn()
    person.press(".choice")
    tape.measure("qwixx")
    person.press(".hint")
    person.see(".values button")
    tape.measure("qwixx with a hint")
    open_menu(person)
    tape.measure("menu")
    person.press_text("web.resign", "dialog")
    person.see(".dialog.question dialog[open]")
    tape.measure("resigning")
    close_dialog(person)
    person.press(f"button[aria-label={person.text('web.chat')}]")
    person.press(person.see(".phrases button"))
    person.see(".lines .own")
    tape.measure("chat")
    close_dialog(person)
    person.press(".seat[data-seat='1']")
    person.see(".dialog.sheet dialog[open]")
    tape.measure("another's sheet")
    close_dialog(person)
    while person.my_turn():
        person.cross(passing=1)
    person.see(".result .final")
    tape.measure("result of qwixx")
    close_dialog(person)
    tape.measure("qwixx, over")
    look_back(person)
    tape.measure("qwixx, looking back")
    person.page.keyboard.press("PageUp")
    person.see(".values")
    tape.measure("a remark on qwixx")
    person.visit(f"/#saved={person.match}")
    person.see("main.saved .rows")
    tape.measure("a finished game")
    remember(person, MANY)
    tape.measure("my games")
    person.page.locator("select[name=game]").select_option("qwixx")
    person.see(".plot")
    tape.measure("my games in figures")
    person.press_text("page.games.delete")
    tape.measure("deleting my games")


def many_papers(person: Person, tape: Tape) -> None:
    begin(person, "big-points", 5)
    while not person.page.locator(".choice").count():
        person.cross()
        assert person.my_turn()
    tape.measure("big-points for five")
    resign(person)
    tape.measure("result of five")


def wood(person: Person, tape: Tape) -> None:
    begin(person, "quixo")
    tape.measure("quixo")
    person.press(person.any_of(".cube.can"))
    person.see(".end")
    tape.measure("quixo, with a cube in the hand")
    person.press(person.any_of(".end"))
    tape.measure("quixo, before pushing")
    person.press("[data-push]")
    assert person.my_turn()
    person.press(".hint")
    person.press(person.see(".values button"))
    tape.measure("quixo with a hint")
    resign(person)
    tape.measure("result of quixo")
    close_dialog(person)
    look_back(person)
    person.press("[data-step=previous]")
    person.press("[data-step=previous]")
    person.see(".values")
    tape.measure("quixo, looking back")


def four(person: Person, tape: Tape) -> None:
    begin(person, "quixo-teams")
    person.press(person.any_of(".cube.can"))
    person.see(".end")
    person.press(person.any_of(".end"))
    tape.measure("quixo-teams, before pushing")
    person.visit()
    person.see(".continue a")
    tape.measure("home with a game of four")
    person.press(".continue a")
    assert person.my_turn()
    resign(person)
    tape.measure("result of quixo-teams")


def one_device(person: Person, tape: Tape) -> None:
    person.visit()
    person.choose("qwixx")
    person.press_text("web.device")
    person.see(".one-device dialog[open]")
    tape.measure("who plays on this device")
    person.press(".one-device .go")
    person.see("main.table")
    assert person.my_turn()
    tape.measure("qwixx on one device")
    person.press(".act [data-action=pass], .act .go")
    person.see(".handover .go")
    tape.measure("passing the device")


def learning(person: Person, tape: Tape) -> None:
    person.visit("/#learn")
    person.see(".learn .grades")
    tape.measure("what there is to learn")
    for place in ("qwixx/course", "big-points/90", "quixo/300", "quixo-teams/80"):
        person.visit(f"/#learn={place}")
        person.see(".lesson ~ .table .act .buttons")
        tape.measure(f"task of {place}")
        person.decide()
        person.see(".said")
        tape.measure(f"answer to {place}")


def explore(person: Person, tape: Tape) -> None:
    for state, place in (
        ("wood", "quixo-teams&position=1...2/...../3..../...../..4..+1+5"),
        ("paper", "big-points&position=r3,5+ry3+y3+|+p2+;+p1+white+w34+r2+y5+g1+b6"),
    ):
        person.visit(f"/#explore={place}")
        person.see(".values button")
        tape.measure(f"values on {state}")
        person.press("label:has(input[value=set-up])")
        for each in range(2):
            person.press(f"details.more >> nth={each} >> summary")
        tape.measure(f"setting up {state}")
    person.pardon("400")
    person.press(".penalties button >> nth=3")
    person.see(".why-not")
    tape.measure("a position that cannot be")


def real_table(person: Person, tape: Tape) -> None:
    begin_pad(person, "qwixx", *"ABCD", "A rather long name")
    cross(person, "r2", "y3", "g12", "b11")
    person.press("[data-close=r]")
    person.press("[data-tool=dice]")
    person.press(person.see(".pad-dice .go"))
    person.see(".by-white")
    tape.measure("sheets for five, with dice")
    person.press("[data-tool=finish]")
    person.see(".compared")
    tape.measure("scores compared")
    begin_pad(person, "big-points", "Ana")
    for _ in range(4):
        person.press(".penalties")
    person.see(".pad-end")
    tape.measure("sheet with circles, over")
    begin_pad(person, "quixo-teams", "Ana", "A rather long name", "Eva", "Max")
    person.press(".zone.p0")
    person.press(".zone.p0.turn")
    person.press("[data-do=pause]")
    person.see("[data-do=undo]")
    tape.measure("clocks for four, paused")
    person.visit("/#pad")
    person.see(".played")
    tape.measure("pads")


WALKS: tuple[Callable[[Person, Tape], None], ...] = (
    pages,
    lobby,
    one_device,
    explore,
    paper,
    many_papers,
    wood,
    four,
    learning,
    real_table,
)


@pytest.mark.parametrize("walk", WALKS, ids=lambda walk: walk.__name__)
@pytest.mark.parametrize("lang", languages())
def test_everything_fits(crowd: Crowd, lang: str, walk: Callable[[Person, Tape], None]) -> None:
    person = crowd.come(locale=LOCALES[lang])
    tape = Tape(person)
    walk(person, tape)
    assert not tape.faults, f"{len(tape.faults)} faults\n" + "\n".join(tape.faults)


SPOILED = """<!doctype html>
<style>
  .far { position: absolute; left: 3000px }
  .short { width: 3em; overflow: hidden; white-space: nowrap }
  .tiny { width: 20px; height: 20px }
  .on-it { width: 60px; height: 60px; margin-left: -10px }
</style>
<p><span class="far">far</span></p>
<p class="short">a text that is much too long</p>
<p><button class="tiny">-</button><button class="on-it">on it</button></p>
"""


def test_a_fault_would_be_found(crowd: Crowd) -> None:
    """A page on which something is wrong in every way."""
    person = crowd.come()
    person.page.set_content(SPOILED)
    tape = Tape(person)
    tape.measure("spoiled")
    for fault in (
        "the page is",
        'leaves the screen: span.far "far"',
        'cuts its text: p.short "a text that is much too long"',
        'hard to hit: button.tiny "-" 20x20',
        'lie on each other: button.tiny "-", button.on-it "on it"',
    ):
        assert any(fault in found for found in tape.faults), fault
