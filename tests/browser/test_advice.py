"""Hints while one plays, and the value of every move afterwards."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Request, Route, expect

from cruces.games.quixo.rules import QUIXO, State
from cruces.locales import percent
from cruces.players.names import bot_name
from tests.browser.conftest import Crowd
from tests.browser.people import DESKTOP, GAMES, PHONE, QUICK, Person
from tests.browser.test_rooms import arrive

SIGN = {1: "+", 0: "=", -1: "−"}


def state_after(person: Person, moves: int) -> State:
    record = person.record()
    state = QUIXO.initial(record["options"])
    for event in record["events"][:moves]:
        state = QUIXO.apply(state, event["seat"], QUIXO.parse_action(event["text"]))
    return state


def expected(person: Person, moves: int) -> dict[str, str]:
    state = state_after(person, moves)
    names = [person.text(key) for key in ("web.cube.neutral", "quixo.crosses", "quixo.circles")]
    size = state.options.size
    return {
        f"{'abcde'[i % size]}{i // size + 1}": names[cube] for i, cube in enumerate(state.board)
    }


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


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_move_of_a_small_board_is_proven(crowd: Crowd, lang: str) -> None:
    person = crowd.come(locale=f"{lang}-ES" if lang == "es" else "en-GB")
    person.finish_small()
    moves = len(person.actions())
    expect(person.page.locator(".steps .number")).to_contain_text(f"{moves} / {moves}")
    for back in (1, 2):
        person.press("[data-step=previous]")
        person.drawn()
        where = moves - back
        expect(person.page.locator(".steps .number")).to_contain_text(f"{where} / {moves}")
        assert person.board() == expected(person, where)
    person.see(".values")
    advice: dict[str, Any] = person.ask(f"/api/matches/{person.match}/analysis/{moves - 2}")
    assert all(move["exact"] for move in advice["moves"])
    first = next(iter(advice["moves"]))
    square, end = first["action"].split(">")
    person.press(f".cube[data-square={square}]")
    button = person.see(f".end[data-end={end}]")
    expect(button).to_have_class(re.compile("exact"))
    expect(button.locator("b")).to_have_text(SIGN[first["result"]])
    expect(button).to_have_attribute(
        "aria-label", re.compile(re.escape(person.text("web.value.exact")))
    )
    person.press(button)
    expect(person.page.locator(".cube.arriving")).to_have_count(1)
    assert len(person.actions()) == moves, "to look is not to play"


def test_a_large_board_is_looked_at_by_keyboard(crowd: Crowd) -> None:
    person = crowd.come()
    person.play("quixo")
    person.play_out()
    person.press(".dialog.result header button")
    moves = len(person.actions())
    for key, where in (
        ("Home", 0),
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", moves),
        ("ArrowRight", moves),
        ("ArrowLeft", moves - 1),
        ("Home", 0),
    ):
        person.page.keyboard.press(key)
        person.drawn()
        expect(person.page.locator(".steps .number")).to_contain_text(f"{where} / {moves}")
    person.see(".values")
    assert person.board() == expected(person, 0)
    advice = person.ask(f"/api/matches/{person.match}/analysis/0")
    assert len(advice["moves"]) == 44
    assert len(person.texts(".cube .value")) == 16
    assert set(person.texts(".cube .value")) <= set(SIGN.values())
    person.page.locator(".cube[data-square=a1]").focus()
    person.page.keyboard.press("Enter")
    person.see(".end.valued")
    proven = {move["action"]: move["exact"] for move in advice["moves"]}
    for end in person.page.locator(".end.valued").all():
        exact = proven[f"a1>{end.get_attribute('data-end')}"]
        assert ("%" in end.inner_text()) != exact
        assert ("exact" in str(end.get_attribute("class"))) == exact
    person.page.keyboard.press("Escape")
    expect(person.page.locator(".end")).to_have_count(0)
    # Inside of the board the arrows walk over cubes.
    person.page.keyboard.press("ArrowRight")
    expect(person.page.locator(".steps .number")).to_contain_text(f"0 / {moves}")


def test_a_move_in_the_list_leads_to_its_position(crowd: Crowd) -> None:
    person = crowd.come()
    person.finish_small()
    moves = len(person.actions())
    person.press(person.page.locator(".moves .move").first)
    person.drawn()
    expect(person.page.locator(".move[aria-current=step]")).to_have_count(1)
    assert person.board() == expected(person, 1)
    person.press("[data-step=last]")
    person.drawn()
    assert person.board() == expected(person, moves)
    expect(person.page.locator(".act .go")).to_have_text(person.text("web.rematch"))


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
    person.press(".dialog.result header button")
    person.page.keyboard.press("Home")
    person.see(".values")
    assert len(person.texts(".cube .value")) == 16
    person.press(".cube[data-square=a1]")
    expect(person.page.locator(".end.valued")).to_have_count(2)


def finish(person: Person, game: str) -> None:
    """Play to the end against who thinks least; Quixo on a small board, Qwixx by passing."""
    person.visit()
    person.choose(game, QUICK)
    if game == "quixo":
        person.option("option.size", "3")
    person.press(".play-now")
    person.see("main.table")
    if person.page.locator(".wooden").count():
        person.play_out()
    else:
        while person.my_turn():
            person.cross(passing=1)


@pytest.mark.parametrize("locale", ["en-GB", "es-ES"])
def test_the_coach_leads_to_the_positions(crowd: Crowd, locale: str) -> None:
    """Its report comes from the result, by keyboard as well; a moment leads to its position."""
    person = crowd.come(locale=locale)
    for _ in range(20):  # who plays at random gives most games away, but not all
        finish(person, "quixo")
        report = person.ask(f"/api/matches/{person.match}/report")
        if report["turning_points"]:
            break
    person.page.locator(".result .coach").focus()
    person.page.keyboard.press("Enter")
    person.see(".dialog.coach .course")
    assert len(person.texts(".coached li")) == 2
    label = person.page.locator(".course").get_attribute("aria-label") or ""
    assert label.startswith(person.text("coach.curve.chance"))
    assert percent(1, person.lang) in label
    turns, talked = report["turning_points"], report["decisions"]
    talked = [one for one in talked if one["grade"] not in ("best", "good")]
    assert len(person.texts(".talked:not(.turns) li")) == min(8, len(talked))
    assert turns
    for turn, said in zip(turns, person.texts(".turns li"), strict=True):
        change = " → ".join(percent(turn[one], person.lang) for one in ("before", "after"))
        assert change.replace("\u00a0", " ") in said
        assert turn["event"].split(">")[0] in said
    person.press(person.page.locator(".turns button").last)
    expect(person.page.locator(".dialog.coach")).to_have_count(0)
    expect(person.page.locator(".steps .number")).to_contain_text(f"{turns[-1]['number'] - 1} /")


@pytest.mark.parametrize("game", GAMES)
def test_the_coach_says_where_a_game_turned(crowd: Crowd, game: str) -> None:
    """In every game: what it was, for whom, and on the chart; what the grades mean."""
    person = crowd.come(PHONE, touch=True, locale="es-ES")
    finish(person, game)
    person.press(".result .coach")
    person.see(".dialog.coach .course")
    expect(person.page.locator(".coach [role=status]")).to_have_text(person.text("web.coach.ready"))
    headers = {"Authorization": f"Bearer {person.token}", "Accept-Language": "es"}
    path = f"{person.server}/api/matches/{person.match}/report"
    report = httpx.get(path, headers=headers, trust_env=False).json()
    turns = person.texts(".turns li")
    assert len(turns) == len(report["turning_points"])
    assert person.texts(".plot i.turn") == [str(number + 1) for number in range(len(turns))]
    if not turns:
        expect(person.page.locator(".coach")).to_contain_text(person.text("coach.no-turning"))
    wood = game.startswith("quixo")
    names = person.texts(".coached b")
    for turn, said in zip(report["turning_points"], turns, strict=True):
        shares = (percent(turn[one], person.lang) for one in ("before", "after"))
        before, after = (share.replace("\u00a0", " ") for share in shares)
        key = "coach.turn-yours" if turn["seat"] == 0 else "coach.turn"
        name = names[turn["seat"]]
        assert person.text(key, name=name, before=before, after=after) in said
        assert wood or said.startswith(person.text("web.coach.roll", number="").strip())
    assert person.page.locator(".turns button").count() == (len(turns) if wood else 0)
    person.press(".legend summary")
    assert len(person.texts(".legend p")) == len(report["key"])
    keys = [said.replace("\u00a0", " ") for said in report["key"]]
    assert person.texts(".legend p")[:2] == keys[:2]
    assert len(person.texts(".coached li")) == len(report["seats"])
    assert len(set(person.texts(".coached b"))) == len(report["seats"]), "who is who"


def test_the_coach_says_how_far_it_is_and_can_be_left(crowd: Crowd) -> None:
    """What the server says, as it says it; who does not want to wait goes back to the result."""
    person = crowd.come(PHONE, touch=True)
    finish(person, "qwixx")
    given_up: list[str] = []

    def note(request: Request) -> None:
        given_up.append(request.url.rpartition("/")[2])

    person.page.on("requestfailed", note)
    person.press(".result .coach")
    bar = person.see(".coach progress")
    expect(bar).to_have_attribute("aria-label", person.text("web.coach.progress"))
    expect(person.page.locator(".coach [role=status]")).to_have_text(
        person.text("web.coach.thinking")
    )
    person.until("() => document.querySelector('.coach progress').value >= 10")
    far = person.page.locator(".coach .far").inner_text()
    assert re.fullmatch(r"\d+% reviewed(, about \d+ s left)?", far), far
    person.press_text("web.cancel", ".coach")
    person.see(".dialog.result dialog[open]")
    person.until("() => !document.querySelector('.dialog.coach')")
    assert given_up == ["stream"]
    person.press(".result .coach")
    person.see(".dialog.coach .course")


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
    """How many are before one, how far it is, and that the line broke off before the end."""
    person = crowd.come()
    finish(person, "quixo")
    person.page.evaluate(HOLD_THE_LINE)

    def tell(*pieces: str) -> None:
        for piece in pieces:
            person.page.evaluate("piece => window.tell(piece)", piece)

    far = person.page.locator(".coach .far")
    person.press(".result .coach")
    expect(far).to_have_text(person.text("web.coach.far", percent=percent(0, person.lang)))
    tell('{"type":"progress","part":0,"ahead":2}\n')
    expect(far).to_have_text(person.text("web.coach.ahead", count=2))
    person.page.evaluate(SET_THE_CLOCK, 60_000)
    tell('{"type":"progress","part":0.1,', '"ahead":0}\n')
    expect(far).to_have_text(person.text("web.coach.far", percent=percent(0.1, person.lang)))
    person.page.evaluate(SET_THE_CLOCK, 61_500)
    tell('{"type":"progress","part":0.4,"ahead":0}\n{"type":"progress","part":0.4,"ahead":0}\n')
    expect(far).to_have_text("40% reviewed, about 3 s left")
    assert person.page.locator(".coach progress").evaluate("one => one.value") == 40
    person.page.evaluate("window.hang_up()")
    expect(person.page.locator(".notice")).to_have_text(person.text("web.offline"))
    expect(person.page.locator(".dialog.coach")).to_have_count(0)
