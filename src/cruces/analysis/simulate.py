"""Many games between players, and how sure one can be of what they show.

Where several players take part they sit in every seat in turn, with the same dice: a *row* of
games. So luck cancels out where they play alike. Rows are independent, games of a row are not, so
intervals are over rows.

A family may play many games in compiled code (``Family.batch``). Any others are played one after
the other. Either way the results depend on the seed and the number of games only.
"""

import math
import time
from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from statistics import fmean
from typing import Any, Protocol, TypeAlias

from cruces.analysis.analyse import Worth
from cruces.analysis.review import final_worths
from cruces.core import BadOptionError, Reason, View, WrongTypeError
from cruces.core.extras import naming_extras
from cruces.core.family import AnyGame, Family
from cruces.core.options import Value
from cruces.core.registry import family_of, present
from cruces.parallel import Cluster, Here, Place, Threads, check_count, cores, in_order, seed_of
from cruces.players import Bot, Limits, get_bot
from cruces.players.bot import choosing, player_name
from cruces.players.stop import Stop
from cruces.players.whole_game import play_to_end

Column: TypeAlias = "array[float]"
Rate = Callable[..., float]
"""A function that rates a move, with or without weights: see ``policy``."""
Function = Callable[[View[Any, Any, Any]], Any]
AnyPlayer = str | Bot | Function
"""A player's name, a player, or a function that returns one of ``view.legal``."""
PIECE = 8_192
"""The rows that are played in one go in compiled code, each piece with a seed of its own."""
PLAIN_PIECE = 8
"""The same where games are played one after the other."""
CONFIDENCE = 1.959964
"""The half-width of a 95 % interval, in standard errors that are known."""


class Policy(Bot, Protocol):
    """A player made of a function that rates moves."""

    @property
    def weights(self) -> tuple[float, ...]:
        """The second argument of the function; empty if it has none."""

    def with_weights(self, *weights: float) -> "Policy":
        """The same function with other weights; nothing is compiled again."""


class Rows(Protocol):
    """Plays rows of games in compiled code; several threads may call it at once."""

    def __call__(self, rows: int, seed: int) -> "RowResults": ...


@dataclass(frozen=True, slots=True)
class RowResults:
    """For each player, their mean share of the win and their mean points in every row.

    ``shares`` is empty in a solo game, ``points`` in a game without points.
    """

    shares: Sequence[Column]
    points: Sequence[Column]


def half_width(freedom: int) -> float:
    """The same where the error is itself estimated: by Student's t, which matters for few values.

    Exact for 1 and 2, otherwise by the first terms of the usual expansion.

    >>> [round(half_width(freedom), 2) for freedom in (1, 2, 5, 10, 100)]
    [12.71, 4.3, 2.57, 2.23, 1.98]
    """
    if freedom == 1:
        return math.tan(0.475 * math.pi)
    if freedom == 2:
        return 0.95 / math.sqrt(2 * 0.975 * 0.025)
    z, n = CONFIDENCE, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, and the bounds of its 95 % interval; of no width where all rows were alike."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Estimate":
        """The estimate from independent values; without bounds from a single one."""
        mean = fmean(values)
        if len(values) < 2:
            return cls(mean, -math.inf, math.inf)
        spread = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
        wide = half_width(len(values) - 1) * math.sqrt(spread / len(values))
        return cls(mean, mean - wide, mean + wide)

    def __str__(self) -> str:
        return format(self, ".4g")

    def __format__(self, spec: str) -> str:
        """The numbers as ``spec`` says; without bounds if there are none.

        >>> f"{Estimate(0.5, 0.4, 0.6):.0%}, {Estimate(2.0, -math.inf, math.inf):.1f}"
        '50% (40% to 60%), 2.0'
        """
        mean, low, high = (format(value, spec) for value in (self.mean, self.low, self.high))
        return f"{mean} ({low} to {high})" if math.isfinite(self.low) else mean


