"""The page of a finished game: every moment of it, by every way there is, and the coach."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Request, expect

from cruces.core import Play
from cruces.core.record import decode
from cruces.core.registry import family_of, get_game
from cruces.locales import percent
from cruces.match import authority
from cruces.match import messages as m
from cruces.match.authority import SERVER, Moment
from cruces.storage import Append, open_store
from tests.browser.conftest import Crowd, wait_for
from tests.browser.people import DESKTOP, GAMES, PHONE, Person
from tests.server.process import Nursery, Server
from tests.servers import free_port
from tests.storage.walk import Walk, write

MOST_BYTES = 150_000
SIGN = {1: "+", 0: "=", -1: "−"}
SMALL = "quixo-small"


@pytest.fixture(scope="module")
def server(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with finished games of every kind, one on a board that is solved."""
    folder: Path = tmp_path_factory.mktemp("server")
    database = f"sqlite:///{folder / 'cruces.db'}"
    store = open_store(database)
    for game in GAMES:
        write(store, Walk(game, 2, match_id=game))
    write_small(store.append_all)
    store.close()
    started = Server(nursery, free_port(), {"CRUCES_DATABASE": database}, folder / "log")
    started.start()
    wait_for(started)
    yield started
    started.kill()


def write_small(append: Any) -> None:
    """A game between two robots at random on a board of three by three."""
    moment, rng = Moment(1_700_000_000_000, bytes(32)), Random(4)
    setup = m.Setup("quixo", options={"size": 3})
    match, events = authority.open_match(setup, "ana", SMALL, "SMALL", moment)
    log = list(events)
    for command, actor in ((m.Sit(0, "Ana"), "ana"), (m.SeatBot(1, "random"), "ana")):
        match, events = authority.handle(match, command, actor, moment)
        log += events
    match, events = authority.handle(match, m.Ready(0, "text"), "ana", moment)
    log += events
    while match.playing:
        [seat] = match.to_act
        action = match.game.format_action(rng.choice(list(match.game.legal(match.state, seat))))
        actor = SERVER if seat else "ana"
        match, events = authority.handle(match, m.Act(seat, action), actor, moment)
        log += events
    assert append([Append(0, log, match, secret=bytes(32))]) == [True]


def look_back(person: Person, match: str, at: int | None = None) -> int:
    """Open the page; the number of events of the game."""
    person.visit(f"/#game={match}" + ("" if at is None else f"&at={at}"))
    person.see(".timeline")
    return len(person.record()["events"])


def is_at(person: Person, at: int) -> None:
    """Wait until this moment is shown."""
    expect(person.page.locator(".timeline .number")).to_contain_text(f"{at} /")


def played(person: Person) -> Play[Any, Any, Any]:
    """The game by its record."""
    headers = {"Authorization": f"Bearer {person.token}"}
    address = f"{person.server}/api/matches/{person.match}/record"
    record = decode(httpx.get(address, headers=headers, trust_env=False).content)
    return Play.replay(get_game(record.game), record)


def check_position(person: Person, play: Play[Any, Any, Any], at: int) -> None:
    """What is shown is the position after so many events, by the rules."""
    wire = family_of(play.game).wire(play.game, play.states[at])
    if "board" in wire:
        marks = [person.text(key) for key in ("web.cube.neutral", "quixo.crosses")]
        marks.append(person.text("quixo.circles"))
        size = wire["size"]
        assert person.board() == {
            f"{'abcde'[i % size]}{i // size + 1}": marks[cube if cube < 2 else 2 - cube % 2]
            for i, cube in enumerate(wire["board"])
        }
    else:
        shown = [said.replace("−", "-") for said in person.texts("[data-points]")]
        assert shown == [str(sheet["total"]) for sheet in wire["sheets"]]


@pytest.mark.parametrize(("size", "touch"), [(DESKTOP, False), (PHONE, True)])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_shown_moment_by_moment(
    crowd: Crowd, game: str, size: tuple[int, int], touch: bool
) -> None:
    person = crowd.come(size, touch=touch)
    last = look_back(person, game, 0)
    play = played(person)
    check_position(person, play, 0)
    for at in range(1, min(last, 9) + 1):
        person.press("[data-step=next]")
        is_at(person, at)
        check_position(person, play, at)
    person.page.locator(".timeline input").fill(str(last - 1))
    is_at(person, last - 1)
    check_position(person, play, last - 1)
    person.until("at => location.hash.endsWith(`&at=${at}`)", last - 1)
    person.page.reload()
    is_at(person, last - 1)


