"""The courses, the exercises, and what to say about an answer.

The exercises are made by ``python -m tools.exercises quixo``.
"""

from collections.abc import Sequence

from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS
from cruces.learning.content import Exercise, read_exercises

WITH_EXERCISES = (QUIXO.id, QUIXO_TEAMS.id)


def exercises(game: str) -> Sequence[Exercise]:
    """See `Family.exercises`."""
    return read_exercises(__name__, f"{game}.jsonl") if game in WITH_EXERCISES else ()
