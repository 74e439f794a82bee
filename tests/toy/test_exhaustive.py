"""Exact values of any game that is small enough, and where nobody knows any."""

from fractions import Fraction

import pytest

import cruces
from cruces.analysis.exhaustive import ExhaustiveOracle
from cruces.core import BadOptionError

pytestmark = pytest.mark.usefixtures("toy")


def after(position: str) -> ExhaustiveOracle:
    """What can come after a position of the toy game."""
    found = cruces.oracle("toy-race", position=position)
    assert isinstance(found, ExhaustiveOracle)
    return found


@pytest.fixture
def late() -> ExhaustiveOracle:
    return after("36/35 p1+0 die 0")


def test_every_value_is_that_of_the_best_action_or_the_mean_over_chance(
    late: ExhaustiveOracle,
) -> None:
    game, waiting, seen = late.game, [late.initial()], set()
    while waiting:
        state = waiting.pop()
        if state in seen or game.outcome(state):
            continue
        seen.add(state)
        for seat in range(2):
            value = late.value(state, seat)
            assert value is not None
            other = late.value(state, 1 - seat)
            assert other is not None
            assert value.worth + other.worth == pytest.approx(1)
            if state.die == 0:
                mean = sum(
                    float(each.probability) * each.value.worth
                    for each in late.outcomes(state, seat)
                )
                assert mean == pytest.approx(value.worth, abs=1e-11)
        if state.die:
            actions = late.actions(state)
            value = late.value(state)
            assert actions is not None
            assert value is not None
            assert actions[0].value.worth == pytest.approx(value.worth, abs=1e-11)
            assert actions[0].regret == 0
            assert actions[1].regret == pytest.approx(value.worth - actions[1].value.worth)
            assert late.best(state) == tuple(each.action for each in actions if not each.regret)
        actor = -1 if state.die == 0 else state.seat
        waiting += game.successors(state, actor)
    assert len(seen) > 50


def test_a_race_that_can_be_counted_on_paper() -> None:
    # Both need one step: whoever rolls anything but a one wins; after a one it is the other's turn.
    close = after("39/39 p1+0 die 0")
    value = close.value(close.initial())
    assert value is not None
    assert value.chance == pytest.approx(Fraction(6, 7))  # p = 5/6 + (1 − p)/6
    won = close.game.parse_position("40/39 p2+0 die 0")
    ended = close.value(won, 1)
    assert ended is not None
    assert (ended.result, ended.worth) == (-1, 0)


def test_it_says_what_it_knows(late: ExhaustiveOracle) -> None:
    early = late.game.parse_position("0/0 p1+3 die 3")
    assert late.value(early) is None
    assert late.actions(early) is None
    assert late.best(early) is None
    assert "posiciones que pueden darse" in late.description("es")


def test_it_refuses_what_is_too_large() -> None:
    with pytest.raises(BadOptionError, match="more than 1,000 positions"):
        ExhaustiveOracle(cruces.get_game("toy-race"), {}, most=1000)
    with pytest.raises(BadOptionError, match="Nobody knows"):
        cruces.oracle("toy-race", players=3)
    with pytest.raises(BadOptionError, match="Nobody knows"):
        cruces.oracle("qwixx", position="- | - ; p1 white w41 r3 y5 g2 b6")
