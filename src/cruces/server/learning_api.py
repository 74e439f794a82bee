"""The HTTP API: courses and exercises of the games."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, TypeVar

import msgspec
from litestar import Response, Router, get
from litestar.openapi import ResponseSpec
from litestar.params import Parameter

from cruces.core import Reason
from cruces.core.registry import family_of, get_game
from cruces.learning.content import Exercise, Step
from cruces.learning.practice import (
    ExerciseView,
    Learning,
    StepView,
    exercise_view,
    learning,
    refusal,
    step_view,
)
from cruces.locales import negotiate
from cruces.server.api import Ask, PlaceName, PlaceRefusal, check_address, language
from cruces.server.assets import Asset
from cruces.server.errors import NotFoundError, refusals

KEPT = 512
"""How many answers are kept, each of a few kilobytes."""
Part = TypeVar("Part", Step, Exercise)
Number = Annotated[int, Parameter(ge=1, description="The number of an exercise or step, from 1.")]


@get("/learning", summary="Which courses and exercises there are, and those of the day")
async def show_learning() -> Learning:
    return learning(datetime.now(UTC).date())


@get(
    "/courses/{game:str}/{lang:str}",
    responses={200: ResponseSpec(list[StepView], description="Steps.")} | refusals(404),
    summary="The course of a game: positions, and the actions that lead on",
    sync_to_thread=True,
)
def course(request: Ask, game: str, lang: str) -> Response[bytes]:
    return _course(get_game(game).id, negotiate(lang)).answer(request)


@lru_cache(KEPT)
def _course(game_id: str, lang: str) -> Asset:
    game = get_game(game_id)
    steps = family_of(game).course(game)
    if not steps:
        raise NotFoundError(Reason("no-page"))
    return _json([step_view(game, step, lang) for step in steps])


@get(
    "/exercises/{game:str}/{number:int}/{lang:str}",
    responses={200: ResponseSpec(ExerciseView, description="It.")} | refusals(404),
    summary="An exercise, its answers, and what there is to say about every action",
    sync_to_thread=True,
)
def exercise(request: Ask, game: str, number: Number, lang: str) -> Response[bytes]:
    return _exercise(get_game(game).id, number, negotiate(lang)).answer(request)


@lru_cache(KEPT)
def _exercise(game_id: str, number: int, lang: str) -> Asset:
    game = get_game(game_id)
    one = _numbered(family_of(game).exercises(game), number)
    return _json(exercise_view(game, number, one, lang))


@get(
    "/exercises/{game:str}/{number:int}/refusal/{place:str}",
    responses=refusals(404),
    summary="Why a place on the board of an exercise cannot be used",
    sync_to_thread=False,
)
def exercise_refusal(request: Ask, game: str, number: Number, place: PlaceName) -> PlaceRefusal:
    found = get_game(game)
    one = _numbered(family_of(found).exercises(found), number)
    return PlaceRefusal(refusal(found, one, place, language(request)))


@get(
    "/courses/{game:str}/{number:int}/refusal/{place:str}",
    responses=refusals(404),
    summary="Why a place on the board of a step of a course cannot be used",
    sync_to_thread=False,
)
def course_refusal(request: Ask, game: str, number: Number, place: PlaceName) -> PlaceRefusal:
    found = get_game(game)
    one = _numbered(family_of(found).course(found), number)
    return PlaceRefusal(refusal(found, one, place, language(request)))


def _numbered(parts: Sequence[Part], number: int) -> Part:
    if number > len(parts):
        raise NotFoundError(Reason("no-page"))
    return parts[number - 1]


def _json(answer: object) -> Asset:
    return Asset(msgspec.json.encode(answer), "application/json")


learning_api = Router(
    "/api",
    before_request=check_address,
    route_handlers=[show_learning, course, exercise, exercise_refusal, course_refusal],
)
