"""Oracles: what every position and every action of a game is worth, exactly.

A family brings oracles for its games (``Family.oracle``). ``exhaustive`` has one for any game that
is small enough.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from cruces.analysis.exact import ExactValue, final_value, first_to_act
from cruces.core import CHANCE
from cruces.core.extras import naming_extras
from cruces.core.family import AnyGame
from cruces.core.options import Value
from cruces.core.registry import family_of
from cruces.locales import text

NOTHING = 1e-9
"""Differences up to this are rounding errors: values are sums of many 64-bit numbers."""


@dataclass(frozen=True, slots=True)
class ActionValue:
    """An action, the value of the position after it, and how much worse that is than the best.

    ``regret`` is in points where one plays for points, otherwise a share of the game: to give away
    a win for a draw costs a half. It is 0 for every action that is as good as the best.
    """

    action: Any
    value: ExactValue
    regret: float


@dataclass(frozen=True, slots=True)
class ChanceValue:
    """A chance outcome, its probability, and the value of the position after it."""

    outcome: Any
    probability: Fraction
    value: ExactValue


class Oracle(ABC):
    """The exact values of a game with certain options.

    All questions are about states of ``game``, which usually is the game that was asked for. Where
    only a simpler game is solved it is that one, and ``description`` says what is different.
    """

    def __init__(self, game: AnyGame, settings: Mapping[str, Value], seats: int) -> None:
        self.game = game
        self.settings = game.resolve(settings)
        self.seats = seats

    def description(self, lang: str) -> str:
        """What exactly is known, in a sentence."""
        return text("oracle.exact", lang)

    def prepare(self) -> None:
        """Compute here what is not computed yet, so that no worker has to do it again."""
        self.value(self.initial())

    def initial(self) -> Any:
        """The state before the first event."""
        return self.game.initial(self.settings, self.seats)

    def essence(self, state: Any) -> Any:
        """The state without what makes no difference to its value, such as how long it took."""
        return state

    def value(self, state: Any, seat: int | None = None) -> ExactValue | None:
        """What a state is worth to a seat, by default the first that may act; None if unknown.

        Where chance comes next it is the expectation over all outcomes.
        """
        judged_seat = first_to_act(self.game, state) if seat is None else seat
        outcome = self.game.outcome(state)
        if outcome is not None:
            return final_value(self.game, outcome, judged_seat)
        return self._value(state, judged_seat)

    @abstractmethod
    def _value(self, state: Any, seat: int) -> ExactValue | None:
        """The same, where the game goes on."""

    def actions(self, state: Any, seat: int | None = None) -> tuple[ActionValue, ...] | None:
        """What every legal action of a seat is worth, the best first; None if one is unknown."""
        actor = first_to_act(self.game, state) if seat is None else seat
        values: list[tuple[Any, ExactValue]] = []
        for action in self.game.legal(state, actor):
            value = self.value(self.game.advance(state, actor, action), actor)
            if value is None:
                return None
            one_more = None if value.plies is None else value.plies + 1
            values.append((action, replace(value, plies=one_more)))
        values.sort(key=lambda entry: (entry[1].worth, entry[1].haste), reverse=True)
        best = values[0][1].worth if values else 0.0
        return tuple(
            ActionValue(action, value, best - value.worth if best - value.worth > NOTHING else 0.0)
            for action, value in values
        )

    def best(self, state: Any, seat: int | None = None) -> tuple[Any, ...] | None:
        """All actions that cost nothing, the fastest win first; None if one is unknown."""
        actions = self.actions(state, seat)
        if actions is None:
            return None
        return tuple(entry.action for entry in actions if not entry.regret)

    def outcomes(self, state: Any, seat: int = 0) -> Iterator[ChanceValue]:
        """What every outcome of a chance node is worth to a seat; those unknown are left out.

        Lazily, because there may be many: 46,656 rolls of six dice.
        """
        for outcome, probability in self.game.chance(state):
            value = self.value(self.game.advance(state, CHANCE, outcome), seat)
            if value is not None:
                yield ChanceValue(outcome, probability, value)


def family_oracle(
    game: AnyGame, settings: Mapping[str, Value], seats: int | None = None
) -> Oracle | None:
    """The oracle that the game's family brings, None if it has none for these options.

    Without ``seats`` for as many players as it has one for.
    """
    resolved = game.resolve(settings)
    with naming_extras():
        return family_of(game).oracle(game, resolved, seats and game.check_seats(seats))
