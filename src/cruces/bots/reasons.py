"""Why an action is good or not, in one sentence without a capital: for hints and for the coach."""

from typing import Any

from cruces.bots import reasons_quixo, reasons_qwixx
from cruces.bots.analysis import Analysis, AnyGame, Judgement
from cruces.games import qwixx


def because(game: AnyGame, state: Any, found: Analysis, judgement: Judgement, lang: str) -> str:
    """What speaks for one of the judged actions, or against it in favour of the best."""
    if isinstance(state, qwixx.State):
        return reasons_qwixx.because(state, found, judgement, lang)
    return reasons_quixo.because(game, found, judgement, lang)


def named(game: AnyGame, action: Any, lang: str) -> str:
    """An action as people say it: ``blue 10``; in Quixo as it is written."""
    if isinstance(game, qwixx.Qwixx):
        return reasons_qwixx.named(action, lang)
    return game.format_action(action)
