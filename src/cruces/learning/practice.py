"""Positions to practise in, as clients that draw matches receive them: nobody else is there."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from msgspec import Struct

from cruces.core.family import AnyGame
from cruces.core.outcome import Outcome
from cruces.core.record import ActionEvent
from cruces.core.registry import GAMES, ask, family_of
from cruces.learning.content import GRADES, Exercise, Step, of_the_day
from cruces.locales import text
from cruces.match.match_view import FullMatchView, ResultView, SeatView
from cruces.players.names import bot_name


class Task(Struct, frozen=True):
    """A position in which a seat has to act; and what each of the right actions leads to."""

    view: FullMatchView
    after: dict[str, FullMatchView]


class StepView(Struct, frozen=True):
    """A step of a course; its texts begin with ``page.learn.<name>``."""

    name: str
    task: Task


class ExerciseView(Struct, frozen=True):
    """An exercise, and what there is to say about every legal action."""

    game: str
    number: int
    grade: int
    task: Task
    said: dict[str, str]


class Lessons(Struct, frozen=True):
    """What there is to learn of a game: how many steps, exercises by grade, and today's number."""

    game: str
    steps: int
    grades: list[int]
    today: int


class Learning(Struct, frozen=True):
    """What there is to learn, and which day it is on the clock of the whole world."""

    day: str
    games: list[Lessons]


def learning(day: date) -> Learning:
    """What there is on a day; games without courses and exercises are left out."""
    since = (day - date(1970, 1, 1)).days
    return Learning(day.isoformat(), list(_lessons(since)))


def _lessons(day: int) -> Iterator[Lessons]:
    for game in GAMES.values():
        family = family_of(game)
        steps = len(ask((), family.course, game))
        exercises = ask((), family.exercises, game)
        grades = [one.grade for one in exercises]
        today = of_the_day(game.id, len(exercises), day) if exercises else 0
        if steps or exercises:
            counts = [grades.count(grade) for grade in range(1, GRADES + 1)]
            yield Lessons(game.id, steps, counts, today)


def step_view(game: AnyGame, step: Step, lang: str) -> StepView:
    """A step of a course in a language."""
    state = game.parse_position(step.position, step.options)
    return StepView(step.name, _task(game, state, step.seat, step.expects, lang))


def exercise_view(game: AnyGame, number: int, exercise: Exercise, lang: str) -> ExerciseView:
    """An exercise in a language."""
    family, seat = family_of(game), exercise.seat
    state = game.parse_position(exercise.position, exercise.options)
    said = {
        game.format_action(action): family.verdict(game, exercise, state, action, lang)
        for action in game.legal(state, seat)
    }
    task = _task(game, state, seat, exercise.answers, lang)
    return ExerciseView(game.id, number, exercise.grade, task, said)


def refusal(game: AnyGame, position: Step | Exercise, place: str, lang: str) -> str:
    """Why a place on the board cannot be used; empty if it can."""
    state = game.parse_position(position.position, position.options)
    why = family_of(game).refusal(game, state, position.seat, place)
    return "" if why is None else why.message(lang)


def _task(game: AnyGame, state: Any, seat: int, answers: tuple[str, ...], lang: str) -> Task:
    after = {
        answer: _view(game, game.apply(state, seat, game.parse_action(answer)), seat, lang, answer)
        for answer in answers
    }
    return Task(_view(game, state, seat, lang), after)


def _view(
    game: AnyGame, state: Any, seat: int, lang: str, done: str | None = None
) -> FullMatchView:
    """A position as the player in a seat sees it, who may act in it; or after they have."""
    family = family_of(game)
    seen = game.redact(state, seat)
    waiting, outcome = game.to_act(seen), game.outcome(seen)
    actions = list(game.legal(seen, seat)) if done is None and seat in waiting else []
    named = actions and family.names_actions
    key = str(seat)
    return {
        "match": "",
        "game": game.id,
        "options": game.settings(state),
        "private": True,
        "casual": True,
        "start": None,
        "chat": [],
        "events": () if done is None else (ActionEvent(seat, done),),
        "fair": {"commitment": "", "contributions": ()},
        "limits": {"events": None, "chat": 0},
        "version": 0,
        "phase": "playing" if outcome is None else "over",
        "started": 0,
        "seats": [_seat(each, seat, lang) for each in range(game.seats(state))],
        "to_act": sorted(each for each in waiting if each >= 0),
        "clock": None,
        "offers": [],
        "may_resign": False,
        "own": [seat],
        "code": "",
        "position": game.format_position(seen),
        "table": family.wire(game, seen),
        "legal": {key: list(map(game.format_action, actions))} if actions else {},
        "names": {key: [family.action_name(game, one, lang) for one in actions]} if named else {},
        "earns": {key: family.earnings(game, seen, seat, actions)} if actions else {},
        "chosen": {},
        "hints": False,
        "may_offer": [],
        "may_dismiss": [],
        "channels": [],
        "no_chat": "",
        "result": None if outcome is None else _result(outcome),
        "rematch": None,
    }


def _seat(seat: int, own: int, lang: str) -> SeatView:
    name = text("web.you", lang) if seat == own else bot_name(seat, lang)
    return {
        "name": name,
        "label": name,
        "kind": "human",
        "bot": "",
        "figure": "",
        "ready": True,
        "left": False,
        "misses": 0,
        "host": False,
        "decided": False,
    }


def _result(outcome: Outcome) -> ResultView:
    return {
        "type": "ended",
        "places": outcome.places,
        "scores": outcome.scores,
        "reason": outcome.reason,
        "announced": outcome.announced,
        "secret": "",
        "at": 0,
        "text": "",
        "outcome": "",
        "counts": {},
    }
