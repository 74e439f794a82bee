"""The contract that every game meets."""

from abc import ABC, abstractmethod
from collections.abc import Container, Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, Generic, NoReturn, TypeVar

from cruces.core.chance import Chance
from cruces.core.errors import (
    BadOptionError,
    GameOverError,
    IllegalError,
    MalformedError,
    NotYourTurnError,
    Reason,
)
from cruces.core.legal import Legal
from cruces.core.options import Option, Value, resolve
from cruces.core.outcome import Outcome
from cruces.core.view import View
from cruces.locales import catalogue, text

if TYPE_CHECKING:
    from random import Random

CHANCE = -1
"""The actor of chance events such as dice."""
WITHOUT_SEAT = frozenset(("agreement", "length"))
"""The conclusions that no single seat brings about."""

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741


class Game(ABC, Generic[S, A, O]):
    """A game over frozen states ``S``, with actions ``A`` and chance outcomes ``O``.

    A game has no state of its own. Seats are numbered from 0; people see them from 1. Texts are
    exact: parsing what was formatted gives back an equal value.
    """

    id: ClassVar[str]
    seat_counts: ClassVar[tuple[int, ...]]
    """The numbers of players that the game supports, the usual one first."""
    practice_counts: ClassVar[tuple[int, ...]] = ()
    """Seat counts that no published rules mention."""
    options: ClassVar[tuple[Option, ...]] = ()
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    """The values that an edition sets, by its id; an edition is chosen by the option `edition`."""
    conclusions: ClassVar[tuple[str, ...]] = ()
    """How a game may be ended: by `agreement`, or by a seat's `resignation`, `time` or
    `abandonment`. With more than two players the game may go on without that seat. A game that its
    rules do not bound allows `length`: a server ends it, as a draw, when it is far too long."""
    has_points: ClassVar[bool] = False
    """Whether scores are points; otherwise 1 is a win, 0 a draw and −1 a loss."""
    score_range: ClassVar[tuple[int, int]] = (-1, 1)
    """The lowest and the highest possible score."""

    # About the game

    def name(self, lang: str) -> str:
        """The game's name."""
        return text(f"game.{self.id}", lang)

    def option_key(self, name: str, value: str | None, texts: Container[str]) -> str:
        """The catalogue key of an option or of its value: the game's own key if there is one."""
        suffix = name if value is None else f"{name}.{value}"
        own_key = f"option.{self.id}.{suffix}"
        return own_key if own_key in texts else f"option.{suffix}"

    def option_text(self, name: str, lang: str, value: str | None = None) -> str:
        """The text that explains an option, or one of its values."""
        return text(self.option_key(name, value, catalogue(lang)), lang)

    def resolve(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Every option with its value; refuses unknown options and values."""
        return resolve(self.options, given, self.presets)

    def check_seats(self, seats: int | None) -> int:
        """The number of seats, the usual one for None; refuses an unsupported number."""
        count = self.seat_counts[0] if seats is None else seats
        if type(count) is not int or count not in self.seat_counts:
            allowed = ", ".join(map(str, sorted(self.seat_counts)))
            raise BadOptionError(Reason("bad-seats", {"seats": count, "allowed": allowed}))
        return count

    def team_of(self, seat: int) -> int:
        """The team of a seat: a team of its own, unless the game has partners."""
        return seat

    # Playing

    @abstractmethod
    def initial(self, options: Mapping[str, object] | None = None, seats: int | None = None) -> S:
        """The state before the first event."""

    def knows(self, state: object) -> bool:
        """Whether a value is a state of this game."""
        return type(state) is type(self.initial())

    def settings(self, state: S) -> dict[str, Value]:
        """The options in force; a game that has options keeps them in its state."""
        if self.options:
            raise NotImplementedError(f"{self.id} has options, but does not say which are in force")
        return {}

    @abstractmethod
    def seats(self, state: S) -> int:
        """The number of seats."""

    @abstractmethod
    def to_act(self, state: S) -> frozenset[int]:
        """The seats that may act now; {CHANCE} for a chance event; empty when the game is over."""

    def chance(self, state: S) -> Chance[O]:
        """The possible chance outcomes. Called only when ``to_act`` is {CHANCE}."""
        raise NotImplementedError(f"{self.id} has no chance")

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result, or None while the game goes on."""

    def redact(self, state: S, seat: int | None) -> S:
        """The state without anything that the seat (None: a spectator) may not see."""
        return state

    def guess(self, state: S, seat: int, rng: "Random") -> S:
        """A full state that agrees with what the seat sees, with hidden parts drawn at random.

        It need not be likely, but every seat in ``to_act`` must have the same choices in it. A
        search works on such states; by default on the redacted state itself.
        """
        return state

    @abstractmethod
    def _legal(self, state: S, seat: int) -> Legal[A]:
        """The legal actions of a seat that may act."""

    @abstractmethod
    def _act(self, state: S, seat: int, action: A) -> S:
        """The state after a legal action."""

    def _happen(self, state: S, outcome: O) -> S:
        """The state after a possible chance outcome."""
        raise NotImplementedError(f"{self.id} has no chance")

    def legal(self, state: S, seat: int, *, waiting: frozenset[int] | None = None) -> Legal[A]:
        """The seat's legal actions: lazy, in a fixed order, empty when it is not its turn.

        Here and below, callers that already have ``to_act(state)`` pass it as ``waiting``, so that
        it is not computed again.
        """
        if seat in (self.to_act(state) if waiting is None else waiting) and seat != CHANCE:
            return self._legal(state, seat)
        return Legal.nothing(Reason("not-your-turn", {"seat": seat + 1}))

    def apply(
        self, state: S, actor: int, act: A | O, *, waiting: frozenset[int] | None = None
    ) -> S:
        """The state after an action of a seat, or after a chance outcome (actor ``CHANCE``)."""
        self.check(state, actor, act, waiting=waiting)
        if actor == CHANCE:
            return self._happen(state, act)  # type: ignore[arg-type]
        return self._act(state, actor, act)  # type: ignore[arg-type]

    def check(
        self, state: S, actor: int, act: A | O, *, waiting: frozenset[int] | None = None
    ) -> None:
        """Raise the error that ``apply`` would raise, without applying anything."""
        if waiting is None:
            waiting = self.to_act(state)
        if not waiting:
            raise GameOverError(Reason("game-over"), self._visible_position(state, actor))
        if actor not in waiting:
            self._refuse_turn(state, actor, waiting)
        if actor == CHANCE:
            if not self.chance(state).probability(act):
                raise IllegalError(Reason("impossible-chance"), self._visible_position(state, None))
            return
        why = self._legal(state, actor).why_not(act)
        if why is not None:
            raise IllegalError(why, self._visible_position(state, actor))

    def advance(self, state: S, actor: int, act: A | O) -> S:
        """``apply`` without a check, for acts taken from ``legal`` or ``chance``."""
        if actor == CHANCE:
            return self._happen(state, act)  # type: ignore[arg-type]
        return self._act(state, actor, act)  # type: ignore[arg-type]

    def apply_joint(self, state: S, acts: Mapping[int, A]) -> S:
        """The state after all seats in ``to_act`` have acted at once."""
        self.check_joint(state, acts)
        for seat in sorted(acts):
            state = self.apply(state, seat, acts[seat])
        return state

    def check_joint(
        self, state: S, acts: Mapping[int, A], *, waiting: frozenset[int] | None = None
    ) -> None:
        """Refuse unless exactly the seats in ``to_act`` act."""
        if waiting is None:
            waiting = self.to_act(state)
        if not waiting:
            raise GameOverError(Reason("game-over"), self._visible_position(state, None))
        if frozenset(acts) != waiting:
            missing = ", ".join(f"p{seat + 1}" for seat in sorted(waiting) if seat >= 0)
            raise NotYourTurnError(
                Reason("joint", {"seats": missing}), self._visible_position(state, None)
            )

    def successors(self, state: S, actor: int) -> Iterator[S]:
        """The state after each possible act of one actor, in the fixed order."""
        if actor == CHANCE:
            return (self._happen(state, outcome) for outcome, _ in self.chance(state))
        return (self._act(state, actor, action) for action in self.legal(state, actor))

    def conclude(self, state: S, how: str, seat: int | None = None) -> S:
        """The state after the game was ended: see ``conclusions``."""
        if not self.to_act(state):
            raise GameOverError(Reason("game-over"), self._visible_position(state, seat))
        if how not in self.conclusions:
            why = Reason("no-conclusion", {"how": how, "game": self.id})
            raise IllegalError(why, self._visible_position(state, seat))
        if (how in WITHOUT_SEAT) != (seat is None) or (
            seat is not None and seat not in range(self.seats(state))
        ):
            raise MalformedError(Reason("conclusion-seat"), self._visible_position(state, None))
        return self._conclude(state, how, seat)

    def _conclude(self, state: S, how: str, seat: int | None) -> S:
        """The state after one of ``conclusions``."""
        raise NotImplementedError(f"{self.id} does not say what follows {how}")

    def view(self, state: S, seat: int | None) -> View[S, A, O]:
        """What a seat (None: a spectator) may see and do."""
        redacted = self.redact(state, seat)
        # Computed from the redacted state, so the legal actions cannot reveal more than it does.
        legal = (
            Legal[A].nothing(Reason("spectator")) if seat is None else self.legal(redacted, seat)
        )
        return View(self, seat, redacted, self.to_act(redacted), legal, self.outcome(redacted))

    # Texts

    @abstractmethod
    def format_position(self, state: S) -> str:
        """The whole state, without options and players, in one line."""

    @abstractmethod
    def parse_position(self, written: str, options: Mapping[str, object] | None = None) -> S:
        """The state that a text describes; inverse of ``format_position``."""

    def format_action(self, action: A) -> str:
        """The action in the game's notation."""
        return str(action)

    @abstractmethod
    def parse_action(self, written: str) -> A:
        """The action that a text stands for; inverse of ``format_action``."""

    def format_chance(self, outcome: O) -> str:
        """The chance outcome in the game's notation."""
        return str(outcome)

    def parse_chance(self, written: str) -> O:
        """The chance outcome that a text stands for; inverse of ``format_chance``."""
        raise MalformedError(Reason("no-chance"))

    # Errors

    def _visible_position(self, state: S, seat: int | None) -> str:
        """The position, redacted for the seat that gets the error."""
        return self.format_position(self.redact(state, None if seat == CHANCE else seat))

    def _refuse_turn(self, state: S, actor: int, waiting: frozenset[int]) -> NoReturn:
        position = self._visible_position(state, None)
        if waiting == {CHANCE}:
            raise NotYourTurnError(Reason("chance-first"), position)
        if actor == CHANCE:
            raise NotYourTurnError(Reason("no-chance"), position)
        raise NotYourTurnError(Reason("not-your-turn", {"seat": actor + 1}), position)
