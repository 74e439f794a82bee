"""The state of a game."""

from dataclasses import dataclass
from typing import NamedTuple

from cruces.core import Pass
from cruces.games.quixo.rules.geometry import Square

NEUTRAL = 0

Board = tuple[int, ...]
"""A cube for each square: NEUTRAL, or 1 + the seat that may take it.

Between two players that is simply whose mark it shows. In teams the seat is the one the dot points
at, and the mark is the team's: seats 0 and 2 are crosses, 1 and 3 circles.
"""


class Push(NamedTuple):
    """Take the cube on one square, push it in at another; in teams, turn its dot to a seat."""

    take: Square
    to: Square
    dot: int | None = None


Action = Push | Pass


@dataclass(frozen=True, slots=True)
class Options:
    """The options; ``consult`` only matters in teams (T6)."""

    size: int = 5
    repetition: int | None = 3
    begins: str = "crosses"
    consult: bool = True


@dataclass(frozen=True, slots=True)
class Conclusion:
    """An end not on the board: `agreement`, `length`, or a seat's `resignation`, `time`…"""

    how: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game.

    ``ply`` counts the turns taken, including passes. ``seen`` holds the earlier boards that could
    still repeat, oldest first: all since a neutral cube was last taken, because marked cubes never
    become neutral. It stays empty when repetition does not matter.
    """

    options: Options
    board: Board
    ply: int = 0
    seen: tuple[Board, ...] = ()
    conclusion: Conclusion | None = None
