"""Many games between players: rows, intervals, seeds, and functions as players."""

import math
from array import array
from typing import Any

import pytest

import cruces
from cruces.analysis.simulate import Estimate, RowResults
from cruces.core import View

AnyView = View[Any, Any, Any]


def first(view: AnyView) -> Any:
    """The first legal action."""
    return next(iter(view.legal))


def also_first(view: AnyView) -> str:
    """The same, in notation."""
    return view.game.format_action(first(view))


def test_an_estimate_has_the_bounds_of_its_interval() -> None:
    found = Estimate.of([0.0, 1.0] * 50)
    assert found.mean == 0.5
    assert found.high - 0.5 == pytest.approx(0.5 - found.low) == pytest.approx(1.984217 * 0.0502519)
    assert Estimate.of([2.0]) == Estimate(2.0, -math.inf, math.inf)
    simulation = cruces.Simulation(
        ("a", "b"), 4, 2.0, RowResults([array("d", [1, 0]), array("d", [0, 1])], [])
    )
    assert simulation.games_per_second == 2
    assert simulation.points(0) is None
    assert simulation.difference(0, 1).mean == 0
    assert str(simulation).splitlines()[1].startswith("a  wins 50.0% (")
    assert str(Estimate.of([2.0])) == "2"


@pytest.mark.parametrize("game", ["quixo", "qwixx"])
def test_who_plays_alike_is_equal_with_the_same_dice(game: str) -> None:
    result = cruces.simulate(game, [first, also_first], games=9, seed=3)
    assert result.games == 10  # complete rows
    assert result.players == ("first", "also_first")
    for player in (0, 1):
        assert result.share(player) == Estimate(0.5, 0.5, 0.5)
    assert result.difference(0, 1) == Estimate(0, 0, 0)


def test_the_seed_decides_all_and_progress_is_told() -> None:
    told: list[float] = []
    results = [
        cruces.simulate("quixo", [first, "random"], games=40, seed=seed, progress=told.append)
        for seed in (1, 1, 2)
    ]
    assert results[0].rows == results[1].rows != results[2].rows
    assert told == [1 / 3, 2 / 3, 1] * 3
    assert "random  wins" in str(results[0])


def test_an_unbounded_game_ends() -> None:
    def back_and_forth(view: AnyView) -> Any:
        written = [view.game.format_action(action) for action in view.legal]
        return min(written, key=lambda text: (text[:2] == text[3:], text[0] + text[3], text))

    result = cruces.simulate("quixo", [back_and_forth, first], 2, options={"repetition": None})
    assert result.games == 2


@pytest.mark.parametrize("players", ["ab", 5, ["greedy"], ["greedy", 5], ["greedy", "nobody"]])
def test_players_that_cannot_be_are_refused(players: Any) -> None:
    with pytest.raises(cruces.CrucesError):
        cruces.simulate("quixo", players)


@pytest.mark.parametrize("given", [{"games": 0}, {"games": 2.5}, {"threads": -1}, {"options": 3}])
def test_numbers_that_cannot_be_are_refused(given: Any) -> None:
    with pytest.raises(cruces.CrucesError):
        cruces.simulate("quixo", [first, first], **given)


def test_an_illegal_choice_is_an_error() -> None:
    with pytest.raises(cruces.IllegalError):
        cruces.simulate("quixo", [first, lambda view: "b2>b1"], games=2)


def test_only_families_with_a_kernel_rate_moves() -> None:
    with pytest.raises(cruces.BadOptionError, match="no compiled code"):
        cruces.policy("quixo")(lambda move: 0.0)
