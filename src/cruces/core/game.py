"""The contract: what every game can be asked."""

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
"""The actor that dice and lots are played by."""

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
    """How many may play, the usual number first."""
    practice_counts: ClassVar[tuple[int, ...]] = ()
    """The seat counts that we offer and no booklet knows."""
    options: ClassVar[tuple[Option, ...]] = ()
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    """The values that an edition sets, by its id; an edition is chosen by the option `edition`."""
    conclusions: ClassVar[tuple[str, ...]] = ()
    """What may end a game off the board: `agreement`, and by a seat `resignation`, `time` or
    `abandonment`. Where a game is for more than two, it may go on without a seat."""
    has_points: ClassVar[bool] = False
    """Whether scores are points; else they are 1 for a win, 0 for a draw and −1 for a loss."""
    score_range: ClassVar[tuple[int, int]] = (-1, 1)
    """The least and the most that anybody can score."""

    # What the game says of itself

    def name(self, lang: str) -> str:
        """The name that people know."""
        return text(f"game.{self.id}", lang)

    def option_key(self, name: str, value: str | None, texts: Container[str]) -> str:
        """The key of an option's text, or of a value's: of this game's own, if it has one."""
        rest = name if value is None else f"{name}.{value}"
        own = f"option.{self.id}.{rest}"
        return own if own in texts else f"option.{rest}"

    def option_text(self, name: str, lang: str, value: str | None = None) -> str:
        """What an option is about, or what one of its values means."""
        return text(self.option_key(name, value, catalogue(lang)), lang)

    def resolve(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Every option with the value in force; refuses what is unknown."""
        return resolve(self.options, given, self.presets)

    def check_seats(self, seats: int | None) -> int:
        """The number of seats, the usual one for None; refuses what the game does not seat."""
        count = self.seat_counts[0] if seats is None else seats
        if type(count) is not int or count not in self.seat_counts:
            allowed = ", ".join(map(str, sorted(self.seat_counts)))
            raise BadOptionError(Reason("bad-seats", {"seats": count, "allowed": allowed}))
        return count

    def team_of(self, seat: int) -> int:
        """The team that a seat plays for: its own, unless the game has partners."""
        return seat

    # Playing

    @abstractmethod
    def initial(self, options: Mapping[str, object] | None = None, seats: int | None = None) -> S:
        """The state before the first event."""

    def knows(self, state: object) -> bool:
        """Whether it is a state of this game, as far as the state itself tells."""
        return type(state) is type(self.initial())

    def settings(self, state: S) -> dict[str, Value]:
        """The options that this state is played with; a game that has any keeps them there."""
        if self.options:
            raise NotImplementedError(f"{self.id} has options, but does not say which are in force")
        return {}

    @abstractmethod
    def seats(self, state: S) -> int:
        """How many sit at the table."""

    @abstractmethod
    def to_act(self, state: S) -> frozenset[int]:
        """Everyone who is to act now; {CHANCE} before dice or lots; nobody when it is over."""

    def chance(self, state: S) -> Chance[O]:
        """What chance may bring now. Only asked when chance is to act."""
        raise NotImplementedError(f"{self.id} has no chance")

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None while it goes on."""

    def redact(self, state: S, seat: int | None) -> S:
        """The state with everything hidden that the seat (None: a spectator) may not see."""
        return state

    def guess(self, state: S, seat: int, rng: "Random") -> S:
        """A state that may be behind what the seat sees, with what is hidden drawn at random.

        It need not be likely, but everyone who is to act must have the same choices in it. Players
        that search think in such states; without this they think in the one that they see.
        """
        return state

    @abstractmethod
    def _legal(self, state: S, seat: int) -> Legal[A]:
        """The legal actions of a seat that is to act."""

    @abstractmethod
    def _act(self, state: S, seat: int, action: A) -> S:
        """The state after a legal action."""

    def _happen(self, state: S, outcome: O) -> S:
        """The state after a possible chance outcome."""
        raise NotImplementedError(f"{self.id} has no chance")

    def legal(self, state: S, seat: int, *, waiting: frozenset[int] | None = None) -> Legal[A]:
        """What the seat may do now: lazy, in a fixed order, empty when it is not to act.

        Here and below, ``waiting`` is who is to act, from a caller that knows, so that it need not
        be worked out again.
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
        """Refuse what ``apply`` refuses, and change nothing."""
        if waiting is None:
            waiting = self.to_act(state)
        if not waiting:
            raise GameOverError(Reason("game-over"), self._shown(state, actor))
        if actor not in waiting:
            self._refuse_turn(state, actor, waiting)
        if actor == CHANCE:
            if not self.chance(state).probability(act):
                raise IllegalError(Reason("impossible-chance"), self._shown(state, None))
            return
        why = self._legal(state, actor).why_not(act)
        if why is not None:
            raise IllegalError(why, self._shown(state, actor))

    def advance(self, state: S, actor: int, act: A | O) -> S:
        """``apply`` without a check, for acts that ``legal`` or ``chance`` have just given."""
        if actor == CHANCE:
            return self._happen(state, act)  # type: ignore[arg-type]
        return self._act(state, actor, act)  # type: ignore[arg-type]

    def apply_joint(self, state: S, acts: Mapping[int, A]) -> S:
        """The state after everyone who is to act has acted at once."""
        self.check_joint(state, acts)
        for seat in sorted(acts):
            state = self.apply(state, seat, acts[seat])
        return state

    def check_joint(
        self, state: S, acts: Mapping[int, A], *, waiting: frozenset[int] | None = None
    ) -> None:
        """Refuse unless exactly those act who are to act."""
        if waiting is None:
            waiting = self.to_act(state)
        if not waiting:
            raise GameOverError(Reason("game-over"), self._shown(state, None))
        if frozenset(acts) != waiting:
            missing = ", ".join(f"p{seat + 1}" for seat in sorted(waiting) if seat >= 0)
            raise NotYourTurnError(Reason("joint", {"seats": missing}), self._shown(state, None))

    def successors(self, state: S, actor: int) -> Iterator[S]:
        """The states after each act of one actor, in the fixed order."""
        if actor == CHANCE:
            return (self._happen(state, outcome) for outcome, _ in self.chance(state))
        return (self._act(state, actor, action) for action in self.legal(state, actor))

    def conclude(self, state: S, how: str, seat: int | None = None) -> S:
        """The state after players ended the game among themselves: see ``conclusions``."""
        if not self.to_act(state):
            raise GameOverError(Reason("game-over"), self._shown(state, seat))
        if how not in self.conclusions:
            why = Reason("no-conclusion", {"how": how, "game": self.id})
            raise IllegalError(why, self._shown(state, seat))
        if (how == "agreement") != (seat is None) or (
            seat is not None and seat not in range(self.seats(state))
        ):
            raise MalformedError(Reason("conclusion-seat"), self._shown(state, None))
        return self._conclude(state, how, seat)

    def _conclude(self, state: S, how: str, seat: int | None) -> S:
        """The state after one of the conclusions."""
        raise NotImplementedError(f"{self.id} does not say what follows {how}")

    def view(self, state: S, seat: int | None) -> View[S, A, O]:
        """What a seat (None: a spectator) may see and do."""
        shown = self.redact(state, seat)
        # The legal actions follow from what the seat sees, so they cannot hold more.
        legal = Legal[A].nothing(Reason("spectator")) if seat is None else self.legal(shown, seat)
        return View(self, seat, shown, self.to_act(shown), legal, self.outcome(shown))

    # Texts

    @abstractmethod
    def format_position(self, state: S) -> str:
        """The whole state, but for options and players, in one line."""

    @abstractmethod
    def parse_position(self, written: str, options: Mapping[str, object] | None = None) -> S:
        """The state that a line describes; inverse of ``format_position``."""

    def format_action(self, action: A) -> str:
        """The action as people write it."""
        return str(action)

    @abstractmethod
    def parse_action(self, written: str) -> A:
        """The action that people wrote; inverse of ``format_action``."""

    def format_chance(self, outcome: O) -> str:
        """The chance outcome as people write it."""
        return str(outcome)

    def parse_chance(self, written: str) -> O:
        """The chance outcome that people wrote; inverse of ``format_chance``."""
        raise MalformedError(Reason("no-chance"))

    # Refusing

    def _shown(self, state: S, seat: int | None) -> str:
        """The position as the one who gets the error may see it."""
        return self.format_position(self.redact(state, None if seat == CHANCE else seat))

    def _refuse_turn(self, state: S, actor: int, waiting: frozenset[int]) -> NoReturn:
        position = self._shown(state, None)
        if waiting == {CHANCE}:
            raise NotYourTurnError(Reason("chance-first"), position)
        if actor == CHANCE:
            raise NotYourTurnError(Reason("no-chance"), position)
        raise NotYourTurnError(Reason("not-your-turn", {"seat": actor + 1}), position)
