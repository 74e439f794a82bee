"""How good a board looks to a team, for a search that cannot see its end.

Every row, column and diagonal counts by how many cubes of each team are in it. On top of that
counts what each player may take: who finds little on the edge plays what he must, and who finds
nothing passes. And to have the turn counts.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import Mask, count_bits
from cruces.games.quixo.kernel.teams.board import Board, Seats, neutral, opponents, team
from cruces.kernels.jit import compiled, inlined

TEAM_LINE = (0, 1, 4, 12, 40, 0)
"""What so many cubes of a team in a line without the other's are worth."""
SHARED = 3
"""A line that both are in is worth so much less: pushes can still change it."""
PLENTY = 12
"""Cubes on the edge that a player may take; having more of them is worth nothing."""
TURN = 13
"""What it is worth to be the team to move: fitted by bench/quixo_chance.py."""


class Judgement(NamedTuple):
    """What ``evaluate`` looks up."""

    line: npt.NDArray[np.int64]
    """By the number of cubes in a line: of the team to move, and of the other."""
    choice: npt.NDArray[np.int64]
    """What it is worth to a player to find so many cubes that he may take."""


@cache
def judgement(size: int) -> Judgement:
    """The look-ups for a board of this size."""
    counts = range(size + 1)
    lacking = np.maximum(PLENTY - np.arange(size**2 + 1), 0)
    return Judgement(
        np.array([[_line(own, other) for other in counts] for own in counts], np.int64),
        -(lacking**2),
    )


def _line(own: int, other: int) -> int:
    """What a line with so many cubes of each team is worth to the one.

    >>> _line(3, 0), _line(0, 3), _line(2, 2)
    (12, -12, 0)
    """
    value = TEAM_LINE[own] - TEAM_LINE[other]
    return int(value / SHARED) if own and other else value


@inlined
def _choice(known: Judgement, may: Mask) -> int:
    return int(known.choice[count_bits(may)])


@compiled
def evaluate(board: Board, known: Judgement, seats: Seats) -> int:
    """Points for the team to move."""
    own, other = team(seats), opponents(seats)
    points = TURN
    for i in range(board.lines.size):
        line = board.lines[i]
        points += known.line[count_bits(np.uint32(own & line)), count_bits(np.uint32(other & line))]
    open_, edge = neutral(board.shape, seats), np.uint32(board.shape.edge)
    points += _choice(known, np.uint32((open_ | seats[0]) & edge))
    points += _choice(known, np.uint32((open_ | seats[2]) & edge))
    points -= _choice(known, np.uint32((open_ | seats[1]) & edge))
    points -= _choice(known, np.uint32((open_ | seats[3]) & edge))
    return points
