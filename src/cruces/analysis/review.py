"""The coach: what every decision of a game cost, where the game turned, what was luck and what not.

One interface for all games. A decision is judged by what its player could see. What is played for
is the *worth*: the share of the game, a draw counting half; alone at the table the points.

Luck is what the dice changed: the worth just after them less the worth just before them. Over all
dice that may come it is 0 in the mean. What the choices cost is summed up by itself. Where both
are exact, the final score is what could be expected at the start, plus all luck, less all
costs.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from cruces.analysis.analyse import Analysis, Judgement, Worth, Worths, analyse
from cruces.core import Outcome, Play
from cruces.core.family import AnyGame
from cruces.core.record import ActionEvent, ChanceEvent
from cruces.core.registry import family_of
from cruces.players.bot import Limits
from cruces.players.stop import Stop

AnyPlay = Play[Any, Any, Any]
Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
Cause = Literal["dice", "choices"]

GRADES: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
LOST_CHANCE = (0.02, 0.05, 0.12)
"""What a decision may cost, in shares of the game, and still be good, an inaccuracy, a mistake."""
LOST_POINTS = (0.5, 1.5, 4.0)
"""The same alone at the table, in points."""
SURE = 2.0
"""An action counts as worse than the best if it is so by so many standard errors."""
TURNING_POINTS = 3
TURNING_CHANCE, TURNING_POINTS_ALONE = 0.1, 4.0
"""A turn of the game changes the worth by as much at least."""
GAMES = 8192
"""How often a moment of a game with dice is played out to see what the dice changed."""
GAMES_A_SECOND, FEWEST_GAMES = 60_000, 256
"""How many games can be played out, on two slow cores; how few would say too little."""
DICE_NODES, SEARCH_SECONDS = 24_000, 0.5
"""How much is thought about a decision: games that are played out, or time to search."""


class CancelledError(Exception):
    """Nobody waits for the review any more."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One choice among several. ``number`` is that of its event, from 1.

    ``cost`` is in worth; it is 0 where nothing better is known for sure. ``points`` is what it cost
    of the final score to be expected; it may be below 0, where more points win less often.
    """

    number: int
    seat: int
    found: Analysis
    played: Judgement
    cost: float
    points: float | None
    grade: Grade

    @property
    def best(self) -> Judgement:
        """What was best."""
        return self.found.best


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice or lots, and the worth for all seats before and after them."""

    number: int
    text: str
    before: Worths
    after: Worths

    def luck(self, seat: int) -> float:
        """What they brought a seat, in worth."""
        return self.after[seat].worth - self.before[seat].worth

    def luck_in_points(self, seat: int) -> float:
        """The same in points."""
        return (self.after[seat].points or 0.0) - (self.before[seat].points or 0.0)


@dataclass(frozen=True, slots=True)
class Moment:
    """What the game was worth to all seats after so many events, and what had changed it."""

    number: int
    worths: Worths
    cause: Cause


@dataclass(frozen=True, slots=True)
class Turn:
    """A turning point: the seat whose worth changed most, from what to what.

    ``number`` is that of the dice or of the choice that did most of it.
    """

    number: int
    seat: int
    before: float
    after: float
    cause: Cause


@dataclass(frozen=True, slots=True)
class Summary:
    """A seat's game: how good the choices were, how good the dice."""

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
    """All that the coach has to say of a game."""

    play: AnyPlay
    decisions: tuple[Decision, ...]
    throws: tuple[Throw, ...]
    curve: tuple[Moment, ...]

    @property
    def exact(self) -> bool:
        """Whether every value is."""
        return all(decision.found.exact for decision in self.decisions)

    @property
    def alone(self) -> bool:
        """Whether it is about points, there being nobody to win against."""
        return len(self.play.players) == 1

    def summary(self, seat: int) -> Summary:
        """A seat's game."""
        own = [decision for decision in self.decisions if decision.seat == seat]
        worst = max(own, key=lambda decision: decision.cost, default=None)
        dice = bool(self.throws)
        return Summary(
            len(own),
            sum(decision.grade in GRADES[:2] for decision in own),
            sum(decision.cost for decision in own),
            sum(throw.luck(seat) for throw in self.throws) if dice else None,
            sum(throw.luck_in_points(seat) for throw in self.throws) if dice else None,
            worst if worst is not None and worst.grade not in GRADES[:2] else None,
        )

    @property
    def turning_points(self) -> tuple[Turn, ...]:
        """The largest changes, in the order in which they came."""
        turns = [self._turn(one, two) for one, two in pairwise(self.curve)]
        least = TURNING_POINTS_ALONE if self.alone else TURNING_CHANCE
        large = [turn for turn in turns if abs(turn.after - turn.before) >= least]
        large.sort(key=lambda turn: -abs(turn.after - turn.before))
        return tuple(sorted(large[:TURNING_POINTS], key=lambda turn: turn.number))

    @property
    def talking_points(self) -> tuple[Decision, ...]:
        """The decisions that were worse than good, in order."""
        return tuple(one for one in self.decisions if one.grade not in GRADES[:2])

    def _turn(self, one: Moment, two: Moment) -> Turn:
        changes = [
            after.worth - before.worth for before, after in zip(one.worths, two.worths, strict=True)
        ]
        # The one who gained, where as much was lost elsewhere.
        seat = max(
            range(len(changes)), key=lambda seat: (round(abs(changes[seat]), 6), changes[seat])
        )
        number = self._decisive(one.number, two.number)
        return Turn(number, seat, one.worths[seat].worth, two.worths[seat].worth, two.cause)

    def _decisive(self, after: int, until: int) -> int:
        """Of the events between two moments, the choice that cost most, or the last of all."""
        if not isinstance(self.play.events[until - 1], ActionEvent):
            return until
        between = [one for one in self.decisions if after < one.number <= until and one.cost]
        return max(between, key=lambda one: one.cost).number if between else until


