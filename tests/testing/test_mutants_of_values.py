"""The kit catches faults of values: states, texts, chance and agreements."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from cruces.core import PASS, Chance, Game, MalformedError, Outcome, Uniform, Value
from cruces.games.quixo import rules as quixo
from cruces.games.quixo.rules import Quixo, QuixoTeams
from cruces.games.qwixx import rules as qwixx
from cruces.games.qwixx.rules import BigPoints, Die, Qwixx

Caught = Callable[..., None]
SMALL: Mapping[str, object] = {"size": 3}

# States are values


@dataclass(unsafe_hash=True)
class Thawed:
    options: quixo.Options
    board: quixo.Board
    ply: int = 0
    seen: tuple[quixo.Board, ...] = ()
    conclusion: quixo.Conclusion | None = None


class Thaws(Quixo):
    def initial(self, options: Mapping[str, object] | None = None, seats: int | None = None) -> Any:
        state = super().initial(options, seats)
        return Thawed(state.options, state.board)


class Scribbles(Qwixx):
    """Being asked for the outcome changes the state."""

    def outcome(self, state: qwixx.State) -> Outcome | None:
        if state.phase is qwixx.Phase.OVER:
            object.__setattr__(state, "active", (state.active + 1) % len(state.sheets))
        return super().outcome(state)


def test_states_are_frozen(caught: Caught) -> None:
    caught(Thaws(), "a state is frozen")


def test_states_stay_as_they_are(caught: Caught) -> None:
    caught(Scribbles(), "asking a game changes no state")


# Texts


class NoDots(QuixoTeams):
    def format_action(self, action: quixo.Action) -> str:
        return super().format_action(action).split("@")[0]


class Illegible(Qwixx):
    def parse_action(self, written: str) -> qwixx.Action:
        action = super().parse_action(written)
        return PASS if action == qwixx.Cross(0, 7) else action


class ReadsAnything(Qwixx):
    def parse_action(self, written: str) -> qwixx.Action:
        try:
            return super().parse_action(written)
        except MalformedError:
            return PASS


class StumblesOverNonsense(Qwixx):
    def parse_action(self, written: str) -> qwixx.Action:
        return super().parse_action(written[0] + written[1:])


class ForgetsHistory(Quixo):
    def format_position(self, state: quixo.State) -> str:
        return super().format_position(replace(state, seen=()))


class ForgetsSecrets(Qwixx):
    """Fine for states, wrong for what a view hides."""

    def format_position(self, state: qwixx.State) -> str:
        return super().format_position(state).replace("?", "pass")


class MisreadsSixes(Qwixx):
    def parse_chance(self, written: str) -> qwixx.Outcomes:
        return super().parse_chance(written.replace("die 6", "die 5"))


@pytest.mark.parametrize(
    ("game", "law", "options"),
    [
        (NoDots(), "action text is unique", SMALL),
        (Illegible(), "action text is exact", None),
        (ReadsAnything(), "nonsense was read", None),
        (StumblesOverNonsense(), "crashed", None),
        (ForgetsHistory(), "position text is exact", SMALL),
        (ForgetsSecrets(), "position text is exact", None),
        (MisreadsSixes(), "chance text is exact", {"start": "first-six"}),
    ],
)
def test_texts(
    game: Game[Any, Any, Any], law: str, options: Mapping[str, object] | None, caught: Caught
) -> None:
    caught(game, law, options)


# Chance


class Biased(Chance[qwixx.Outcomes]):
    """A die that does not always fall."""

    def __len__(self) -> int:
        return 6

    def __iter__(self) -> Iterator[tuple[qwixx.Outcomes, Fraction]]:
        return ((Die(face), Fraction(1, 7)) for face in range(1, 7))

    def probability(self, outcome: object) -> Fraction:
        return Fraction(1, 7) if isinstance(outcome, Die) and 0 < outcome.face < 7 else Fraction(0)

    def sample(self, rng: Random) -> qwixx.Outcomes:
        return Die(rng.randrange(6) + 1)


class Loaded(Qwixx):
    """Has a chance of its own at the start."""

    def __init__(self, loaded: Chance[Any]) -> None:
        self._loaded = loaded

    def chance(self, state: qwixx.State) -> Any:
        return self._loaded if state.phase is qwixx.Phase.START else super().chance(state)


@pytest.mark.parametrize(
    ("chance", "law"),
    [
        (Biased(), "probabilities sum to exactly 1"),
        (Uniform(6, lambda i: Die(i + 1), lambda o: None), "one probability"),
        (Uniform(6, lambda i: Die(i // 2 + 1), lambda o: 1), "no outcome twice"),
        (Uniform(0, lambda i: Die(1), lambda o: None), "dead end: chance can bring nothing"),
        (Uniform(600, lambda i: Die(1), lambda o: None), "one probability"),
    ],
)
def test_unfair_chance(chance: Chance[Any], law: str, caught: Caught) -> None:
    caught(Loaded(chance), law, {"start": "first-six"})


# What was agreed


class ForgetsOptions(BigPoints):
    def settings(self, state: qwixx.State) -> dict[str, Value]:
        return {**super().settings(state), "start": "lot"}


class ChangesItsMind(Qwixx):
    def _happen(self, state: qwixx.State, outcome: qwixx.Outcomes) -> qwixx.State:
        options = replace(state.options, after_second_lock="finish-turn")
        return super()._happen(replace(state, options=options), outcome)


class SeatsAnybody(Quixo):
    def check_seats(self, seats: int | None) -> int:
        return 2


@pytest.mark.parametrize(
    ("game", "law"),
    [
        (ForgetsOptions(), "a value stays as it was given"),
        (ChangesItsMind(), "options stay as agreed"),
        (SeatsAnybody(), "begins with"),
    ],
)
def test_agreements(game: Game[Any, Any, Any], law: str, caught: Caught) -> None:
    caught(game, law)
