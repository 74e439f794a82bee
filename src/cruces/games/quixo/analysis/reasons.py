"""Why a push in Quixo: what is proven of it, or what it prevents."""

from cruces.analysis.analyse import Analysis, Judgement
from cruces.core.family import AnyGame
from cruces.locales import percent, text

AT_ONCE = 2
"""The other's next push: plies of a loss that must be stopped now."""


def because(game: AnyGame, found: Analysis, judgement: Judgement, lang: str) -> str:
    """See `Family.because`."""
    if len(found.judgements) == 1:
        return text("why.only", lang)
    match judgement.result:
        case 1:
            return _winning(judgement, lang)
        case 0:
            key = "why.draw-missed" if found.best.result == 1 else "why.draw"
            return text(key, lang)
        case -1:
            return _losing(found, judgement, lang)
    share = percent(judgement.worth, lang)
    if judgement.action != found.best.action:
        best, other = game.format_action(found.best.action), percent(found.best.worth, lang)
        return text("why.chance", lang, percent=share, best=best, other=other)
    lost = sum(one.result == -1 and one.plies == AT_ONCE for one in found.judgements)
    if 2 * lost >= len(found.judgements):
        return text("why.stops", lang)
    return text("why.chance-best", lang, percent=share)


def _winning(judgement: Judgement, lang: str) -> str:
    if judgement.plies is None:
        return text("why.wins", lang)
    return text("why.wins-in", lang, plies=judgement.plies)


def _losing(found: Analysis, judgement: Judgement, lang: str) -> str:
    if judgement.plies == 1:
        return text("why.own-goal", lang)
    all_lose = found.best.result == -1
    if judgement.plies is None:
        return text("why.lost" if all_lose else "why.loses", lang)
    # Counted for the opponent, whose own push is the first.
    plies = judgement.plies - 1
    if all_lose:
        return text("why.holds-out", lang, plies=plies)
    return text("why.loses-in", lang, plies=plies)
