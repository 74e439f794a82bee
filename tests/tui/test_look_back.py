"""Looking back at finished games, and records from files."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.widgets import Input, OptionList, Static

from cruces.core import Play
from cruces.core.record import encode
from cruces.core.registry import get_game
from cruces.locales import text
from cruces.tui.app import CrucesApp
from cruces.tui.dialogs import Page, Prompt
from cruces.tui.game_screen import GameScreen
from cruces.tui.home_screen import HomeScreen
from cruces.tui.look_back import LookBackScreen
from tests.tui.driving import app, begin, game_screen, play_out, press, settled, until


def finished(game: str, options: dict[str, Any]) -> Play[Any, Any, Any]:
    """A game between two that play at random."""
    play, chance = Play(get_game(game), options, 2), Random(4)
    while play.outcome is None:
        play.roll(chance)
        for seat in sorted(play.to_act):
            play.act(seat, chance.choice(list(play.legal(seat))))
    return play


def shown(playing: CrucesApp, where: str) -> str:
    """The text of a part of the screen."""
    return "\n".join(str(part.render()) for part in playing.screen.query(where).results(Static))


def test_the_coach_goes_through_a_game_with_the_arrows(tmp_path: Path) -> None:
    play, playing = finished("quixo", {"size": 3}), app("es")
    file = tmp_path / "partida.json"
    file.write_text(encode(play.record()))

    async def run() -> None:
        async with playing.run_test(size=(80, 24)) as pilot:
            games = playing.screen.query_one(OptionList)
            games.highlighted = games.get_option_index("open")
            press(pilot, "enter")
            await until(pilot, lambda: isinstance(playing.screen, Prompt))
            await until(pilot, lambda: playing.screen.focused is not None)
            playing.screen.query_one(Input).value = str(file)
            press(pilot, "enter")
            await until(pilot, lambda: isinstance(playing.screen, LookBackScreen))
            screen = playing.screen
            assert isinstance(screen, LookBackScreen)
            await until(pilot, lambda: screen.report is not None)
            assert screen.at == len(play.events)
            press(pilot, "home")
            await until(pilot, lambda: text("tui.beginning", "es") in shown(playing, "#moment"))
            press(pilot, "right")
            await until(pilot, lambda: screen.at == 1)
            assert screen.board.situation.view.state == play.states[1]
            assert screen.report is not None
            bad = [one for one in screen.report.decisions if one.listed]
            assert bad, "who plays at random makes mistakes"
            press(pilot, "home", "down")
            await until(pilot, lambda: screen.at == bad[0].number)
            assert bad[0].summary in shown(playing, "#comment")
            assert bad[0].better in shown(playing, "#comment")
            press(pilot, "b")
            await until(pilot, lambda: screen.board.suggestion is not None)
            assert screen.board.situation.view.state == play.states[bad[0].number - 1]
            assert play.game.format_action(screen.board.suggestion) == bad[0].best.action
            press(pilot, "s")
            await until(pilot, lambda: isinstance(playing.screen, Page))
            press(pilot, "escape")
            await until(pilot, lambda: playing.screen is screen)
            press(pilot, "escape")
            await until(pilot, lambda: isinstance(playing.screen, HomeScreen))

    asyncio.run(run())


def test_how_far_the_coach_is_can_be_read_in_40_columns() -> None:
    playing = app("es")

    async def run() -> None:
        async with playing.run_test(size=(40, 24)) as pilot:
            screen = LookBackScreen(finished("quixo", {"size": 3}), "es")
            await playing.push_screen(screen)
            await until(pilot, lambda: screen.report is not None)
            screen._progress(0.5)
            await until(pilot, lambda: screen.query_one("#status").size.height == 2)

    asyncio.run(run())


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(("game", "options"), [("quixo", {"size": 3}), ("toy-race", {})])
def test_after_a_game_the_coach_can_be_asked(game: str, options: dict[str, Any]) -> None:
    playing = app("en")

    async def run() -> None:
        async with playing.run_test(size=(40, 24)) as pilot:
            await begin(pilot, game, options=options)
            await play_out(pilot, "keys", Random(2))
            count = len(game_screen(pilot).session.value["events"])
            press(pilot, "c")
            await until(pilot, lambda: isinstance(playing.screen, LookBackScreen))
            await settled(pilot)
            press(pilot, "left", "left")  # while the coach is at work
            await until(pilot, lambda: playing.screen.at == count - 2)  # type: ignore[attr-defined]
            press(pilot, "q")  # nobody waits for the coach any more
            await until(pilot, lambda: isinstance(playing.screen, GameScreen))

    asyncio.run(run())


def test_an_unfinished_record_goes_on_and_others_are_refused(tmp_path: Path) -> None:
    play = Play(get_game("quixo"), {"size": 3}, 2)
    file, other = tmp_path / "game.json", tmp_path / "other.json"
    file.write_text(encode(play.record()))
    other.write_text("{}")
    playing = app("en")

    async def run() -> None:
        async with playing.run_test(size=(80, 24)) as pilot:
            home = playing.screen
            assert isinstance(home, HomeScreen)
            for name in (str(tmp_path / "none.json"), str(other)):
                playing.clear_notifications()
                home.read(name)
                await until(pilot, lambda: playing._notifications)
            home.read(str(file))
            await until(pilot, lambda: playing.screen.query("#board:focus"))
            assert game_screen(pilot).session.game.id == "quixo"

    asyncio.run(run())
