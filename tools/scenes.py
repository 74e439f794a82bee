"""States that are worth a picture, but are measured in none of the tests: seen by several people,
of every game, or when something is amiss.
"""

from collections.abc import Callable

from playwright.sync_api import Route
from tests.browser.conftest import Crowd
from tests.browser.people import GAMES, PHONE, QUICK, Person
from tests.browser.test_dice import CheatingServer, other_promise, other_record
from tests.browser.test_pad import begin as begin_pad
from tests.browser.test_pad import cross
from tests.browser.test_rooms import arrive, invite, sit_down
from tests.browser.walks import (
    WALKS,
    Look,
    Walk,
    begin,
    close_dialog,
    look_back,
    open_menu,
    resign,
)

Scene = Callable[[Crowd, Person, Look], None]
LEVEL = "level-3"
"""A robot that plays as people do."""
TURNS = 12
"""The decisions after which a sheet is worth looking at."""


def alone(walk: Walk) -> Scene:
    """What one person sees for themselves."""
    return lambda _, person, look: walk(person, look)


def some_turns(person: Person, count: int) -> bool:
    """Play a little, until there is something to choose; whether the game goes on."""
    for _ in range(count):
        if not person.my_turn():
            return False
        person.decide()
    while person.my_turn():
        if person.page.locator(".choice, .cube.can").count():
            return True
        person.decide()
    return False


# Alone


def empty(person: Person, look: Look) -> None:
    """What there is before anything was played."""
    for state, place, sign in (
        ("my games, none", "/#games", ".my-games"),
        ("a saved game that is not here", "/#saved=nobody", "main"),
        ("pads, none", "/#pad", ".pads form"),
        ("developer API", "/schema", "main h1"),
    ):
        person.visit(place)
        person.see(sign)
        look(state)
    person.pardon("404")
    person.visit("/nope")
    person.see("main h1")
    look("wrong address")


def texts(person: Person, look: Look) -> None:
    for game in GAMES:
        for page in (game, f"{game}/exact"):
            person.visit(f"/#rules={page}")
            person.see("main.reading h2")
            person.page.wait_for_load_state("networkidle")
            look(f"rules of {page.replace('/', ', ')}")


def exploring(person: Person, look: Look) -> None:
    for game in GAMES:
        person.visit(f"/#explore={game}")
        person.see("main.explore")
        person.page.wait_for_load_state("networkidle")
        look(f"explore {game}")


def papers(person: Person, look: Look) -> None:
    """Sheets for two to five in the middle of a game, and its result."""
    for game, seats in (("qwixx", 2), ("qwixx", 4), ("big-points", 2), ("big-points", 3)):
        begin(person, game, seats)
        some_turns(person, TURNS)
        look(f"{game} for {seats}")
        if person.page.locator(".choice").count():
            person.press(".choice")
            look(f"{game} for {seats}, chosen")
        person.press(".seat[data-seat='1']")
        person.see(".dialog.sheet dialog[open]")
        look(f"{game} for {seats}, another's sheet")
        close_dialog(person)
        resign(person)
        look(f"result of {game} for {seats}")


def boards(person: Person, look: Look) -> None:
    for game in ("quixo", "quixo-teams"):
        person.play(game, LEVEL)
        if some_turns(person, 5):
            look(f"{game}, in the middle")
            person.press(person.any_of(".cube.can"))
            person.see(".end")
            look(f"{game}, with a cube in the hand")
            person.press(person.any_of(".end"))
            look(f"{game}, before pushing")
            person.press("[data-push]")
        person.play_out()
        look(f"{game}, result")
        close_dialog(person)
        look(f"{game}, over")
        look_back(person)
        look(f"{game}, looking back")


def coach(person: Person, look: Look) -> None:
    """A whole game against somebody who can play, as the coach sees it."""
    for game in ("qwixx", "big-points"):
        person.play(game, LEVEL)
        person.play_out()
        look(f"{game}, result")
        close_dialog(person)
        look_back(person)
        look(f"{game}, looking back")
        person.page.keyboard.press("ArrowLeft")
        person.drawn()
        look(f"{game}, an earlier moment")


def shared(person: Person, look: Look) -> None:
    """Sheets and a board that go round."""
    for game, count in (("big-points", 3), ("quixo-teams", 4)):
        person.visit()
        person.choose(game, QUICK)
        person.press_text("web.device")
        person.see(".one-device dialog[open]")
        look(f"{game}, who plays here")
        person.press(".one-device .go")
        for _ in range(count):
            assert person.my_turn()
            person.decide()
        if person.page.locator(".handover .go").count():
            look(f"{game}, passing the device")
        assert person.my_turn()
        look(f"{game} on one device")


def played(person: Person, look: Look) -> None:
    """The first page after games, and one that goes on."""
    begin(person, "qwixx")
    resign(person)
    begin(person, "quixo")
    begin(person, "big-points", 4)
    person.visit()
    person.see(".continue a")
    look("home with games that go on")
    person.visit("/#games")
    person.see(".my-games li")
    look("my games, few")


def clocks(person: Person, look: Look) -> None:
    begin_pad(person, "quixo", "Ana", "Leo")
    look("clock, before")
    person.press(".zone.p0")
    person.press(".zone.p0.turn")
    look("clock, running")
    begin_pad(person, "qwixx", "Ana", "Leo")
    look("pad, before")
    cross(person, "r2", "r3", "y5", "g12", "b9")
    look("pad, in the middle")
    begin_pad(person, "big-points", "Ana", "Leo", "Eva")
    cross(person, "r2", "r5", "ry5", "y6", "g12")
    look("pad with circles")


