"""Every game, edition and seat count passes the kit."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from cruces.core import Game
from cruces.core.registry import GAMES
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX
from cruces.testing.conformance import check_game
from cruces.testing.styles import patient, reluctant

# Fewer seeds where the table is fuller: a game of five takes ten times as long as one of two.
SEEDS = {1: 4, 2: 4, 3: 2, 4: 1, 5: 1}


def option_values() -> Iterator[tuple[str, str, object]]:
    """Every value of every option but the defaults."""
    for game in GAMES.values():
        for option in game.options:
            for value in option.values:
                if value != option.default:
                    yield game.id, option.name, value


@pytest.mark.parametrize(
    ("game_id", "seats"),
    [(game.id, seats) for game in GAMES.values() for seats in game.seat_counts],
)
def test_all_seat_counts(game_id: str, seats: int) -> None:
    check_game(GAMES[game_id], seeds=range(SEEDS[seats]), seats=seats)


@pytest.mark.parametrize(("game_id", "name", "value"), list(option_values()))
def test_all_option_values(game_id: str, name: str, value: object) -> None:
    check_game(GAMES[game_id], seeds=[10, 11], options={name: value})


@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("after_second_lock", ["ends", "finish-turn"])
def test_qwixx_to_the_locks(after_second_lock: str, seats: int) -> None:
    options = {"after_second_lock": after_second_lock}
    check_game(QWIXX, seeds=range(20, 22), options=options, seats=seats, style=patient)


@pytest.mark.parametrize(
    ("circle_die", "circle_same_turn"), [*product(("crossed", "either"), (True, False))]
)
def test_big_points_to_the_locks(circle_die: str, circle_same_turn: bool) -> None:
    options = {"circle_die": circle_die, "circle_same_turn": circle_same_turn}
    check_game(BIG_POINTS, seeds=range(30, 32), options=options, style=patient)


@pytest.mark.parametrize("game", [QUIXO, QUIXO_TEAMS], ids=lambda game: game.id)
@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("repetition", [2, 3])
def test_quixo_to_the_repetition(game: Game[Any, Any, Any], size: int, repetition: int) -> None:
    options = {"size": size, "repetition": repetition}
    check_game(game, seeds=range(40, 44), options=options, style=reluctant)
