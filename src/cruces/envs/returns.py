"""What a game is worth to every seat: the same rule for all games and libraries."""

from collections.abc import Sequence

from cruces.core.family import AnyGame
from cruces.core.outcome import Outcome

MOST_ACTIONS = 2000
"""Games are cut off after this many actions, with nothing for anybody."""


def returns(game: AnyGame, outcome: Outcome) -> list[float]:
    """How many opponents a seat has beaten minus how many have beaten it, from −1 to 1.

    So a win is 1, a draw 0 and a loss −1 between two players or two teams, and the returns of all
    seats always add up to 0. Alone, the return is the score.
    """
    places = outcome.places
    if len(places) == 1:
        return [float(outcome.scores[0])]
    others = [_opponents(game, seat, places) for seat in range(len(places))]
    most = max(map(len, others)) or 1
    return [
        sum((other > place) - (other < place) for other in opponents) / most
        for place, opponents in zip(places, others, strict=True)
    ]


def _opponents(game: AnyGame, seat: int, places: Sequence[int]) -> list[int]:
    """The places of the seats in other teams."""
    own = game.team_of(seat)
    return [place for other, place in enumerate(places) if game.team_of(other) != own]
