"""The board's geometry: squares, pushes and lines, computed for any size.

Columns are letters from the left, rows are numbers from the top; squares are numbered in reading
order::

        a   b   c   d   e
    1   0   1   2   3   4
    2   5   6   7   8   9
    3  10  11  12  13  14
    4  15  16  17  18  19
    5  20  21  22  23  24
"""

from functools import cache
from typing import NamedTuple

SIZES = (5, 4, 3, 2)
"""The standard size first; small boards are for research."""


class Square(NamedTuple):
    """A place on the board; its name does not depend on the size."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{'abcde'[self.column]}{self.row + 1}"


@cache
def squares(size: int) -> tuple[Square, ...]:
    """All squares, by their numbers."""
    return tuple(Square(column, row) for row in range(size) for column in range(size))


def index(size: int, place: Square) -> int:
    """The number of a square."""
    return place.row * size + place.column


def on_board(size: int, place: Square) -> bool:
    """Whether a board of this size has the square."""
    return 0 <= place.column < size and 0 <= place.row < size


@cache
def edge(size: int) -> tuple[int, ...]:
    """The squares on the edge, in reading order."""
    ends = (0, size - 1)
    return tuple(
        i for i, place in enumerate(squares(size)) if place.row in ends or place.column in ends
    )


@cache
def pushes(size: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """For every edge square and every end where its cube may be pushed in, the path between (Q3).

    The path begins where the cube is taken and ends where it is pushed in: along it every other
    cube moves one step towards the beginning.

    >>> pushes(5)[0, 4]
    (0, 1, 2, 3, 4)
    >>> len(pushes(5))
    44
    """
    paths: dict[tuple[int, int], tuple[int, ...]] = {}
    for taken in edge(size):
        column, row = squares(size)[taken]
        ends = {Square(0, row), Square(size - 1, row), Square(column, 0), Square(column, size - 1)}
        for end in sorted(index(size, place) for place in ends):
            if end != taken:
                stride = size if squares(size)[end].column == column else 1
                step = stride if end > taken else -stride
                paths[taken, end] = tuple(range(taken, end + step, step))
    return paths


@cache
def lines(size: int) -> tuple[tuple[int, ...], ...]:
    """Rows, columns and the two diagonals (Q5).

    >>> len(lines(5))
    12
    """
    span = range(size)
    rows = [tuple(r * size + c for c in span) for r in span]
    columns = [tuple(r * size + c for r in span) for c in span]
    falling = tuple(i * size + i for i in span)
    rising = tuple((size - 1 - i) * size + i for i in span)
    return (*rows, *columns, falling, rising)
