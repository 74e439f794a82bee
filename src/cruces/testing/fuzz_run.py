"""One job of the fuzzer: random games, watched for crashes, dead ends and endless play."""

import traceback
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from cruces.core import CHANCE, Play, Value
from cruces.core.record import decode, encode
from cruces.testing.random_play import AnyGame, listed, perform
from cruces.testing.styles import DICE, seat_styles

MAX_EVENTS = 20_000
"""Far longer than any game that has to end."""
MAX_ENDLESS = 500
"""Without a draw by repetition a game need not end: then it is cut short here."""
FIRST_INSPECTION = 16
"""Events until the first expensive inspection of a state; the intervals grow by a quarter each
time, because the text of a long game can be long."""
RECORD_EVERY = 16
"""Every how many games the record is replayed and compared."""
TEXT_AT_FIRST, TEXT_PER_EVENT = 500, 40
"""A position's text may grow by one board per event; more would be a leak."""


class FuzzError(Exception):
    """Something that must not happen."""


@dataclass
class Failure:
    """A problem, with the ``record`` of the game that leads to it."""

    what: str
    record: str


@dataclass
class FuzzReport:
    """The result of a job."""

    game: str
    events: int = 0
    games: int = 0
    longest: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    failure: Failure | None = None


def fuzz_game(game: AnyGame, seed: str, events: int) -> FuzzReport:
    """Play whole games until ``events`` events have happened or something is wrong."""
    rng, report = Random(seed), FuzzReport(game.id)
    while report.events < events and report.failure is None:
        random_game = RandomGame(game, rng)
        try:
            reason = random_game.play(rng)
            if report.games % RECORD_EVERY == 0:
                random_game.check_record()
        except Exception:
            report.failure = Failure(
                random_game.describe(traceback.format_exc()), random_game.record()
            )
            break
        finally:
            report.events += len(random_game.acts)
            report.longest = max(report.longest, len(random_game.acts))
        report.games += 1
        report.ends[reason or "cut short"] += 1
    return report


class RandomGame:
    """One game with seats, options, styles and dice drawn at random."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        self.game = game
        self.seats = game.seat_counts[rng.randrange(len(game.seat_counts))]
        self.options: dict[str, Value] = {
            option.name: option.values[rng.randrange(len(option.values))] for option in game.options
        }
        self.endless = self.options.get("repetition", 3) is None
        self.styles = seat_styles(game, self.seats, rng)
        self.dice = DICE[rng.randrange(len(DICE))]
        self.acts: list[tuple[int, Any]] = []
        self.next: tuple[int, Any] | None = None
        """The act in progress: the culprit if it crashes."""

    def play(self, rng: Random) -> str | None:
        """Play to the end; returns the reason of the outcome, or None if it was cut short."""
        game, state = self.game, self.game.initial(self.options, self.seats)
        last, due = None, FIRST_INSPECTION
        while waiting := sorted(game.to_act(state)):
            if self.endless and len(self.acts) >= MAX_ENDLESS:
                return None
            if len(self.acts) >= MAX_EVENTS:
                raise FuzzError(f"no end after {MAX_EVENTS} events")
            actor = waiting[rng.randrange(len(waiting))]
            if actor == CHANCE:
                chance = game.chance(state)
                if not len(chance):
                    raise FuzzError("dead end: chance can bring nothing")
                act = last = self.dice(chance, last, rng)
            elif actor in range(self.seats):
                actions = listed(game.legal(state, actor))
                if not actions:
                    raise FuzzError(f"dead end: player {actor + 1} is to act and cannot")
                act = self.styles[actor](game, state, actor, actions, rng)
            else:
                raise FuzzError(f"nobody sits at seat {actor}")
            self.next = actor, act
            state = game.apply(state, actor, act)
            self.acts.append(self.next)
            self.next = None
            if len(self.acts) == due:
                self.inspect(state)
                due += FIRST_INSPECTION + due // 4
        self.inspect(state)
        return self.check_end(state)

    def inspect(self, state: Any) -> None:
        """The checks that are too expensive after every event."""
        text = self.game.format_position(state)
        if len(text) > TEXT_AT_FIRST + TEXT_PER_EVENT * len(self.acts):
            raise FuzzError(f"the position grew to {len(text)} characters")
        if self.game.parse_position(text, self.options) != state:
            raise FuzzError(f"the position is not what its text says: {text}")
        if (self.game.outcome(state) is None) != bool(self.game.to_act(state)):
            raise FuzzError("somebody is to act exactly while there is no outcome")

    def check_end(self, state: Any) -> str:
        """Check the outcome; returns its reason."""
        outcome = self.game.outcome(state)
        if outcome is None:
            raise FuzzError("nobody is to act, yet there is no outcome")
        lowest, highest = self.game.score_range
        if not all(lowest <= score <= highest for score in outcome.scores):
            raise FuzzError(f"scores out of bounds: {outcome.scores}")
        if not len(outcome.places) == len(outcome.scores) == self.seats:
            raise FuzzError(f"not a place for everyone: {outcome.places}")
        return outcome.reason

    # The game as a record

    def replayed(self) -> Play[Any, Any, Any]:
        """The game so far."""
        play = Play(self.game, self.options, self.seats)
        for actor, act in self.acts:
            perform(play, actor, act)
        return play

    def check_record(self) -> None:
        """The record leads to the same states."""
        play = self.replayed()
        if Play.replay(self.game, decode(encode(play.record()))).states != play.states:
            raise FuzzError("the record leads elsewhere")

    def record(self) -> str:
        """The game as a record, or its raw acts if it cannot be recorded."""
        try:
            return encode(self.replayed().record())
        except Exception as error:
            return f"no record: {error!r}\n{self.options}\n{self.acts}\n"

    def describe(self, trouble: str) -> str:
        """A problem, with the game and the act that caused it."""
        where = f"{self.game.id}, {self.seats} seats, after {len(self.acts)} events"
        if self.next is None:
            return f"{where}\n{trouble}"
        return f"{where}, when {_who(self.next[0])} did {self.next[1]!r}\n{trouble}"


def _who(actor: int) -> str:
    return "chance" if actor == CHANCE else f"player {actor + 1}"
