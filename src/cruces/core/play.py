"""A game in progress, for programs: mutable, on top of an immutable log."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from random import Random
from typing import Any, Generic, Self, TypeVar

from msgspec import UnsetType

from cruces.core.errors import (
    BadOptionError,
    CrucesError,
    GameOverError,
    IllegalError,
    MalformedError,
    NotYourTurnError,
    Reason,
    WrongTypeError,
)
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
    """A game played event by event, which can be saved as a record at any time.

    Actions and chance outcomes may be passed as values or in notation. It has no clock and no
    random generator: pass in ``at`` (milliseconds since the start) and a generator. A seat may be
    left out where only one may act. Two plays are equal if they have the same players and events.
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
    def at(
        cls, game: Game[S, A, O], state: S, players: Sequence[Player] | int | None = None
    ) -> Self:
        """A game that starts from a position."""
        play = cls(game, game.settings(state), game.seats(state) if players is None else players)
        if len(play.players) != game.seats(state):
            params = {"seats": len(play.players), "allowed": str(game.seats(state))}
            raise BadOptionError(Reason("bad-seats", params))
        play.log = GameLog.at(game, state)
        return play

    def copy(self) -> Self:
        """Another play of the same game so far; the two go on independently."""
        other = type(self).__new__(type(self))
        other.players, other.started, other.log = self.players, self.started, self.log
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Play):
            return NotImplemented
        return self.players == other.players and self.log == other.log

    __hash__ = None  # type: ignore[assignment]  # a play changes

    def __repr__(self) -> str:
        return f"<Play {self.game.id}, {len(self.events)} events: {self.text}>"

    @property
    def game(self) -> Game[S, A, O]:
        """The game being played."""
        return self.log.game

    @property
    def events(self) -> tuple[Event, ...]:
        """The events so far."""
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
        """The seats that may act now, or {CHANCE}."""
        return self.log.to_act

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game goes on."""
        return self.log.outcome

    def legal(self, seat: int | None = None) -> Legal[A]:
        """The legal actions of a seat now."""
        if seat is None and not self.to_act:
            return Legal.nothing(Reason("game-over"))
        if seat is None and CHANCE in self.to_act:
            return Legal.nothing(Reason("chance-first"))
        return self.log.legal(self._acting(seat))

    def view(self, seat: int | None) -> View[S, A, O]:
        """What a seat, or a spectator (None), may see and do now."""
        if seat is not None:
            self._check_seat(seat)
        return self.game.view(self.state, seat)

    def push(self, action: A | str, seat: int | None = None, at: int | None = None) -> None:
        """Take an action; the seat is needed only where several may act."""
        self.act(self._acting(seat), action, at)

    def act(self, seat: int, action: A | str, at: int | None = None) -> None:
        """A seat acts."""
        self._acting(seat)
        act = self.game.parse_action(action) if isinstance(action, str) else action
        self.log = self.log.act({seat: act}, at)

    def happen(self, outcome: O | str, at: int | None = None) -> None:
        """A chance event has this outcome."""
        value = self.game.parse_chance(outcome) if isinstance(outcome, str) else outcome
        self.log = self.log.happen(value, at)

    def roll(self, rng: Random, at: int | None = None) -> None:
        """Draw chance events with the caller's generator until a seat may act."""
        while CHANCE in self.to_act:
            self.happen(self.game.chance(self.state).sample(rng), at)

    def conclude(self, how: str, seat: int | None = None, at: int | None = None) -> None:
        """The players end the game: see ``Game.conclusions``."""
        self.log = self.log.conclude(how, seat, at)

    def undo(self) -> Event:
        """Take back the last event, a choice or a roll, and return it."""
        if not self.events:
            raise IllegalError(Reason("nothing-to-take-back"), self.text)
        event = self.events[-1]
        self.take_back(len(self.events) - 1)
        return event

    def take_back(self, events: int) -> None:
        """Go back to the position after the first ``events`` events."""
        self.log = self.log.take_back(events)

    def record(self) -> Record:
        """The record of the game so far."""
        return self.log.record(self.players, self.started)

    @classmethod
    def replay(cls, game: Game[S, A, O], record: Record) -> Self:
        """Play a record again, checking every event and the result against the rules."""
        try:
            play = cls(game, record.options, record.seats, record.started)
        except BadOptionError as error:
            raise RecordError(Reason("record-options", {"why": error.reason})) from error
        if not isinstance(record.position, UnsetType):
            play.log = GameLog.at(game, _recorded_start(game, record, record.position))
        play.log = _replay_events(play.log, record.events)
        play._check_result(record)
        return play

    def _acting(self, seat: int | None) -> int:
        """The seat that acts: the one given, or the only one that may."""
        waiting = self.to_act
        if seat is None and len(waiting) == 1 and CHANCE not in waiting:
            return min(waiting)
        if seat is not None:
            self._check_seat(seat)
            return seat
        position = self._seen_by_all()
        if not waiting:
            raise GameOverError(Reason("game-over"), position)
        if CHANCE in waiting:
            raise NotYourTurnError(Reason("chance-first"), position)
        seats = ", ".join(map(str, sorted(waiting)))
        raise MalformedError(Reason("seat-needed", {"waiting": seats}), position)

    def _check_seat(self, seat: int) -> None:
        """Refuse what is no seat of this game."""
        if type(seat) is not int:
            raise WrongTypeError("seat", seat, "int, None")
        if not 0 <= seat < len(self.players):
            why = Reason("bad-seat", {"seat": seat, "last": len(self.players) - 1})
            raise MalformedError(why, self._seen_by_all())

    def _seen_by_all(self) -> str:
        """The position as everybody may see it."""
        return self.game.format_position(self.game.redact(self.state, None))

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