def test_by_keys_and_wheel_and_list(crowd: Crowd) -> None:
    person = crowd.come()
    last = look_back(person, "quixo")
    play = played(person)
    for key, at in (
        ("Home", 0),
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", last),
        ("ArrowRight", last),
        ("ArrowLeft", last - 1),
    ):
        person.page.keyboard.press(key)
        is_at(person, at)
    person.press(".moves .move")
    is_at(person, 1)
    expect(person.page.locator(".move[aria-current=step]")).to_have_count(1)
    check_position(person, play, 1)
    person.page.locator(".timeline").hover()
    for at in (2, 3):
        person.page.mouse.wheel(0, 120)
        is_at(person, at)
        person.page.wait_for_timeout(100)  # a wheel turns by notches
    person.page.mouse.wheel(0, -120)
    is_at(person, 2)
    person.see(".values")
    # On the board the arrow keys go from cube to cube.
    person.page.locator(".cube[data-square=a1]").focus()
    person.page.keyboard.press("ArrowRight")
    is_at(person, 2)


SWIPE = """([selector, by]) => {
  const one = document.querySelector(selector);
  const at = one.getBoundingClientRect();
  const touch = x => new Touch({ identifier: 1, target: one, clientX: x, clientY: at.top + 9 });
  const [from, to] = [touch(at.left + 100), touch(at.left + 100 + by)];
  const tell = (type, touches, changedTouches) => one.dispatchEvent(
    new TouchEvent(type, { bubbles: true, touches, changedTouches }));
  tell("touchstart", [from], [from]);
  tell("touchend", [], [to]);
}"""


def test_by_finger(crowd: Crowd) -> None:
    person = crowd.come(PHONE, touch=True)
    look_back(person, "qwixx", 5)
    for by, at in ((-90, 6), (-90, 7), (90, 6), (-20, 6)):
        person.page.evaluate(SWIPE, [".tray .dice", by])
        is_at(person, at)
    person.page.evaluate(SWIPE, [".timeline input", -90])
    is_at(person, 6)


@pytest.mark.parametrize("lang", ["en", "es"])
def test_what_is_proven_is_drawn_as_proven(crowd: Crowd, lang: str) -> None:
    person = crowd.come(locale=f"{lang}-ES" if lang == "es" else "en-GB")
    last = look_back(person, SMALL)
    at = last - 2
    for _ in range(2):
        person.press("[data-step=previous]")
    person.see(".values")
    advice: dict[str, Any] = person.ask(f"/api/matches/{SMALL}/analysis/{at}")
    assert all(move["exact"] for move in advice["moves"])
    first = next(iter(advice["moves"]))
    square, end = first["action"].split(">")
    person.press(f".cube[data-square={square}]")
    button = person.see(f".end[data-end={end}]")
    expect(button).to_have_class(re.compile("exact"))
    expect(button.locator("b")).to_have_text(SIGN[first["result"]])
    proven = person.text("web.value.exact")
    expect(button).to_have_attribute("aria-label", re.compile(re.escape(proven)))
    person.press(button)
    expect(person.page.locator(".cube.arriving")).to_have_count(1)
    assert len(person.record()["events"]) == last, "to look is not to play"


def test_estimates_are_drawn_as_estimates(crowd: Crowd) -> None:
    person = crowd.come()
    look_back(person, "quixo", 0)
    person.see(".values")
    advice = person.ask("/api/matches/quixo/analysis/0")
    assert len(advice["moves"]) == 44
    assert len(person.texts(".cube .value")) == 16
    person.page.locator(".cube[data-square=a1]").focus()
    person.page.keyboard.press("Enter")
    person.see(".end.valued")
    proven = {move["action"]: move["exact"] for move in advice["moves"]}
    for end in person.page.locator(".end.valued").all():
        exact = proven[f"a1>{end.get_attribute('data-end')}"]
        assert ("%" in end.inner_text()) != exact
        assert ("exact" in str(end.get_attribute("class"))) == exact


