"""What the exercises of Qwixx and Big Points claim holds with other dice, too."""

import pytest
from tools.exercises.qwixx import MARGIN, holds

from cruces.core.family import AnyGame
from cruces.core.registry import family_of
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX


@pytest.mark.parametrize("game", [QWIXX, BIG_POINTS], ids=lambda game: game.id)
def test_every_answer_is_clearly_better_with_other_dice_too(game: AnyGame) -> None:
    exercises = family_of(game).exercises(game)
    assert all(one.claim["actions"][1][1] >= MARGIN for one in exercises)
    assert [one.position for one in exercises if not holds(game, one)] == []


def test_there_are_five_hundred() -> None:
    family = family_of(QWIXX)
    assert sum(len(family.exercises(game)) for game in (QWIXX, BIG_POINTS)) >= 500
