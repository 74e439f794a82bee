"""What the app looks like, in three sizes: compared with pictures that people have looked at.

After a change that is meant: `pytest tests/tui/test_pictures.py --snapshot-update`, and look again.
"""

from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from cruces.core import Play, Player
from cruces.core.registry import get_game
from cruces.tui.app import CrucesApp
from cruces.tui.local import LocalMatch
from tests.tui.driving import app, settled, until

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "40x24": (40, 24)}
GAMES: dict[str, tuple[str, tuple[str, ...]]] = {
    "qwixx": ("en", ()),
    "big-points": ("es", ("1",)),
    "quixo": ("es", ("right", "enter", "down")),
    "quixo-teams": ("en", ("enter",)),
}
"""The language, and what is pressed at the end."""


def began(game_id: str, lang: str) -> Play[Any, Any, Any]:
    """A game some turns old, always the same, in which the first player is to act."""
    game = get_game(game_id)
    count = game.check_seats(None)
    names = ["Ana", "Leo", "Eva", "Max"][:count]
    play = Play(game, None, [Player(name) for name in names])
    chance = Random(5)
    while len(play.events) < 40 or play.to_act != {0}:
        play.roll(chance)
        if play.outcome is not None:
            raise AssertionError("it is over")
        if len(play.events) >= 40 and 0 in play.to_act:
            break
        seat = min(play.to_act)
        play.act(seat, chance.choice(list(play.legal(seat))))
    return play


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_looks_as_it_did(game: str, size: str, snap_compare: Callable[..., bool]) -> None:
    lang, keys = GAMES[game]

    def first(playing: CrucesApp) -> LocalMatch:
        play = began(game, lang)
        return LocalMatch.resumed(play, lang, playing.preparing, pause=0, secret=bytes(32))

    playing = app(lang, first=first)
    playing.animation_level = "none"

    async def press(pilot: Pilot[None]) -> None:
        await until(pilot, lambda: playing.screen.focused is not None)
        await until(pilot, lambda: playing.screen.query("#board:focus"))
        await settled(pilot)
        for key in keys:
            await pilot.press(key)
        await settled(pilot)

    before: Callable[[Pilot[None]], Awaitable[None]] = press
    assert snap_compare(playing, terminal_size=SIZES[size], run_before=before)


@pytest.mark.parametrize("size", SIZES)
def test_the_first_screen_looks_as_it_did(size: str, snap_compare: Callable[..., bool]) -> None:
    playing = app("es")
    playing.animation_level = "none"
    assert snap_compare(playing, terminal_size=SIZES[size], run_before=settled)
