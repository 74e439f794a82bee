"""Playing a tournament, and what it shows."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from statistics import fmean
from typing import Any

from cruces.analysis.simulate import Estimate
from cruces.arena.one_game import GameResult, play_one
from cruces.arena.ratings import Rating, Sides, ratings
from cruces.arena.setup import Setup
from cruces.arena.sprt import Sprt
from cruces.core import BadOptionError, Reason
from cruces.core.registry import present
from cruces.parallel import Place, in_order

NODES = 5_000
"""How much our own players search, unless told otherwise: so that they answer alike everywhere."""
PART_ROWS = 4
"""The rows of games that are played in one go, and saved together."""
TAIL = 0.025
"""The probability on either side of a 95 % interval."""
Rounds = Mapping[int, Sequence[float]]
"""Values of games, by round."""


@dataclass(frozen=True, slots=True)
class PlayedFault:
    """A fault, and in which game: ``number`` counts from 0."""

    player: int
    game: int
    kind: str
    detail: str


@dataclass(frozen=True)
class Tournament:
    """The games of a tournament in their order, and what they show.

    Players are numbered in the order in which they were given. Intervals are over rounds: games of
    a round have the same dice.
    """

    setup: Setup
    games: tuple[GameResult, ...]
    sprt: Sprt | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names."""
        return tuple(each.name for each in self.setup.contestants)

    @property
    def order(self) -> list[int]:
        """The players, best first: by their share of the wins, in a solo game by points."""
        return sorted(range(len(self.players)), key=lambda player: -self._worth(player))

    def _worth(self, player: int) -> float:
        found = self.share(player) or self.points(player)
        return found.mean if found else -math.inf

    def share(self, player: int) -> Estimate | None:
        """A player's share of the wins, a shared one counting in part; None in a solo game."""
        return None if self.setup.seats == 1 else _share_estimate(self._shares[player])

    def points(self, player: int) -> Estimate | None:
        """A player's mean final score; None in a game without points."""
        return _estimate(self._points[player])

    def against(self, one: int, other: int) -> Estimate | None:
        """How often a player was placed before another, a draw counting half."""
        rounds: dict[int, list[float]] = defaultdict(list)
        for game in self.games:
            if one in game.players and other in game.players:
                places = [game.places[game.players.index(player)] for player in (one, other)]
                value = (places[0] < places[1]) + (places[0] == places[1]) / 2
                rounds[self.setup.round_of(game.row)].append(value)
        return _share_estimate(rounds)

    def played(self, player: int) -> int:
        """The number of a player's games."""
        return sum(player in game.players for game in self.games)

    @cached_property
    def faults(self) -> tuple[PlayedFault, ...]:
        """The games that somebody lost by a fault."""
        return tuple(
            PlayedFault(game.players[fault.seat], number, fault.kind, fault.detail)
            for number, game in enumerate(self.games)
            for fault in game.faults
        )

    @cached_property
    def ratings(self) -> tuple[Rating, ...] | None:
        """The players' ratings; None in a solo game."""
        if self.setup.seats == 1:
            return None
        return ratings(len(self.players), map(_sides, self.games))

    @cached_property
    def verdict(self) -> str | None:
        """The answer of the sequential test, if there is one."""
        return None if self.sprt is None else self.sprt.verdict(self.row_shares)

    @cached_property
    def row_shares(self) -> tuple[float, ...]:
        """The first player's share in every row, where two play."""
        return tuple(_row_shares(self.games, self.setup))

    @cached_property
    def _shares(self) -> Sequence[Rounds]:
        return self._by_round(lambda game, player: _share(game, player, self.setup))

    @cached_property
    def _points(self) -> Sequence[Rounds]:
        return self._by_round(_points if self.setup.game.has_points else lambda game, player: None)

    def _by_round(self, value_of: Callable[[GameResult, int], float | None]) -> Sequence[Rounds]:
        values: list[dict[int, list[float]]] = [defaultdict(list) for _ in self.players]
        for game in self.games:
            for player in set(game.players):
                value = value_of(game, player)
                if value is not None:
                    values[player][self.setup.round_of(game.row)].append(value)
        return values

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data, for programs."""
        from cruces.arena.report import report

        return report(self)

    def __str__(self) -> str:
        from cruces.arena.report import plain_table

        return plain_table(self)


def play_tournament(
    setup: Setup,
    games: int,
    place: Place,
    *,
    sprt: Sprt | None = None,
    before: Sequence[GameResult] = (),
    keep: Callable[[Sequence[GameResult]], None] = lambda games: None,
    progress: Callable[[float], None] | None = None,
) -> Tournament:
    """Play until there are this many games, or until the test has an answer.

    ``before`` are games of the same tournament that were played earlier; a part that is incomplete
    is played again. Every part is given to ``keep`` as soon as all before it have been.
    """
    if sprt is not None and not (len(setup.contestants) == len(setup.teams) == 2):
        raise BadOptionError(Reason("arena-sprt-two"))
    rows = setup.rows_for(games)
    task = _Part(setup, rows)
    size = PART_ROWS * setup.turns
    total = -(-rows // PART_ROWS)
    done = min(len(before) // size, total)
    played: list[GameResult] = []
    shares: list[float] = []
    again = (before[number * size : (number + 1) * size] for number in range(done))
    for number, part in enumerate(chain(again, _fresh(task, range(done, total), place, keep)), 1):
        played += part
        if progress is not None:
            progress(number / total)
        if sprt is not None:
            shares += _row_shares(part, setup)
            if sprt.verdict(shares):
                break
    return Tournament(setup, tuple(played), sprt)


def complete(games: Sequence[GameResult], setup: Setup) -> Sequence[GameResult]:
    """The games of complete parts, from which a tournament can go on."""
    size = PART_ROWS * setup.turns
    return games[: len(games) // size * size]


def _fresh(
    task: "_Part",
    numbers: range,
    place: Place,
    keep: Callable[[Sequence[GameResult]], None],
) -> Iterator[Sequence[GameResult]]:
    for part in in_order(task, numbers, place) if numbers else ():
        keep(part)
        yield part


@dataclass(frozen=True, slots=True)
class _Part:
    """Plays the games of one part."""

    setup: Setup
    rows: int

    def __call__(self, number: int) -> list[GameResult]:
        present(self.setup.family)
        rows = range(number * PART_ROWS, min((number + 1) * PART_ROWS, self.rows))
        return [play_one(self.setup, row, turn) for row in rows for turn in range(self.setup.turns)]


def _row_shares(games: Sequence[GameResult], setup: Setup) -> list[float]:
    """The first player's share in every row."""
    rows: dict[int, list[float]] = defaultdict(list)
    for game in games:
        rows[game.row].append(_share(game, 0, setup))
    return [fmean(values) for values in rows.values()]


