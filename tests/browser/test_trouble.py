"""What can go wrong between a page and the server, and how the page behaves then."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Crowd, wait_for
from tests.browser.line import Line
from tests.browser.people import GAMES, PHONE, Person
from tests.server.process import Server

LOST = r"net::ERR_(CONNECTION|INTERNET|EMPTY|NETWORK|SOCKET)|WebSocket connection to .* failed"
"""What a browser itself writes to the console when it finds no server."""
UNREACHED = (
    r"^error: (Failed to load resource: net::ERR_FAILED|"
    r"An unknown error occurred when fetching the script)"
)
"""What the browser writes when the worker has nothing to answer with, or can't be renewed."""
NOT_LOADED = r"^warning: \w+ TypeError: Failed to fetch dynamically imported module"
"""What the page itself says of a module that does not come."""

# A program with the token of a device, on a socket of its own: hello, one command, the answer.
FORGE = """([token, match, command]) => new Promise((done, failed) => {
  const socket = new WebSocket(`ws://${location.host}/ws`);
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token, match }));
  socket.onerror = failed;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "state") {
      const { version } = message.state;
      socket.send(JSON.stringify({ type: "do", id: "forged", version, command }));
    } else if (message.id === "forged") {
      socket.close();
      done(message);
    }
  };
})"""


def some_turns(person: Person, count: int) -> None:
    """Play a little, and wait until it is one's turn again."""
    for _ in range(count):
        assert person.my_turn()
        person.decide()
    assert person.my_turn()


def table(person: Person) -> object:
    """What lies on the table, as it is shown."""
    paper = [person.crosses(), person.texts("[data-points]")]
    return person.board() if person.page.locator(".wooden").count() else paper


def lost(person: Person) -> None:
    """The page says that it has no connection and tries again."""
    expect(person.page.locator(".chip.lost")).to_have_text(person.text("web.reconnecting"))


def back(person: Person) -> None:
    """The page says nothing any more: all is well."""
    expect(person.page.locator(".chip.lost")).to_have_count(0)


@pytest.mark.parametrize("game", ["qwixx", "quixo"])
def test_a_reload_in_the_middle(crowd: Crowd, game: str) -> None:
    person = crowd.come(PHONE, touch=True, keeps=True)
    person.play(game)
    some_turns(person, 3)
    before, played = table(person), person.actions()
    person.page.reload()
    assert person.my_turn()
    assert table(person) == before
    assert person.actions() == played
    some_turns(person, 1)
    assert len(person.actions()) > len(played)


def test_a_running_game_is_on_the_first_page(crowd: Crowd) -> None:
    person = crowd.come(keeps=True)
    person.play("quixo")
    some_turns(person, 1)
    match, before = person.match, table(person)
    person.press("a.home")
    person.press(person.see(".continue a"))
    assert person.my_turn()
    assert (person.match, table(person)) == (match, before)


@pytest.mark.parametrize(("game", "end"), [("qwixx", Server.stop), ("quixo", Server.kill)])
def test_the_server_starts_anew(
    crowd: Crowd, server: Server, game: str, end: Callable[[Server], None]
) -> None:
    person = crowd.come(keeps=True)
    person.pardon(LOST)
    person.play(game)
    some_turns(person, 2)
    before, played = table(person), person.actions()
    end(server)
    try:
        lost(person)
        assert table(person) == before
    finally:
        server.start()
    wait_for(server)
    back(person)
    assert person.my_turn()
    assert table(person) == before
    assert person.actions() == played
    some_turns(person, 2)
    assert person.actions()[: len(played)] == played
    assert len(person.actions()) > len(played)


