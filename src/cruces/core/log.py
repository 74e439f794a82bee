"""The log of a game: where it began, what happened, and where it stands.

Everything that plays a game shares it: ``Play`` in the library, a match on the server, a record
that is read again. A log never changes; whatever happens gives a new one.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar

from msgspec import UNSET, UnsetType

from cruces.core.game import CHANCE, Game
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


class GameLog(Generic[S, A, O]):
    """A game from its first state to the one it stands in.

    ``steps`` are the indices into ``events`` at which each step began: what several seats chose at
    once is one step. ``states`` and ``acts`` follow from the events. A log that was kept without
    them works them out when they are first asked for; nobody who only plays on ever asks.
    """

    __slots__ = ("_acts", "_states", "events", "game", "start", "state", "steps")

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
        self._states = states if events else (start,)
        self._acts = acts if events else ()

    @classmethod
    def new(
        cls,
        game: Game[S, A, O],
        options: Mapping[str, object] | None = None,
        seats: int | None = None,
    ) -> "GameLog[S, A, O]":
        """A game that has not begun."""
        return cls(game, game.initial(options, seats))

    # What it says

    def __len__(self) -> int:
        return len(self.events)

    @property
    def states(self) -> tuple[S, ...]:
        """The first state, and the state after each event."""
        return self._unfolded()[0]

    @property
    def acts(self) -> tuple[Any, ...]:
        """What each event did: the action, the chance outcome, or how the game was concluded."""
        return self._unfolded()[1]

    @property
    def draws(self) -> int:
        """How often chance has acted."""
        return sum(isinstance(event, ChanceEvent) for event in self.events)

    def last_step_of(self, seat: int) -> int | None:
        """Where the last step began in which a seat did something; None if it never did."""
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
        """Everything so far, to be written down."""
        outcome = self.game.outcome(self.state)
        return Record(
            game=self.game.id,
            options=self.game.settings(self.state),
            seats=tuple(players),
            started=started,
            events=self.events,
            result=None if outcome is None else Result.of(outcome),
            fair=fair,
        )

    # What happens

    def act(self, acts: Mapping[int, A], at: int | None = None) -> "GameLog[S, A, O]":
        """One step: a seat acts, or all who are to act do so at once."""
        if len(acts) > 1:
            self.game.check_joint(self.state, acts)
        states, events, state = [], [], self.state
        for seat in sorted(acts):
            state = self.game.apply(state, seat, acts[seat])
            states.append(state)
            events.append(ActionEvent(seat, self.game.format_action(acts[seat]), _when(at)))
        return self._after(events, states, [acts[seat] for seat in sorted(acts)])

    def happen(self, outcome: O, at: int | None = None) -> "GameLog[S, A, O]":
        """Chance acts."""
        after = self.game.apply(self.state, CHANCE, outcome)
        event = ChanceEvent(self.game.format_chance(outcome), _when(at))
        return self._after([event], [after], [outcome])

    def conclude(
        self, how: str, seat: int | None = None, at: int | None = None
    ) -> "GameLog[S, A, O]":
        """The players end the game among themselves."""
        after = self.game.conclude(self.state, how, seat)
        event = ConclusionEvent(how, UNSET if seat is None else seat, _when(at))
        return self._after([event], [after], [how])

    def again(self, event: Event) -> "GameLog[S, A, O]":
        """What an event says, as it is written down."""
        at = None if isinstance(event.at, UnsetType) else event.at
        match event:
            case ChanceEvent():
                return self.happen(self.game.parse_chance(event.text), at)
            case ActionEvent():
                return self.act({event.seat: self.game.parse_action(event.text)}, at)
            case ConclusionEvent():
                seat = None if isinstance(event.seat, UnsetType) else event.seat
                return self.conclude(event.how, seat, at)

    def take_back(self, events: int) -> "GameLog[S, A, O]":
        """The log as it was after so many events."""
        states, acts = self._unfolded()
        return GameLog(
            self.game,
            self.start,
            self.events[:events],
            tuple(step for step in self.steps if step < events),
            states[events],
            states[: events + 1],
            acts[:events],
        )

    def _after(
        self, events: Sequence[Event], states: Sequence[S], acts: Sequence[Any]
    ) -> "GameLog[S, A, O]":
        return GameLog(
            self.game,
            self.start,
            (*self.events, *events),
            (*self.steps, len(self.events)),
            states[-1],
            None if self._states is None else (*self._states, *states),
            None if self._acts is None else (*self._acts, *acts),
        )

    def _unfolded(self) -> tuple[tuple[S, ...], tuple[Any, ...]]:
        if self._states is None or self._acts is None:
            log: GameLog[S, A, O] = GameLog(self.game, self.start)
            for event in self.events:
                log = log.again(event)
            self._states, self._acts = log._states, log._acts
        assert self._states is not None, "a log that was played from its start has its states"
        assert self._acts is not None, "and its acts"
        return self._states, self._acts


def _when(at: int | None) -> int | UnsetType:
    return UNSET if at is None else at
