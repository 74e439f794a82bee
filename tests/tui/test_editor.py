"""Positions that one sets up oneself: what they are worth, and playing on from them."""

import asyncio

import pytest
from textual.widgets import Static

from cruces.core.registry import get_game
from cruces.locales import text
from cruces.tui.app import CrucesApp
from cruces.tui.editor_screen import EditorScreen, editor_of
from cruces.tui.local import usual_guests
from tests.tui.driving import SMALL, app, game_screen, press, settled, until


def shown(playing: CrucesApp, where: str) -> str:
    """The text of a part of the screen."""
    return "\n".join(str(part.render()) for part in playing.screen.query(where).results(Static))


def test_a_position_is_set_up_valued_and_played_on() -> None:
    playing, game = app("en"), get_game("quixo")

    async def run() -> None:
        async with playing.run_test(size=(80, 24)) as pilot:
            await pilot.press("down", "down", "enter")
            await settled(pilot)
            playing.screen.query_one("#option-size").value = SMALL  # type: ignore[attr-defined]
            await settled(pilot)
            press(pilot, "ctrl+e")
            await until(pilot, lambda: isinstance(playing.screen, EditorScreen))
            await settled(pilot)
            screen = playing.screen
            assert isinstance(screen, EditorScreen)
            # Two crosses in the first row and two circles below: crosses win at once.
            press(pilot, "x", "right", "x", "down", "o", "left", "enter", "enter")
            await until(
                pilot, lambda: game.format_position(screen.state).startswith("XX./OO./... X")
            )
            press(pilot, "v")
            await until(pilot, lambda: screen.editor.suggestion is not None)
            won = game.apply(screen.state, 0, screen.editor.suggestion)
            outcome = game.outcome(won)
            assert outcome is not None
            assert outcome.winners == (0,)
            press(pilot, "t")
            await until(pilot, lambda: game.to_act(screen.state) == {1})
            keys = text("quixo.tui.keys.turn", "en")  # instead of the values, which are out of date
            await until(pilot, lambda: keys in shown(playing, "#values"))
            press(pilot, "p")
            await until(pilot, lambda: playing.screen.query("#board:focus"))
            await until(pilot, lambda: playing.screen is not screen)
            session = game_screen(pilot).session
            assert list(session.own) == [1]  # whoever sets it up begins
            assert session.value["position"].startswith("XX./OO./... O")

    asyncio.run(run())


@pytest.mark.parametrize("by", ["keys", "mouse"])
def test_where_the_game_is_over_nobody_plays_on(by: str) -> None:
    playing, game = app("es"), get_game("quixo-teams")

    async def run() -> None:
        async with playing.run_test(size=(40, 24)) as pilot:
            guests = usual_guests(game, "es", 1, ["random"] * 3)
            screen = EditorScreen(game, game.initial({"size": 3}), guests, "es")
            await playing.push_screen(screen)
            await settled(pilot)
            if by == "keys":
                press(pilot, "1", "right", "3", "right", "1")
            else:
                for column in "abc":
                    screen.editor.touched(f"{column}1")  # type: ignore[attr-defined]
                    await settled(pilot)
            await until(pilot, lambda: game.outcome(screen.state) is not None)
            press(pilot, "p")
            await until(pilot, lambda: playing._notifications)
            assert playing.screen is screen
            press(pilot, "v")
            await until(pilot, lambda: len(playing._notifications) == 2)

    asyncio.run(run())


def test_games_without_an_editor() -> None:
    assert editor_of(get_game("qwixx")) is None
