"""The promise about the dice, kept by the page: a server that breaks it is found out."""

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Route, WebSocketRoute, expect

from cruces.locales import text
from tests.browser.conftest import Crowd
from tests.browser.people import PHONE, Person

Message = dict[str, Any]
KEPT = "JSON.parse(localStorage['cruces.dice'] ?? '[]')"


def nothing(_: Message) -> None:
    """An honest server."""


class CheatingServer:
    """Changes what the server says to one page, from a moment on."""

    def __init__(
        self,
        person: Person,
        message: Callable[[Message], None] = nothing,
        record: Callable[[Message], None] = nothing,
    ) -> None:
        self.cheats = False
        person.pardon("promise about the dice is broken")
        self._message, self._record = message, record
        person.page.route_web_socket("**/ws", self._sit_between)
        person.page.route("**/api/matches/*/record", self._answer)

    def _sit_between(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(said: str | bytes) -> None:
            message = json.loads(said)
            if self.cheats:
                self._message(message)
            route.send(json.dumps(message))

        server.on_message(pass_on)

    def _answer(self, route: Route) -> None:
        record = route.fetch().json()
        if self.cheats:
            self._record(record)
        route.fulfill(json=record)


def views(message: Message) -> list[Message]:
    """Everything that a message says about the match as a whole."""
    return [message[name] for name in ("state", "now") if isinstance(message.get(name), dict)]


def other_secret(message: Message) -> None:
    for view in views(message):
        if view["result"]:
            view["result"]["secret"] = "00" * 32


def other_promise(message: Message) -> None:
    """A secret chosen later, with the commitment that fits it."""
    other_secret(message)
    for view in views(message):
        if "fair" in view:
            view["fair"]["commitment"] = hashlib.sha256(bytes(32)).hexdigest()


def other_text(message: Message) -> None:
    for view in views(message):
        if "fair" in view:
            view["fair"]["contributions"][0] = "chosen by the server"


def other_roll(message: Message) -> None:
    for event in message.get("log", {}).get("add", []):
        if event["type"] == "chance" and event["text"].startswith("w"):
            event["text"] = f"w{event['text'][2]}{event['text'][1]}{event['text'][3:]}"


def other_signature(record: Message) -> None:
    record["signature"]["value"] = record["signature"]["value"][::-1]


def other_record(record: Message) -> None:
    record["seats"][0]["name"] = "Eve"


def other_key(record: Message) -> None:
    """What a key of another server signed."""
    record["signature"]["key"] = "11" * 32


def begin(person: Person) -> None:
    """A game with dice, and the first turn."""
    person.play("qwixx")
    assert person.my_turn()


def resign(person: Person) -> None:
    """The quickest end."""
    person.press(f"button[aria-label={person.text('web.menu')}]")
    person.press_text("web.resign", ".dialog.menu")
    person.press(".dialog.question .danger")
    person.see(".dialog.result dialog[open]")


def accused(person: Person, *problems: str) -> None:
    """The page says loudly, to eyes and to ears, what the server did, and nothing else."""
    alarm = person.see("#page > .alarm[role=alert]")
    expect(alarm.locator("b")).to_have_text(person.text("dice.alarm"))
    said = [person.text(f"dice.problem.{problem}") for problem in problems]
    expect(alarm.locator("li")).to_have_text(said)
    expect(person.page.locator("#told")).to_contain_text(said[-1])


def test_honest_dice(crowd: Crowd) -> None:
    person = crowd.come()
    CheatingServer(person).cheats = True  # it changes nothing
    begin(person)
    resign(person)
    line = person.see(".result .dice-line.good")
    record = person.record()
    draws = sum(event["type"] == "chance" for event in record["events"])
    assert line.inner_text() == person.text("dice.checked", count=draws)
    assert not person.page.locator(".alarm").count()
    (kept,) = person.page.evaluate(KEPT)
    assert kept["match"] == person.match
    assert kept["commitment"] == record["fair"]["commitment"]
    assert kept["texts"] == record["fair"]["contributions"]
    assert kept["own"] == {"0": record["fair"]["contributions"][0]}
    assert kept["key"] == record["signature"]["key"]
    # The page that explains it, for the match and for the saved game.
    person.press_text("web.check", ".result")
    points = [person.text(f"verify.{key}") for key in ("rules-good", "kept", "signature-good")]
    expect(person.page.locator(".points .good")).to_have_count(3)
    assert [said.splitlines()[-1] for said in person.texts(".points li")] == points
    expect(person.page.locator(".server-key code")).to_have_text(kept["key"])
    # The rolls in words, in the language that one chooses here, and the way back.
    rolls = person.page.locator(".draws li span:last-of-type")
    roll = rolls.last
    expect(rolls.first).to_have_text(re.compile(r": (Player 1|Robot Leo)$"))
    expect(person.page.locator(".draws li.good")).to_have_count(draws)
    expect(roll).to_have_text(re.compile(r"^White \d and \d, total \d+, red \d, yellow \d"))
    person.page.get_by_label(person.text("web.language")).select_option("es")
    expect(roll).to_have_text(re.compile(r"^Blancos \d y \d, suma \d+, rojo \d, amarillo \d"))
    expect(person.page.locator("#verdict")).to_contain_text(text("verify.good", "es", count=draws))
    person.page.get_by_label(text("web.language", "es")).select_option("en")
    expect(person.page.locator(".bar a[href^='/#table']")).to_have_attribute(
        "href", f"/#table={kept['match']}"
    )
    expect(roll).to_have_text(re.compile("^White"))
    command = person.page.locator("details pre")
    person.press("details summary")
    expect(command).to_contain_text(f"--commitment {kept['commitment']}")
    expect(command).to_contain_text(f"--contribution 1={kept['own']['0']} --key {kept['key']}")
    for change, verdict in (
        ({}, ("good", person.text("verify.good", count=draws))),
        ({"fair": None, "signature": None}, ("open", person.text("verify.rules-only"))),
        ({"fair": {**record["fair"], "secret": None}}, ("bad", person.text("dice.alarm"))),
        ({"fair": {**record["fair"], "secret": "00" * 32}}, ("bad", person.text("dice.alarm"))),
        ({"seats": [{"name": "Eve"}, {"name": "Ana"}]}, ("bad", person.text("verify.wrong"))),
        ({"format": "other"}, ("bad", "")),
    ):
        changed = {**record, **change}
        if changed["signature"] is None:
            del changed["signature"]
        saved = FilePayload(
            name="game.json", mimeType="application/json", buffer=json.dumps(changed).encode()
        )
        person.page.set_input_files("input[type=file]", saved)
        mark, said = verdict
        expect(person.page.locator(f"#verdict.{mark}")).to_contain_text(said)


@pytest.mark.parametrize(
    ("message", "record", "problems"),
    [
        (other_secret, nothing, ["secret", "rolls", "record"]),
        (nothing, other_signature, ["signature"]),
        (nothing, other_record, ["signature"]),
        (nothing, other_key, ["signature", "key"]),
    ],
)
def test_a_server_that_cheats_at_the_end(
    crowd: Crowd,
    message: Callable[[Message], None],
    record: Callable[[Message], None],
    problems: list[str],
) -> None:
    person = crowd.come()
    server = CheatingServer(person, message, record)
    begin(person)
    server.cheats = True
    resign(person)
    person.see(".result .alarm[role=alert]")
    accused(person, *problems)
    assert not person.page.locator(".dice-line").count()


def test_a_server_that_changes_a_roll(crowd: Crowd) -> None:
    """The dice on the screen are not those that the secret gives, whatever the record says."""
    person = crowd.come()
    server = CheatingServer(person, other_roll)
    server.cheats = True
    person.play("qwixx")
    for _ in range(6):  # both white dice may be alike
        assert person.my_turn()
        person.cross(passing=1)
        if any(event_is_uneven(frame) for frame in person.heard):
            break
    resign(person)
    accused(person, "rolls", "record")


def event_is_uneven(frame: Message) -> bool:
    rolls = [event["text"] for event in frame.get("log", {}).get("add", []) if "w" in event["text"]]
    return any(text[1] != text[2] for text in rolls)


@pytest.mark.parametrize(
    ("cheat", "problems"),
    [(other_promise, ["commitment"]), (other_text, ["own-text", "texts"])],
)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_server_that_changes_its_promise_meanwhile(
    crowd: Crowd, cheat: Callable[[Message], None], problems: list[str], lang: str
) -> None:
    """The page notices when it comes back, not only at the end."""
    person = crowd.come(PHONE, touch=True, locale=f"{lang}-ES")
    server = CheatingServer(person, cheat)
    begin(person)
    server.cheats = True
    person.page.reload()
    accused(person, *problems)
    assert person.my_turn()  # one may go on all the same


def test_dice_that_somebody_saw_only_later(crowd: Crowd) -> None:
    person, guest = crowd.come(), crowd.come()
    begin(person)
    guest.visit(f"/#table={person.match}")
    guest.see("main.table")
    resign(person)
    expect(guest.see(".dice-line.good")).to_contain_text("after the game had started")