def _share(game: GameResult, player: int, setup: Setup) -> float:
    """A player's share of the win."""
    team_of = setup.game.team_of
    winners = {team_of(seat) for seat, place in enumerate(game.places) if place == 1}
    return (game.places[game.players.index(player)] == 1) / len(winners)


def _points(game: GameResult, player: int) -> float | None:
    """A player's points: the mean over their seats."""
    if game.scores is None:
        return None
    return fmean(
        score for other, score in zip(game.players, game.scores, strict=True) if other == player
    )


def _sides(game: GameResult) -> Sides:
    """Each side once, with its player."""
    return [
        (game.places[game.players.index(player)], (player,))
        for player in dict.fromkeys(game.players)
    ]


def _estimate(rounds: Rounds) -> Estimate | None:
    return Estimate.of([fmean(values) for values in rounds.values()]) if rounds else None


def _share_estimate(rounds: Rounds) -> Estimate | None:
    """The same for shares, which lie from 0 to 1.

    Who has won or lost every single round might not win or lose the next one: then the bounds are
    those of Clopper and Pearson.
    """
    found = _estimate(rounds)
    if found is None or not math.isfinite(found.low):
        return found
    likely = (TAIL ** (1 / len(rounds))) if found.mean in (0.0, 1.0) else 1.0
    low = min(max(found.low, 0.0), likely) if found.mean == 1.0 else max(found.low, 0.0)
    high = 1 - likely if found.mean == 0.0 else min(found.high, 1.0)
    return Estimate(found.mean, low, high)
