"""The oracle of Quixo: every board is worth what its best push is worth."""

import pytest

import cruces
from cruces.core import BadOptionError
from cruces.games.quixo.rules import QUIXO
from tests.games.quixo.players.test_engine import positions


@pytest.mark.parametrize("size", [2, 3])
def test_a_position_is_worth_its_best_push(size: int) -> None:
    oracle = cruces.oracle("quixo", {"size": size})
    assert oracle.game is QUIXO
    for state in positions(size, 20, 12):
        value, actions = oracle.value(state), oracle.actions(state)
        assert value is not None
        assert actions is not None
        assert {entry.action for entry in actions} == set(QUIXO.legal(state, value.seat))
        first = actions[0].value
        assert (first.result, first.plies) == (value.result, value.plies)
        costs = [entry.regret for entry in actions]
        assert costs == sorted(costs)
        assert costs == [value.worth - entry.value.worth for entry in actions]
        other = oracle.value(state, 1 - value.seat)
        assert other is not None
        assert other.worth == 1 - value.worth


def test_on_the_large_board_it_knows_what_the_table_has() -> None:
    oracle = cruces.oracle("quixo")
    value = oracle.value(oracle.initial())
    assert value == cruces.ExactValue(0, 0)
    full = QUIXO.parse_position("XXXX./OOO.O/X...X/O...O/..X.. X 15")
    assert oracle.value(full) is None
    assert oracle.actions(full) is None
    assert "perfectly" in oracle.description("en")


def test_nobody_knows_four_players() -> None:
    with pytest.raises(BadOptionError, match="Nobody knows"):
        cruces.oracle("quixo-teams")