def test_a_page_that_does_not_come_is_not_asked_for_in_vain(crowd: Crowd, line: Line) -> None:
    """It says why, does not ask again by itself, and is there when one comes back to it."""
    person = crowd.come(url=line.url)
    person.pardon(LOST, UNREACHED, NOT_LOADED, "status of 400")
    person.visit()
    person.see(".play-now")

    def refused(game: str, said: str) -> None:
        person.visit(f"/#rules={game}")
        expect(person.page.locator("main .empty")).to_have_text(said)
        for _ in range(10):
            person.drawn()
        asked = [one for one in person.addresses if "reading.js" in one or f"/rules/{game}/" in one]
        assert len(asked) == len(set(asked))

    line.cut()
    refused("quixo", person.text("web.offline.page"))
    line.mend()
    known = ", ".join(GAMES)
    refused("checkers", person.text("error.unknown-game", game="checkers", known=known))
    person.visit("/#rules=quixo")
    person.see("main.reading h2")


def own(person: Person) -> list[str]:
    """What has been played for one's own seat."""
    return [action for seat, action in person.actions() if seat == 0]


def push_unconfirmed(person: Person) -> dict[str, str]:
    """Push while nobody answers: it is shown at once; how the board looks then."""
    before = person.board()
    person.push()
    after = person.board()
    assert after != before
    expect(person.page.locator(".act .todo")).to_have_text(person.text("web.todo.sent"))
    return after


def test_a_choice_without_a_connection_is_sent_once(crowd: Crowd, line: Line) -> None:
    person = crowd.come(url=line.url)
    person.pardon(LOST)
    person.play("quixo")
    some_turns(person, 1)
    played = own(person)
    line.cut()
    lost(person)
    push_unconfirmed(person)
    line.mend()
    back(person)
    assert person.my_turn()
    assert len(own(person)) == len(played) + 1
    acts = [one for one in person.said if one.get("command", {}).get("type") == "act"]
    assert len({one["id"] for one in acts}) == len(played) + 1
    some_turns(person, 1)
    assert len(own(person)) == len(played) + 2


def test_an_answer_that_was_lost_on_the_way(crowd: Crowd, line: Line) -> None:
    """The command arrived, its acknowledgement did not: it is sent again and carried out once."""
    person = crowd.come(url=line.url)
    person.pardon(LOST)
    person.play("quixo")
    some_turns(person, 1)
    played = own(person)
    line.deafen()
    push_unconfirmed(person)
    while len(own(person)) == len(played):
        person.page.wait_for_timeout(20)
    line.cut()
    lost(person)
    line.mend()
    back(person)
    assert person.my_turn()
    assert len(own(person)) == len(played) + 1
    acts = [one["id"] for one in person.said if one.get("command", {}).get("type") == "act"]
    assert acts.count(acts[-1]) == 2, "it was not sent again"


def test_a_device_without_a_network(crowd: Crowd) -> None:
    """The browser knows that it is offline: the page says so at once."""
    person = crowd.come(keeps=True)
    person.pardon(LOST)
    person.play("quixo")
    some_turns(person, 1)
    played = own(person)
    person.page.context.set_offline(True)
    lost(person)
    push_unconfirmed(person)
    person.page.context.set_offline(False)
    back(person)
    assert person.my_turn()
    assert len(own(person)) == len(played) + 1


def test_nothing_comes_through_any_more(crowd: Crowd, line: Line) -> None:
    """Nobody closed the connection: the page finds out by asking, and comes back."""
    person = crowd.come(url=line.url)
    person.pardon(LOST)
    person.play("quixo")
    some_turns(person, 1)
    line.silence()
    lost(person)
    line.mend()
    back(person)
    some_turns(person, 1)


def test_why_a_cube_cannot_be_taken(crowd: Crowd) -> None:
    person = crowd.come(PHONE, touch=True)
    person.play("quixo")
    assert person.my_turn()
    before = person.board()
    person.press("[data-square=c3]", anyway=True)
    why = person.text("error.not-on-edge", square="c3")
    expect(person.page.locator("#notices .notice")).to_have_text(why)
    assert person.told == why
    assert person.page.locator(".end").count() == 0
    assert person.board() == before
    some_turns(person, 1)
    theirs = person.page.locator(f".cube[aria-label*='{person.text('quixo.circles')}']").first
    square = theirs.get_attribute("data-square")
    inside = square in {f"{c}{n}" for c in "bcd" for n in "234"}
    person.press(theirs, anyway=True)
    why = person.text("error.not-on-edge" if inside else "error.opponents-cube", square=square)
    expect(person.page.locator("#notices .notice")).to_have_text(why)