@dataclass(frozen=True, slots=True)
class Simulation:
    """The results of many games, for each player in the order in which they were given.

    ``rows`` has their share and their points in every row of games, for statistics of your own.
    """

    players: tuple[str, ...]
    games: int
    seconds: float
    rows: RowResults

    def share(self, player: int) -> Estimate | None:
        """A player's share of the wins, a shared one counting in part; None in a solo game."""
        return Estimate.of(self.rows.shares[player]) if self.rows.shares else None

    def points(self, player: int) -> Estimate | None:
        """A player's mean final score; None in a game without points."""
        return Estimate.of(self.rows.points[player]) if self.rows.points else None

    def difference(self, one: int, other: int) -> Estimate:
        """How many points, or without points which share, one player was ahead of another."""
        values = self.rows.points or self.rows.shares
        return Estimate.of([a - b for a, b in zip(values[one], values[other], strict=True)])

    @property
    def games_per_second(self) -> float:
        """How many games were played in a second; in compiled code without the time to compile."""
        return self.games / self.seconds if self.seconds else math.inf

    def __str__(self) -> str:
        lines = [f"{self.games:,} games, {self.games_per_second:,.0f} per second"]
        width = max(map(len, self.players))
        for player, name in enumerate(self.players):
            share, points = self.share(player), self.points(player)
            line = f"{name:<{width}}"
            if share is not None:
                line += f"  wins {share:.1%}"
            if points is not None:
                line += f"  points {points:.1f}"
            lines.append(line)
        return "\n".join(lines)


