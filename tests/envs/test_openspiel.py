"""OpenSpiel's own simulation on every game, also on one of a package that knows nothing of this."""

from typing import Any

import pyspiel
import pytest

from cruces.core.errors import IllegalError
from cruces.core.registry import GAMES
from cruces.envs import openspiel
from cruces.games.qwixx.family import QwixxFamily

CASES = {
    "qwixx": ("players=1", "players=3", "players=2,start=first-six"),
    "big-points": ("players=2,circle_die=either,circle_same_turn=False",),
    "quixo": ("", "size=3,repetition=0,max_length=40"),
    "quixo-teams": ("size=3",),
    "toy-race": ("players=3,max_length=200",),
}


@pytest.fixture(autouse=True)
def games(toy: None) -> None:
    """All games, also the one of the tutorial."""
    openspiel.register_all()


def load(game: str, parameters: str = "") -> Any:
    return pyspiel.load_game(f"{openspiel.spiel_name(game, 0)}({parameters})")


def test_every_game_is_tested() -> None:
    assert set(GAMES) == set(CASES)


@pytest.mark.parametrize(
    ("game", "parameters"), [(game, each) for game, cases in CASES.items() for each in cases]
)
def test_random_simulation_with_serialisation(game: str, parameters: str) -> None:
    pyspiel.random_sim_test(load(game, parameters), num_sims=1, serialize=True, verbose=False)


def test_dice_are_chance_nodes_one_after_another() -> None:
    state = load("qwixx").new_initial_state()
    assert state.chance_outcomes() == [(0, 0.5), (1, 0.5)], "who starts"
    state.apply_action(1)
    for die in (4, 1, 3, 5, 2, 6):
        assert state.chance_outcomes() == [(face, 1 / 6) for face in range(6)]
        before = str(state)
        state.apply_action(die - 1)
        assert str(state) != before
    assert str(state) == "- | - ; p2 white w41 r3 y5 g2 b6"
    assert state.action_to_string(0, 4) == "r5"


def test_the_white_sum_is_a_simultaneous_node() -> None:
    game = load("qwixx", "position=- | - ; p2 white w41 r3 y5 g2 b6")
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    state = game.new_initial_state()
    assert state.is_simultaneous_node()
    assert state.legal_actions(0) == [0, 4, 15, 30, 41]
    state.apply_actions([4, 0])
    assert str(state) == "r5 | - ; p2 colour w41 r3 y5 g2 b6 : pass"
    assert state.current_player() == 1
    with pytest.raises(IllegalError):
        state.clone().apply_action(44)


def test_it_can_be_turned_into_turns() -> None:
    game = pyspiel.convert_to_turn_based(load("qwixx"))
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_without_simultaneous_nodes_choices_are_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """So it is with a game that has no encoding of its own."""
    monkeypatch.setattr(QwixxFamily, "encoding", lambda *_: None)
    game = load("qwixx", "position=- | - ; p2 white w41 r3 y5 g2 b6")
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
    imperfect = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert game.get_type().information == imperfect
    red, passed = game.new_initial_state(), game.new_initial_state()
    red.apply_action(0)
    passed.apply_action(red.legal_actions()[-1])
    assert red.current_player() == passed.current_player() == 1
    for same in ("information_state", "observation"):
        for form in ("string", "tensor"):
            views = [getattr(state, f"{same}_{form}") for state in (red, passed)]
            assert views[0](1) == views[1](1), "the second player does not know"
            assert views[0](0) != views[1](0), "the first player remembers"
    assert "p1 ?" in red.information_state_string(1)
    assert "p1 r5" in red.information_state_string(0)
    for state in (red, passed):
        state.apply_action(state.legal_actions()[-1])
    assert "p1 r5" in red.information_state_string(1)
    assert red.information_state_tensor(1) != passed.information_state_tensor(1)
    pyspiel.random_sim_test(load("qwixx"), num_sims=1, serialize=True, verbose=False)


def test_returns() -> None:
    quixo = load("quixo", "size=3,position=XX./O../... X 5")
    assert quixo.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert quixo.utility_sum() == 0
    state = quixo.new_initial_state()
    state.apply_action(state.string_to_action("c3>c1"))
    assert state.is_terminal()
    assert state.returns() == [1, -1]
    solo = load("qwixx", "players=1,position=p3 ; p1 colour w11 r1 y1 g6 b6 : pass")
    assert (solo.min_utility(), solo.max_utility()) == (-20, 312)
    state = solo.new_initial_state()
    state.apply_action(0)
    assert state.returns() == [-20]


def test_a_comma_in_a_position_is_a_tilde() -> None:
    game = load("qwixx", "position=r3~5 y2 | g12~9 p1 ; p2 roll")
    state = game.new_initial_state()
    assert str(state) == "r3,5 y2 | g12,9 p1 ; p2 roll"
    state.apply_action(0)
    copied = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1]
    assert str(copied) == str(state)


def test_a_game_that_is_too_long_is_cut_off() -> None:
    state = load("quixo", "max_length=3").new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.returns() == [0, 0]
