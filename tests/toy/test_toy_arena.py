"""The toy game in the arena: levels, a function, a program; in processes of their own."""

import sys
from pathlib import Path
from typing import Any

import pytest

import cruces

pytestmark = pytest.mark.usefixtures("toy")

BOT = Path(__file__).parents[2] / "examples" / "arena_bot.py"


def cautious(view: cruces.View[Any, Any, Any]) -> str:
    """Stops as soon as six squares can be lost."""
    return "stop" if view.state.ahead > 6 else "roll"


def test_players_of_every_kind() -> None:
    players: list[Any] = [cautious, "level-2", f"program:{sys.executable} {BOT}"]
    found = cruces.tournament("toy-race", players, 12, seats=3, nodes=20)
    assert found.players == ("cautious", "level-2", "arena_bot.py")
    assert len(found.games) == 12
    assert not found.faults
    assert found.points(0) is not None
    assert found.order[-1] == 2


def test_other_processes_know_a_game_that_was_registered_here() -> None:
    one, two = (
        cruces.tournament("toy-race", ["level-1", "random"], 16, nodes=20, workers=workers).games
        for workers in (1, 2)
    )
    assert one == two
