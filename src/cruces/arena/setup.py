"""What a tournament is: the game, who takes part, who meets whom, and with which dice."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from cruces.arena.contestants import Contestant
from cruces.core import BadOptionError, Reason, WrongTypeError
from cruces.core.family import AnyGame, Family
from cruces.core.options import Value
from cruces.core.registry import family_of
from cruces.parallel import seed_of
from cruces.players import Limits

MOST_IN_A_ROUND = 100_000
"""More games than anybody wants to play before everyone has met everyone."""


@dataclass(frozen=True)
class Setup:
    """A tournament. It decides every game, except for programs that run into a limit.

    A contestant plays all seats of a team: a *side*. In a *round* every group of contestants meets
    in a *row* of games, in which each of them has every side once; all games of a round have the
    same dice.
    """

    family: Family
    game: AnyGame
    settings: Mapping[str, Value]
    seats: int
    contestants: tuple[Contestant, ...]
    seed: int
    limits: Limits

    @cached_property
    def teams(self) -> tuple[int, ...]:
        """The teams of the game."""
        return tuple(sorted({self.game.team_of(seat) for seat in range(self.seats)}))

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Who meets in the rows of a round."""
        return tuple(combinations(range(len(self.contestants)), len(self.teams)))

    @property
    def turns(self) -> int:
        """The number of games in a row."""
        return len(self.teams)

    @property
    def round_games(self) -> int:
        """The number of games in a round."""
        return self.turns * len(self.groups)

    def rows_for(self, games: int) -> int:
        """The number of rows in so many rounds that at least these games are played."""
        return -(-games // self.round_games) * len(self.groups)

    def round_of(self, row: int) -> int:
        """The round of a row."""
        return row // len(self.groups)

    def seating(self, row: int, turn: int) -> tuple[int, ...]:
        """The contestant in every seat."""
        group = self.groups[row % len(self.groups)]
        sides = [self.teams.index(self.game.team_of(seat)) for seat in range(self.seats)]
        return tuple(group[(side - turn) % len(group)] for side in sides)

    def dice_seed(self, row: int) -> int:
        """The seed of the dice: the same for all games of a round."""
        return seed_of(self.seed, self.round_of(row))


def new_setup(
    game: AnyGame,
    contestants: Sequence[Contestant],
    *,
    options: Mapping[str, object] | None = None,
    seats: int | None = None,
    seed: int = 1,
    limits: Limits,
) -> Setup:
    """A tournament, refused if it cannot be played."""
    if type(seed) is not int:
        raise WrongTypeError("seed", seed, "int")
    setup = Setup(
        family_of(game),
        game,
        game.resolve(options or {}),
        game.check_seats(seats),
        tuple(contestants),
        seed,
        limits,
    )
    twice = [
        name for name, count in Counter(each.name for each in contestants).items() if count > 1
    ]
    if twice:
        raise BadOptionError(Reason("arena-twice", {"name": twice[0]}))
    if len(contestants) < len(setup.teams):
        raise BadOptionError(Reason("arena-too-few", {"needed": len(setup.teams)}))
    if setup.round_games > MOST_IN_A_ROUND:
        raise BadOptionError(Reason("arena-too-many", {"games": setup.round_games}))
    return setup
