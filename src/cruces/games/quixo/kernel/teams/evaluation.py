"""The static evaluation of a board for a team, for a search that cannot see the end.

Every row, column and diagonal counts by how many cubes of each team are in it. What each player may
take also counts: a player with few cubes on the edge has little choice, and one with none passes.
So does having the turn.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import Mask, count_bits
from cruces.games.quixo.kernel.teams.board import Seats, TeamTables, neutral, opponents, team
from cruces.kernels.jit import compiled, inlined

TEAM_LINE = (0, 1, 4, 12, 40, 0)
"""What a line is worth, by its number of cubes, if only one team has any in it."""
SHARED = 3
"""The value of a line that both teams are in is divided by this: pushes can still change it."""
PLENTY = 12
"""More takeable cubes on the edge than this are worth nothing extra to a player."""
TURN = 13
"""What it is worth to have the turn: fitted by bench/quixo_chance.py."""


class TeamEvaluation(NamedTuple):
    """The tables that ``evaluate`` looks up."""

    line: npt.NDArray[np.int64]
    """``[own cubes, other cubes]`` in a line: what it is worth to the team to move."""
    choice: npt.NDArray[np.int64]
    """What it is worth to a player, by the number of cubes that they may take."""


@cache
def team_evaluation(size: int) -> TeamEvaluation:
    """The tables for a board of this size."""
    counts = range(size + 1)
    lacking = np.maximum(PLENTY - np.arange(size**2 + 1), 0)
    return TeamEvaluation(
        np.array([[_line_value(own, other) for other in counts] for own in counts], np.int64),
        -(lacking**2),
    )


def _line_value(own: int, other: int) -> int:
    """What a line with these numbers of cubes is worth to the first team.

    >>> _line_value(3, 0), _line_value(0, 3), _line_value(2, 2)
    (12, -12, 0)
    """
    value = TEAM_LINE[own] - TEAM_LINE[other]
    return int(value / SHARED) if own and other else value


@inlined
def _choice_value(evaluation: TeamEvaluation, takeable_cubes: Mask) -> int:
    return int(evaluation.choice[count_bits(takeable_cubes)])


@compiled
def evaluate(tables: TeamTables, evaluation: TeamEvaluation, seats: Seats) -> int:
    """Points for the team to move."""
    own, other = team(seats), opponents(seats)
    points = TURN
    for i in range(tables.lines.size):
        line = tables.lines[i]
        points += evaluation.line[
            count_bits(np.uint32(own & line)), count_bits(np.uint32(other & line))
        ]
    neutral_cubes, edge = neutral(tables.shape, seats), np.uint32(tables.shape.edge)
    points += _choice_value(evaluation, np.uint32((neutral_cubes | seats[0]) & edge))
    points += _choice_value(evaluation, np.uint32((neutral_cubes | seats[2]) & edge))
    points -= _choice_value(evaluation, np.uint32((neutral_cubes | seats[1]) & edge))
    points -= _choice_value(evaluation, np.uint32((neutral_cubes | seats[3]) & edge))
    return points
