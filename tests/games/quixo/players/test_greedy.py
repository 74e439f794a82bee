"""The greedy player of Quixo."""

from random import Random

from cruces.games.quixo.players import greedy
from cruces.games.quixo.rules import QUIXO
from cruces.players import Limits, get_bot


def choice(position: str, seat: int) -> str:
    view = QUIXO.view(QUIXO.parse_position(position), seat)
    return QUIXO.format_action(get_bot("greedy").choose(view, Limits(), Random(1)))


def test_greedy_takes_a_win() -> None:
    position = "XXXX./OOO../O..../...../..... X 9"
    after = QUIXO.apply(QUIXO.parse_position(position), 0, QUIXO.parse_action(choice(position, 0)))
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
    assert choice("OO./XO./... X 7", 0)


def test_greedy_makes_its_longest_line() -> None:
    position = "XX.../...../...../O..../O.... X 5"
    move = QUIXO.parse_action(choice(position, 0))
    after = QUIXO.apply(QUIXO.parse_position(position), 0, move)
    assert greedy.longest(after.board, 5, 0) == 3


def test_a_line_that_the_opponent_blocks_counts_nothing() -> None:
    board = QUIXO.parse_position("XXXXO/...../...../X..../O.... O 8").board
    assert greedy.longest(board, 5, 0) == 1
