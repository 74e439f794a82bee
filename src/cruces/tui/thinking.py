"""What actions are worth, worked out beside the screen with what is prepared so far."""

from typing import Any

from cruces.analysis.analysis_dto import LISTED, Advice, advice
from cruces.core.family import AnyGame
from cruces.players import Limits
from cruces.players.preparing import Preparing
from cruces.tui.threads import in_thread


async def advised(
    preparing: Preparing, game: AnyGame, state: Any, seat: int, seconds: float, lang: str
) -> Advice:
    """The worth of a seat's actions, in words."""

    def think() -> Advice:
        from cruces.analysis import analyse
        from cruces.analysis.quick import quick_analysis

        missing = preparing.missing(game, state, None)
        if missing:
            question = game.id, state, seat, seconds
            analysis = preparing.meanwhile(missing, quick_analysis, *question)
        else:
            limits = preparing.load(game, state, None, Limits(seconds=seconds))
            analysis = analyse(game, state, limits, seat)
        return advice(game, state, analysis, lang, LISTED)

    return await in_thread(think)
