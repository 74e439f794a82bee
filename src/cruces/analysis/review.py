"""The coach: what every decision of a game cost, its turning points, and how much was luck.

The same for all games. A decision is judged by what its player could see. Players maximise the
*worth*: the share of the game, with a draw counting half, or the points in a solo game.

Luck is what the dice changed: the worth just after a roll minus the worth just before it. Its
mean over all possible rolls is 0. The cost of decisions is summed up separately. Where both are
exact, the final score is the expected score at the start, plus all luck, minus all costs.
"""

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from cruces.analysis.analyse import Analysis, Judgement, Worth, Worths, analyse
from cruces.core import Outcome, Play
from cruces.core.extras import naming_extras
from cruces.core.family import AnyGame
from cruces.core.record import ActionEvent, ChanceEvent
from cruces.core.registry import family_of
from cruces.players.bot import Limits
from cruces.players.stop import Stop

AnyPlay = Play[Any, Any, Any]
Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
Cause = Literal["dice", "choices"]

GRADES: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
CHANCE_THRESHOLDS = (0.02, 0.05, 0.12)
"""The cost, in shares of the game, from which a decision is an inaccuracy, mistake or blunder."""
POINT_THRESHOLDS = (0.5, 1.5, 4.0)
"""The same for a solo game, in points."""
SIGNIFICANT_ERRORS = 2.0
"""An action counts as worse than the best beyond this many standard errors."""
TURNING_POINTS = 3
TURNING_CHANCE, TURNING_POINTS_ALONE = 0.1, 4.0
"""A turning point changes the worth by at least this much."""
GAMES = 8192
"""The simulations that say what a position before or after dice is worth."""
GAMES_PER_SECOND, MIN_GAMES = 60_000, 256
"""What two slow cores can simulate; below the minimum the result would be too imprecise."""
DICE_NODES, SEARCH_SECONDS = 24_000, 0.5
"""The effort per decision: simulated games with dice, search time without."""


class CancelledError(Exception):
    """The review was stopped because it is no longer needed."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice among several. ``number`` is that of its event, from 1.

    ``cost`` is in worth; it is 0 where no action is known to be better. ``points`` is the cost in
    expected final points; it may be negative where more points win less often.
    """

    number: int
    seat: int
    analysis: Analysis
    played: Judgement
    cost: float
    points: float | None
    grade: Grade

    @property
    def best(self) -> Judgement:
        """The best action."""
        return self.analysis.best


@dataclass(frozen=True, slots=True)
class LuckEvent:
    """A chance event, with the worth for all seats before and after it."""

    number: int
    text: str
    before: Worths
    after: Worths

    def luck(self, seat: int) -> float:
        """What it brought a seat, in worth."""
        return self.after[seat].worth - self.before[seat].worth

    def luck_in_points(self, seat: int) -> float:
        """The same in points."""
        return (self.after[seat].points or 0.0) - (self.before[seat].points or 0.0)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """What the game was worth to all seats after event ``number``, and what had changed it."""

    number: int
    worths: Worths
    cause: Cause


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A large change: the seat whose worth changed most, and its worth before and after.

    ``number`` is the event, dice or choice, that caused most of it.
    """

    number: int
    seat: int
    before: float
    after: float
    cause: Cause


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """How good a seat's choices and dice were."""

    decisions: int
    sound: int
    """Decisions that were best or good."""
    cost: float
    luck: float | None
    """None in games without dice."""
    luck_in_points: float | None
    worst: Decision | None


