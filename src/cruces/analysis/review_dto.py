"""The coach's review of a game as plain data, for clients and programs."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from cruces.analysis.analysis_dto import Move, move
from cruces.analysis.reasons import action_name
from cruces.analysis.review import GRADES, LOST_CHANCE, LOST_POINTS, Decision, Grade, Review, Turn
from cruces.analysis.value_phrases import percent, points, signed
from cruces.core import PASS
from cruces.core.family import AnyGame
from cruces.core.record import ActionEvent, ChanceEvent, Player
from cruces.core.registry import family_of
from cruces.locales import text
from cruces.players.names import bot_name

LISTED = 8
"""Choices that are talked about, the costliest."""


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
    listed: Annotated[bool, Meta(description="Whether it is one of those to talk about.")]
    summary: Annotated[str, Meta(description="What was played, its grade and its cost in words.")]
    better: Annotated[str, Meta(description="Why, and what was better, in words.")]


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
    who: Annotated[str, Meta(description="Whose choice it was; empty for dice.")]
    what: Annotated[str, Meta(description="The choice or the dice, in words.")]
    summary: Annotated[str, Meta(description="What it changed, in words.")]


class Seat(Struct, frozen=True):
    """A player's game: choices and dice."""

    decisions: int
    sound: Annotated[int, Meta(description="Decisions that were best or good.")]
    cost: Annotated[float, Meta(description="What all of them cost together.")]
    luck: Annotated[float | None, Meta(description="What the dice brought; null without dice.")]
    luck_points: float | None
    worst: Annotated[int | None, Meta(description="The number of the costliest decision.")]
    label: Annotated[str, Meta(description="The name, with what tells it from the others.")]
    summary: Annotated[str, Meta(description="How good the choices were, in words.")]
    luck_summary: Annotated[str, Meta(description="How good the dice were; empty without dice.")]


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
    drawn: Annotated[
        tuple[int, ...], Meta(description="The seats whose course is drawn: one of each team.")
    ]
    chart: Annotated[str, Meta(description="The course of the game in a sentence.")]
    heights: Annotated[
        tuple[str, ...], Meta(description="What stands beside the chart: top, middle, bottom.")
    ]


def report(review: Review, lang: str) -> Report:
    """A review in a language."""
    play = review.play
    labels, listed = _labels(review, lang), _listed(review)
    seats = range(len(play.players))
    drawn = _drawn(review)
    return Report(
        play.game.id,
        play.game.settings(play.state),
        play.players,
        review.exact,
        review.alone,
        tuple(_seat(review, seat, labels[seat], lang) for seat in seats),
        tuple(_choice(review, one, one.number in listed, lang) for one in review.decisions),
        tuple(
            Dice(throw.number, throw.text, tuple(round(throw.luck(seat), 4) for seat in seats))
            for throw in review.throws
        ),
        tuple(_turning(review, turn, labels, lang) for turn in review.turning_points),
        tuple(
            Point(moment.number, tuple(round(one.worth, 4) for one in moment.worths))
            for moment in review.curve
        ),
        key(review, lang),
        drawn,
        _chart(review, drawn, labels, lang),
        _heights(review, lang),
    )


def _labels(review: Review, lang: str) -> list[str]:
    """Who is who, also where robots have the same name."""
    game, players = review.play.game, review.play.players
    names = [bot_name(one.bot, lang) if one.bot else one.name for one in players]
    labels = [family_of(game).seat_label(game, seat, name) for seat, name in enumerate(names)]
    return [
        f"{label} {seat + 1}" if labels.count(label) > 1 else label
        for seat, label in enumerate(labels)
    ]


def _listed(review: Review) -> set[int]:
    """The numbers of the choices to talk about."""
    costly = sorted(review.talking_points, key=lambda one: -one.cost)[:LISTED]
    return {one.number for one in costly}


def _drawn(review: Review) -> tuple[int, ...]:
    """One seat of each team, the first: partners share their worth."""
    teams: dict[int, int] = {}
    for seat in range(len(review.play.players)):
        teams.setdefault(review.play.game.team_of(seat), seat)
    return tuple(teams.values())


def _worth(review: Review, value: float, lang: str) -> str:
    return points(value, lang) if review.alone else percent(value, lang)


