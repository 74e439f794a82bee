"""The types that programs see: mypy checks these, running them proves little."""

from typing import TYPE_CHECKING, Any, Never, assert_type

import cruces
from cruces.core import Game
from cruces.games.quixo.rules import QUIXO, Push, Quixo
from cruces.games.quixo.rules import Action as QuixoAction
from cruces.games.quixo.rules import State as QuixoState
from cruces.games.qwixx.rules import Action, BigPoints, Outcomes, State

if TYPE_CHECKING:
    QuixoPlay = cruces.Play[QuixoState, QuixoAction, Never]
    QwixxPlay = cruces.Play[State, Action, Outcomes]


def test_our_games_are_known_by_their_ids() -> None:
    assert_type(cruces.get_game("quixo"), Quixo)
    assert_type(cruces.get_game("big-points"), BigPoints)
    assert_type(cruces.start("quixo"), "QuixoPlay")
    assert_type(cruces.start("quixo-teams"), "QuixoPlay")
    assert_type(cruces.start("qwixx", players=3), "QwixxPlay")
    assert_type(cruces.start(QUIXO), "QuixoPlay")
    play = cruces.start("big-points")
    assert_type(play.state, State)
    assert play.state.sheets


def test_other_games_have_the_general_type() -> None:
    name: str = "quixo"
    assert_type(cruces.get_game(name), Game[Any, Any, Any])
    assert_type(cruces.start(name), cruces.Play[Any, Any, Any])


def test_actions_are_those_of_the_game() -> None:
    play = cruces.start("quixo")
    action = next(iter(play.legal()))
    assert_type(action, QuixoAction)
    play.push(action)
    assert isinstance(action, Push)
    assert_type(play.copy(), "QuixoPlay")
