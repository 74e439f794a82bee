"""The courses, the exercises, and what to say about an answer.

The exercises are made by ``python -m tools.exercises qwixx``.
"""

from collections.abc import Sequence

from cruces.games.qwixx.rules import BIG_POINTS, QWIXX
from cruces.learning.content import Exercise, read_exercises

WITH_EXERCISES = (QWIXX.id, BIG_POINTS.id)


def exercises(game: str) -> Sequence[Exercise]:
    """See `Family.exercises`."""
    return read_exercises(__name__, f"{game}.jsonl") if game in WITH_EXERCISES else ()
