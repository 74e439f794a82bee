"""Walks through every page, dialog and state of a game, with a look at each.

Some look with a ruler (test_fit.py), some with a camera (tools/screenshots.py).
"""

from collections.abc import Callable

from tests.browser.people import QUICK, Person
from tests.browser.test_lobby import in_the_network
from tests.browser.test_my_games import MANY, remember
from tests.browser.test_pad import begin as begin_pad
from tests.browser.test_pad import cross

Look = Callable[[str], None]
"""What is done with the page as it is now; the state has this name."""
Walk = Callable[[Person, Look], None]


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


def pages(person: Person, look: Look) -> None:
    person.visit()
    person.see(".play-now")
    look("home")
    person.choose("big-points")  # the one with the most options
    person.press("details.more summary")
    look("more options")
    for state, place, sign in (
        ("rules", "/#rules=big-points", "main.reading h2"),
        ("proof", "/#page=quixo/proof", "main.reading h2"),
        ("sheets to print", "/#print", ".page-of-sheets"),
        ("devices", "/#devices", ".devices [data-device]"),
        ("no saved game", "/#saved=nobody", "main.middle .go"),
        ("open a record", "/#game", ".opener .file"),
        ("check of the dice", "/verify", "select.chip:has(option)"),
    ):
        person.visit(place)
        person.see(sign)
        look(state)


def lobby(person: Person, look: Look) -> None:
    for game in ("qwixx", "quixo-teams"):
        person.visit()
        person.choose(game)
        person.press_text("web.friends")
        person.press(".only-here summary")
        person.press(".bare")
        person.see(".figures")
        person.press_text("web.bot.add")
        person.see(".places li.bot")
        look(f"lobby of {game}")
    in_the_network(person)
    person.visit()
    person.press_text("web.friends")
    person.press(person.see(".invite-help summary"))
    look("lobby for the network")


def paper(person: Person, look: Look) -> None:
    begin(person, "qwixx")
    for _ in range(3):
        person.cross(passing=0)
        assert person.my_turn()
    while not person.page.locator(".choice").count():  # nothing to cross with these dice
        person.cross()
        assert person.my_turn()
    person.press(".choice")
    look("qwixx")
    person.press(".hint")
    person.see(".values button")
    look("qwixx with a hint")
    open_menu(person)
    look("menu")
    person.press_text("web.resign", "dialog")
    person.see(".dialog.question dialog[open]")
    look("resigning")
    close_dialog(person)
    person.press(f"button[aria-label={person.text('web.chat')}]")
    person.press(person.see(".phrases button"))
    person.see(".lines .own")
    look("chat")
    close_dialog(person)
    person.press(".seat[data-seat='1']")
    person.see(".dialog.sheet dialog[open]")
    look("another's sheet")
    close_dialog(person)
    while person.my_turn():
        person.cross(passing=1)
    person.see(".result .final")
    look("result of qwixx")
    close_dialog(person)
    look("qwixx, over")
    look_back(person)
    look("qwixx, looking back")
    person.page.keyboard.press("PageUp")
    person.see(".values")
    look("a remark on qwixx")
    person.visit(f"/#saved={person.match}")
    person.see("main.saved .rows")
    look("a finished game")
    remember(person, MANY)
    look("my games")
    person.page.locator("select[name=game]").select_option("qwixx")
    person.see(".plot")
    look("my games in figures")


def many_papers(person: Person, look: Look) -> None:
    begin(person, "big-points", 5)
    while not person.page.locator(".choice").count():
        person.cross()
        assert person.my_turn()
    look("big-points for five")
    resign(person)
    look("result of five")
    close_dialog(person)
    look("big-points for five, over")


def wood(person: Person, look: Look) -> None:
    begin(person, "quixo")
    look("quixo")
    person.press(person.any_of(".cube.can"))
    person.see(".end")
    look("quixo, with a cube in the hand")
    person.press(person.any_of(".end"))
    look("quixo, before pushing")
    person.press("[data-push]")
    assert person.my_turn()
    person.press(".hint")
    person.press(person.see(".values button"))
    look("quixo with a hint")
    resign(person)
    look("result of quixo")
    close_dialog(person)
    look_back(person)
    person.press("[data-step=previous]")
    person.press("[data-step=previous]")
    person.see(".values")
    look("quixo, looking back")
    person.press_text("page.game.play-on", ".timeline")
    person.see(".play-on dialog[open]")
    look("playing on from a moment of quixo")


def four(person: Person, look: Look) -> None:
    begin(person, "quixo-teams")
    person.press(person.any_of(".cube.can"))
    person.see(".end")
    person.press(person.any_of(".end"))
    look("quixo-teams, before pushing")
    person.visit()
    person.see(".continue a")
    look("home with a game of four")
    person.press(".continue a")
    assert person.my_turn()
    resign(person)
    look("result of quixo-teams")


def one_device(person: Person, look: Look) -> None:
    person.visit()
    person.choose("qwixx")
    person.press_text("web.device")
    person.see(".one-device dialog[open]")
    look("who plays on this device")
    person.press(".one-device .go")
    person.see("main.table")
    assert person.my_turn()
    look("qwixx on one device")
    person.press(".act [data-action=pass], .act .go")
    person.see(".handover .go")
    look("passing the device")


def learning(person: Person, look: Look) -> None:
    person.visit("/#learn")
    person.see(".learn .grades")
    look("what there is to learn")
    for place in ("qwixx/course", "big-points/90", "quixo/300", "quixo-teams/80"):
        person.visit(f"/#learn={place}")
        person.see(".lesson ~ .table .act .buttons")
        look(f"task of {place}")
        person.decide()
        person.see(".said")
        look(f"answer to {place}")


def explore(person: Person, look: Look) -> None:
    for state, place in (
        ("wood", "quixo-teams&position=1...2/...../3..../...../..4..+1+5"),
        ("paper", "big-points&position=r3,5+ry3+y3+|+p2+;+p1+white+w34+r2+y5+g1+b6"),
    ):
        person.visit(f"/#explore={place}")
        person.see(".values button")
        look(f"values on {state}")
        person.press("label:has(input[value=set-up])")
        for each in range(2):
            person.press(f"details.more >> nth={each} >> summary")
        look(f"setting up {state}")
    person.pardon("400")
    person.press(".penalties button >> nth=3")
    person.see(".why-not")
    look("a position that cannot be")


def real_table(person: Person, look: Look) -> None:
    begin_pad(person, "qwixx", *"ABCD", "A rather long name")
    cross(person, "r2", "y3", "g12", "b11")
    person.press("[data-close=r]")
    person.press("[data-tool=dice]")
    person.see(".pad-dice .go")
    while not person.page.locator(".by-white").count():  # two and twelve fit nowhere
        person.press(".pad-dice .go")
        person.drawn()
    look("sheets for five, with dice")
    person.press("[data-tool=finish]")
    person.see(".compared")
    look("scores compared")
    begin_pad(person, "big-points", "Ana")
    for _ in range(4):
        person.press(".penalties")
    person.see(".pad-end")
    look("sheet with circles, over")
    begin_pad(person, "quixo-teams", "Ana", "A rather long name", "Eva", "Max")
    person.press(".zone.p0")
    person.press(".zone.p0.turn")
    person.press("[data-do=pause]")
    person.see("[data-do=undo]")
    look("clocks for four, paused")
    person.visit("/#pad")
    person.see(".played")
    look("pads")


WALKS: tuple[Walk, ...] = (
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
