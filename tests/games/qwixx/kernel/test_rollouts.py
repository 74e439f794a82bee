"""Games that go on from any moment are those that the rules make of it."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from cruces.games.qwixx.analysis.estimate import Plan, draw_samples
from cruces.games.qwixx.kernel import batch, chance, policies
from cruces.games.qwixx.players.greedy import choose
from cruces.games.qwixx.rules import HIDDEN, Action, BigPoints, Phase, Qwixx, State
from cruces.games.qwixx.rules.crossing import closed_rows
from tests.games.qwixx.kernel.test_kernel import Options, every_table, rule_of, walk

SEED = 3


Chooser = Callable[[Qwixx, State, int], Action]


def greedily(game: Qwixx, state: State, seat: int) -> Action:
    return choose(game.view(state, seat))


def went_on(game: Qwixx, state: State, index: int, player: Chooser = greedily) -> State:
    """The end of game ``index`` from a state, played with the stream's dice."""
    stream = np.zeros(1, np.uint64)
    chance.seed_stream(stream, SEED, index)
    if state.roll is not None:
        chance.roll_dice(stream)
    while waiting := sorted(game.to_act(state)):
        if waiting == [-1]:
            closed = closed_rows(state.sheets)
            there = tuple(row not in closed for row in range(len(game.layout.rows)))
            state = game.apply(state, -1, chance.to_roll(chance.roll_dice(stream), there))
        else:
            seat = waiting[0]
            state = game.apply(state, seat, player(game, state, seat))
    return state


@every_table
def test_from_every_moment(game: Qwixx, options: Options) -> None:
    """Before and after the dice, in both actions, with choices made and players gone."""
    random, phases = Random(1), set()
    for seats in (1, 2, 3, 5) if game.id == "qwixx" else (2, 3, 5):
        states = [state for state, _, _ in walk(game, options, seats, seats)]
        for state in random.sample(states, 10):
            if state.phase in (Phase.START, Phase.OVER):
                continue
            if seats == 3:
                state = game.conclude(state, "resignation", random.randrange(3))  # noqa: PLW2901
            phases.add(state.phase)
            (found,) = draw_samples([Plan(state)], 0, 4, SEED)
            for index in range(4):
                outcome = game.outcome(went_on(game, state, index))
                assert outcome is not None
                assert found.scores[index].tolist() == list(outcome.scores)
    assert phases == {Phase.ROLL, Phase.WHITE, Phase.COLOUR}


@pytest.mark.parametrize("game", [Qwixx(), BigPoints()], ids=["qwixx", "big-points"])
def test_from_the_beginning_it_is_a_batch(game: Qwixx) -> None:
    state = replace(game.initial(None, 4), phase=Phase.ROLL)
    is_over = batch.play_batch(policies.greedy, rule_of(state), 4, 50, SEED)
    (found,) = draw_samples([Plan(state)], 0, 50, SEED)
    assert (found.scores == is_over.scores).all()
    (later,) = draw_samples([Plan(state)], 20, 50, SEED)
    assert (later.scores == found.scores[20:]).all()


def test_a_planned_second_action_is_taken_if_it_is_legal() -> None:
    game = Qwixx()
    state = game.parse_position("- | - ; p1 white w12 r6 y6 g6 b6")
    state = replace(state, choices=(game.parse_action("r3"), None))
    planned = draw_samples([Plan(state, game.parse_action("g8"))], 0, 8, SEED)[0]
    left = draw_samples([Plan(state)], 0, 8, SEED)[0]
    assert (planned.scores[:, 0] < left.scores[:, 0]).any()
    impossible = draw_samples([Plan(state, game.parse_action("r12"))], 0, 8, SEED)[0]
    assert (impossible.scores == left.scores).all()


def test_hidden_choices_are_made_anew() -> None:
    game = Qwixx()
    state = game.parse_position("- | - ; p1 white w12 r6 y6 g6 b6")
    hidden = replace(state, choices=(None, HIDDEN))
    one, two = draw_samples([Plan(state), Plan(hidden)], 0, 8, SEED)
    assert (one.scores == two.scores).all()