@pytest.mark.parametrize("game", GAMES)
def test_the_coach_says_where_a_game_turned(crowd: Crowd, game: str) -> None:
    """In every game: what it was, for whom, on the curve; choices apart from luck."""
    person = crowd.come(PHONE, touch=True, locale="es-ES")
    look_back(person, game)
    person.see(".coach .course")
    expect(person.page.locator(".coach [role=status]")).to_have_text(
        person.text("page.game.coach.ready")
    )
    headers = {"Authorization": f"Bearer {person.token}", "Accept-Language": "es"}
    path = f"{person.server}/api/matches/{game}/report"
    report = httpx.get(path, headers=headers, trust_env=False, timeout=60).json()
    label = person.page.locator(".course").get_attribute("aria-label") or ""
    assert label.startswith(person.text("coach.curve.chance"))
    turns = person.texts(".turns li")
    assert len(turns) == len(report["turning_points"])
    assert person.texts(".plot i.turn") == [str(number + 1) for number in range(len(turns))]
    for turn, said in zip(report["turning_points"], turns, strict=True):
        change = " → ".join(percent(turn[one], "es") for one in ("before", "after"))
        assert change.replace("\u00a0", " ") in said
    talked = [one for one in report["decisions"] if one["listed"]]
    assert len(person.texts(".talked:not(.turns) li")) == len(talked)
    expect(person.page.locator(".coached li")).to_have_count(len(report["seats"]))
    lucky = [seat["luck_summary"].replace("\u00a0", " ") for seat in report["summaries"]]
    for said, luck in zip(person.texts(".coached li"), lucky, strict=True):
        assert luck in said
    assert any(lucky) == bool(report["dice"])
    person.press(".legend summary")
    assert len(person.texts(".legend p")) == len(report["key"])
    if not talked:
        expect(person.page.locator(".coach")).to_contain_text(person.text("coach.none"))
        return
    remark = talked[0]
    person.press(f".talked:not(.turns) a[href$='at={remark['number'] - 1}']")
    is_at(person, remark["number"] - 1)
    grade = person.text(f"coach.grade.{remark['grade']}")
    expect(person.page.locator(".said .grade")).to_have_text(grade)
    better = remark["better"].replace(">", "›") if game.startswith("quixo") else remark["better"]
    expect(person.page.locator(".moment")).to_contain_text(better.split("@")[0])


def test_remarks_by_keyboard(crowd: Crowd) -> None:
    person = crowd.come()
    look_back(person, "qwixx", 0)
    person.see(".coach .course")
    report = person.ask("/api/matches/qwixx/report")
    listed = [one for one in report["decisions"] if one["listed"]]
    numbers = sorted({one["number"] - 1 for one in [*listed, *report["turning_points"]]})
    for at in [number for number in numbers if number > 0][:3]:
        person.page.keyboard.press("PageDown")
        is_at(person, at)


def test_the_coach_says_how_far_it_is_and_can_be_left(crowd: Crowd) -> None:
    person = crowd.come(PHONE, touch=True)
    given_up: list[str] = []

    def note(request: Request) -> None:
        given_up.append(request.url.rpartition("/")[2])

    person.page.on("requestfailed", note)
    person.page.add_init_script(f"({HOLD_THE_LINE})()")
    look_back(person, "qwixx")
    bar = person.see(".coach progress")
    expect(bar).to_have_attribute("aria-label", person.text("page.game.coach.progress"))
    told = person.page.locator(".coach [role=status]")
    expect(told).to_have_text(person.text("page.game.coach.thinking"))
    person.press_text("web.cancel", ".coach")
    expect(person.page.locator(".coach progress")).to_have_count(0)
    person.press_text("page.game.coach.ask", ".coach")
    person.see(".coach progress")


# The coach's line in the hand of the test: what is said there comes to the page in these pieces.
HOLD_THE_LINE = """() => {
  const fetched = window.fetch, bytes = new TextEncoder();
  const streams = path => String(path).endsWith("/report/stream");
  window.fetch = (path, ...rest) => !streams(path) ? fetched(path, ...rest)
    : Promise.resolve(new Response(new ReadableStream({ start(line) {
        window.tell = text => line.enqueue(bytes.encode(text));
        window.hang_up = () => line.close();
      } })));
}"""
# Time passes on the page only when the test says so.
SET_THE_CLOCK = "moment => { performance.now = () => moment; }"


def test_who_waits_for_the_coach_knows_for_how_long(crowd: Crowd) -> None:
    """What is prepared first, how many are before one, how far it is, and that the line broke."""
    person = crowd.come()
    preparation = {"part": 0.4}
    person.page.route("**/api/preparation", lambda route: route.fulfill(json=preparation))
    person.page.add_init_script(f"({HOLD_THE_LINE})()")
    look_back(person, "quixo")

    def tell(*pieces: str) -> None:
        for piece in pieces:
            person.page.evaluate("piece => window.tell(piece)", piece)

    far = person.page.locator(".coach .far")
    key = "page.game.coach"
    expect(far).to_have_text(person.text(f"{key}.preparing", percent=percent(0.4, person.lang)))
    preparation["part"] = 1
    expect(far).to_have_text(person.text(f"{key}.far", percent=percent(0, person.lang)))
    tell('{"type":"progress","part":0,"ahead":2}\n')
    expect(far).to_have_text(person.text(f"{key}.ahead", count=2))
    person.page.evaluate(SET_THE_CLOCK, 60_000)
    tell('{"type":"progress","part":0.1,', '"ahead":0}\n')
    expect(far).to_have_text(person.text(f"{key}.far", percent=percent(0.1, person.lang)))
    person.page.evaluate(SET_THE_CLOCK, 61_500)
    tell('{"type":"progress","part":0.4,"ahead":0}\n{"type":"progress","part":0.4,"ahead":0}\n')
    expect(far).to_have_text("40% reviewed, about 3 s left")
    assert person.page.locator(".coach progress").evaluate("one => one.value") == 40
    person.page.evaluate("window.hang_up()")
    expect(person.page.locator(".coach")).to_contain_text(person.text("web.offline"))
    expect(person.page.locator(".coach .ask")).to_be_visible()


