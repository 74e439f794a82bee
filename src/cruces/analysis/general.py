"""What every action is worth in a game whose family brings no analyser: a general search.

Everything is an estimate from games that are played out, but for results that are proven.
"""

import math
import time
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import Any

from cruces.analysis.analyse import Analysis, Judgement, Worth, Worths
from cruces.core.family import AnyGame
from cruces.players.bot import Limits
from cruces.players.stop import Stop
from cruces.players.tree_search import Result, TreeSearch, deepening

FIRST_PLAYOUTS, MOST_PLAYOUTS = 128, 65_536
"""How many games are played out, at first and at most; each look doubles them."""
PLAYOUTS_A_SECOND = 4_000
"""How many games can be played out, on a slow core and in Python."""
MOST_GAMES = 1_024
"""How many say what a moment is worth, at most."""
SEED = 1


def deepen(game: AnyGame, state: Any, seat: int, limits: Limits, stop: Stop) -> Iterator[Analysis]:
    """See `analysis.deepen`. ``limits.nodes`` counts games that are played out; depth is no limit.

    It is the same every time where time is no limit.
    """
    began = time.monotonic()
    search = TreeSearch(game, state, seat, Random(SEED), judge=True)
    for results in deepening(search, FIRST_PLAYOUTS, limits, stop, MOST_PLAYOUTS):
        judgements = _judgements(game, search, results, seat)
        yield Analysis(seat, judgements, 0, search.playouts, time.monotonic() - began)


def _judgements(
    game: AnyGame, search: TreeSearch, results: list[Result], seat: int
) -> tuple[Judgement, ...]:
    alone = len(results[0].values) == 1

    def rank(result: Result) -> tuple[float, bool, int, int]:
        sure = result.proof is not None
        return result.values[seat], sure, _haste(result, alone, seat), result.visits

    order = sorted(results, key=rank, reverse=True)
    best = order[0]
    return tuple(_judgement(game, search, result, best, seat, alone) for result in order)


def _judgement(
    game: AnyGame, search: TreeSearch, result: Result, best: Result, seat: int, alone: bool
) -> Judgement:
    sure, value = _result(result, alone, seat), result.values[seat]
    exact = result.proof is not None and (alone or sure is not None)
    return Judgement(
        result.action,
        sure,
        abs(_haste(result, alone, seat)) or None,
        exact,
        None,
        None if alone else value,
        search.line(result.action),
        result.points[seat] if game.has_points or alone else None,
        0.0 if result is best else math.hypot(_error(best, search), _error(result, search)),
    )


def _result(result: Result, alone: bool, seat: int) -> int | None:
    """What is proven: 1, 0 or −1; a win that more than two divide has no name."""
    if result.proof is None or alone:
        return None
    return {1.0: 1, 0.5: 0, 0.0: -1}.get(result.values[seat])


def _haste(result: Result, alone: bool, seat: int) -> int:
    """The actions to the end, below 0 for a win: sooner is better, as later is in a loss."""
    sure = _result(result, alone, seat)
    return 0 if not sure or result.proof is None else -sure * (1 + result.proof.plies)


def _error(result: Result, search: TreeSearch) -> float:
    return search.scale if result.error is None else result.error


@lru_cache(maxsize=8)
def standing(game: AnyGame, state: Any, games: int, seed: int) -> Worths:
    """What a moment is worth to every seat, whoever is to act."""
    search = TreeSearch(game, state, None, Random(seed))
    search.run(min(games, MOST_GAMES), None, Stop())
    ending = search.worths()
    alone = len(ending.values) == 1
    return tuple(
        Worth(None if alone else value, points if game.has_points or alone else None)
        for value, points in zip(*ending, strict=True)
    )
