"""What a push does to a board, and what a board shows."""

from itertools import pairwise

from cruces.games.quixo.rules.geometry import lines
from cruces.games.quixo.rules.state import NEUTRAL, Board

CROSSES, CIRCLES = 0, 1
CUBES = (frozenset({1, 3}), frozenset({2, 4}))
"""The cubes that show each team's mark, whichever partner the dot points at."""


def team_of(seat: int) -> int:
    """Crosses or circles: partners sit opposite, so turns alternate between the teams (T1)."""
    return seat % 2


def mark_of(cube: int) -> int | None:
    """The mark on a cube: CROSSES, CIRCLES, or None when neutral."""
    return None if cube == NEUTRAL else team_of(cube - 1)


def push(board: Board, path: tuple[int, ...], cube: int) -> Board:
    """The board after the cube at the beginning of the path is pushed in at its end (Q3)."""
    after = list(board)
    for here, beyond in pairwise(path):
        after[here] = board[beyond]
    after[path[-1]] = cube
    return tuple(after)


def lines_of(board: Board, size: int, team: int) -> list[tuple[int, ...]]:
    """The complete lines that show a team's mark (Q5, T5)."""
    cubes = CUBES[team]
    return [
        line
        for line in lines(size)
        # The first cube rules out most lines.
        if board[line[0]] in cubes and cubes.issuperset([board[i] for i in line])
    ]
