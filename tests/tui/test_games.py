"""Every game is played to its end in the app, by keys and by mouse, in both languages."""

import asyncio
from random import Random
from typing import Any

import pytest

from tests.tui.driving import app, begin, game_screen, is_over, play_out

GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "qwixx": (1, {}),
    "big-points": (1, {}),
    "quixo": (1, {"size": 3}),
    "quixo-teams": (3, {"size": 3}),
    "toy-race": (1, {}),
}
"""The robots, and options that make it short."""


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(("lang", "by"), [("en", "keys"), ("es", "mouse")])
def test_every_game_can_be_played_to_its_end(lang: str, by: str) -> None:
    async def run() -> None:
        playing = app(lang)
        async with playing.run_test(size=(80, 24)) as pilot:
            for number, (game, (robots, options)) in enumerate(GAMES.items()):
                await begin(pilot, game, robots, options=options)
                await play_out(pilot, by, Random(number))
                assert is_over(pilot)
                result = game_screen(pilot).session.value["result"]
                assert result is not None
                assert result["text"] in str(pilot.app.screen.query_one("#status").render())

    asyncio.run(run())
