"""Somebody at a browser: what they see there, and what they do."""

import json
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
from playwright.sync_api import ConsoleMessage, Locator, Page, Request, WebSocket, expect

from cruces.core.registry import families
from cruces.locales import text

assert families(), "their texts are in the catalogue once they are known"
PATIENCE = 180_000.0
"""Milliseconds after which something that should happen soon counts as not happening."""
LOOK_AGAIN = 20.0
"""Milliseconds between looks at a page on which something should happen."""
expect.set_options(timeout=PATIENCE)
PHONE = (390, 844)
DESKTOP = (1280, 820)
GAMES = ("qwixx", "big-points", "quixo", "quixo-teams")
QUICK = "random"
"""The opponent that thinks least."""

TO_DECIDE = """decided => document.querySelector(".dialog.result dialog[open]") ? "over"
  : document.querySelector(".handover .go[aria-disabled=false]") ? "passed"
  : document.body.classList.contains("my-turn")
    && document.querySelector(".act:not(.guarded) .buttons .go")
    && !decided.some(one => document.querySelector(".act .todo").textContent.endsWith(one))
  ? "mine" : null"""
COUNT_CLICKS = "window.clicks = 0; addEventListener('click', () => window.clicks += 1, true)"
CLICKS = "`${performance.timeOrigin} ${window.clicks}`"
TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


