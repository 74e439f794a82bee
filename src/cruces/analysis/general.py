"""The analyser of games whose family has none of its own: a general tree search.

All values are estimates from simulated games, except proven results.
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
from cruces.players.tree_search import ActionEstimate, TreeSearch, deepening

FIRST_PLAYOUTS, MAX_PLAYOUTS = 128, 65_536
"""The playouts of the first and of the last analysis; each one doubles them."""
PLAYOUTS_PER_SECOND = 4_000
"""What a slow core achieves in Python."""
MAX_GAMES = 1_024
"""The most playouts for the worth of one position."""
SEED = 1


def deepen(game: AnyGame, state: Any, seat: int, limits: Limits, stop: Stop) -> Iterator[Analysis]:
    """See `analysis.deepen`. ``limits.nodes`` limits the playouts; ``limits.depth`` is ignored.

    The results are reproducible unless time is limited.
    """
    start = time.monotonic()
    search = TreeSearch(game, state, seat, Random(SEED), judge=True)
    for results in deepening(search, FIRST_PLAYOUTS, limits, stop, MAX_PLAYOUTS):
        judgements = _judgements(game, search, results, seat)
        yield Analysis(seat, judgements, 0, search.playouts, time.monotonic() - start)


def _judgements(
    game: AnyGame, search: TreeSearch, results: list[ActionEstimate], seat: int
) -> tuple[Judgement, ...]:
    alone = len(results[0].values) == 1

    def rank(result: ActionEstimate) -> tuple[float, bool, int, int]:
        proven = result.proof is not None
        return result.values[seat], proven, _urgency(result, alone, seat), result.visits

    order = sorted(results, key=rank, reverse=True)
    best = order[0]
    return tuple(_judgement(game, search, result, best, seat, alone) for result in order)


def _judgement(
    game: AnyGame,
    search: TreeSearch,
    result: ActionEstimate,
    best: ActionEstimate,
    seat: int,
    alone: bool,
) -> Judgement:
    proven_result, value = _proven_result(result, alone, seat), result.values[seat]
    exact = result.proof is not None and (alone or proven_result is not None)
    return Judgement(
        result.action,
        proven_result,
        abs(_urgency(result, alone, seat)) or None,
        exact,
        None,
        None if alone else value,
        search.line(result.action),
        result.points[seat] if game.has_points or alone else None,
        0.0 if result is best else math.hypot(_error(best, search), _error(result, search)),
    )


def _proven_result(result: ActionEstimate, alone: bool, seat: int) -> int | None:
    """A proven win, draw or loss as 1, 0 or −1; None for a win shared by more than two."""
    if result.proof is None or alone:
        return None
    return {1.0: 1, 0.5: 0, 0.0: -1}.get(result.values[seat])


def _urgency(result: ActionEstimate, alone: bool, seat: int) -> int:
    """The actions to the end, negative for a win: win soon, lose late."""
    proven_result = _proven_result(result, alone, seat)
    return (
        0
        if not proven_result or result.proof is None
        else -proven_result * (1 + result.proof.plies)
    )


def _error(result: ActionEstimate, search: TreeSearch) -> float:
    return search.scale if result.error is None else result.error


@lru_cache(maxsize=8)
def standing(game: AnyGame, state: Any, games: int, seed: int) -> Worths:
    """What a position is worth to every seat, whoever's turn it is."""
    search = TreeSearch(game, state, None, Random(seed))
    search.run(min(games, MAX_GAMES), None, Stop())
    ending = search.worths()
    alone = len(ending.values) == 1
    return tuple(
        Worth(None if alone else value, points if game.has_points or alone else None)
        for value, points in zip(*ending, strict=True)
    )
