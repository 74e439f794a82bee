"""Qwixx among friends: the others roll, and that is all they do."""

from random import Random

import pytest

from cruces.core import CHANCE, PASS, Outcome
from cruces.games.qwixx.rules import QWIXX, Sheet, State
from cruces.games.qwixx.rules.friendly import FriendlyQwixx
from cruces.games.qwixx.rules.scoring import total

GAME = FriendlyQwixx(3)


def after(state: State, *acts: str) -> State:
    for act in acts:
        waiting = GAME.to_act(state)
        rolled = waiting == {CHANCE}
        parsed = GAME.parse_chance(act) if rolled else GAME.parse_action(act)
        state = GAME.apply(state, min(waiting), parsed)
    return state


def test_ones_own_turn_is_as_usual_and_the_others_cross_nothing() -> None:
    state = after(GAME.initial(), "w41 r3 y5 g2 b6")
    assert GAME.to_act(state) == {0}
    assert GAME.seats(state) == 1
    state = after(state, "r5")
    assert state.first == GAME.parse_action("r5")
    state = after(state, "pass")
    assert state.active == 1
    assert [total(sheet) for sheet in state.sheets] == [1, 0, 0]


def test_the_others_get_no_penalty_and_no_second_action() -> None:
    state = after(GAME.initial(), "w41 r3 y5 g2 b6", "pass", "pass")
    assert state.sheets[0].penalties == 1  # X8
    for _ in range(2):
        state = after(state, "w41 r3 y5 g2 b6", "pass")
    assert state.active == 0
    assert [sheet.penalties for sheet in state.sheets] == [1, 0, 0]


@pytest.mark.rule("X12")
@pytest.mark.parametrize("ruling", ["ends", "finish-turn"])
def test_ones_own_second_lock_ends_the_game_in_the_turn_of_another(ruling: str) -> None:
    sheet = QWIXX.parse_position("r2,3,4,5,6,12 y2,3,4,5,6 ; p1 roll").sheets[0]
    empty = Sheet.empty(QWIXX.layout)
    start = GAME.initial({"after_second_lock": ruling})
    state = State(start.options, (sheet, empty, empty), start.phase, active=2)
    state = after(state, "w66 y5 g2 b6", "y12")
    score = total(state.sheets[0])
    assert GAME.outcome(state) == Outcome((1,), (score,), "rows-closed", ("r", "y"))


def test_random_games_end_with_a_score_and_only_one_sheet() -> None:
    for seed in range(5):
        state, rng = GAME.initial(), Random(seed)
        while waiting := GAME.to_act(state):
            assert waiting <= {0, CHANCE}
            assert GAME.knows(state)
            if waiting == {CHANCE}:
                state = GAME.apply(state, CHANCE, GAME.chance(state).sample(rng))
            else:
                assert GAME.view(state, 0).to_act == {0}
                state = GAME.apply(state, 0, rng.choice([*GAME.legal(state, 0), PASS]))
        outcome = GAME.outcome(state)
        assert outcome is not None
        assert outcome.scores == (total(state.sheets[0]),)
    assert not GAME.knows(QWIXX.initial())
