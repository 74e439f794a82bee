"""What a game is worth to every seat, and chance in parts."""

import math
from fractions import Fraction

import pytest

from cruces.core import MalformedError, Outcome, Uniform
from cruces.core.registry import get_game
from cruces.envs.chance_parts import part_probabilities, part_sizes, whole_outcome
from cruces.envs.returns import returns


@pytest.mark.parametrize(
    ("game", "places", "values"),
    [
        ("quixo", (2, 1), [-1, 1]),
        ("quixo", (1, 1), [0, 0]),
        ("quixo-teams", (1, 2, 1, 2), [1, -1, 1, -1]),
        ("qwixx", (2, 1, 2), [-0.5, 1, -0.5]),
        ("qwixx", (3, 1, 4, 1), [Fraction(-1, 3), Fraction(2, 3), -1, Fraction(2, 3)]),
    ],
)
def test_returns(game: str, places: tuple[int, ...], values: list[float]) -> None:
    found = returns(get_game(game), Outcome(places, (0,) * len(places), "line"))
    assert found == pytest.approx([float(value) for value in values])
    assert sum(found) == pytest.approx(0)


def test_alone_the_return_is_the_score() -> None:
    assert returns(get_game("qwixx"), Outcome((1,), (73,), "rows-closed")) == [73]


@pytest.mark.parametrize("size", [1, 5, 6, 30, 36, 52, 216, 7776, 46656, 2598960])
def test_the_parts_of_a_draw(size: int) -> None:
    sizes = part_sizes(size)
    assert math.prod(sizes) == size
    assert max(sizes) <= 64
    chance = Uniform(size, lambda index: index, lambda outcome: None)
    drawn: tuple[int, ...] = ()
    for part in sizes:
        assert part_probabilities(chance, drawn) == [1 / part] * part
        drawn = (*drawn, part - 1)
    assert whole_outcome(chance, drawn) == (True, size - 1)
    first = (0,) * len(sizes)
    assert whole_outcome(chance, first) == (True, 0)
    assert whole_outcome(chance, first[:-1]) == (False, None) or len(sizes) == 1


def test_every_roll_of_the_dice_is_drawn_once() -> None:
    chance = Uniform(6**3, lambda index: index, lambda outcome: None)
    draws = [(a, b, c) for a in range(6) for b in range(6) for c in range(6)]
    assert sorted(whole_outcome(chance, drawn)[1] for drawn in draws) == list(range(6**3))


def test_a_draw_that_has_no_parts_is_refused() -> None:
    chance = Uniform(67 * 2, lambda index: index, lambda outcome: None)
    assert part_probabilities(chance, ()) == [0.5, 0.5]
    with pytest.raises(MalformedError, match="too many outcomes"):
        part_probabilities(chance, (0,))
