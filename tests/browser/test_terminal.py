"""A game between a browser and the terminal app, on one server."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from cruces.core.record import ActionEvent
from tests.browser.conftest import Crowd
from tests.browser.people import Person
from tests.browser.test_rooms import invite
from tests.tui.driving import app, game_screen, play_out, press, until
from tests.tui.test_online import connect, playing_at, table


class Terminal:
    """The app in a thread of its own: while a browser is open, this one has an event loop."""

    def __init__(self, url: str, code: str) -> None:
        self._url, self._code = url, code
        self.record: Future[list[tuple[int, str]]] = Future()

    def play(self) -> None:
        """Join the table by its code, play to the end, and keep what was played."""
        try:
            self.record.set_result(asyncio.run(self._play()))
        except BaseException as error:
            self.record.set_exception(error)

    async def _play(self) -> list[tuple[int, str]]:
        playing = app("en")
        async with playing.run_test(size=(80, 24)) as pilot:
            await connect(pilot, self._url, "Leo", self._code)
            press(pilot, "down", "enter")
            await until(pilot, lambda: list(table(pilot).session.own) == [1])
            press(pilot, "r")
            await playing_at(pilot)
            await play_out(pilot, "keys", Random(5))
            record = await game_screen(pilot).session.record()
            events = [event for event in record.events if isinstance(event, ActionEvent)]
            return [(event.seat, event.text) for event in events]


@contextmanager
def terminal(url: str, code: str) -> Iterator[Terminal]:
    """Somebody at a terminal, until they have played to the end."""
    other = Terminal(url, code)
    thread = threading.Thread(target=other.play)
    thread.start()
    yield other
    thread.join()


def lay(host: Person) -> str:
    """A table for a short game; its code."""
    host.visit()
    host.choose("quixo")
    host.option("option.size", "3")
    return invite(host).rpartition("=")[2]


def test_a_browser_and_a_terminal_play_to_the_end(
    crowd: Crowd, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    host = crowd.come()
    with terminal(host.server, lay(host)) as other:
        host.see(".places li.human:nth-child(2)")
        start = host.page.get_by_role("button", name=host.text("web.start", count=2))
        host.press(start)
        host.see("main.table")
        host.play_out()
        played = other.record.result()
    assert host.actions() == played
    assert len(played) >= 5
