"""Why an action is good or not, in one sentence without a capital: for hints and for the coach."""

from typing import Any

from cruces.analysis.analyse import Analysis, Judgement
from cruces.core.family import AnyGame
from cruces.core.registry import family_of
from cruces.locales import text


def because(game: AnyGame, state: Any, analysis: Analysis, judgement: Judgement, lang: str) -> str:
    """What speaks for one of the judged actions, or against it in favour of the best."""
    why = family_of(game).because(game, state, analysis, judgement, lang)
    return _general(game, analysis, judgement, lang) if why is None else why


def action_name(game: AnyGame, action: Any, lang: str) -> str:
    """An action as people say it: ``blue 10``."""
    return family_of(game).action_name(game, action, lang)


def _general(game: AnyGame, analysis: Analysis, judgement: Judgement, lang: str) -> str:
    """What can be said of any game: what is proven, or the chances."""
    if len(analysis.judgements) == 1:
        return text("why.only", lang)
    match judgement.result:
        case 1:
            return text("why.wins", lang)
        case 0:
            return text("why.draw", lang)
        case -1:
            return text("why.loses", lang)
    if judgement.chance is None:
        return text("why.points", lang, points=round(judgement.worth, 1))
    percent = round(100 * judgement.worth)
    if judgement.action == analysis.best.action:
        return text("why.chance-best", lang, percent=percent)
    best, other = action_name(game, analysis.best.action, lang), round(100 * analysis.best.worth)
    return text("why.chance", lang, percent=percent, best=best, other=other)
