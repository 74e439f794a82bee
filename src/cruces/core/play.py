"""A game being played, for programs: it changes as it goes on, its log behind it does not."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from random import Random
from typing import Any, Generic, TypeVar

from msgspec import UnsetType

from cruces.core.errors import BadOptionError, CrucesError, Reason
from cruces.core.game import CHANCE, Game
from cruces.core.legal import Legal
from cruces.core.log import GameLog, replay_event
from cruces.core.outcome import Outcome
from cruces.core.record import (
    ActionEvent,
    ChanceEvent,
    ConclusionEvent,
    Event,
    Player,
    Record,
    RecordError,
    Result,
)
from cruces.core.view import View

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741


class Play(Generic[S, A, O]):
    """Plays a game event by event and keeps everything for the record.

    Actions and chance outcomes may be given as values or as people write them. There is no clock
    and no randomness inside: pass ``at`` (milliseconds since the start) and a generator in.
    """

    def __init__(
        self,
        game: Game[S, A, O],
        options: Mapping[str, object] | None = None,
        players: Sequence[Player] | int | None = None,
        started: datetime | None = None,
    ) -> None:
        if isinstance(players, int) or players is None:
            players = [Player(f"p{n + 1}") for n in range(game.check_seats(players))]
        self.players = tuple(players)
        self.started = started
        self.log: GameLog[S, A, O] = GameLog.new(game, options, len(self.players))

    @classmethod
    def at(cls, game: Game[S, A, O], state: S) -> "Play[S, A, O]":
        """A game that begins in a position."""
        play = cls(game, game.settings(state), game.seats(state))
        play.log = GameLog.at(game, state)
        return play

    @property
    def game(self) -> Game[S, A, O]:
        """What is played."""
        return self.log.game

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened."""
        return self.log.events

    @property
    def states(self) -> tuple[S, ...]:
        """The first state, and the state after each event."""
        return self.log.states

    @property
    def state(self) -> S:
        """The state now."""
        return self.log.state

    @property
    def text(self) -> str:
        """The position now, in one line."""
        return self.log.text

    @property
    def to_act(self) -> frozenset[int]:
        """Who is to act now."""
        return self.log.to_act

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None."""
        return self.log.outcome

    def legal(self, seat: int) -> Legal[A]:
        """What a seat may do now."""
        return self.log.legal(seat)

    def view(self, seat: int | None) -> View[S, A, O]:
        """What a seat, or a spectator, may know now."""
        return self.game.view(self.state, seat)

    def act(self, seat: int, action: A | str, at: int | None = None) -> None:
        """A seat acts."""
        act = self.game.parse_action(action) if isinstance(action, str) else action
        self.log = self.log.act({seat: act}, at)

    def happen(self, outcome: O | str, at: int | None = None) -> None:
        """Dice or lots fall so."""
        fell = self.game.parse_chance(outcome) if isinstance(outcome, str) else outcome
        self.log = self.log.happen(fell, at)

    def roll(self, rng: Random, at: int | None = None) -> None:
        """Let chance act, as often as it is to act, with the caller's generator."""
        while CHANCE in self.to_act:
            self.happen(self.game.chance(self.state).sample(rng), at)

    def conclude(self, how: str, seat: int | None = None, at: int | None = None) -> None:
        """The players end the game among themselves."""
        self.log = self.log.conclude(how, seat, at)

    def take_back(self, events: int) -> None:
        """Go back to where the game was after so many events."""
        self.log = self.log.take_back(events)

    def record(self) -> Record:
        """Everything so far, to be written down."""
        return self.log.record(self.players, self.started)

    @classmethod
    def replay(cls, game: Game[S, A, O], record: Record) -> "Play[S, A, O]":
        """Play a record again, checking every event and the result against the rules."""
        try:
            play = cls(game, record.options, record.seats, record.started)
        except BadOptionError as error:
            raise RecordError(Reason("record-options", {"why": error.reason})) from error
        play.log = _replayed(play.log, record.events)
        play._check_result(record)
        return play

    def _check_result(self, record: Record) -> None:
        outcome = self.outcome
        result = None if outcome is None else Result.of(outcome)
        if result == record.result:
            return
        count = len(record.events)
        if result is None:
            why = Reason("record-truncated", {"event": count})
        elif record.result is None:
            why = Reason("record-no-result", {"event": count})
        else:
            why = Reason("record-result", {"event": count, "scores": result.scores})
        raise RecordError(why, self.text, count or None)


def _replayed(log: GameLog[S, A, O], written: Sequence[Event]) -> GameLog[S, A, O]:
    """A log that has not begun after everything that is written down, each event a step.

    At once and not event by event: a record may be long, and a log is copied as it grows.
    """
    game, states = log.game, [log.start]
    events: list[Event] = []
    acts: list[Any] = []
    before = 0
    for number, event in enumerate(written, 1):
        at = before if isinstance(event.at, UnsetType) else event.at
        if at < before:
            why = Reason("record-event-time", {"event": number})
            raise RecordError(why, game.format_position(states[-1]), number)
        before = at
        try:
            after, act = replay_event(game, states[-1], event)
        except CrucesError as error:
            params = {"event": number, "text": _event_text(event), "why": error.reason}
            why = Reason(f"record-event-{error.code}", params)
            raise RecordError(why, game.format_position(states[-1]), number) from error
        states.append(after)
        acts.append(act)
        events.append(_as_we_write_it(game, event, act))
    steps = tuple(range(len(events)))
    return GameLog(game, log.start, tuple(events), steps, states[-1], tuple(states), tuple(acts))


def _as_we_write_it(game: Game[S, A, O], event: Event, act: Any) -> Event:
    """The event in the game's own spelling; people may have written it in another."""
    match event:
        case ChanceEvent():
            return ChanceEvent(game.format_chance(act), event.at)
        case ActionEvent():
            return ActionEvent(event.seat, game.format_action(act), event.at)
        case ConclusionEvent():
            return event


def _event_text(event: Event) -> str:
    return event.how if isinstance(event, ConclusionEvent) else event.text
