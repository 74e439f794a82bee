"""The first players: what they choose, and that they see only their own view."""

from random import Random
from typing import Any

import pytest

import cruces
from cruces.core import CHANCE, BadOptionError, Play
from cruces.core.registry import GAMES, get_game
from cruces.games.quixo.players import greedy as greedy_quixo
from cruces.games.quixo.rules import QUIXO
from cruces.games.qwixx.rules import QWIXX
from cruces.players import Limits, bots_for, get_bot


def choice(game_id: str, position: str, seat: int, bot: str = "greedy") -> str:
    game = get_game(game_id)
    view = game.view(game.parse_position(position), seat)
    return game.format_action(get_bot(bot).choose(view, Limits(), Random(1)))


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


def test_greedy_skips_as_few_numbers_as_it_can() -> None:
    white = "r3 y2 g9 b12 | - ; p1 white w23 r6 y6 g6 b6"
    assert choice("qwixx", white, 0) == "r5"  # skips 4; yellow two numbers, green three, blue six
    assert choice("qwixx", white, 1) == "pass"  # every five skips three


def test_greedy_skips_more_to_avoid_a_penalty() -> None:
    position = "- | - ; p1 colour w44 r3 y5 g2 b1 : {}"
    assert choice("qwixx", position.format("pass"), 0) == "r7"
    crossed = position.format("r8").replace("-", "r8", 1)
    assert choice("qwixx", crossed, 0) == "pass"


def test_greedy_closes_when_it_can() -> None:
    closing = "r2,3,4,5,6 g11 | - ; p1 white w66 r1 y1 g1 b1"
    assert choice("qwixx", closing, 0) == "r12"


def test_greedy_passes_when_there_is_nothing_else() -> None:
    assert choice("qwixx", "r11 y11 g3 b3 | - ; p1 white w34 r1 y1 g6 b6", 0) == "pass"


def test_greedy_takes_a_win() -> None:
    position = "XXXX./OOO../O..../...../..... X 9"
    after = QUIXO.apply(
        QUIXO.parse_position(position), 0, QUIXO.parse_action(choice("quixo", position, 0))
    )
    outcome = QUIXO.outcome(after)
    assert outcome is not None
    assert outcome.winners == (0,)


def test_greedy_does_not_lose_at_once() -> None:
    """Circles threaten to complete row 5; crosses can still stop it."""
    position = "X.X../...../..X../.X.../OOOO. X 9"
    state = QUIXO.parse_position(position)
    for seed in range(10):
        move = get_bot("greedy").choose(QUIXO.view(state, 0), Limits(), Random(seed))
        after = QUIXO.apply(state, 0, move)
        outcomes = [QUIXO.outcome(reply) for reply in QUIXO.successors(after, 1)]
        assert not any(outcome and outcome.winners == (1,) for outcome in outcomes)


def test_greedy_plays_on_when_all_is_lost() -> None:
    assert choice("quixo", "OO./XO./... X 7", 0)


def test_greedy_makes_its_longest_line() -> None:
    position = "XX.../...../...../O..../O.... X 5"
    move = QUIXO.parse_action(choice("quixo", position, 0))
    after = QUIXO.apply(QUIXO.parse_position(position), 0, move)
    assert greedy_quixo.longest(after.board, 5, 0) == 3


def test_a_line_that_the_opponent_blocks_counts_nothing() -> None:
    board = QUIXO.parse_position("XXXXO/...../...../X..../O.... O 8").board
    assert greedy_quixo.longest(board, 5, 0) == 1


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
