"""The coach's review of a game as plain data, for clients and programs."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from cruces.analysis.analysis_dto import Move, move
from cruces.analysis.event_words import event_words, player_labels
from cruces.analysis.reasons import action_name
from cruces.analysis.review import (
    CHANCE_THRESHOLDS,
    GRADES,
    POINT_THRESHOLDS,
    Decision,
    Grade,
    Review,
    TurningPoint,
)
from cruces.analysis.value_phrases import points, signed
from cruces.core.family import AnyGame
from cruces.core.record import Player
from cruces.core.registry import family_of
from cruces.locales import number, percent, text
from cruces.locales.numbers import Figure, rounded

LISTED = 8
"""The number of costly decisions in the report's list."""


class ResultChange(Struct, frozen=True):
    """A changed result; ``after`` is null if it is not proven."""

    before: Annotated[int, Meta(description="1 a win, 0 a draw.")]
    after: int | None


class DecisionReport(Struct, frozen=True):
    """A decision: the action taken, the best one, and the cost."""

    number: Annotated[int, Meta(description="The number of its event, from 1.")]
    seat: int
    position: str
    exact: bool
    grade: Grade
    cost: Annotated[
        float, Meta(description="The share of the game that it cost; in a solo game, points.")
    ]
    points: Annotated[float | None, Meta(description="What it cost in expected final points.")]
    played: Move
    best: Move
    played_name: Annotated[str, Meta(description="The action taken, in words.")]
    best_name: str
    changed: ResultChange | None
    listed: Annotated[bool, Meta(description="Whether the report lists it.")]
    summary: Annotated[str, Meta(description="What was played, its grade and its cost in words.")]
    better: Annotated[str, Meta(description="Why, and what was better, in words.")]


class LuckReport(Struct, frozen=True):
    """A chance event, and what it brought each seat."""

    number: int
    text: str
    luck: tuple[float, ...]


class CurveReport(Struct, frozen=True):
    """What the game was worth to each seat after event ``number``."""

    number: int
    worth: tuple[float, ...]


class TurningPointReport(Struct, frozen=True):
    """A turning point, for the seat whose worth changed most."""

    number: int
    seat: int
    before: float
    after: float
    cause: str
    event: str
    who: Annotated[str, Meta(description="Whose choice it was; empty for dice.")]
    what: Annotated[str, Meta(description="The choice or the dice, in words.")]
    summary: Annotated[str, Meta(description="What it changed, in words.")]


class SeatReport(Struct, frozen=True):
    """How good a player's choices and dice were."""

    decisions: int
    sound: Annotated[int, Meta(description="Decisions that were best or good.")]
    cost: Annotated[float, Meta(description="What all of them cost together.")]
    luck: Annotated[float | None, Meta(description="What the dice brought; null without dice.")]
    luck_points: float | None
    worst: Annotated[int | None, Meta(description="The number of the costliest decision.")]
    label: Annotated[str, Meta(description="The name, made unique.")]
    summary: Annotated[str, Meta(description="How good the choices were, in words.")]
    luck_summary: Annotated[str, Meta(description="How good the dice were; empty without dice.")]


class Report(Struct, frozen=True):
    """The coach's report; see `analysis.review`."""

    game: str
    options: dict[str, str | int | bool | None]
    seats: tuple[Player, ...]
    exact: bool
    alone: Annotated[bool, Meta(description="Whether values are points, not shares of the game.")]
    summaries: tuple[SeatReport, ...]
    decisions: tuple[DecisionReport, ...]
    dice: tuple[LuckReport, ...]
    turning_points: tuple[TurningPointReport, ...]
    curve: tuple[CurveReport, ...]
    key: Annotated[tuple[str, ...], Meta(description="What grades and values mean, in words.")]
    drawn: Annotated[
        tuple[int, ...], Meta(description="The seats shown in the chart: one of each team.")
    ]
    chart: Annotated[str, Meta(description="The course of the game in a sentence.")]
    heights: Annotated[
        tuple[str, ...], Meta(description="Labels of the chart's axis: top, middle, bottom.")
    ]
    left_out: Annotated[
        str, Meta(description="What there was no time for, in words; empty if for everything.")
    ]


def report(review: Review, lang: str, reader: int | None = None) -> Report:
    """The report of a review, in a language, for who played a seat or for anyone."""
    play = review.play
    labels, listed = player_labels(play, lang, reader), _listed(review)
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
            LuckReport(
                luck_event.number,
                luck_event.text,
                tuple(rounded(luck_event.luck(seat)) for seat in seats),
            )
            for luck_event in review.luck_events
        ),
        tuple(_turning_point(review, turn, labels, lang, reader) for turn in review.turning_points),
        tuple(
            CurveReport(moment.number, tuple(rounded(one.worth) for one in moment.worths))
            for moment in review.curve
        ),
        key(review, lang),
        drawn,
        _chart(review, drawn, labels, lang),
        _heights(review, lang),
        text("coach.left-out", lang, count=review.left_out) if review.left_out else "",
    )


def _listed(review: Review) -> set[int]:
    """The numbers of the costliest decisions."""
    costliest = sorted(review.talking_points, key=lambda decision: -decision.cost)[:LISTED]
    return {decision.number for decision in costliest}


