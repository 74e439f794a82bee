"""One hunt of the fuzzer: whole games of one kind, watched for crashes, dead ends, endless play."""

import traceback
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from cruces.core import CHANCE, Play, Value
from cruces.core.record import decode, encode
from cruces.testing.random_play import AnyGame, listed, perform
from cruces.testing.styles import DICE, table

MOST_EVENTS = 20_000
"""Longer than any game that has to end gets, by far."""
MOST_ENDLESS = 500
"""Without a draw by repetition a game need not end: there, stopping is no trouble."""
LOOK_AFTER = 16
"""Events until the first dearer look at a state; then after a quarter more each time, for the text
of a long game can be long."""
RECORD_EVERY = 16
"""Games between those that are written down and played again."""
TEXT_AT_FIRST, TEXT_PER_EVENT = 500, 40
"""A position's text may grow by a board an event; more is a leak."""


class TroubleError(Exception):
    """Something that must not happen."""


@dataclass
class Failure:
    """Trouble in a game, with the game: ``record`` leads to the position where it happens."""

    what: str
    record: str


@dataclass
class Report:
    """What a hunt came across."""

    game: str
    events: int = 0
    games: int = 0
    longest: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    failure: Failure | None = None


def hunt(game: AnyGame, seed: str, events: int) -> Report:
    """Play whole games until so many events have happened, or something is wrong."""
    rng, report = Random(seed), Report(game.id)
    while report.events < events and report.failure is None:
        match = Match(game, rng)
        try:
            reason = match.play(rng)
            if report.games % RECORD_EVERY == 0:
                match.check_record()
        except Exception:
            report.failure = Failure(match.told(traceback.format_exc()), match.record())
            break
        finally:
            report.events += len(match.acts)
            report.longest = max(report.longest, len(match.acts))
        report.games += 1
        report.ends[reason or "cut short"] += 1
    return report


class Match:
    """One game with seats, options, styles and dice drawn at random."""

    def __init__(self, game: AnyGame, rng: Random) -> None:
        self.game = game
        self.seats = game.seat_counts[rng.randrange(len(game.seat_counts))]
        self.options: dict[str, Value] = {
            option.name: option.values[rng.randrange(len(option.values))] for option in game.options
        }
        self.endless = self.options.get("repetition", 3) is None
        self.styles = table(game, self.seats, rng)
        self.dice = DICE[rng.randrange(len(DICE))]
        self.acts: list[tuple[int, Any]] = []
        self.next: tuple[int, Any] | None = None
        """What is about to be done: the culprit if doing it crashes."""

    def play(self, rng: Random) -> str | None:
        """Play to the end; the reason of the outcome, or None if it was cut short."""
        game, state = self.game, self.game.initial(self.options, self.seats)
        last, due = None, LOOK_AFTER
        while waiting := sorted(game.to_act(state)):
            if self.endless and len(self.acts) >= MOST_ENDLESS:
                return None
            if len(self.acts) >= MOST_EVENTS:
                raise TroubleError(f"no end after {MOST_EVENTS} events")
            actor = waiting[rng.randrange(len(waiting))]
            if actor == CHANCE:
                chance = game.chance(state)
                if not len(chance):
                    raise TroubleError("dead end: chance can bring nothing")
                act = last = self.dice(chance, last, rng)
            elif actor in range(self.seats):
                actions = listed(game.legal(state, actor))
                if not actions:
                    raise TroubleError(f"dead end: player {actor + 1} is to act and cannot")
                act = self.styles[actor](game, state, actor, actions, rng)
            else:
                raise TroubleError(f"nobody sits at seat {actor}")
            self.next = actor, act
            state = game.apply(state, actor, act)
            self.acts.append(self.next)
            self.next = None
            if len(self.acts) == due:
                self.look(state)
                due += LOOK_AFTER + due // 4
        self.look(state)
        return self.check_end(state)

    def look(self, state: Any) -> None:
        """What costs too much to check after every event."""
        text = self.game.format_position(state)
        if len(text) > TEXT_AT_FIRST + TEXT_PER_EVENT * len(self.acts):
            raise TroubleError(f"the position grew to {len(text)} characters")
        if self.game.parse_position(text, self.options) != state:
            raise TroubleError(f"the position is not what its text says: {text}")
        if (self.game.outcome(state) is None) != bool(self.game.to_act(state)):
            raise TroubleError("somebody is to act exactly while there is no outcome")

    def check_end(self, state: Any) -> str:
        """The outcome makes sense; its reason."""
        outcome = self.game.outcome(state)
        if outcome is None:
            raise TroubleError("nobody is to act, yet there is no outcome")
        least, most = self.game.score_range
        if not all(least <= score <= most for score in outcome.scores):
            raise TroubleError(f"scores out of bounds: {outcome.scores}")
        if not len(outcome.places) == len(outcome.scores) == self.seats:
            raise TroubleError(f"not a place for everyone: {outcome.places}")
        return outcome.reason

    # The game, told again

    def replayed(self) -> Play[Any, Any, Any]:
        """The game as far as it went."""
        play = Play(self.game, self.options, self.seats)
        for actor, act in self.acts:
            perform(play, actor, act)
        return play

    def check_record(self) -> None:
        """The record leads to the same states."""
        play = self.replayed()
        if Play.replay(self.game, decode(encode(play.record()))).states != play.states:
            raise TroubleError("the record leads elsewhere")

    def record(self) -> str:
        """The game as a record; if the game cannot even tell that, its events as they are."""
        try:
            return encode(self.replayed().record())
        except Exception as error:
            return f"no record: {error!r}\n{self.options}\n{self.acts}\n"

    def told(self, trouble: str) -> str:
        """What went wrong, and in doing what."""
        where = f"{self.game.id}, {self.seats} seats, after {len(self.acts)} events"
        if self.next is None:
            return f"{where}\n{trouble}"
        return f"{where}, when {_who(self.next[0])} did {self.next[1]!r}\n{trouble}"


def _who(actor: int) -> str:
    return "chance" if actor == CHANCE else f"player {actor + 1}"
