"""Network players that go on from any moment play by the rules, and shares are those of the end."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from cruces.games.qwixx.analysis.estimate import GAMES_PER_JUDGEMENT, Plan, draw_samples
from cruces.games.qwixx.kernel.learn import MAX_TURNS
from cruces.games.qwixx.kernel.strong import quick
from cruces.games.qwixx.players.compiled import CompiledPlayer, choose_action, policy_input
from cruces.games.qwixx.players.weights import shipped_network
from cruces.games.qwixx.rules import Action, BigPoints, Phase, Qwixx, State
from tests.games.qwixx.kernel.test_kernel import Options, learned_table, walk
from tests.games.qwixx.kernel.test_rollouts import SEED, went_on

GAMES = 2


def quickly(game: Qwixx, state: State, seat: int) -> Action:
    who = CompiledPlayer(quick, shipped_network(game.layout, len(state.sheets)))
    return choose_action(who, game.layout, policy_input(state, seat), 0)


@learned_table
def test_to_the_end_it_is_what_the_rules_make_of_it(game: Qwixx, options: Options) -> None:
    """Before and after the dice, in both actions, with choices made and players gone."""
    random, phases = Random(2), set()
    for seats in (2, 3, 5):
        states = [state for state, _, _ in walk(game, options, seats, seats)]
        for state in random.sample(states, 8):
            if state.phase in (Phase.START, Phase.OVER):
                continue
            if seats == 3:
                state = game.conclude(state, "resignation", random.randrange(3))  # noqa: PLW2901
            phases.add(state.phase)
            many = GAMES * GAMES_PER_JUDGEMENT
            (found,) = draw_samples([Plan(state)], 0, many, SEED, MAX_TURNS)
            assert len(found.shares) == GAMES
            for index in range(GAMES):
                outcome = game.outcome(went_on(game, state, index, quickly))
                assert outcome is not None
                shares = [(place == 1) / outcome.places.count(1) for place in outcome.places]
                assert found.shares[index].tolist() == pytest.approx(shares)
    assert phases == {Phase.ROLL, Phase.WHITE, Phase.COLOUR}


@pytest.mark.parametrize("game", [Qwixx(), BigPoints()], ids=["qwixx", "big-points"])
def test_on_the_way_the_shares_are_one_together(game: Qwixx) -> None:
    state = replace(game.initial(None, 4), phase=Phase.ROLL)
    (found,) = draw_samples([Plan(state)], 0, 20 * GAMES_PER_JUDGEMENT, SEED)
    assert found.shares.sum(axis=1) == pytest.approx(np.ones(20))
    assert found.shares.min() > 0
    assert found.shares.std(axis=0).min() > 0
    (later,) = draw_samples([Plan(state)], 5 * GAMES_PER_JUDGEMENT, 20 * GAMES_PER_JUDGEMENT, SEED)
    assert np.array_equal(later.shares, found.shares[5:])
    (still,) = draw_samples([Plan(state)], 0, 20 * GAMES_PER_JUDGEMENT, SEED, 0)
    assert still.shares.shape == (1, 4)
    assert np.abs(still.shares[0] - found.shares.mean(axis=0)).max() < 0.05


def test_dice_change_nothing_on_average() -> None:
    """The network's word before the dice is the mean of its words after them, nearly."""
    game = Qwixx()
    state = game.parse_position("r2,3,5 y4 g11,9 b12 p1 | r3,4 y2,3,5 g12 b10 ; p1 roll")
    before = draw_samples([Plan(state)], 0, 1, SEED, 0)[0].shares[0, 0]
    after = draw_samples([Plan(state)], 0, 2000 * GAMES_PER_JUDGEMENT, SEED, 1)[0].shares[:, 0]
    assert after.std() > 0.03
    assert before == pytest.approx(after.mean(), abs=0.03)
