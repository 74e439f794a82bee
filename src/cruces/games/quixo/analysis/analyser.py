"""What every push in Quixo is worth, for two and in teams.

Proven is what the exact table says, what ends the game at once, and what the search has seen to its
end: it claims a win only where one push leads to a lost position, a loss only where all lead to won
ones. A push that it looks at less closely counts for a loss only if that shorter look itself found
the other's win, and positions that came up before count as drawn for both: such a claim needs no
repetition, and no repetition can undo it.
"""

import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from types import ModuleType

from cruces.analysis.analyse import Analysis, Judgement
from cruces.core.family import AnyGame
from cruces.games.quixo.players.engine import Line, masks
from cruces.games.quixo.players.levels import engine_of
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS, Action, State
from cruces.games.quixo.rules.state import Board
from cruces.games.quixo.solver.oracle import oracle
from cruces.players.bot import Limits
from cruces.players.stop import Stop

POINTS = {QUIXO.id: 107.3, QUIXO_TEAMS.id: 22.3}
"""So many points ahead make a chance of 73 %: fitted by bench/quixo_chance.py."""
AMONG_DRAWS = 4
"""How far to look where all is proven and what is left is which draw is the harder to hold."""
CHANCES = {1: 1.0, 0: 0.5, -1: 0.0}


def chance(game: str, score: int) -> float:
    """The share of a game that a score promises.

    >>> chance("quixo", 0)
    0.5
    """
    return 1 / (1 + math.exp(-score / POINTS[game]))


def deepen(
    game: AnyGame, state: State, seat: int, limits: Limits, stop: Stop
) -> Iterator[Analysis]:
    """See `analysis.deepen`. The time begins when there is machine code to think with."""
    engine = _warm(game.id)
    began = time.monotonic()
    after = {action: game.apply(state, seat, action) for action in game.legal(state, seat)}
    known = {action: _known(game, action, there, seat) for action, there in after.items()}
    told = Analysis(seat, _best_first(known.values()), 0, 0, time.monotonic() - began)
    if all(judgement.exact and _timed(judgement) for judgement in told.judgements):
        if told.best.result != 0:
            yield told
            return
        limits = replace(limits, depth=min(limits.depth or AMONG_DRAWS, AMONG_DRAWS))
    thoughts = engine.think(state, seat, limits, len(after), stop)
    for thought in thoughts:
        # Pushes that come to the same board are looked at once.
        found = {after[line.pushes[0]].board: line for line in thought.lines}
        judged = (
            _judged(game.id, judgement, found.get(after[action].board))
            for action, judgement in known.items()
        )
        spent = time.monotonic() - began
        yield Analysis(seat, _best_first(judged), thought.depth, thought.nodes, spent)


@cache
def _warm(game: str) -> ModuleType:
    engine = engine_of(game)
    engine.warm_up()
    return engine


def _timed(judgement: Judgement) -> bool:
    """Whether nothing is left to be found out about how long it takes."""
    return judgement.result == 0 or judgement.plies is not None


def _known(game: AnyGame, action: Action, there: State, seat: int) -> Judgement:
    """What needs no search: the end of the game, and what the table says."""
    outcome = game.outcome(there)
    if outcome is not None:
        result = outcome.scores[seat]
        return _proven(action, result, 1 if result else None)
    value, distance = None, None
    if game.id == QUIXO.id:
        value, distance = _looked_up(there.board, there.options.size, 1 - seat)
    if value is None:
        return Judgement(action, None, None, False, None, 0.5, (action,))
    return _proven(action, -value, None if distance is None else 1 + distance)


def _proven(action: Action, result: int, plies: int | None) -> Judgement:
    return Judgement(action, result, plies, True, None, CHANCES[result], (action,))


def _looked_up(board: Board, size: int, team: int) -> tuple[int | None, int | None]:
    """The value for a team that is to move, and the plies to the end, as far as the table knows."""
    table = oracle(size)
    if table is None:
        return None, None
    mover, other = map(int, masks(board, team))
    return table.value(mover, other), table.distance(mover, other)


def _judged(game: str, known: Judgement, line: Line | None) -> Judgement:
    """What is known together with what the search found, if it came to this push."""
    if line is None:
        return known
    way: tuple[Action, ...] = (known.action, *line.pushes[1:])
    if known.exact:
        plies = known.plies if _timed(known) else line.plies
        return replace(known, plies=plies, score=line.score, line=way)
    if line.plies is not None:
        result = 1 if line.score > 0 else -1
        return Judgement(known.action, result, line.plies, True, line.score, CHANCES[result], way)
    return Judgement(known.action, None, None, False, line.score, chance(game, line.score), way)


def _best_first(judgements: Iterable[Judgement]) -> tuple[Judgement, ...]:
    return tuple(sorted(judgements, key=_worth, reverse=True))


def _worth(judgement: Judgement) -> tuple[float, float]:
    """Short wins first, then by chance and points, long losses last but short ones behind them."""
    far = judgement.plies if judgement.plies is not None else math.inf
    if judgement.result == 1:
        return 1.0, -far
    if judgement.result == -1:
        return 0.0, far
    return judgement.worth, judgement.score or 0
