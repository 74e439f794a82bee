"""OpenSpiel's algorithms, as they are, find our exact values of Quixo."""

import sys
from random import Random
from typing import Any
from unittest.mock import MagicMock

import pyspiel
import pytest
from open_spiel.python.algorithms.minimax import alpha_beta_search

import cruces.envs.openspiel  # noqa: F401  registers the games
from cruces.core import Play
from cruces.games.library.judging import exact_value
from cruces.games.quixo.rules import QUIXO, State

GAME = "cruces_quixo_v0(size=3,repetition=0)"
"""Without draws by repetition, as our tables have it."""
DEEPEST = 4


def search(game: Any, depth: int) -> float:
    """The value for the player to move, as far as this many plies decide it."""
    value, _ = alpha_beta_search(game, value_function=lambda state: 0, maximum_depth=depth)
    return float(value)


def exact(state: State) -> tuple[int | None, int | None]:
    """Our own value for the player to move, and the plies to the end."""
    found = exact_value(Play.at(QUIXO, state))
    assert found is not None
    return found.result, found.plies


def test_the_whole_game_on_three_by_three() -> None:
    """The first player wins in seven plies, and not in six."""
    value, distance = exact(QUIXO.initial({"size": 3, "repetition": None}))
    assert (value, distance) == (1, 7)
    game = pyspiel.load_game(GAME)
    assert search(game, 7) == 1
    assert search(game, 6) == 0


def positions(count: int) -> list[State]:
    """Positions of random games that are decided soon or not at all."""
    rng, found = Random(3), list[State]()
    kinds: dict[tuple[int | None, int | None], int] = {}
    while len(found) < count:
        state = QUIXO.initial({"size": 3, "repetition": None})
        while waiting := QUIXO.to_act(state):
            (seat,) = waiting
            kind = exact(state)
            if (kind[1] or 0) <= DEEPEST and kinds.get(kind, 0) < count // 4:
                kinds[kind] = kinds.get(kind, 0) + 1
                found.append(state)
            state = QUIXO.advance(state, seat, rng.choice(list(QUIXO.legal(state, seat))))
    assert {value for value, _ in kinds} >= {1, -1}
    return found


def test_positions_on_three_by_three() -> None:
    """Value and distance: decided with as many plies as our tables say, and not with fewer."""
    for state in positions(40):
        value, distance = exact(state)
        game = pyspiel.load_game(f"{GAME[:-1]},position={QUIXO.format_position(state)})")
        depth = DEEPEST if distance is None else distance
        assert search(game, depth) == value
        if distance:
            assert search(game, distance - 1) == 0


def test_value_iteration_of_a_whole_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every position of 2×2, in a graph with cycles."""
    # The algorithm imports this package for simultaneous games, of which this is none.
    monkeypatch.setitem(sys.modules, "cvxpy", MagicMock())
    from open_spiel.python.algorithms.value_iteration import value_iteration

    game = pyspiel.load_game("cruces_quixo_v0(size=2,repetition=0)")
    values = value_iteration(game, depth_limit=-1, threshold=1e-9, cyclic_game=True)
    assert len(values) > 30
    for text, value in values.items():
        state = QUIXO.parse_position(text, {"repetition": None})
        outcome = QUIXO.outcome(state)
        crosses = exact(state)[0] if outcome is None else outcome.scores[0]
        assert crosses is not None
        assert value == (-crosses if outcome is None and QUIXO.mover(state) else crosses), text
