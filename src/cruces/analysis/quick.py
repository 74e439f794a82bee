"""An analysis that the stand-in process can be asked for."""

from typing import Any

from cruces.analysis.analyse import Analysis, analyse
from cruces.core.registry import get_game
from cruces.players.bot import Limits


def quick_analysis(game: str, state: Any, seat: int | None, seconds: float) -> Analysis:
    """The result of ``analyse`` within a time limit."""
    return analyse(get_game(game), state, Limits(seconds), seat)