@dataclass
class Person:
    """A page that is looked at, and everything that went wrong on it."""

    page: Page
    url: str
    server: str
    """Where the server is, even while the page cannot reach it."""
    touch: bool = False
    lang: str = "en"
    troubles: list[str] = field(default_factory=list)
    pardoned: list[str] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    heard: list[dict[str, Any]] = field(default_factory=list)
    said: list[dict[str, Any]] = field(default_factory=list)
    rng: random.Random = field(default_factory=lambda: random.Random(7))

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        self.page.add_init_script(COUNT_CLICKS)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        self.page.on("request", self._request)
        self.page.on("websocket", self._socket)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        self.addresses.append(request.url)

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))
        socket.on("framesent", lambda frame: self.said.append(json.loads(frame)))

    def pardon(self, *patterns: str) -> None:
        """Expect these on the console: the test itself is the cause."""
        self.pardoned += patterns

    @property
    def complaints(self) -> list[str]:
        """What went wrong and was not meant to, and what came from elsewhere."""
        wrong = [
            trouble
            for trouble in self.troubles
            if not any(re.search(pattern, trouble) for pattern in self.pardoned)
        ]
        own = (self.url, "data:", "blob:")
        return wrong + [f"from elsewhere: {a}" for a in self.addresses if not a.startswith(own)]

    # Looking

    def text(self, key: str, **params: object) -> str:
        """A sentence as this person reads it."""
        return text(key, self.lang, **params)

    def see(self, selector: str) -> Locator:
        """The first of these, once it is there."""
        found = self.page.locator(selector).first
        found.wait_for()
        return found

    def texts(self, selector: str) -> list[str]:
        """What all of these say."""
        found = self.page.locator(selector).all_inner_texts()
        return [said.replace("\u00a0", " ").strip() for said in found]

    def drawn(self) -> None:
        """Wait until what was done is drawn."""
        self.page.evaluate(TWO_FRAMES)

    def until(self, condition: str, arg: object = None) -> Any:
        """Wait until something is so on the page."""
        # To look at every frame, as is usual, would make the browser draw without a pause.
        return self.page.wait_for_function(condition, arg=arg, polling=LOOK_AGAIN).json_value()

    def my_turn(self) -> bool:
        """Wait until there is something to decide (true) or the game is over (false).

        If the device is passed on, one takes it.
        """
        self.drawn()  # what was pressed last may not show yet
        decided = [self.text("web.todo.decided"), self.text("web.todo.sent")]
        while (state := self.until(TO_DECIDE, decided)) == "passed":
            self.press(".handover .go")
            self.drawn()
        return bool(state == "mine")

    @property
    def told(self) -> str:
        """What somebody who listens was told last."""
        return self.page.locator("#told").inner_text()

    def board(self) -> dict[str, str]:
        """The marks on the board, by square."""
        found: dict[str, str] = self.page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll(".cube")].map(
              cube => [cube.dataset.square, cube.getAttribute("aria-label").split(", ")[1]]))"""
        )
        return found

    def crosses(self) -> list[str]:
        """What is crossed on the sheet in front of one."""
        found: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll(".sheet .box.crossed[data-action]")].map(
              box => box.dataset.action)"""
        )
        return found

    # Acting

    def visit(self, place: str = "/") -> None:
        """Go to an address of the server."""
        self.page.goto(self.url + place)

    def press(self, target: str | Locator, *, anyway: bool = False) -> None:
        """Touch or click, whatever this device has; ``anyway``: though it looks as if in vain."""
        found = self.page.locator(target).first if isinstance(target, str) else target
        if self.touch:
            before = self.page.evaluate(CLICKS)
            found.tap(force=anyway)
            # A browser makes a click of a touch when it finds the time.
            self.until(f"before => {CLICKS} !== before", before)
        else:
            found.click(force=anyway)

    def press_text(self, key: str, within: str = "body", **params: object) -> None:
        """Press what says this."""
        said = re.compile(f"^{re.escape(self.text(key, **params))}$")
        self.press(self.page.locator(f"{within} :is(button, a)").filter(has_text=said).first)

    def choose(self, game: str, level: str = "") -> None:
        """Choose a game on the first page, and who is to play against one."""
        self.press(f"[data-game={game}]")
        self.drawn()
        listed = self.page.locator(".levels select")
        if level and listed.count():
            listed.select_option(index=0)  # many to choose from: the weakest
        elif level:
            self.press(f"label:has(input[value={level}])")
            expect(self.page.locator(f"input[value={level}]")).to_be_checked()

    def play(self, game: str, level: str = QUICK) -> None:
        """Start a game against the computer from the first page."""
        self.visit()
        self.choose(game, level)
        self.press(".play-now")
        self.see("main.table")

    def option(self, key: str, value: str) -> None:
        """Choose one of the options behind "more"."""
        if not self.page.locator("details.more[open]").count():
            self.press("details.more summary")
        self.page.get_by_label(self.text(key)).select_option(value)

    def decide(self) -> None:
        """Do one thing that may be done, for a paper game or a wooden one."""
        if self.page.locator(".wooden").count():
            self.push()
        else:
            self.cross()

    def any_of(self, selector: str) -> Locator:
        """One of these, whichever."""
        found = self.page.locator(selector)
        return found.nth(self.rng.randrange(found.count()))

    def cross(self, passing: float = 0.2) -> None:
        """Cross something, or pass."""
        if not self.page.locator(".choice").count():
            self.press(".act .go")
        elif self.rng.random() < passing:
            self.press(".act [data-action=pass]")
        else:
            # On a phone the boxes are small: each has a twin among the things to do.
            self.press(self.any_of(".choice" if self.touch else ".box.can"))
            self.press(".act .buttons .go")
        self.drawn()

    def push(self, dot: str = "") -> None:
        """Take a cube and push it in at an end, or pass where there is none."""
        if self.page.locator(".cube.can").count():
            self.press(self.any_of(".cube.can"))
            self.see(".end")
            self.press(self.any_of(".end"))
            if dot:
                self.press(f"label:has(input[name=dot][value={dot}])")
            self.press("[data-push]")
        else:
            self.press(".act .buttons .go")
        self.drawn()

    def play_out(self, most: int = 400) -> int:
        """Play to the end; how many decisions it took."""
        for decisions in range(most):
            if not self.my_turn():
                return decisions
            self.decide()
        raise AssertionError(f"no end after {most} decisions")

    def finish_small(self) -> None:
        """Play Quixo to the end on a board that is solved, and see the board again."""
        self.visit()
        self.choose("quixo", QUICK)
        self.option("option.size", "3")
        self.press(".play-now")
        self.see("main.table")
        self.play_out()
        self.press(".dialog.result header button")
        self.drawn()

    def look_back(self) -> None:
        """From the result to the page of the game, where the coach has its say."""
        self.press(".result .look-back")
        self.see(".coach .course")

    # Asking the server

    @property
    def match(self) -> str:
        """The match at whose table one sits, or at which one looks back."""
        found = re.search(r"#(?:table|game)=([^&]*)", self.page.url)
        return found[1] if found else ""

    @property
    def token(self) -> str:
        """What proves this device."""
        found: str = self.page.evaluate("JSON.parse(localStorage['cruces.device']).token")
        return found

    def ask(self, path: str) -> Any:
        """The server's answer to this device."""
        headers = {"Authorization": f"Bearer {self.token}"}
        found = httpx.get(
            self.server + path, headers=headers, trust_env=False, verify=False, timeout=60
        )
        assert found.is_success, found.text
        return found.json()

    def record(self) -> dict[str, Any]:
        """The record of the match at whose table one sits."""
        found: dict[str, Any] = self.ask(f"/api/matches/{self.match}/record")
        return found

    def actions(self) -> list[tuple[int, str]]:
        """What has been played, by the record."""
        events = self.record()["events"]
        return [(e["seat"], e["text"]) for e in events if e["type"] == "action"]


def next_of(people: Sequence[Person]) -> Person | None:
    """Whoever is to act now, or nobody when it is over for all."""
    for _ in range(2000):
        over = 0
        for person in people:
            decided = [person.text("web.todo.decided"), person.text("web.todo.sent")]
            state = person.page.evaluate(TO_DECIDE, decided)
            if state == "mine":
                return person
            over += state == "over"
        if over == len(people):
            return None
        people[0].page.wait_for_timeout(30)
    raise AssertionError("nobody is to act, and it is not over")
