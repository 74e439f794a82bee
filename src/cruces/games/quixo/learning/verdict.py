"""What to say about a push in an exercise."""

from typing import Any

from cruces.core.family import AnyGame
from cruces.games.quixo.rules import Action, State
from cruces.learning.content import Exercise
from cruces.locales import text

WIN, SAVE = "win", "save"
"""What exercises claim: the answers win, or alone do not lose, by force, within so many plies."""


def verdict(game: AnyGame, exercise: Exercise, state: State, action: Action, lang: str) -> str:
    """See `Family.verdict`."""
    kind, count = exercise.claim["kind"], (exercise.claim["plies"] + 1) // 2
    written = game.format_action(action)
    if written in exercise.answers:
        return text(f"page.learn.quixo.said.{kind}", lang, count=count)
    if written in exercise.claim["slower"]:
        return text("page.learn.quixo.said.slower", lang)
    after = game.apply(state, exercise.seat, action)
    if game.outcome(after) is not None:  # else it would be an answer
        return text("page.learn.quixo.said.own-goal", lang)
    reply = winning_reply(game, after)
    if reply is not None:
        return text("page.learn.quixo.said.reply", lang, move=game.format_action(reply))
    return text(f"page.learn.quixo.said.not-{kind}", lang, count=count)


def winning_reply(game: AnyGame, state: State) -> Any:
    """A push with which the player to move wins at once; None if there is none."""
    (seat,) = game.to_act(state)
    for reply in game.legal(state, seat):
        outcome = game.outcome(game.apply(state, seat, reply))
        if outcome is not None and outcome.scores[seat] > 0:
            return reply
    return None
