"""What is expected to follow the best action, where a table proves it without a search."""

from dataclasses import replace
from typing import Any

from cruces.analysis.analyse import Analysis, deepen
from cruces.core import CHANCE
from cruces.core.family import AnyGame
from cruces.players.bot import Limits
from cruces.players.stop import Stop

MOST = 40
"""The actions of the longest line."""


def with_expected_line(
    game: AnyGame, state: Any, analysis: Analysis, stop: Stop | None = None
) -> Analysis:
    """The same analysis; a best action that wins or loses for sure has the whole line to the end.

    A search finds such a line itself, a table knows values only: so the line is what is best in one
    position after another, as long as that is known at once.
    """
    best, halted = analysis.best, stop or Stop()
    if not best.exact or not best.result or len(best.line) > 1:
        return analysis
    line, now = [best.action], game.apply(state, analysis.seat, best.action)
    while len(line) < MOST and not halted.requested:
        waiting = game.to_act(now)
        if len(waiting) != 1 or CHANCE in waiting:
            break
        found = next(deepen(game, now, Limits(depth=1), stop=halted))
        if found.nodes or not found.best.exact:
            break
        line.append(found.best.action)
        now = game.apply(now, found.seat, found.best.action)
    longer = replace(best, line=tuple(line))
    return replace(analysis, judgements=(longer, *analysis.judgements[1:]))