@dataclass(frozen=True, slots=True)
class Review:
    """The coach's findings about a whole game."""

    play: AnyPlay
    decisions: tuple[Decision, ...]
    luck_events: tuple[LuckEvent, ...]
    curve: tuple[CurvePoint, ...]
    left_out: int = 0
    """The number of events at the beginning for which there was no time."""

    @property
    def exact(self) -> bool:
        """Whether every value is exact."""
        return all(decision.analysis.exact for decision in self.decisions)

    @property
    def alone(self) -> bool:
        """Whether it was a solo game, played for points."""
        return len(self.play.players) == 1

    def summary(self, seat: int) -> SeatSummary:
        """How good a seat's choices and dice were."""
        decisions = [decision for decision in self.decisions if decision.seat == seat]
        worst = max(decisions, key=lambda decision: decision.cost, default=None)
        dice = bool(self.luck_events)
        return SeatSummary(
            len(decisions),
            sum(decision.grade in GRADES[:2] for decision in decisions),
            sum(decision.cost for decision in decisions),
            sum(luck_event.luck(seat) for luck_event in self.luck_events) if dice else None,
            sum(luck_event.luck_in_points(seat) for luck_event in self.luck_events)
            if dice
            else None,
            worst if worst is not None and worst.grade not in GRADES[:2] else None,
        )

    @property
    def turning_points(self) -> tuple[TurningPoint, ...]:
        """The largest changes, in order of play."""
        candidates = [self._turning_point(before, after) for before, after in pairwise(self.curve)]
        least = TURNING_POINTS_ALONE if self.alone else TURNING_CHANCE
        points = [point for point in candidates if abs(point.after - point.before) >= least]
        points.sort(key=lambda point: -abs(point.after - point.before))
        return tuple(sorted(points[:TURNING_POINTS], key=lambda point: point.number))

    @property
    def talking_points(self) -> tuple[Decision, ...]:
        """The decisions worse than good, in order of play."""
        return tuple(decision for decision in self.decisions if decision.grade not in GRADES[:2])

    def _turning_point(self, start: CurvePoint, end: CurvePoint) -> TurningPoint:
        changes = [
            after.worth - before.worth
            for before, after in zip(start.worths, end.worths, strict=True)
        ]
        # Where one seat gained as much as another lost, the one that gained.
        seat = max(
            range(len(changes)), key=lambda seat: (round(abs(changes[seat]), 6), changes[seat])
        )
        number = self._decisive(start.number, end.number)
        before, after = start.worths[seat].worth, end.worths[seat].worth
        return TurningPoint(number, seat, before, after, end.cause)

    def _decisive(self, after: int, until: int) -> int:
        """Of the events between two points, the costliest choice, or the last event."""
        if not isinstance(self.play.events[until - 1], ActionEvent):
            return until
        candidates = [
            decision
            for decision in self.decisions
            if after < decision.number <= until and decision.cost
        ]
        return max(candidates, key=lambda decision: decision.cost).number if candidates else until


def default_limits(game: AnyGame) -> Limits:
    """The limits for a decision unless the caller sets others."""
    limits = family_of(game).review_limits(game)
    return Limits(seconds=SEARCH_SECONDS) if limits is None else limits


def limits_for_time(play: AnyPlay, seconds: float) -> tuple[Limits, int]:
    """The limits for a decision and the simulations for dice that fit a game into ``seconds``.

    With dice the limit is a number of games, not a time, so that reviews are reproducible.
    """
    acts = sum(isinstance(event, ActionEvent) for event in play.events) or 1
    dice = sum(isinstance(event, ChanceEvent) for event in play.events)
    if not dice:
        return Limits(seconds=min(SEARCH_SECONDS, seconds / acts)), GAMES
    games = seconds * _games_per_second(play.game) / 2
    return (
        Limits(nodes=max(MIN_GAMES, min(DICE_NODES, round(games / acts)))),
        max(MIN_GAMES, min(GAMES, round(games / (2 * dice)))),
    )


def _games_per_second(game: AnyGame) -> int:
    if family_of(game).analyser(game) is not None:
        return GAMES_PER_SECOND
    from cruces.analysis import general  # late: most games have an analyser of their own

    return general.PLAYOUTS_PER_SECOND


def review(
    play: AnyPlay,
    limits: Limits | None = None,
    games: int = GAMES,
    seed: int = 1,
    progress: Callable[[float], None] | None = None,
    stop: Stop | None = None,
    seconds: float | None = None,
) -> Review:
    """Review every decision and all dice of a game; reproducible unless time is limited.

    ``games`` is the number of simulations before and after dice. ``progress`` is called with the
    share that is done, from 0 to 1. After ``stop`` it raises ``CancelledError``. It starts with the
    end of the game; what comes before is left out when ``seconds`` have passed.
    """
    steps = review_steps(play, limits, games, seed, stop, seconds)
    while True:
        try:
            part = next(steps)
        except StopIteration as end:
            found: Review = end.value
            return found
        if progress is not None:
            progress(part)