def test_forged_actions(crowd: Crowd) -> None:
    """Whatever a program sends with a device's own token, the rules hold and the page is right."""
    person, stranger = crowd.come(), crowd.come()
    person.play("quixo")
    some_turns(person, 1)
    before, played = person.board(), person.actions()
    forged = {
        "c3>c1": "illegal",  # from inside
        "a1>a1": "illegal",
        "nonsense": "malformed",
    }
    for action, code in forged.items():
        command = {"type": "act", "seat": 0, "action": action}
        answer = person.page.evaluate(FORGE, [person.token, person.match, command])
        assert (answer["type"], answer["code"]) == ("error", code), action
    legal = person.page.locator(".cube.can").first.get_attribute("data-square")
    for seat, action in ((1, f"{legal}>a1"), (0, "a1>e1")):
        stranger.visit()
        stranger.see(".play-now")
        command = {"type": "act", "seat": seat, "action": action}
        answer = stranger.page.evaluate(FORGE, [stranger.token, person.match, command])
        assert (answer["type"], answer["code"]) == ("error", "refused")
    assert person.actions() == played
    assert person.board() == before
    some_turns(person, 1)


class Meddler:
    """Sits between a page and the server and keeps actions to itself."""

    def __init__(self) -> None:
        self.kept: list[dict[str, Any]] = []
        self.keeps = False
        self.page: WebSocketRoute | None = None

    def sit_between(self, route: WebSocketRoute) -> None:
        self.page, server = route, route.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            frame = json.loads(message)
            if self.keeps and frame.get("command", {}).get("type") == "act":
                self.kept.append(frame)
            else:
                server.send(message)

        route.on_message(pass_on)

    def refuse(self, **more: object) -> None:
        """Answer the last kept action with an error."""
        assert self.page is not None
        error = {"type": "error", "code": "illegal", "reason": "not-legal", "message": "So not."}
        self.page.send(json.dumps({**error, "id": self.kept[-1]["id"], **more}))


def test_what_is_shown_too_early_is_taken_back(crowd: Crowd) -> None:
    person = crowd.come()
    meddler = Meddler()
    person.page.route_web_socket("**/ws", meddler.sit_between)
    person.play("quixo")
    some_turns(person, 1)
    before, played = person.board(), person.actions()
    meddler.keeps = True
    for more in ({}, {"state": person.ask(f"/api/matches/{person.match}")}):
        push_unconfirmed(person)
        meddler.refuse(**more)
        expect(person.page.locator("#notices .notice.bad")).to_have_text("So not.")
        assert person.my_turn()
        assert person.board() == before
        assert person.page.locator(".cube.held, .end").count() == 0
    assert person.actions() == played
    meddler.keeps = False
    some_turns(person, 1)
    assert len(person.actions()) == len(played) + 2


def test_a_refused_cross_is_taken_back(crowd: Crowd) -> None:
    person = crowd.come(PHONE, touch=True)
    meddler = Meddler()
    person.page.route_web_socket("**/ws", meddler.sit_between)
    person.play("qwixx")
    assert person.my_turn()
    while not person.page.locator(".choice").count():
        person.cross()
        assert person.my_turn()
    meddler.keeps = True
    before = person.crosses()
    person.cross(passing=0)
    expect(person.page.locator(".act .todo")).to_have_text(person.text("web.todo.decided"))
    meddler.refuse()
    expect(person.page.locator("#notices .notice.bad")).to_have_text("So not.")
    assert person.my_turn()
    assert person.crosses() == before
    assert person.page.locator(".box.can").count() > 0
