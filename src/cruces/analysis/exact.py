"""The proven value of a position, where it is known."""

from dataclasses import dataclass
from typing import Any

from cruces.analysis.review import final_worths
from cruces.core.extras import naming_extras
from cruces.core.family import AnyGame
from cruces.core.outcome import Outcome
from cruces.core.registry import family_of

RESULTS = {1.0: 1, 0.5: 0, 0.0: -1}
"""Who wins, by their share of the game; a win shared by more than two is neither."""
SHARES = {result: share for share, result in RESULTS.items()}


@dataclass(frozen=True, slots=True)
class ExactValue:
    """What a position is worth to a seat if everybody plays perfectly.

    ``result`` is 1 for a win, 0 for a draw, −1 for a loss, regardless of the moves before the
    position; None in a solo game, and where chance decides. ``plies`` is the number of actions of
    both sides to the end, None in draws and where it is unknown. ``points`` is the expected final
    score, where a game has points. ``chance`` is the expected share of the win, where chance
    decides.
    """

    seat: int
    result: int | None
    plies: int | None = None
    points: float | None = None
    chance: float | None = None

    @property
    def worth(self) -> float:
        """What the player maximises: the share of the game, or the points in a solo game."""
        if self.result is not None:
            return SHARES[self.result]
        worth = self.points if self.chance is None else self.chance
        assert worth is not None, "a value has a result, a chance or points"
        return worth

    @property
    def haste(self) -> int:
        """Which of two actions of equal worth is better: a win that is near, a loss far away."""
        return -(self.result or 0) * (self.plies or 0)


def exact_value(game: AnyGame, state: Any, seat: int | None = None) -> ExactValue | None:
    """The exact value for a seat, by default the first that may act; None where nobody knows it."""
    outcome, judged_seat = game.outcome(state), first_to_act(game, state) if seat is None else seat
    if outcome is not None:
        return final_value(game, outcome, judged_seat)
    with naming_extras():
        oracle = family_of(game).oracle(game, game.settings(state), game.seats(state))
    if oracle is None or oracle.game is not game:
        return None
    return oracle.value(state, judged_seat)


def final_value(game: AnyGame, outcome: Outcome, seat: int) -> ExactValue:
    """What a finished game was worth to a seat."""
    worth = final_worths(game, outcome)[seat]
    result = None if worth.chance is None else RESULTS.get(worth.chance)
    chance = worth.chance if result is None else None
    return ExactValue(seat, result, 0, worth.points, chance)


def first_to_act(game: AnyGame, state: Any) -> int:
    """The first seat that may act; 0 if chance or nobody does."""
    return max(0, min(game.to_act(state), default=0))
