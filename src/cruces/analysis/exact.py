"""The proven value of a position, where it is known."""

from dataclasses import dataclass
from typing import Any

from cruces.analysis.review import final_worths
from cruces.core.extras import naming_extras
from cruces.core.family import AnyGame
from cruces.core.registry import family_of

RESULTS = {1.0: 1, 0.5: 0, 0.0: -1}
"""Who wins, by their share of the game; a win shared by more than two is neither."""


@dataclass(frozen=True, slots=True)
class ExactValue:
    """What a position is worth to a seat if everybody plays perfectly.

    ``result`` is 1 for a win, 0 for a draw, −1 for a loss, regardless of the moves before the
    position; None in a solo game. ``plies`` is the number of actions of both sides to the end, None
    in draws and where it is unknown. ``points`` is the expected final score, where a game has
    points.
    """

    seat: int
    result: int | None
    plies: int | None = None
    points: float | None = None


def exact_value(game: AnyGame, state: Any, seat: int | None = None) -> ExactValue | None:
    """The exact value for a seat, by default the first that may act; None where nobody knows it."""
    waiting = game.to_act(state)
    judged_seat = max(0, min(waiting, default=0)) if seat is None else seat
    outcome = game.outcome(state)
    if outcome is None:
        with naming_extras():
            return family_of(game).exact_value(game, state, judged_seat)
    worth = final_worths(game, outcome)[judged_seat]
    result = None if worth.chance is None else RESULTS.get(worth.chance)
    return ExactValue(judged_seat, result, 0, worth.points)