# When something is amiss


def slow(person: Person, look: Look) -> None:
    """The server still prepares what strong robots think with."""
    person.page.route("**/api/preparation", lambda route: route.fulfill(json={"part": 0.4}))
    person.visit()
    person.choose("quixo")
    person.page.locator(".levels select").select_option("level-6")
    person.press(".play-now")
    assert person.my_turn()
    person.push()
    look("robots are getting ready")


def lost(person: Person, look: Look) -> None:
    """No network: at a table, at home, on a page that was never opened."""
    person.pardon(".*")
    begin(person, "quixo")
    person.page.context.set_offline(True)
    person.page.evaluate("dispatchEvent(new Event('offline'))")
    person.drawn()
    look("offline at a table")
    person.page.evaluate("location.hash = ''")
    person.see(".notice-card")
    look("offline at home")
    person.page.evaluate("location.hash = 'learn'")
    person.see(".empty")
    look("offline, another page")
    person.page.context.set_offline(False)


def refused(person: Person, look: Look) -> None:
    """A code that opens nothing."""
    person.pardon("404", "400")
    person.visit()
    person.page.locator(".join input").fill("ABCD2345")
    person.page.keyboard.press("Enter")
    person.see("#notices .notice.bad")
    look("a wrong code")


STOPPED = """() => {
  const fetched = window.fetch, line = '{"type":"progress","part":0.4,"ahead":0}\\n';
  const streams = path => String(path).endsWith("/report/stream");
  window.fetch = (path, ...rest) => !streams(path) ? fetched(path, ...rest)
    : Promise.resolve(new Response(new ReadableStream({
        start(out) { out.enqueue(new TextEncoder().encode(line)); } })));
}"""
"""A coach who gets no further."""


def waiting(person: Person, look: Look) -> None:
    begin(person, "qwixx")
    resign(person)
    close_dialog(person)
    person.page.evaluate(STOPPED)
    person.press(".act .text-link")
    person.until("() => document.querySelector('.coach progress')?.value > 0")
    look("the coach at work")


def verified(person: Person, look: Look) -> None:
    begin(person, "qwixx")
    resign(person)
    match = person.match
    person.visit(f"/verify#match={match}")
    person.see("#verdict.good")
    look("a game that is right")

    def change(route: Route) -> None:
        record = route.fetch().json()
        other_record(record)
        route.fulfill(json=record)

    person.page.route("**/api/matches/*/record", change)
    person.page.reload()
    person.see("#verdict:not(:empty):not(.good)")
    look("a game that was changed")


def cheated(person: Person, look: Look) -> None:
    server = CheatingServer(person, other_promise)
    begin(person, "qwixx")
    server.cheats = True
    person.page.reload()
    person.see(".alarm")
    look("a broken promise")


# Several people


def host(crowd: Crowd, person: Person, look: Look) -> None:
    """A table that fills: one is ready, one is not, one is a robot."""
    guests = [crowd.come(PHONE, locale="es-ES") for _ in range(2)]
    person.visit()
    person.choose("qwixx")
    address = invite(person)
    for guest, name in zip(guests, ("María del Carmen Ruiz", "Leo"), strict=True):
        guest.visit(address)
        sit_down(guest, name)
    guests[0].press_text("web.ready")
    person.press_text("web.bot.add")
    person.see(".places .tag.on")
    look("host")
    person.press(".places button.square")
    if person.page.locator("dialog[open]").count():
        look("host, removing somebody")


def guest(crowd: Crowd, person: Person, look: Look) -> None:
    others = crowd.come(PHONE, locale="es-ES")
    for game in ("qwixx", "quixo-teams"):
        others.visit()
        others.choose(game)
        person.visit(invite(others))
        person.see(".newcomer")
        look(f"guest of {game}, arriving")
        sit_down(person)
        look(f"guest of {game}, seated")
        person.press_text("web.ready")
        person.see(".places .tag.on")
        look(f"guest of {game}, ready")


def offers(crowd: Crowd, person: Person, look: Look) -> None:
    """A draw that is offered and agreed, then somebody who goes away."""
    friend = crowd.come(PHONE, locale="es-ES")
    person.visit()
    person.choose("quixo")
    arrive(person, [friend])
    people = (person, friend)
    mover = person if person.page.locator("body.my-turn").count() else friend
    assert mover.my_turn()
    mover.push()
    other = people[1 - people.index(mover)]
    assert other.my_turn()
    open_menu(friend)
    friend.press_text("web.ask.draw", "dialog")
    person.see(".offer")
    look("a draw is offered")
    person.press_text("web.accept")
    person.see(".dialog.result dialog[open]")
    look("a draw")
    friend.press(friend.see(".result .buttons .go"))
    person.page.wait_for_timeout(300)
    look("another game is offered")


def absence(crowd: Crowd, person: Person, look: Look) -> None:
    for game in ("quixo", "qwixx"):
        friend = crowd.come(PHONE, locale="es-ES")
        person.visit()
        person.choose(game)
        arrive(person, [friend])
        friend.page.close()
        person.see(".patience")
        look(f"{game}, somebody is away")


SCENES: dict[str, Scene] = {
    **{walk.__name__: alone(walk) for walk in WALKS},
    **{
        walk.__name__.replace("_", "-"): alone(walk)
        for walk in (
            *(empty, texts, exploring, papers, boards, coach, shared, played, clocks),
            *(slow, lost, refused, waiting, verified, cheated),
        )
    },
    **{scene.__name__: scene for scene in (host, guest, offers, absence)},
}