def review_steps(
    play: AnyPlay,
    limits: Limits | None = None,
    games: int = GAMES,
    seed: int = 1,
    stop: Stop | None = None,
    seconds: float | None = None,
) -> Generator[float, None, Review]:
    """The same in steps, one for each event: gives the share that is done, and returns the review.

    Time between two steps does not count.
    """
    worked = 0.0
    game, stop = play.game, stop or Stop()
    limits = default_limits(game) if limits is None else limits
    dice = any(isinstance(event, ChanceEvent) for event in play.events)
    decisions: list[Decision] = []
    luck_events: list[LuckEvent] = []
    curve: list[CurvePoint] = []
    left_out = 0
    if play.outcome is not None:
        curve.append(CurvePoint(len(play.events), final_worths(game, play.outcome), "choices"))
    for number, event in reversed(list(enumerate(play.events, 1))):
        used = 0.0 if seconds is None else worked / seconds
        if used >= 1 and number < len(play.events):
            left_out = number
            break
        yield max(1 - number / len(play.events), min(used, 1))
        start = time.monotonic()
        if stop.requested:
            raise CancelledError
        before, after = play.states[number - 1], play.states[number]
        if isinstance(event, ActionEvent) and len(game.legal(before, event.seat)) > 1:
            analysis = analyse(game, before, limits, event.seat, stop)
            decisions.append(_decision(number, analysis, play.log.acts[number - 1]))
            if not dice:
                curve.append(
                    CurvePoint(number - 1, _worths_by_team(game, before, analysis), "choices")
                )
        elif isinstance(event, ChanceEvent):
            luck_event = LuckEvent(
                number,
                event.text,
                _standing(game, before, games, seed),
                _standing(game, after, games, seed),
            )
            luck_events.append(luck_event)
            curve.append(CurvePoint(number, luck_event.after, "dice"))
            curve.append(CurvePoint(number - 1, luck_event.before, "choices"))
        worked += time.monotonic() - start
    if stop.requested:
        raise CancelledError
    return Review(
        play,
        tuple(reversed(decisions)),
        tuple(reversed(luck_events)),
        tuple(reversed(curve)),
        left_out,
    )


# A decision


def _decision(number: int, analysis: Analysis, action: Any) -> Decision:
    played = next(judgement for judgement in analysis.judgements if judgement.action == action)
    best = analysis.best
    cost = max(0.0, best.worth - played.worth)
    if played.error is not None and cost <= SIGNIFICANT_ERRORS * played.error:
        cost = 0.0
    points = None
    if best.points is not None and played.points is not None:
        points = best.points - played.points if cost else 0.0
    return Decision(
        number, analysis.seat, analysis, played, cost, points, grade(best, played, cost)
    )


def grade(best: Judgement, played: Judgement, cost: float) -> Grade:
    """How good a choice was, by its cost; changing a proven result is at least a mistake."""
    thresholds = POINT_THRESHOLDS if best.chance is None else CHANCE_THRESHOLDS
    if cost == 0:
        return "best" if (best.result, best.plies) == (played.result, played.plies) else "good"
    level = sum(cost >= threshold for threshold in thresholds) + 1
    if best.result is not None and played.result is not None and best.result != played.result:
        level = max(level, GRADES.index("mistake"))
    return GRADES[level]


# What a position is worth


@naming_extras()
def _standing(game: AnyGame, state: Any, games: int, seed: int) -> Worths:
    worths = family_of(game).standing(game, state, games, seed)
    if worths is not None:
        return worths
    from cruces.analysis import general  # late: most games have an estimate of their own

    return general.standing(game, state, games, seed)


def _worths_by_team(game: AnyGame, state: Any, analysis: Analysis) -> Worths:
    """Without dice: the mover's best value, for their team and for all others."""
    value, team = analysis.best.worth, game.team_of(analysis.seat)
    return tuple(
        Worth(value if game.team_of(seat) == team else 1 - value, None)
        for seat in range(game.seats(state))
    )


def final_worths(game: AnyGame, outcome: Outcome) -> Worths:
    """What a finished game was worth: the teams in first place share it."""
    alone = len(outcome.places) == 1
    winning_teams = {game.team_of(seat) for seat, place in enumerate(outcome.places) if place == 1}
    return tuple(
        Worth(
            None if alone else (place == 1) / len(winning_teams), score if game.has_points else None
        )
        for place, score in zip(outcome.places, outcome.scores, strict=True)
    )
