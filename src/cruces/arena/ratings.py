"""Ratings from games among any number of players and teams, by Plackett and Luce (openskill)."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cruces.core.extras import naming_extras

MEAN, DEVIATION = 25.0, 25.0 / 3
"""The rating of a player who has not played."""


class Rating(NamedTuple):
    """A player's strength, and how uncertain it is: a mean and a standard deviation."""

    mean: float = MEAN
    deviation: float = DEVIATION


Sides = Sequence[tuple[int, Sequence[int]]]
"""A game: for every side its place and its players."""


def ratings(players: int, games: Iterable[Sides]) -> tuple[Rating, ...]:
    """The ratings after these games. Players do not change, so every game counts alike.

    Side by side in one game, equal places are a draw between them.
    """
    with naming_extras():
        from openskill.models import PlackettLuce
    model = PlackettLuce(mu=MEAN, sigma=DEVIATION, tau=0.0)
    rated = [model.rating() for _ in range(players)]
    for sides in games:
        if len(sides) < 2:
            continue
        teams = [[rated[player] for player in members] for _, members in sides]
        after = model.rate(teams, ranks=[float(place) for place, _ in sides])
        for (_, members), team in zip(sides, after, strict=True):
            for player, rating in zip(members, team, strict=True):
                rated[player] = rating
    return tuple(Rating(each.mu, each.sigma) for each in rated)
