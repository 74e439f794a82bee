"""The coach's review of a game as plain data, for clients and programs."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from cruces.analysis.analysis_dto import Move, move
from cruces.analysis.reasons import action_name
from cruces.analysis.review import GRADES, LOST_CHANCE, LOST_POINTS, Decision, Grade, Review, Turn
from cruces.core.family import AnyGame
from cruces.core.record import Player
from cruces.core.registry import family_of
from cruces.locales import text


class Changed(Struct, frozen=True):
    """From which proven result to which; ``to`` is null if that is not proven."""

    before: Annotated[int, Meta(description="1 a win, 0 a draw.")]
    after: int | None


class Choice(Struct, frozen=True):
    """A decision: what was played, what was best, what it cost."""

    number: Annotated[int, Meta(description="The number of its event, from 1.")]
    seat: int
    position: str
    exact: bool
    grade: Grade
    cost: Annotated[
        float, Meta(description="The share of the game that it cost; alone at the table, points.")
    ]
    points: Annotated[
        float | None, Meta(description="What it cost of the final score to be expected.")
    ]
    played: Move
    best: Move
    played_name: Annotated[str, Meta(description="As people say it.")]
    best_name: str
    changed: Changed | None


class Dice(Struct, frozen=True):
    """Dice or lots, and what they brought each seat."""

    number: int
    text: str
    luck: tuple[float, ...]


class Point(Struct, frozen=True):
    """What the game was worth to each seat after so many events."""

    number: int
    worth: tuple[float, ...]


class Turning(Struct, frozen=True):
    """A turning point, for the seat that it changed most for."""

    number: int
    seat: int
    before: float
    after: float
    cause: str
    event: str


class Seat(Struct, frozen=True):
    """A player's game: choices and dice."""

    decisions: int
    sound: Annotated[int, Meta(description="Decisions that were best or good.")]
    cost: Annotated[float, Meta(description="What all of them cost together.")]
    luck: Annotated[float | None, Meta(description="What the dice brought; null without dice.")]
    luck_points: float | None
    worst: Annotated[int | None, Meta(description="The number of the costliest decision.")]


class Report(Struct, frozen=True):
    """All that the coach has to say; see `analysis.review`."""

    game: str
    options: dict[str, str | int | bool | None]
    seats: tuple[Player, ...]
    exact: bool
    alone: Annotated[bool, Meta(description="Whether values are points, not shares of the game.")]
    summaries: tuple[Seat, ...]
    decisions: tuple[Choice, ...]
    dice: tuple[Dice, ...]
    turning_points: tuple[Turning, ...]
    curve: tuple[Point, ...]
    key: Annotated[tuple[str, ...], Meta(description="What grades and values mean, in words.")]


def report(review: Review, lang: str) -> Report:
    """A review in a language."""
    play = review.play
    return Report(
        play.game.id,
        play.game.settings(play.state),
        play.players,
        review.exact,
        review.alone,
        tuple(_seat(review, seat) for seat in range(len(play.players))),
        tuple(_choice(review, decision, lang) for decision in review.decisions),
        tuple(
            Dice(
                throw.number,
                throw.text,
                tuple(round(throw.luck(seat), 4) for seat in range(len(play.players))),
            )
            for throw in review.throws
        ),
        tuple(_turning(review, turn) for turn in review.turning_points),
        tuple(
            Point(moment.number, tuple(round(one.worth, 4) for one in moment.worths))
            for moment in review.curve
        ),
        key(review, lang),
    )


def changed(decision: Decision) -> Changed | None:
    """How a decision changed a proven result; None if it did not."""
    best = decision.best
    if not decision.found.exact or best.result is None or decision.played.result == best.result:
        return None
    return Changed(best.result, decision.played.result)


def key(review: Review, lang: str) -> tuple[str, ...]:
    """What the grades and values of a review mean, a sentence each."""
    steps = LOST_POINTS if review.alone else LOST_CHANCE
    names = {
        grade: _written(step, review.alone, lang)
        for grade, step in zip(GRADES[1:], steps, strict=False)
    }
    said = [text("coach.key", lang, **names)]
    if not review.alone:
        said.append(text("coach.key-chance", lang))
    keys = family_of(review.play.game).review_keys(review.play.game)
    said += [text(key, lang) for key in (*keys, *(("coach.key-luck",) if review.throws else ()))]
    sure = "exact" if review.exact else "estimated-dice" if review.throws else "estimated"
    return (*said, text(f"coach.{sure}", lang))


def _written(step: float, in_points: bool, lang: str) -> str:
    if in_points:
        number = f"{step:.1f}".replace(".", text("number.point", lang))
        return text("value.points", lang, points=number)
    return text("value.chance", lang, percent=round(100 * step))


def _seat(review: Review, seat: int) -> Seat:
    found = review.summary(seat)
    return Seat(
        found.decisions,
        found.sound,
        round(found.cost, 4),
        _short(found.luck),
        _short(found.luck_in_points),
        None if found.worst is None else found.worst.number,
    )


def _choice(review: Review, decision: Decision, lang: str) -> Choice:
    game: AnyGame = review.play.game
    state: Any = review.play.states[decision.number - 1]
    found, played, best = decision.found, decision.played, decision.best
    return Choice(
        decision.number,
        decision.seat,
        game.format_position(game.redact(state, decision.seat)),
        found.exact,
        decision.grade,
        round(decision.cost, 4),
        _short(decision.points),
        move(game, state, found, played, lang),
        move(game, state, found, best, lang),
        action_name(game, played.action, lang),
        action_name(game, best.action, lang),
        changed(decision),
    )


def _turning(review: Review, turn: Turn) -> Turning:
    event = review.play.events[turn.number - 1]
    written = getattr(event, "text", "")
    return Turning(
        turn.number, turn.seat, round(turn.before, 4), round(turn.after, 4), turn.cause, written
    )


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
