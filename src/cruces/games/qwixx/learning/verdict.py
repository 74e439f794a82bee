"""What to say about an action in an exercise."""

from typing import Any

from cruces.analysis.analyse import Analysis, Judgement
from cruces.core.family import AnyGame
from cruces.games.qwixx.analysis.reasons import because
from cruces.games.qwixx.rules import Action, State
from cruces.games.qwixx.show.phrases import action_name
from cruces.learning.content import Exercise
from cruces.locales import percent, text
from cruces.locales.numbers import Figure


def verdict(game: AnyGame, exercise: Exercise, state: State, action: Action, lang: str) -> str:
    """See `Family.verdict`."""
    found = analysis_of(game, exercise)
    best, second = found.judgements[:2]
    judgement = next(one for one in found.judgements if one.action == action)
    behind = best.worth - (second if judgement is best else judgement).worth
    said: dict[str, Any] = {
        "why": because(state, found, judgement, lang),
        "percent": percent(best.worth, lang),
        "points": Figure(100 * behind, 0),
    }
    if judgement is best:
        name = action_name(state.sheets[0].layout, second.action, lang)
        return text("page.learn.qwixx.said.right", lang, name=name, **said)
    return text("page.learn.qwixx.said.wrong", lang, **said)


def analysis_of(game: AnyGame, exercise: Exercise) -> Analysis:
    """What an exercise claims, as the analysis that it comes from."""
    chance = exercise.claim["chance"]
    judgements = []
    for written, behind, error in exercise.claim["actions"]:
        line = tuple(map(game.parse_action, written.split()))
        judgements.append(
            Judgement(line[0], None, None, False, None, chance - behind, line, None, error)
        )
    return Analysis(exercise.seat, tuple(judgements), 0, 0, 0.0)
