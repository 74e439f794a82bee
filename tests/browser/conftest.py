"""A real browser for a module's tests, and people who sit down at it.

While Playwright is open its thread has a running event loop, in which others could not run one of
their own: it is open for the tests of one module and closed before those of another.
"""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.chromium import ARGUMENTS, chromium
from tests.browser.line import Line
from tests.browser.people import DESKTOP, Person
from tests.server.process import PATIENCE, Nursery, Server
from tests.servers import free_port

WITHOUT_STORE = "delete Navigator.prototype.serviceWorker"
"""For a browser that keeps nothing for the time without a network, as in some private windows."""


def wait_for(server: Server) -> None:
    """Wait until it answers, without an event loop."""
    end = time.monotonic() + PATIENCE
    with httpx.Client(trust_env=False, verify=False) as client:
        while True:
            try:
                if client.get(f"{server.url}/ready", timeout=5).status_code == 200:
                    return
            except httpx.TransportError:
                pass
            assert time.monotonic() < end, f"the server does not answer: {server.log[-2000:]}"
            time.sleep(0.02)


@pytest.fixture(scope="module")
def server(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One process on SQLite, as `cruces serve` starts it."""
    folder: Path = tmp_path_factory.mktemp("server")
    environment = {"CRUCES_DATABASE": f"sqlite:///{folder / 'cruces.db'}"}
    started = Server(nursery, free_port(), environment, folder / "log")
    started.start()
    wait_for(started)
    yield started
    started.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, as the system has it."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield opened
        opened.close()


class Crowd:
    """Lets people come, and hears their complaints when they go."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.url = url
        self.people: list[Person] = []
        self._browser = browser
        self._contexts: list[BrowserContext] = []

    def come(
        self,
        size: tuple[int, int] = DESKTOP,
        *,
        touch: bool = False,
        locale: str = "en-GB",
        motion: bool = False,
        scheme: Literal["light", "dark"] = "light",
        url: str = "",
        keeps: bool = False,
    ) -> Person:
        """Somebody with a browser of their own, which has never been here.

        ``keeps``: it keeps the whole client for the time without a network, as browsers do. That is
        more work than the page itself, so it is left out where nothing depends on it.
        """
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=touch,
            is_mobile=touch,
            locale=locale,
            reduced_motion="no-preference" if motion else "reduce",
            color_scheme=scheme,
        )
        if not keeps:
            context.add_init_script(WITHOUT_STORE)
        self._contexts.append(context)
        person = Person(context.new_page(), url or self.url, self.url, touch, locale[:2])
        self.people.append(person)
        return person

    def go(self) -> None:
        """Everybody leaves; nobody may have seen anything go wrong."""
        for context in self._contexts:
            context.close()
        complaints = [person.complaints for person in self.people]
        assert not any(complaints), complaints


@pytest.fixture
def crowd(server: Server, browser: Browser) -> Iterator[Crowd]:
    """People who come to the server."""
    opened = Crowd(browser, server.url)
    yield opened
    opened.go()


@pytest.fixture
def line(server: Server) -> Iterator[Line]:
    """A network of the test's own to the server."""
    opened = Line(free_port(), server.port)
    yield opened
    opened.close()
