"""The app beside the boards: people at one keyboard, hints, undo, commands, and no waiting."""

import asyncio
import subprocess
import sys
import threading
from typing import Any

import pytest
from textual.command import CommandPalette
from textual.widgets import Static

from cruces.analysis.analysis_dto import Advice
from cruces.core import GameOverError, Reason, View
from cruces.locales import text
from cruces.players import Limits
from cruces.tui.app import CrucesApp
from cruces.tui.dialogs import HandOver, Page, Question
from cruces.tui.home_screen import HomeScreen
from tests.tui.driving import app, begin, board, game_screen, press, ready, until


def shown(playing: CrucesApp, where: str) -> str:
    """The text of a part of the screen."""
    return str(playing.screen.query_one(where, Static).render())


def test_a_game_is_chosen_and_set_up_with_the_keyboard() -> None:
    async def run() -> None:
        playing = app("es")
        async with playing.run_test(size=(80, 24)) as pilot:
            await pilot.press("down", "down", "enter", "enter")
            await until(pilot, lambda: playing.screen.query("#board"))
            screen = game_screen(pilot)
            assert screen.session.game.id == "quixo"
            assert [seat["bot"] for seat in screen.session.value["seats"]] == ["", "level-3"]
            await pilot.press("question_mark")
            assert isinstance(playing.screen, Page)
            await pilot.press("escape")
            await pilot.press("ctrl+p")
            assert isinstance(playing.screen, CommandPalette)
            await pilot.press("escape")
            await pilot.press("q")
            assert isinstance(playing.screen, Question)
            await pilot.press("s")  # sí
            await until(pilot, lambda: isinstance(playing.screen, HomeScreen))

    asyncio.run(run())


def test_secret_choices_are_made_behind_a_screen() -> None:
    async def run() -> None:
        playing = app("en")
        async with playing.run_test(size=(80, 24)) as pilot:
            await begin(pilot, "qwixx", bots=0, people=2)
            screen = game_screen(pilot)
            assert screen.seat == 0
            press(pilot, "1")
            await until(pilot, lambda: isinstance(playing.screen, HandOver))
            await pilot.press("enter")
            assert screen.seat == 1
            assert board(pilot).situation.chosen is None
            assert screen.session.value["chosen"].keys() == {"0"}
            assert not screen.session.value["events"][2:]  # nothing has happened yet
            # Where nothing is secret the keyboard is handed over without a word.
            await begin(pilot, "quixo", bots=0, people=2)
            press(pilot, "enter", "right", "enter")
            await until(pilot, lambda: game_screen(pilot).seat == 1)
            assert not isinstance(playing.screen, HandOver)

    asyncio.run(run())


def test_undo() -> None:
    async def run() -> None:
        playing = app("en")
        async with playing.run_test(size=(80, 24)) as pilot:
            await begin(pilot, "quixo", options={"size": 3})
            await ready(pilot)
            press(pilot, "enter", "right", "enter")
            await until(pilot, lambda: len(game_screen(pilot).session.value["events"]) == 2)
            press(pilot, "u")
            await until(pilot, lambda: not game_screen(pilot).session.value["events"])
            undone = text("web.took-back", "en")
            await until(pilot, lambda: shown(playing, "#said").endswith(undone))
            assert len(shown(playing, "#said").splitlines()) == 3  # two moves; nobody was asked
            press(pilot, "u")  # nothing is left to take back: it says so
            await until(pilot, lambda: playing._notifications)

    asyncio.run(run())


@pytest.mark.usefixtures("toy")
def test_a_hint_for_any_game() -> None:
    async def run() -> None:
        playing = app("en")
        async with playing.run_test(size=(80, 24)) as pilot:
            await begin(pilot, "toy-race")
            await ready(pilot)
            press(pilot, "h")
            await until(pilot, lambda: board(pilot).suggestion is not None)
            assert "·" in shown(playing, "#advice")

    asyncio.run(run())


@pytest.mark.usefixtures("toy")
def test_a_refused_hint_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    playing = app("en")

    async def refuse(seat: int) -> Advice:
        raise GameOverError(Reason("game-over"))

    async def run() -> None:
        async with playing.run_test(size=(80, 24)) as pilot:
            await begin(pilot, "toy-race")
            await ready(pilot)
            monkeypatch.setattr(game_screen(pilot).session, "advice", refuse)
            press(pilot, "h")
            await until(pilot, lambda: playing._notifications)
            assert playing.screen.query_one("#advice").has_class("hidden")

    asyncio.run(run())


class SlowBot:
    """Thinks until it is told to stop."""

    name = "random"

    def __init__(self) -> None:
        self.asked, self.told = threading.Event(), threading.Event()

    def choose(self, view: View[Any, Any, Any], limits: Limits, rng: Any) -> Any:
        self.asked.set()
        self.told.wait(600)
        return next(iter(view.legal))


def test_no_screen_waits_while_a_robot_thinks() -> None:
    async def run() -> None:
        slow, playing = SlowBot(), app("en")
        playing.preparing.choose = (  # type: ignore[method-assign]
            lambda bot, view, state, limits, rng: slow.choose(view, limits, rng)
        )
        async with playing.run_test(size=(80, 24)) as pilot:
            await begin(pilot, "quixo")
            await ready(pilot)
            press(pilot, "enter", "right", "enter")
            await until(pilot, slow.asked.is_set)
            await pilot.press("s")
            assert isinstance(playing.screen, Page)
            await pilot.press("escape")
            assert "Robot" in shown(playing, "#status")
            await pilot.press("u")  # the robot's answer will be too late
            await until(pilot, lambda: not game_screen(pilot).session.value["events"])
            slow.told.set()
            press(pilot, "enter", "right", "enter")
            await until(pilot, lambda: len(game_screen(pilot).session.value["events"]) == 2)

    asyncio.run(run())


def test_the_app_begins_without_what_robots_and_pictures_need() -> None:
    code = "import sys, cruces.tui.app; print(*sys.modules)"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    heavy = {"numba", "numpy", "websockets", "cruces.tui.game_screen", "markdown_it.main"}
    assert heavy & set(process.stdout.split()) == set()
