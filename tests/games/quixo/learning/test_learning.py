"""What the courses and exercises of Quixo say about their positions is proven."""

import msgspec
import pytest
from tools.exercises.quixo import holds

from cruces.core.family import AnyGame
from cruces.core.registry import family_of
from cruces.games.quixo.learning.course import COURSES
from cruces.games.quixo.learning.verdict import winning_reply
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS


@pytest.mark.parametrize("game", [QUIXO, QUIXO_TEAMS], ids=lambda game: game.id)
def test_every_exercise_is_proven(game: AnyGame) -> None:
    exercises = family_of(game).exercises(game)
    assert [one.position for one in exercises if not holds(game, one)] == []


def test_a_wrong_claim_would_be_found() -> None:
    exercise = family_of(QUIXO).exercises(QUIXO)[-1]
    state = QUIXO.parse_position(exercise.position)
    other = next(
        written
        for action in QUIXO.legal(state, exercise.seat)
        if (written := QUIXO.format_action(action)) not in exercise.answers
    )
    assert holds(QUIXO, exercise)
    assert not holds(QUIXO, msgspec.structs.replace(exercise, answers=(other,)))


def test_there_are_a_thousand() -> None:
    family = family_of(QUIXO)
    assert sum(len(family.exercises(game)) for game in family.games) >= 1000


@pytest.mark.parametrize("name", ["quixo.line", "quixo.double", "quixo-teams.line"])
def test_the_expected_pushes_are_those_that_win(name: str) -> None:
    game, step = next(
        (game, step)
        for game in (QUIXO, QUIXO_TEAMS)
        for step in COURSES[game.id]
        if step.name == name
    )
    state = game.parse_position(step.position)
    wins = set()
    for action in game.legal(state, step.seat):
        outcome = game.outcome(game.apply(state, step.seat, action))
        if outcome is not None and outcome.scores[step.seat] > 0:
            wins.add(game.format_action(action))
    assert set(step.expects) == wins


def test_the_expected_pushes_are_those_that_stop_a_line() -> None:
    (step,) = (step for step in COURSES[QUIXO.id] if step.name == "quixo.stop")
    state = QUIXO.parse_position(step.position)
    after = {
        QUIXO.format_action(action): QUIXO.apply(state, step.seat, action)
        for action in QUIXO.legal(state, step.seat)
    }
    stops = {
        written
        for written, one in after.items()
        if QUIXO.outcome(one) is None and winning_reply(QUIXO, one) is None
    }
    assert set(step.expects) == stops
