"""How a game ended."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """Places and scores by seat, and why the game ended.

    ``places`` start at 1; equals share a place. ``scores`` are the game's own points where it has
    points, otherwise 1 for a win, 0 for a draw and −1 for a loss. ``reason`` is a slug of the
    catalogue (``reason.<slug>``); ``announced`` lists what players would call out: the cubes of
    each winning line, the rows that were closed. ``left`` are the seats that left the
    game; they rank below all others, whatever they scored.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str
    announced: tuple[str, ...] = ()
    left: tuple[int, ...] = ()

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; empty when all of several seats share it."""
        first = tuple(seat for seat, place in enumerate(self.places) if place == 1)
        return () if len(first) == len(self.places) > 1 else first


def places_of(scores: Sequence[int]) -> tuple[int, ...]:
    """Places by score, highest first; equal scores share a place and the next one is skipped.

    >>> places_of([70, 82, 70, 12])
    (2, 1, 2, 4)
    """
    return tuple(1 + sum(other > score for other in scores) for score in scores)
