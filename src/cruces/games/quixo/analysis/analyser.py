"""What every push in Quixo is worth, for two and in teams.

Values are proven if they come from the exact table, if the push ends the game, or if the search has
seen the end: it claims a win only if one push leads to a lost position, and a loss only if all lead
to won ones. A push searched to a reduced depth counts as a loss only if that search itself found
the opponent's win, and repeated positions count as draws for both sides: so such a claim does not
depend on repetition, and repetition cannot refute it.
"""

import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from types import ModuleType

from cruces.analysis.analyse import Analysis, Judgement
from cruces.core.family import AnyGame
from cruces.games.quixo.analysis.oracle import look_up
from cruces.games.quixo.players.engine import Variation
from cruces.games.quixo.players.levels import engine_of
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS, Action, State
from cruces.players.bot import Limits
from cruces.players.stop import Stop

POINTS = {QUIXO.id: 107.3, QUIXO_TEAMS.id: 22.3}
"""This lead in points is a chance of 73 %: fitted by bench/quixo_chance.py."""
AMONG_DRAWS = 4
"""The search depth when every push is proven and the question is which draw is harder to hold."""
CHANCES = {1: 1.0, 0: 0.5, -1: 0.0}


def chance(game: str, score: int) -> float:
    """The chance to win that a score means.

    >>> chance("quixo", 0)
    0.5
    """
    return 1 / (1 + math.exp(-score / POINTS[game]))


def deepen(
    game: AnyGame, state: State, seat: int, limits: Limits, stop: Stop
) -> Iterator[Analysis]:
    """See `analysis.deepen`. The time limit starts when the machine code is ready."""
    engine = _warm_engine(game.id)
    started = time.monotonic()
    after = {action: game.apply(state, seat, action) for action in game.legal(state, seat)}
    known = {
        action: _known_judgement(game, action, after_push, seat)
        for action, after_push in after.items()
    }
    analysis = Analysis(seat, _best_first(known.values()), 0, 0, time.monotonic() - started)
    if all(judgement.exact and _distance_settled(judgement) for judgement in analysis.judgements):
        if analysis.best.result != 0:
            yield analysis
            return
        limits = replace(limits, depth=min(limits.depth or AMONG_DRAWS, AMONG_DRAWS))
    results = engine.think(state, seat, limits, len(after), stop)
    for result in results:
        # Pushes with the same result are searched once.
        variations = {
            after[variation.pushes[0]].board: variation for variation in result.variations
        }
        judgements = (
            _combine(game.id, judgement, variations.get(after[action].board))
            for action, judgement in known.items()
        )
        elapsed = time.monotonic() - started
        yield Analysis(seat, _best_first(judgements), result.depth, result.nodes, elapsed)


@cache
def _warm_engine(game: str) -> ModuleType:
    engine = engine_of(game)
    engine.warm_up()
    return engine


def _distance_settled(judgement: Judgement) -> bool:
    """Whether the distance to the end is known, or does not matter."""
    return judgement.result == 0 or judgement.plies is not None


def _known_judgement(game: AnyGame, action: Action, after_push: State, seat: int) -> Judgement:
    """The judgement without search: by the end of the game, or by the table."""
    outcome = game.outcome(after_push)
    if outcome is not None:
        result = outcome.scores[seat]
        return _proven_judgement(action, result, 1 if result else None)
    value, distance = None, None
    if game.id == QUIXO.id:
        value, distance = look_up(after_push.board, after_push.options.size, 1 - seat)
    if value is None:
        return Judgement(action, None, None, False, None, 0.5, (action,))
    return _proven_judgement(action, -value, None if distance is None else 1 + distance)


def _proven_judgement(action: Action, result: int, plies: int | None) -> Judgement:
    return Judgement(action, result, plies, True, None, CHANCES[result], (action,))


def _combine(game: str, known: Judgement, variation: Variation | None) -> Judgement:
    """The known judgement combined with the result of the search for this push, if any."""
    if variation is None:
        return known
    actions: tuple[Action, ...] = (known.action, *variation.pushes[1:])
    if known.exact:
        plies = known.plies if _distance_settled(known) else variation.plies
        return replace(known, plies=plies, score=variation.score, line=actions)
    if variation.plies is not None:
        result = 1 if variation.score > 0 else -1
        return Judgement(
            known.action, result, variation.plies, True, variation.score, CHANCES[result], actions
        )
    return Judgement(
        known.action, None, None, False, variation.score, chance(game, variation.score), actions
    )


def _best_first(judgements: Iterable[Judgement]) -> tuple[Judgement, ...]:
    return tuple(sorted(judgements, key=_worth, reverse=True))


def _worth(judgement: Judgement) -> tuple[float, float]:
    """Short wins first, then by chance and points, then long losses before short ones."""
    far = judgement.plies if judgement.plies is not None else math.inf
    if judgement.result == 1:
        return 1.0, -far
    if judgement.result == -1:
        return 0.0, far
    return judgement.worth, judgement.score or 0