def _recorded_start(game: Game[S, A, O], record: Record, written: str) -> S:
    """The state that the game of a record began from."""
    try:
        start = game.parse_position(written, record.options)
    except CrucesError as error:
        raise RecordError(Reason("record-position", {"why": error.reason})) from error
    if game.seats(start) != len(record.seats):
        params = {"seats": len(record.seats), "allowed": str(game.seats(start))}
        raise RecordError(Reason("record-position", {"why": Reason("bad-seats", params)}))
    return start


def _replay_events(log: GameLog[S, A, O], recorded: Sequence[Event]) -> GameLog[S, A, O]:
    """An empty log after all recorded events, each of them a step.

    Built in one go because a record may be long, and a log is copied whenever it grows.
    """
    game, states = log.game, [log.start]
    events: list[Event] = []
    acts: list[Any] = []
    last_at = 0
    for number, event in enumerate(recorded, 1):
        at = last_at if isinstance(event.at, UnsetType) else event.at
        if at < last_at:
            why = Reason("record-event-time", {"event": number})
            raise RecordError(why, game.format_position(states[-1]), number)
        last_at = at
        try:
            after, act = replay_event(game, states[-1], event)
        except CrucesError as error:
            params = {"event": number, "text": _event_text(event), "why": error.reason}
            why = Reason(f"record-event-{error.code}", params)
            raise RecordError(why, game.format_position(states[-1]), number) from error
        states.append(after)
        acts.append(act)
        events.append(_in_own_notation(game, event, act))
    steps = tuple(range(len(events)))
    return GameLog(game, log.start, tuple(events), steps, states[-1], tuple(states), tuple(acts))


def _in_own_notation(game: Game[S, A, O], event: Event, act: Any) -> Event:
    """The event in the game's own notation, which a record may spell differently."""
    match event:
        case ChanceEvent():
            return ChanceEvent(game.format_chance(act), event.at)
        case ActionEvent():
            return ActionEvent(event.seat, game.format_action(act), event.at)
        case ConclusionEvent():
            return event


def _event_text(event: Event) -> str:
    return event.how if isinstance(event, ConclusionEvent) else event.text
