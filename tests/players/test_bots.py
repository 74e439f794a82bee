"""The first players: what they choose, and that they see only their own view."""

from random import Random
from typing import Any

import pytest

import cruces
from cruces.core import CHANCE, BadOptionError, Play
from cruces.core.registry import GAMES
from cruces.games.quixo.rules import QUIXO
from cruces.games.qwixx.rules import QWIXX
from cruces.players import Limits, bots_for, get_bot


def finished(game_id: str, bots: list[str], seed: int) -> Play[Any, Any, Any]:
    rng = Random(seed)
    play = cruces.start(game_id, players=len(bots))
    while play.outcome is None:
        if CHANCE in play.to_act:
            play.roll(rng)
        else:
            seat = min(play.to_act)
            play.act(seat, get_bot(bots[seat]).choose(play.view(seat), Limits(), rng))
    return play


YARDSTICKS = ("random", "greedy")


@pytest.mark.parametrize("bot", YARDSTICKS)
@pytest.mark.parametrize("game_id", GAMES)
def test_every_player_plays_every_game_to_its_end(game_id: str, bot: str) -> None:
    play = finished(game_id, [bot] * GAMES[game_id].seat_counts[0], 3)
    assert play.outcome is not None


@pytest.mark.parametrize("bot", YARDSTICKS)
@pytest.mark.parametrize("game_id", GAMES)
def test_the_same_generator_gives_the_same_game(game_id: str, bot: str) -> None:
    bots = [bot] * GAMES[game_id].seat_counts[0]
    assert finished(game_id, bots, 4).events == finished(game_id, bots, 4).events


@pytest.mark.parametrize(("game_id", "games"), [("qwixx", 40), ("big-points", 40), ("quixo", 10)])
def test_greedy_beats_random(game_id: str, games: int) -> None:
    wins = 0
    for seed in range(games):
        mine = seed % 2
        play = finished(game_id, ["greedy", "random"] if mine == 0 else ["random", "greedy"], seed)
        assert play.outcome is not None
        wins += play.outcome.winners == (mine,)
    assert wins >= 0.8 * games


def test_a_player_sees_its_view_only() -> None:
    """What another seat has chosen in secret changes nothing."""
    state = QWIXX.parse_position("- | r3 ; p1 white w23 r6 y6 g6 b6")
    choices = set()
    for secret in QWIXX.legal(state, 0):
        view = QWIXX.view(QWIXX.apply(state, 0, secret), 1)
        choices.add(get_bot("greedy").choose(view, Limits(), Random(1)))
    assert len(choices) == 1


def test_levels_know_both_kinds_of_quixo() -> None:
    levels = [f"level-{n}" for n in range(1, 9)]
    assert bots_for("quixo") == bots_for("quixo-teams") == [*YARDSTICKS, *levels]


def test_there_is_no_such_player() -> None:
    with pytest.raises(BadOptionError, match="random, greedy"):
        get_bot("deep-blue")


def test_a_player_that_a_game_does_not_have_is_refused() -> None:
    with pytest.raises(BadOptionError, match="friendly"):
        get_bot("friendly", "quixo")
    with pytest.raises(BadOptionError, match="friendly"):
        get_bot("friendly").choose(QUIXO.view(QUIXO.initial(), 0), Limits(), Random(1))
