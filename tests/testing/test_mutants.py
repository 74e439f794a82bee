"""The kit catches faults of play: each game here has exactly one, and must not pass."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, ClassVar

import pytest

from cruces.core import CHANCE, PASS, Game, GameOverError, Legal, NotYourTurnError, Outcome, Reason
from cruces.games.quixo import rules as quixo
from cruces.games.quixo.rules import Quixo
from cruces.games.qwixx import rules as qwixx
from cruces.games.qwixx.rules import Qwixx

Caught = Callable[..., None]
SMALL: Mapping[str, object] = {"size": 3}

# What is hidden


class ShowsAll(Qwixx):
    def redact(self, state: qwixx.State, seat: int | None) -> qwixx.State:
        return state


class ShowsSpectators(Qwixx):
    def redact(self, state: qwixx.State, seat: int | None) -> qwixx.State:
        return state if seat is None else super().redact(state, seat)


class ShowsInErrors(Qwixx):
    def _visible_position(self, state: qwixx.State, seat: int | None) -> str:
        return self.format_position(state)


class ShowsInLegal(Qwixx):
    """A row that somebody has chosen is taken for the others."""

    def _why_not(
        self,
        state: qwixx.State,
        seat: int,
        closed: tuple[int, ...],
        cross: qwixx.Cross,
    ) -> Reason | None:
        if cross in (chosen for other, chosen in enumerate(state.choices) if other != seat):
            return Reason("row-closed")
        return super()._why_not(state, seat, closed, cross)


class HidesTheTurn(Qwixx):
    """A view in which nobody has chosen yet, not even those who have."""

    def redact(self, state: qwixx.State, seat: int | None) -> qwixx.State:
        return replace(state, choices=(None,) * len(state.choices))


@pytest.mark.parametrize("game", [ShowsAll(), ShowsSpectators(), ShowsInErrors()])
def test_leaks(game: Qwixx, caught: Caught) -> None:
    caught(game, "a choice is hidden")


def test_a_leak_through_what_is_legal(caught: Caught) -> None:
    caught(ShowsInLegal(), "a view carries what is legal")


def test_views_that_hide_too_much(caught: Caught) -> None:
    caught(HidesTheTurn(), "same turn")


class FirstComeFirstServed(Qwixx):
    """Who chooses what another has chosen already gets nothing."""

    def _act(self, state: qwixx.State, seat: int, action: qwixx.Action) -> qwixx.State:
        taken = state.phase is qwixx.Phase.WHITE and action in state.choices
        return super()._act(state, seat, PASS if taken else action)


def test_an_order_among_those_who_act_at_once(caught: Caught) -> None:
    caught(FirstComeFirstServed(), "acting at once has no order")


# What is legal


class Altered(Quixo):
    """Quixo whose legal actions are not what they were."""

    def __init__(self, altered: Callable[[list[Any]], list[Any]]) -> None:
        self._altered = altered

    def _generate(self, state: quixo.State, seat: int) -> Iterator[quixo.Action]:
        return iter(self._altered(list(super()._generate(state, seat))))


def test_an_action_is_never_listed(caught: Caught) -> None:
    corner = [quixo.Push(quixo.Square(0, 0), quixo.Square(2, 0))]
    game = Altered(lambda actions: [action for action in actions if action not in corner])
    caught(game, "what is not listed is not in", SMALL)


def test_the_first_action_is_not_listed(caught: Caught) -> None:
    caught(Altered(lambda actions: actions[1:]), "what is not listed is not in", SMALL)


def test_an_action_too_many(caught: Caught) -> None:
    caught(Altered(lambda actions: [*actions, PASS]), "what is listed is in", SMALL)


def test_an_action_twice(caught: Caught) -> None:
    caught(Altered(lambda actions: [*actions, actions[0]]), "no action twice", SMALL)


def test_no_fixed_order(caught: Caught) -> None:
    rng = Random(1)
    game = Altered(lambda actions: rng.sample(actions, len(actions)))
    caught(game, "the order is the same twice", SMALL)


class MiscountedLegal(Legal[quixo.Action]):
    __slots__ = ()

    def __len__(self) -> int:
        return 44


class Miscounts(Quixo):
    def _legal(self, state: quixo.State, seat: int) -> Legal[quixo.Action]:
        legal = super()._legal(state, seat)
        return MiscountedLegal(lambda: iter(legal), legal.why_not)


def test_a_wrong_count(caught: Caught) -> None:
    caught(Miscounts(), "len is the number of actions", SMALL)


class NeverPasses(Qwixx):
    def choices(self, state: qwixx.State, seat: int) -> Legal[qwixx.Action]:
        legal = super().choices(state, seat)
        return Legal(
            lambda: (action for action in legal if action != PASS),
            lambda action: Reason("must-play") if action == PASS else legal.why_not(action),
        )


def test_a_dead_end(caught: Caught) -> None:
    caught(NeverPasses(), "dead end: who is to act can do nothing")


class AllowsAll(Quixo):
    def apply(
        self, state: quixo.State, actor: int, act: Any, *, waiting: frozenset[int] | None = None
    ) -> quixo.State:
        waiting = self.to_act(state)
        if not waiting:
            raise GameOverError(Reason("game-over"), self.format_position(state))
        if actor not in waiting:
            raise NotYourTurnError(Reason("no-chance"), self.format_position(state))
        return self._act(state, actor, act)


def test_an_illegal_action_is_done(caught: Caught) -> None:
    caught(AllowsAll(), "an act that should be refused as illegal was done", SMALL)


class ActsOutOfTurn(Quixo):
    def apply(
        self, state: quixo.State, actor: int, act: Any, *, waiting: frozenset[int] | None = None
    ) -> quixo.State:
        return super().apply(state, self.mover(state), act)


def test_an_action_out_of_turn(caught: Caught) -> None:
    caught(ActsOutOfTurn(), "refused", SMALL)


class CrashesLater(Quixo):
    def _act(self, state: quixo.State, seat: int, action: quixo.Action) -> quixo.State:
        if state.ply == 3:
            raise ZeroDivisionError
        return super()._act(state, seat, action)


def test_a_crash_says_where(caught: Caught) -> None:
    caught(
        CrashesLater(), r"quixo, 2 seats, seed 0, event 3: crashed\n.*\n.*position \S+ O 4", SMALL
    )


# Whose turn, and the end


class Interrupts(Qwixx):
    """Chance acts together with the players."""

    def to_act(self, state: qwixx.State) -> frozenset[int]:
        waiting = super().to_act(state)
        return waiting | {CHANCE} if state.phase is qwixx.Phase.COLOUR else waiting


class PlaysOn(Qwixx):
    def to_act(self, state: qwixx.State) -> frozenset[int]:
        return super().to_act(state) or frozenset((state.active,))


class NeverEnds(Quixo):
    conclusions: ClassVar[tuple[str, ...]] = ()  # type: ignore[assignment]

    def outcome(self, state: quixo.State) -> Outcome | None:
        return None


class WorstFirst(Qwixx):
    def outcome(self, state: qwixx.State) -> Outcome | None:
        result = super().outcome(state)
        return result and replace(result, places=tuple(reversed(result.places)))


class ForgetsSomebody(Qwixx):
    def outcome(self, state: qwixx.State) -> Outcome | None:
        result = super().outcome(state)
        return result and replace(result, scores=result.scores[1:])


class Resigned(Quixo):
    """Who resigns wins."""

    def _conclude(self, state: quixo.State, how: str, seat: int | None) -> quixo.State:
        return super()._conclude(state, how, None if seat is None else 1 - seat)


class PromisesTooMuch(Qwixx):
    conclusions = ("agreement",)


@pytest.mark.parametrize(
    ("game", "law"),
    [
        (Interrupts(), "chance acts alone"),
        (PlaysOn(), "nobody is to act exactly when it is over"),
        (NeverEnds(), "no end after 400 events"),
        (WorstFirst(), "places are ordered like scores|who resigns does not win"),
        (ForgetsSomebody(), "everyone has a place"),
        (Resigned(), "who resigns does not win"),
        (PromisesTooMuch(), "crashed"),
    ],
)
def test_turns_and_ends(game: Game[Any, Any, Any], law: str, caught: Caught) -> None:
    short = {"size": 3, "repetition": None} if isinstance(game, NeverEnds) else None
    caught(game, law, short)
