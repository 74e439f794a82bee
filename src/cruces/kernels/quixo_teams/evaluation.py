"""How good a board looks to a team, for a search that cannot see its end.

Lines count by team as they do between two players. On top of that counts what each player may take:
who finds little on the edge plays what he must, and who finds nothing passes.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.kernels.compiling import compiled, inlined
from cruces.kernels.quixo.board import Mask, Shape, count_bits
from cruces.kernels.quixo.evaluation import Evaluation
from cruces.kernels.quixo.evaluation import evaluate as evaluate_lines
from cruces.kernels.quixo.evaluation import evaluation as evaluation_of_lines
from cruces.kernels.quixo_teams.board import Seats, neutral, opponents, team

PLENTY = 12
"""Cubes on the edge that a player may take; having more of them is worth nothing."""


class Judgement(NamedTuple):
    """What ``evaluate`` looks up."""

    lines: Evaluation
    choice: npt.NDArray[np.int64]
    """What it is worth to a player to find so many cubes that he may take."""


@cache
def judgement(size: int) -> Judgement:
    """The look-ups for a board of this size."""
    lacking = np.maximum(PLENTY - np.arange(size**2 + 1), 0)
    return Judgement(evaluation_of_lines(size), -(lacking**2))


@inlined
def _choice(known: Judgement, may: Mask) -> int:
    return int(known.choice[count_bits(may)])


@compiled
def evaluate(shape: Shape, known: Judgement, seats: Seats) -> int:
    """Points for the team to move."""
    open_, edge = neutral(shape, seats), np.uint32(shape.edge)
    points = evaluate_lines(shape, known.lines, team(seats), opponents(seats))
    points += _choice(known, np.uint32((open_ | seats[0]) & edge))
    points += _choice(known, np.uint32((open_ | seats[2]) & edge))
    points -= _choice(known, np.uint32((open_ | seats[1]) & edge))
    points -= _choice(known, np.uint32((open_ | seats[3]) & edge))
    return points