def _drawn(review: Review) -> tuple[int, ...]:
    """The first seat of each team: partners have the same worth."""
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
    return tuple(number(value, lang, 0) for value in (high, (low + high) / 2, low))


def changed(decision: Decision) -> ResultChange | None:
    """The result change that a decision caused; None if it caused none."""
    best = decision.best
    if not decision.analysis.exact or best.result is None or decision.played.result == best.result:
        return None
    return ResultChange(best.result, decision.played.result)


def key(review: Review, lang: str) -> tuple[str, ...]:
    """Sentences that explain the grades and values of a review."""
    thresholds = POINT_THRESHOLDS if review.alone else CHANCE_THRESHOLDS
    names = {
        grade: _written(threshold, review.alone, lang)
        for grade, threshold in zip(GRADES[1:], thresholds, strict=False)
    }
    sentences = [text("coach.key", lang, **names)]
    if not review.alone:
        sentences.append(text("coach.key-chance", lang))
    keys = family_of(review.play.game).review_keys(review.play.game)
    sentences += [
        text(key, lang) for key in (*keys, *(("coach.key-luck",) if review.luck_events else ()))
    ]
    certainty = "exact" if review.exact else "estimated-dice" if review.luck_events else "estimated"
    return (*sentences, text(f"coach.{certainty}", lang))


def _written(step: float, in_points: bool, lang: str) -> str:
    if in_points:
        return text("value.points", lang, points=Figure(step, 1))
    return percent(step, lang)


def _seat(review: Review, seat: int, label: str, lang: str) -> SeatReport:
    summary = review.summary(seat)
    return SeatReport(
        summary.decisions,
        summary.sound,
        rounded(summary.cost),
        rounded(summary.luck),
        rounded(summary.luck_in_points),
        None if summary.worst is None else summary.worst.number,
        label,
        _summary(review, seat, lang),
        _luck(review, seat, lang),
    )


def _summary(review: Review, seat: int, lang: str) -> str:
    summary = review.summary(seat)
    if not summary.decisions:
        return text("coach.no-choices", lang)
    counts = {"sound": summary.sound, "count": summary.decisions}
    if review.alone:
        return text("coach.choices-alone", lang, cost=points(summary.cost, lang), **counts)
    cost = percent(summary.cost / summary.decisions, lang, 1)
    return text("coach.choices", lang, cost=cost, **counts)


def _luck(review: Review, seat: int, lang: str) -> str:
    summary = review.summary(seat)
    if summary.luck is None or summary.luck_in_points is None:
        return ""
    luck = signed(summary.luck_in_points, points(summary.luck_in_points, lang))
    if not review.alone:
        luck = f"{signed(summary.luck, percent(summary.luck, lang))}, {luck}"
    return text("coach.luck", lang, luck=luck)


def _cost(review: Review, decision: Decision, lang: str) -> str:
    """What a choice cost in words, if it did."""
    if not (decision.cost or decision.points):
        return ""
    if review.alone:
        return points(-decision.cost, lang)
    cost = percent(-decision.cost, lang)
    if not decision.points:
        return cost
    return f"{cost}, {signed(-decision.points, points(-decision.points, lang))}"


def _choice(review: Review, decision: Decision, listed: bool, lang: str) -> DecisionReport:
    game: AnyGame = review.play.game
    state: Any = review.play.states[decision.number - 1]
    analysis, played, best = decision.analysis, decision.played, decision.best
    name, better = (action_name(game, judgement.action, lang) for judgement in (played, best))
    grade = text(f"coach.grade.{decision.grade}", lang)
    played_move = move(game, state, analysis, played, lang)
    return DecisionReport(
        decision.number,
        decision.seat,
        game.format_position(game.redact(state, decision.seat)),
        analysis.exact,
        decision.grade,
        rounded(decision.cost),
        rounded(decision.points),
        played_move,
        move(game, state, analysis, best, lang),
        name,
        better,
        changed(decision),
        listed,
        ", ".join(filter(None, (f"{name}: {grade}", _cost(review, decision, lang)))),
        text("coach.better", lang, why=capitalised(played_move.why), best=better),
    )


def _turning_point(
    review: Review, turn: TurningPoint, labels: list[str], lang: str, reader: int | None
) -> TurningPointReport:
    event = review.play.events[turn.number - 1]
    who, what = event_words(review.play, turn.number, labels, lang, reader)
    sides = {
        "before": _worth(review, turn.before, lang),
        "after": _worth(review, turn.after, lang),
    }
    if review.alone:
        summary = text("coach.turn-alone", lang, **sides)
    elif turn.seat == reader:
        summary = text("coach.turn-yours", lang, **sides)
    else:
        summary = text("coach.turn", lang, name=labels[turn.seat], **sides)
    return TurningPointReport(
        turn.number,
        turn.seat,
        rounded(turn.before),
        rounded(turn.after),
        turn.cause,
        getattr(event, "text", ""),
        who,
        what,
        summary,
    )


def capitalised(phrase: str) -> str:
    """A phrase as the beginning of a sentence.

    >>> capitalised("skips one number")
    'Skips one number'
    """
    return phrase[:1].upper() + phrase[1:]
