"""Why an action is good or bad, in one sentence without a capital, for hints and the coach."""

from typing import Any

from cruces.analysis.analyse import Analysis, Judgement
from cruces.core.family import AnyGame
from cruces.core.registry import family_of
from cruces.locales import percent, text
from cruces.locales.numbers import Figure


def because(game: AnyGame, state: Any, analysis: Analysis, judgement: Judgement, lang: str) -> str:
    """Why one of the judged actions is good, or why the best is better."""
    why = family_of(game).because(game, state, analysis, judgement, lang)
    return _general(game, analysis, judgement, lang) if why is None else why


def action_name(game: AnyGame, action: Any, lang: str) -> str:
    """An action as people say it: ``blue 10``."""
    return family_of(game).action_name(game, action, lang)


def _general(game: AnyGame, analysis: Analysis, judgement: Judgement, lang: str) -> str:
    """A reason that works for any game: the proven result, or the chances."""
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
        return text("why.points", lang, points=Figure(judgement.worth, 1))
    share = percent(judgement.worth, lang)
    if judgement.action == analysis.best.action:
        return text("why.chance-best", lang, percent=share)
    best, other = action_name(game, analysis.best.action, lang), percent(analysis.best.worth, lang)
    return text("why.chance", lang, percent=share, best=best, other=other)