def _chart(review: Review, drawn: tuple[int, ...], labels: list[str], lang: str) -> str:
    if not review.curve:
        return ""
    first, last = review.curve[0].worths, review.curve[-1].worths
    course = "; ".join(
        f"{labels[seat]}: {_worth(review, first[seat].worth, lang)}"
        f" → {_worth(review, last[seat].worth, lang)}"
        for seat in drawn
    )
    title = text(f"coach.curve.{'points' if review.alone else 'chance'}", lang)
    return text("coach.chart", lang, title=title, course=course)


def _heights(review: Review, lang: str) -> tuple[str, ...]:
    if not review.alone:
        return tuple(percent(share, lang) for share in (1, 0.5, 0))
    worths = [one.worth for moment in review.curve for one in moment.worths]
    high, low = max(1.0, *worths), min(0.0, *worths)
    return tuple(str(round(value)) for value in (high, (low + high) / 2, low))


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


def _seat(review: Review, seat: int, label: str, lang: str) -> Seat:
    found = review.summary(seat)
    return Seat(
        found.decisions,
        found.sound,
        round(found.cost, 4),
        _short(found.luck),
        _short(found.luck_in_points),
        None if found.worst is None else found.worst.number,
        label,
        _summary(review, seat, lang),
        _luck(review, seat, lang),
    )


def _summary(review: Review, seat: int, lang: str) -> str:
    found = review.summary(seat)
    if not found.decisions:
        return text("coach.no-choices", lang)
    counts = {"sound": found.sound, "count": found.decisions}
    if review.alone:
        return text("coach.choices-alone", lang, cost=points(found.cost, lang), **counts)
    cost = percent(found.cost / found.decisions, lang, 1)
    return text("coach.choices", lang, cost=cost, **counts)


def _luck(review: Review, seat: int, lang: str) -> str:
    found = review.summary(seat)
    if found.luck is None or found.luck_in_points is None:
        return ""
    luck = signed(found.luck_in_points, points(found.luck_in_points, lang))
    if not review.alone:
        luck = f"{signed(found.luck, percent(found.luck, lang))}, {luck}"
    return text("coach.luck", lang, luck=luck)


def _cost(review: Review, decision: Decision, lang: str) -> str:
    if review.alone:
        return points(-decision.cost, lang)
    cost = percent(-decision.cost, lang)
    if not decision.points:
        return cost
    return f"{cost}, {signed(-decision.points, points(-decision.points, lang))}"


def _choice(review: Review, decision: Decision, listed: bool, lang: str) -> Choice:
    game: AnyGame = review.play.game
    state: Any = review.play.states[decision.number - 1]
    found, played, best = decision.found, decision.played, decision.best
    name, better = (action_name(game, one.action, lang) for one in (played, best))
    grade = text(f"coach.grade.{decision.grade}", lang)
    played_move = move(game, state, found, played, lang)
    return Choice(
        decision.number,
        decision.seat,
        game.format_position(game.redact(state, decision.seat)),
        found.exact,
        decision.grade,
        round(decision.cost, 4),
        _short(decision.points),
        played_move,
        move(game, state, found, best, lang),
        name,
        better,
        changed(decision),
        listed,
        f"{name}: {grade}, {_cost(review, decision, lang)}",
        text("coach.better", lang, why=played_move.why, best=better),
    )


def _turning(review: Review, turn: Turn, labels: list[str], lang: str) -> Turning:
    event = review.play.events[turn.number - 1]
    who, what = _event(review, turn.number, labels, lang)
    sides = {
        "before": _worth(review, turn.before, lang),
        "after": _worth(review, turn.after, lang),
    }
    if review.alone:
        summary = text("coach.turn-alone", lang, **sides)
    else:
        summary = text("coach.turn", lang, name=labels[turn.seat], **sides)
    return Turning(
        turn.number,
        turn.seat,
        round(turn.before, 4),
        round(turn.after, 4),
        turn.cause,
        getattr(event, "text", ""),
        who,
        what,
        summary,
    )


def _event(review: Review, number: int, labels: list[str], lang: str) -> tuple[str, str]:
    """Whose doing an event was, if anybody's, and what it was."""
    play = review.play
    game: AnyGame = play.game
    family, event, before = family_of(game), play.events[number - 1], play.states[number - 1]
    if isinstance(event, ChanceEvent):
        outcome = game.parse_chance(event.text)
        return "", family.chance_phrase(game, before, outcome, labels, lang)
    if isinstance(event, ActionEvent):
        action = game.parse_action(event.text)
        say = family.action_phrase if action == PASS else family.action_name
        return labels[event.seat], say(game, action, lang)
    return "", text(f"reason.{event.how}", lang)


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