def test_in_another_language_it_stays_where_it_is(crowd: Crowd) -> None:
    person = crowd.come()
    look_back(person, "qwixx", 12)
    before = person.texts(".said")
    person.page.locator("select.chip").select_option("es")
    expect(person.page.locator(".said")).not_to_have_text(before[0])
    is_at(person, 12)


def test_what_cannot_be_shown_says_why(crowd: Crowd) -> None:
    """A game that goes on, and none at all."""
    person = crowd.come()
    person.play("quixo")
    match = person.match
    person.pardon("409", "404")
    for game, why in ((match, "error.not-over"), ("nobody", "error.no-match")):
        person.visit(f"/#game={game}")
        expect(person.page.locator("main.middle .card")).to_have_text(person.text(why))


def test_a_moment_is_shared_and_kept(crowd: Crowd) -> None:
    """Its address is copied where the device has nothing to share with; it leads there again."""
    person = crowd.come()
    person.page.add_init_script(
        """Object.assign(window, { copied: "" });
        navigator.share = undefined;
        Object.defineProperty(navigator, "clipboard",
          { value: { writeText: async text => { window.copied = text; } } });"""
    )
    look_back(person, "qwixx", 7)
    person.press_text("page.game.share")
    expect(person.page.locator(".notice")).to_have_text(person.text("page.game.copied"))
    address = person.page.evaluate("window.copied")
    assert address == f"{person.url}/game/qwixx/7"
    links = person.page.locator(".keep a[download]")
    kinds = set()
    for link in links.all():
        found = httpx.get(
            f"{person.server}{link.get_attribute('href')}", trust_env=False, timeout=60
        )
        assert found.status_code == 200
        kinds.add(found.headers["content-type"].partition(";")[0])
    assert kinds == {"application/json", "image/png", "image/svg+xml", "image/gif"}
    person.visit(address.removeprefix(person.url))
    person.see(".timeline")
    is_at(person, 7)


DROP = """([text, one]) => {
  const files = new DataTransfer();
  files.items.add(new File([text], "game.json", { type: "application/json" }));
  document.querySelector(one).dispatchEvent(
    new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: files }));
}"""


def test_a_record_is_opened(crowd: Crowd, tmp_path: Path) -> None:
    """Chosen or dropped; what is not a game says so."""
    person = crowd.come(locale="es-ES")
    last = look_back(person, "quixo")
    record = person.record()
    del record["signature"]
    person.visit()
    person.press(person.see("a[href='#game']"))
    person.see(".opener")
    person.page.evaluate(DROP, ["no game", ".opener"])
    expect(person.page.locator(".opener")).to_contain_text(person.text("page.game.open.foreign"))
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record), "utf-8")
    person.page.locator("input[type=file]").set_input_files(file)
    person.see(".timeline")
    is_at(person, last)
    address = person.page.url
    assert "#game=record-" in address
    expect(person.page.locator(".about")).to_contain_text(person.text("page.game.opened"))
    guest = crowd.come()
    guest.visit(address.removeprefix(person.url))
    guest.see(".timeline")
    check_position(guest, played(guest), last)
    guest.pardon("400")
    guest.page.evaluate(DROP, [json.dumps({**record, "result": None}), ".look-back"])
    expect(guest.page.locator(".notice")).to_be_visible()
    record["seats"][0]["name"] = "Somebody"
    guest.page.evaluate(DROP, [json.dumps(record), ".look-back"])
    expect(guest.page.locator(".about")).to_contain_text("Somebody")


@pytest.mark.parametrize("game", ["big-points", "quixo"])
def test_the_page_is_light(crowd: Crowd, game: str) -> None:
    person = crowd.come(PHONE, touch=True)
    client = person.page.context.new_cdp_session(person.page)
    sizes: list[int] = []
    client.on("Network.loadingFinished", lambda e: sizes.append(int(e["encodedDataLength"])))
    client.send("Network.enable")
    person.visit(f"/#game={game}&at=3")
    person.see(".timeline")
    person.drawn()
    assert len(sizes) > 20
    assert 10_000 < sum(sizes) <= MOST_BYTES
