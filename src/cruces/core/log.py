"""The log of a game: its first state, its events and its current state.

``Play`` in the library, a match on the server and a replayed record all use it. A log never
changes; every event gives a new one.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar

from msgspec import UNSET, UnsetType

from cruces.core.game import CHANCE, Game
from cruces.core.legal import Legal
from cruces.core.outcome import Outcome
from cruces.core.record import (
    ActionEvent,
    ChanceEvent,
    ConclusionEvent,
    Event,
    Fair,
    Player,
    Record,
    Result,
)

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741
T = TypeVar("T")


class GameLog(Generic[S, A, O]):
    """A game from its first state to its current one.

    ``steps`` are the indices into ``events`` at which each step began: choices that several seats
    made at once are one step. ``states`` and ``acts`` follow from the events. A log made by ``new``
    or ``at`` keeps them as it grows; any other computes them on first use, so that a server with
    many matches in memory holds only the current state of each.
    """

    __slots__ = (
        "_acts",
        "_derived",
        "_outcome",
        "_states",
        "_text",
        "_to_act",
        "events",
        "game",
        "start",
        "state",
        "steps",
    )

    def __init__(
        self,
        game: Game[S, A, O],
        start: S,
        events: tuple[Event, ...] = (),
        steps: tuple[int, ...] = (),
        state: S | None = None,
        states: tuple[S, ...] | None = None,
        acts: tuple[Any, ...] | None = None,
    ) -> None:
        self.game = game
        self.start = start
        self.events = events
        self.steps = steps
        self.state = start if state is None else state
        self._states = states
        self._acts = acts
        self._to_act: frozenset[int] | None = None
        self._outcome: Outcome | None = None
        self._text: str | None = None
        self._derived: dict[Hashable, Any] = {}

    @classmethod
    def new(
        cls,
        game: Game[S, A, O],
        options: Mapping[str, object] | None = None,
        seats: int | None = None,
    ) -> "GameLog[S, A, O]":
        """A game without events yet; it will keep every state."""
        return cls.at(game, game.initial(options, seats))

    @classmethod
    def at(cls, game: Game[S, A, O], start: S) -> "GameLog[S, A, O]":
        """A game that starts from a position; it will keep every state."""
        return cls(game, start, states=(start,), acts=())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameLog) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.game.id, self.events, self.steps))

    def __repr__(self) -> str:
        return f"<GameLog {self.game.id}, {len(self.events)} events: {self.text}>"

    def _identity(self) -> tuple[object, ...]:
        return self.game.id, self.start, self.events, self.steps, self.state

    # Reading

    def __len__(self) -> int:
        return len(self.events)

    @property
    def to_act(self) -> frozenset[int]:
        """The seats that may act now by the rules, or {CHANCE}."""
        if self._to_act is None:
            self._to_act = self.game.to_act(self.state)
        return self._to_act

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while anyone may act."""
        if self._outcome is None and not self.to_act:
            self._outcome = self.game.outcome(self.state)
        return self._outcome

    @property
    def text(self) -> str:
        """The position now, in one line."""
        if self._text is None:
            self._text = self.game.format_position(self.state)
        return self._text

    @property
    def start_text(self) -> str:
        """The position that the game began from, in one line; empty if it was the beginning."""
        game, start = self.game, self.start
        if start == game.initial(game.settings(start), game.seats(start)):
            return ""
        return game.format_position(start)

    def legal(self, seat: int) -> Legal[A]:
        """The legal actions of a seat now."""
        return self.once(
            ("legal", seat), lambda game, state: game.legal(state, seat, waiting=self.to_act)
        )

    def once(self, name: Hashable, work: Callable[[Game[S, A, O], S], T]) -> T:
        """A value computed from the current position at most once, under a name of the caller's.

        For callers that show the same position to many viewers, or again after an event that is
        not part of the game.
        """
        if name not in self._derived:
            self._derived[name] = work(self.game, self.state)
        value: T = self._derived[name]
        return value

    @property
    def states(self) -> tuple[S, ...]:
        """The first state, and the state after each event."""
        return self._unfold()[0]

    @property
    def acts(self) -> tuple[Any, ...]:
        """What each event did: its action, its chance outcome, or its kind of conclusion."""
        return self._unfold()[1]

    @property
    def draws(self) -> int:
        """The number of chance events."""
        return [type(event) for event in self.events].count(ChanceEvent)

    def state_after(self, events: int) -> S:
        """The state after the first ``events`` events."""
        if self._states is not None:
            return self._states[events]
        if events == len(self.events):
            return self.state
        state = self.start
        for event in self.events[:events]:
            state, _ = replay_event(self.game, state, event)
        return state

    def last_step_of(self, seat: int) -> int | None:
        """The index at which the last step began in which a seat acted; None if it never did."""
        end = len(self.events)
        for begin in reversed(self.steps):
            if any(getattr(event, "seat", None) == seat for event in self.events[begin:end]):
                return begin
            end = begin
        return None

    def record(
        self,
        players: Sequence[Player],
        started: datetime | None = None,
        fair: Fair | None = None,
    ) -> Record:
        """The record of the game so far."""
        return Record(
            game=self.game.id,
            options=self.game.settings(self.state),
            seats=tuple(players),
            position=self.start_text or UNSET,
            started=started,
            events=self.events,
            result=None if self.outcome is None else Result.of(self.outcome),
            fair=fair,
        )

    # Events

    def act(
        self,
        acts: Mapping[int, A],
        at: int | None = None,
        texts: Mapping[int, str] | None = None,
    ) -> "GameLog[S, A, O]":
        """One step: a seat acts, or all seats in ``to_act`` act at once.

        Callers that already have the actions in notation pass them as ``texts``.
        """
        game, state, waiting = self.game, self.state, self.to_act
        if len(acts) == 1:
            ((seat, action),) = acts.items()
            after = game.apply(state, seat, action, waiting=waiting)
            text = game.format_action(action) if texts is None else texts[seat]
            return self._after((ActionEvent(seat, text, _time_or_unset(at)),), (after,), (action,))
        game.check_joint(state, acts, waiting=waiting)
        order, states, events = sorted(acts), [], []
        for seat in order:
            state = game.apply(state, seat, acts[seat])
            states.append(state)
            text = game.format_action(acts[seat]) if texts is None else texts[seat]
            events.append(ActionEvent(seat, text, _time_or_unset(at)))
        return self._after(tuple(events), tuple(states), tuple(acts[seat] for seat in order))

    def happen(
        self, outcome: O, at: int | None = None, text: str | None = None
    ) -> "GameLog[S, A, O]":
        """A chance event; callers that already have it in notation pass it as ``text``."""
        after = self.game.apply(self.state, CHANCE, outcome, waiting=self.to_act)
        event = ChanceEvent(
            self.game.format_chance(outcome) if text is None else text, _time_or_unset(at)
        )
        return self._after((event,), (after,), (outcome,))

    def conclude(
        self, how: str, seat: int | None = None, at: int | None = None
    ) -> "GameLog[S, A, O]":
        """The players end the game: see ``Game.conclusions``."""
        after = self.game.conclude(self.state, how, seat)
        event = ConclusionEvent(how, UNSET if seat is None else seat, _time_or_unset(at))
        return self._after((event,), (after,), (how,))

    def take_back(self, events: int) -> "GameLog[S, A, O]":
        """The log as it was after the first ``events`` events."""
        return GameLog(
            self.game,
            self.start,
            self.events[:events],
            tuple(step for step in self.steps if step < events),
            self.state_after(events),
            None if self._states is None else self._states[: events + 1],
            None if self._acts is None else self._acts[:events],
        )

    def _after(
        self, events: tuple[Event, ...], states: tuple[S, ...], acts: tuple[Any, ...]
    ) -> "GameLog[S, A, O]":
        return GameLog(
            self.game,
            self.start,
            self.events + events,
            (*self.steps, len(self.events)),
            states[-1],
            None if self._states is None else self._states + states,
            None if self._acts is None else self._acts + acts,
        )

    def _unfold(self) -> tuple[tuple[S, ...], tuple[Any, ...]]:
        if self._states is None or self._acts is None:
            states, acts = [self.start], []
            for event in self.events:
                state, act = replay_event(self.game, states[-1], event)
                states.append(state)
                acts.append(act)
            self._states, self._acts = tuple(states), tuple(acts)
        return self._states, self._acts


def replay_event(game: Game[S, A, O], state: S, event: Event) -> tuple[S, Any]:
    """The state after a recorded event, and its action, chance outcome or conclusion."""
    match event:
        case ChanceEvent():
            outcome = game.parse_chance(event.text)
            return game.apply(state, CHANCE, outcome), outcome
        case ActionEvent():
            action = game.parse_action(event.text)
            return game.apply(state, event.seat, action), action
        case ConclusionEvent():
            seat = None if isinstance(event.seat, UnsetType) else event.seat
            return game.conclude(state, event.how, seat), event.how


def _time_or_unset(at: int | None) -> int | UnsetType:
    return UNSET if at is None else at