def simulate(
    game: AnyGame,
    players: Sequence[AnyPlayer],
    games: int = 1_000,
    options: Mapping[str, object] | None = None,
    seed: int = 1,
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
    stop: Stop | None = None,
    ray: str | None = None,
) -> Simulation:
    """Play about this many games: so many that every row is complete.

    ``players`` are as many as take part; the same one may be named several times. ``progress`` is
    called with the share that is done. ``threads`` are for compiled code, by default one for each
    core; with ``ray``, the address of a cluster, its cores are used instead. After ``stop`` it
    returns what has been played.
    """
    count = game.check_seats(len(players))
    settings = game.resolve(options or {})
    for player in players:
        if not isinstance(player, str) and not callable(getattr(player, "choose", player)):
            raise WrongTypeError("player", player, "str, Bot, function")
    check_count("games", games)
    check_count("threads", threads)
    if type(seed) is not int:
        raise WrongTypeError("seed", seed, "int")
    turns = 1 if all(player == players[0] for player in players) else count
    rows = -(-games // turns)
    for player in players:
        if isinstance(player, str):
            get_bot(player, game.id)  # refuses an unknown one
    part = _Part(family_of(game), game, settings, tuple(players), turns, rows, seed)
    if part.compiled:
        part.play_rows(1, 0)  # so that it is not measured how long it takes to compile
    place: Place = Threads(threads or cores()) if part.compiled else Here()
    halt = stop or Stop()
    begun = time.perf_counter()
    parts = []
    for played in in_order(
        part, range(part.count), Cluster(ray) if ray else place, lambda: halt.requested
    ):
        parts.append(played)
        if progress is not None:
            progress(len(parts) / part.count)
    results = RowResults(
        _joined([part.shares for part in parts]), _joined([part.points for part in parts])
    )
    columns = [*results.shares, *results.points]
    games_played = turns * (len(columns[0]) if columns else rows)
    names = tuple(map(player_name, players))
    return Simulation(names, games_played, time.perf_counter() - begun, results)


@dataclass(frozen=True)
class _Part:
    """Plays the rows of one part; where a machine has not played any yet, it gets ready first."""

    family: Family
    game: AnyGame
    settings: Mapping[str, Value]
    players: tuple[AnyPlayer, ...]
    turns: int
    rows: int
    seed: int

    @property
    def compiled(self) -> bool:
        """Whether its games are played in compiled code."""
        return not isinstance(self.play_rows, _Plain)

    @property
    def count(self) -> int:
        """The number of parts."""
        return -(-self.rows // self._piece)

    @property
    def _piece(self) -> int:
        return PIECE if self.compiled else PLAIN_PIECE

    @cached_property
    def play_rows(self) -> Rows:
        present(self.family)
        with naming_extras():
            compiled = self.family.batch(self.game, self.settings, self.players)
        return compiled or _Plain(self.game, self.settings, self.players, self.turns)

    def __call__(self, number: int) -> RowResults:
        size = min(self._piece, self.rows - number * self._piece)
        return self.play_rows(size, seed_of(self.seed, number))

    def __reduce__(self) -> tuple[Any, ...]:
        """Without what is ready here, which is of no use in another process."""
        own = (self.family, self.game, self.settings, self.players)
        return type(self), (*own, self.turns, self.rows, self.seed)


def policy(game: AnyGame, *, weights: Sequence[float] = ()) -> Callable[[Rate], Policy]:
    """Make a player of a function that rates moves, for ``simulate`` in compiled code.

    The function is called with every move that is possible, and the one with the highest rating is
    played. Its argument is a plain record of what the move does; see the family. A second argument
    has the ``weights``, so that they can change without compiling again.
    """

    numbers = tuple(map(_weight, weights))

    def make(rate: Rate) -> Policy:
        with naming_extras():
            bot = family_of(game).rated(game, rate, numbers)
        if bot is None:
            raise BadOptionError(Reason("no-kernel", {"game": game.id}))
        return bot

    return make


def _weight(weight: float) -> float:
    try:
        return float(weight)
    except (TypeError, ValueError):
        raise WrongTypeError("weight", weight, "float, int") from None


def _joined(parts: Sequence[Sequence[Column]]) -> tuple[Column, ...]:
    """The values of all parts, by player."""
    return tuple(sum(columns[1:], columns[0]) for columns in zip(*parts, strict=True))


class _Plain:
    """Plays rows one game after the other, by the rules themselves."""

    def __init__(
        self,
        game: AnyGame,
        settings: Mapping[str, object],
        players: Sequence[AnyPlayer],
        turns: int,
    ) -> None:
        self.game, self.settings, self.turns = game, settings, turns
        self.choosers = [chooser(game, player) for player in players]

    def __call__(self, rows: int, seed: int) -> RowResults:
        count = len(self.choosers)
        shares, points = ([array("d") for _ in range(count)] for _ in range(2))
        for row in range(rows):
            totals = [[0.0, 0.0] for _ in range(count)]
            for turn in range(self.turns):
                for player, worth in enumerate(self._play(turn, f"{seed} {row}")):
                    totals[player][0] += worth.chance or 0.0
                    totals[player][1] += worth.points or 0.0
            for player, (share, score) in enumerate(totals):
                shares[player].append(share / self.turns)
                points[player].append(score / self.turns)
        return RowResults(shares if count > 1 else (), points if self.game.has_points else ())

    def _play(self, turn: int, seed: str) -> list[Worth]:
        """One game, in which each player sits ``turn`` seats further on; its worths by player."""
        game, count = self.game, len(self.choosers)
        dice = Random(f"{seed} dice")
        rngs = [Random(f"{seed} player {player}") for player in range(count)]

        def act(state: Any, seat: int, waiting: frozenset[int]) -> Any:
            player = (seat - turn) % count
            action = self.choosers[player](game.view(state, seat), rngs[player])
            return game.apply(state, seat, action, waiting=waiting)

        outcome, _ = play_to_end(game, game.initial(self.settings, count), act, dice)
        worths = final_worths(game, outcome)
        return [worths[(player + turn) % count] for player in range(count)]


def chooser(game: AnyGame, player: AnyPlayer) -> Callable[[View[Any, Any, Any], Random], Any]:
    """How a player chooses an action; what they write is read. Refuses what is no player."""
    if not isinstance(player, str) and not callable(getattr(player, "choose", player)):
        raise WrongTypeError("player", player, "str, Bot, function")
    choose_with = choosing(get_bot(player, game.id) if isinstance(player, str) else player)

    def choose(view: View[Any, Any, Any], rng: Random) -> Any:
        action = choose_with(view, Limits(), rng)
        return game.parse_action(action) if isinstance(action, str) else action

    return choose
