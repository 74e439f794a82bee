"""Courses and exercises of all games: every position, action and sentence of them."""

from datetime import date, timedelta

import pytest

from cruces.core.family import AnyGame
from cruces.core.registry import GAMES, family_of
from cruces.learning.content import GRADES, of_the_day
from cruces.learning.practice import exercise_view, learning, refusal, step_view
from cruces.locales import catalogue, languages

LEARNED = [game for game in GAMES.values() if family_of(game).course(game)]
EVERY = 40
"""One exercise in so many is also written out in words."""


def test_every_game_of_ours_can_be_learned() -> None:
    assert [game.id for game in LEARNED] == list(GAMES)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.id)
def test_every_step_of_a_course_can_be_made_and_has_its_texts(game: AnyGame, lang: str) -> None:
    steps = family_of(game).course(game)
    assert len({step.name for step in steps}) == len(steps) >= 4
    for step in steps:
        task = step_view(game, step, lang).task
        assert step.expects
        assert set(step.expects) == task.after.keys() <= set(task.view["legal"][str(step.seat)])
        assert all(not after["legal"] for after in task.after.values())
        texts = {f"page.learn.{step.name}{more}" for more in ("", ".title", ".done", ".wrong")}
        assert texts <= catalogue(lang).keys()
        actions = task.view["legal"][str(step.seat)]
        assert set(actions) > set(step.expects) or actions == ["pass"], "nothing to get wrong"


@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.id)
def test_every_exercise_is_a_position_with_its_answers(game: AnyGame) -> None:
    exercises = family_of(game).exercises(game)
    grades = [exercise.grade for exercise in exercises]
    assert grades == sorted(grades)
    assert set(grades) <= set(range(1, GRADES + 1))
    assert len(set(grades)) >= 3
    positions = {(exercise.position, exercise.seat) for exercise in exercises}
    assert len(positions) == len(exercises) >= 100
    for exercise in exercises:
        state = game.parse_position(exercise.position, exercise.options)
        assert game.format_position(state) == exercise.position
        legal = set(map(game.format_action, game.legal(state, exercise.seat)))
        assert set(exercise.answers) < legal


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", LEARNED, ids=lambda game: game.id)
def test_there_is_something_to_say_about_every_action(game: AnyGame, lang: str) -> None:
    for number, exercise in list(enumerate(family_of(game).exercises(game), 1))[::EVERY]:
        view = exercise_view(game, number, exercise, lang)
        assert view.said.keys() == set(view.task.view["legal"][str(exercise.seat)])
        assert all(said.endswith(".") for said in view.said.values())
        right = {view.said[answer] for answer in exercise.answers}
        assert right.isdisjoint(
            said for action, said in view.said.items() if action not in exercise.answers
        )
        assert len(right) == 1


def test_every_day_has_another_exercise_until_all_have_had_theirs() -> None:
    days = range(20_000, 20_100)
    assert sorted(of_the_day("some", 100, day) for day in days) == list(range(1, 101))
    assert of_the_day("some", 100, 20_000) == of_the_day("some", 100, 20_100)
    assert [of_the_day("some", 9, day) for day in days] != [of_the_day("other", 9, d) for d in days]


def test_what_there_is_to_learn_on_a_day() -> None:
    today = date(2026, 11, 19)
    found, tomorrow = learning(today), learning(today + timedelta(days=1))
    assert found == learning(today)
    assert found.day == "2026-11-19"
    assert [one.game for one in found.games] == list(GAMES)
    assert all(1 <= one.today <= sum(one.grades) for one in found.games)
    assert all(a.today != b.today for a, b in zip(found.games, tomorrow.games, strict=True))


def test_a_place_that_cannot_be_used_is_explained() -> None:
    game = GAMES["quixo"]
    step = next(step for step in family_of(game).course(game) if step.name == "quixo.own")
    assert refusal(game, step, "a1", "es")
    assert refusal(game, step, "c1", "es") == ""
