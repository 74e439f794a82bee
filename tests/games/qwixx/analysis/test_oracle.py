"""The oracle of Qwixx, alone and among friends: late sheets, of which the tables are quick."""

from dataclasses import replace
from itertools import product

import pytest

import cruces
from cruces.core import BadOptionError
from cruces.games.qwixx.analysis.oracle import QwixxOracle
from cruces.games.qwixx.rules import QWIXX, Phase, Roll, Sheet, State
from cruces.games.qwixx.rules.dice import FACES
from tests.games.qwixx.solver.test_solve import late, late_sheets


@pytest.fixture
def oracle(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> QwixxOracle:
    monkeypatch.setattr("cruces.games.qwixx.analysis.oracle.oracle", late)
    found = cruces.oracle("qwixx", players=request.param)
    assert isinstance(found, QwixxOracle)
    return found


def with_sheet(oracle: QwixxOracle, sheet: Sheet, active: int) -> State:
    state: State = oracle.initial()
    return replace(state, sheets=(sheet, *state.sheets[1:]), active=active)


@pytest.mark.parametrize("oracle", [2], indirect=True)
def test_before_the_dice_of_another_it_is_the_mean(oracle: QwixxOracle) -> None:
    faces = range(1, FACES + 1)
    for sheet in late_sheets(7, 5):
        state = with_sheet(oracle, sheet, active=1)
        mean = 0.0
        for white in product(faces, faces):
            after = oracle.game.apply(state, -1, _open(state, white))
            value, actions = oracle.value(after), oracle.actions(after)
            assert value is not None
            assert actions is not None
            assert actions[0].value.worth == value.worth
            mean += value.worth / FACES**2
        before = oracle.value(state)
        assert before is not None
        assert before.points == pytest.approx(mean, abs=1e-9)
        assert before.result is None


def _open(state: State, white: tuple[int, int]) -> Roll:
    """A roll of these white dice, without the dice of closed rows."""
    closed = [row for row in range(4) if state.sheets[0].locked(row)]
    return Roll(white, tuple(None if row in closed else 1 for row in range(4)))


@pytest.mark.parametrize("oracle", [1, 2], indirect=True)
def test_ones_own_turn_costs_what_its_actions_lose(oracle: QwixxOracle) -> None:
    for sheet in late_sheets(8, 10):
        state = with_sheet(oracle, sheet, active=0)
        rolled = oracle.game.apply(state, -1, _open(state, (6, 5)))
        actions = oracle.actions(rolled)
        assert actions is not None
        for entry in actions:
            after = oracle.game.apply(rolled, 0, entry.action)
            assert after.phase in (Phase.COLOUR, Phase.OVER)
            assert entry.value.worth + entry.regret == pytest.approx(actions[0].value.worth)
            if after.phase is Phase.COLOUR:
                value = oracle.value(after)
                assert value is not None
                assert entry.value.points == value.points


def test_it_says_for_which_game_it_is() -> None:
    alone, friendly = cruces.oracle("qwixx"), cruces.oracle("qwixx", players=4)
    assert (alone.game, alone.seats) == (QWIXX, 1)
    assert friendly.game is not QWIXX
    assert "4" in friendly.description("es")
    assert alone.description("en") != friendly.description("en")
    assert cruces.exact_value(QWIXX.initial(seats=4)) is None
    with pytest.raises(BadOptionError):
        cruces.oracle("qwixx", players=6)
