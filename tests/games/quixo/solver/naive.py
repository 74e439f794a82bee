"""Quixo solved without any art: every board by itself, by the rules, until nothing changes."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from cruces.games.quixo.rules.geometry import lines, pushes
from cruces.games.quixo.rules.pushing import push
from cruces.games.quixo.solver.index import Group

Board = tuple[int, ...]
"""0 neutral, 1 the mover's, 2 the other's."""


def boards(size: int, group: Group) -> Iterator[Board]:
    """All boards of a group."""
    squares = range(size**2)
    for own in combinations(squares, group.own):
        for other in combinations([i for i in squares if i not in own], group.other):
            yield tuple(1 if i in own else 2 if i in other else 0 for i in squares)


def masks(board: Board) -> tuple[int, int]:
    """The two masks of a board."""
    own, other = (sum(1 << i for i, cube in enumerate(board) if cube == n) for n in (1, 2))
    return own, other


def ended(size: int, board: Board) -> int | None:
    """1 or −1 if a line decides the game; the mover's own counts first (Q5)."""
    for mark, value in ((1, 1), (2, -1)):
        if any(all(board[i] == mark for i in line) for line in lines(size)):
            return value
    return None


def successors(size: int, board: Board) -> list[Board]:
    """What the board may become, seen by the next to move."""
    return [
        tuple((0, 2, 1)[cube] for cube in push(board, path, 1))
        for (taken, _), path in pushes(size).items()
        if board[taken] != 2
    ]


def solved(size: int, groups: Iterable[Group]) -> dict[Board, tuple[int, int]]:
    """Value and plies of every board of these groups that is not drawn.

    All groups that play leads to must be among them.
    """
    known: dict[Board, tuple[int, int]] = {}
    left: dict[Board, list[Board]] = {}
    for group in groups:
        for board in boards(size, group):
            value = ended(size, board)
            if value is None:
                left[board] = successors(size, board)
            else:
                known[board] = (value, 0)
    ply, last = 0, 0
    while ply <= last + 1:
        ply += 1
        fresh = {}
        for board, others in left.items():
            found = [known.get(other) for other in others]
            if any(one and one[0] < 0 for one in found):
                fresh[board] = (1, ply)
            elif all(one and one[0] > 0 for one in found):
                fresh[board] = (-1, ply)
        known |= fresh
        left = {board: others for board, others in left.items() if board not in fresh}
        last = ply if fresh else last
    return known