def usual_limits(game: AnyGame) -> Limits:
    """How much is thought about a decision where nobody says."""
    own = family_of(game).review_limits(game)
    return Limits(seconds=SEARCH_SECONDS) if own is None else own


def hurried(play: AnyPlay, seconds: float) -> tuple[Limits, int]:
    """How much to think about a decision, and about dice, so that a whole game takes about so long.

    With dice it is a number of games, not a time: the review is the same every time.
    """
    acts = sum(isinstance(event, ActionEvent) for event in play.events) or 1
    dice = sum(isinstance(event, ChanceEvent) for event in play.events)
    if not dice:
        return Limits(seconds=min(SEARCH_SECONDS, seconds / acts)), GAMES
    games = seconds * _games_a_second(play.game) / 2
    return (
        Limits(nodes=max(FEWEST_GAMES, min(DICE_NODES, round(games / acts)))),
        max(FEWEST_GAMES, min(GAMES, round(games / (2 * dice)))),
    )


def _games_a_second(game: AnyGame) -> int:
    if family_of(game).analyser(game) is not None:
        return GAMES_A_SECOND
    from cruces.analysis import general  # late: most games know it better

    return general.PLAYOUTS_A_SECOND


def review(
    play: AnyPlay,
    limits: Limits | None = None,
    games: int = GAMES,
    seed: int = 1,
    progress: Callable[[float], None] | None = None,
    stop: Stop | None = None,
) -> Review:
    """Look at every decision and all dice of a game; the same each time unless time is a limit.

    ``games`` is how often the moments before and after dice are played out. ``progress`` is told
    the part that is done, from 0 to 1. After ``stop`` it raises ``CancelledError``.
    """
    game, stop = play.game, stop or Stop()
    limits = usual_limits(game) if limits is None else limits
    dice = any(isinstance(event, ChanceEvent) for event in play.events)
    decisions: list[Decision] = []
    throws: list[Throw] = []
    curve: list[Moment] = []
    for number, event in enumerate(play.events, 1):
        if stop.told:
            raise CancelledError
        if progress is not None:
            progress((number - 1) / len(play.events))
        before, after = play.states[number - 1], play.states[number]
        if isinstance(event, ActionEvent) and len(game.legal(before, event.seat)) > 1:
            found = analyse(game, before, limits, event.seat, stop)
            decisions.append(_decision(number, found, play.log.acts[number - 1]))
            if not dice:
                curve.append(Moment(number - 1, _sides(game, before, found), "choices"))
        elif isinstance(event, ChanceEvent):
            throw = Throw(
                number,
                event.text,
                _standing(game, before, games, seed),
                _standing(game, after, games, seed),
            )
            throws.append(throw)
            curve.append(Moment(number - 1, throw.before, "choices"))
            curve.append(Moment(number, throw.after, "dice"))
    outcome = play.outcome
    if outcome is not None:
        curve.append(Moment(len(play.events), final_worths(game, outcome), "choices"))
    if stop.told:
        raise CancelledError
    return Review(play, tuple(decisions), tuple(throws), tuple(curve))


# A decision


def _decision(number: int, found: Analysis, action: Any) -> Decision:
    played = next(one for one in found.judgements if one.action == action)
    best = found.best
    cost = max(0.0, best.worth - played.worth)
    if played.error is not None and cost <= SURE * played.error:
        cost = 0.0
    points = None
    if best.points is not None and played.points is not None:
        points = best.points - played.points if cost else 0.0
    return Decision(number, found.seat, found, played, cost, points, grade(best, played, cost))


def grade(best: Judgement, played: Judgement, cost: float) -> Grade:
    """How good a choice was, by its cost; to change a proven result is a mistake at least."""
    steps = LOST_POINTS if best.chance is None else LOST_CHANCE
    if cost == 0:
        return "best" if (best.result, best.plies) == (played.result, played.plies) else "good"
    level = sum(cost >= step for step in steps) + 1
    if best.result is not None and played.result is not None and best.result != played.result:
        level = max(level, GRADES.index("mistake"))
    return GRADES[level]


# What a moment is worth


def _standing(game: AnyGame, state: Any, games: int, seed: int) -> Worths:
    own = family_of(game).standing(game, state, games, seed)
    if own is not None:
        return own
    from cruces.analysis import general  # late: most games know it better

    return general.standing(game, state, games, seed)


def _sides(game: AnyGame, state: Any, found: Analysis) -> Worths:
    """Without dice: what is best for the mover, for their team and for all others."""
    own, team = found.best.worth, game.team_of(found.seat)
    return tuple(
        Worth(own if game.team_of(seat) == team else 1 - own, None)
        for seat in range(game.seats(state))
    )


def final_worths(game: AnyGame, outcome: Outcome) -> Worths:
    """What a finished game was worth: those in first place divide it, partners share theirs."""
    alone = len(outcome.places) == 1
    firsts = {game.team_of(seat) for seat, place in enumerate(outcome.places) if place == 1}
    return tuple(
        Worth(None if alone else (place == 1) / len(firsts), score if game.has_points else None)
        for place, score in zip(outcome.places, outcome.scores, strict=True)
    )
