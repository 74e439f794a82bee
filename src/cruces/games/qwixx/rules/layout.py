"""What is printed on a sheet: rows with their numbers, bonus rows between them, the points.

The two sheets of the booklets, with the index of every row at the left::

    0  ◆ red     2   3   4   5   6   7   8   9  10  11  12  lock
    4  ◆● circ   2   3   4   5   6   7   8   9  10  11  12          (Big Points)
    1  ● yellow  2   3   4   5   6   7   8   9  10  11  12  lock
    2  ▲ green  12  11  10   9   8   7   6   5   4   3   2  lock
    5  ▲■ circ  12  11  10   9   8   7   6   5   4   3   2          (Big Points)
    3  ■ blue   12  11  10   9   8   7   6   5   4   3   2  lock

Rules, notation, pictures and kernels read the layout: another sheet is another value, not other
code. A row may have its numbers in any order, and fewer or more of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

RED, YELLOW, GREEN, BLUE, RED_YELLOW, GREEN_BLUE = range(6)
"""The rows of the booklets' sheets, by index."""


@dataclass(frozen=True)
class Row:
    """A printed row: crossed from left to right, whatever the order of its numbers.

    ``id`` is how the row is written in actions: lower-case letters, neither ``p`` nor ``w``.
    ``colour`` is one of red, yellow, green and blue, or ``circles`` for a bonus row. The lock, if
    there is one, goes with the last box. ``beside`` are the indices of the rows above and below a
    bonus row.
    """

    id: str
    colour: str
    numbers: tuple[int, ...]
    lock: bool = True
    beside: tuple[int, ...] = ()

    @cached_property
    def boxes(self) -> Mapping[int, int]:
        """Where each number is printed: 0 is the leftmost box."""
        return {number: box for box, number in enumerate(self.numbers)}

    @cached_property
    def last(self) -> int:
        """The rightmost box."""
        return len(self.numbers) - 1


@dataclass(frozen=True)
class Layout:
    """A sheet as it is printed, and what is counted on it.

    ``rows`` are the rows with a die of their colour, from top to bottom; ``bonus`` are the rows of
    circles between them, which count for both rows next to them. The index of a row is its place in
    ``rows`` and then ``bonus``.
    """

    rows: tuple[Row, ...]
    bonus: tuple[Row, ...] = ()
    most_counted: int = 12
    """Crosses beyond this number score nothing."""
    crosses_to_lock: int = 5
    """The crosses that a row needs before its last box, the one with the lock."""
    penalty: int = 5
    penalties: int = 4
    """The number of penalty boxes; the last one ends the game."""
    dice_to_end: int = 2
    """The game ends when this many colour dice are gone."""

    def __post_init__(self) -> None:
        for row in self.all:
            if len(set(row.numbers)) < len(row.numbers):
                raise ValueError(f"row {row.id}: a number appears twice")
            if not (row.id.isalpha() and row.id.islower()) or row.id[0] in "pw":
                raise ValueError(f"row {row.id}: not an id")
            if row.lock and len(row.numbers) <= self.crosses_to_lock:
                raise ValueError(f"row {row.id}: too short for its lock")
        if len(self.by_id) < len(self.all):
            raise ValueError("two rows have the same id")
        for row in self.bonus:
            # A circle lies between two boxes: the same number in both (B1).
            if [self.rows[index].numbers for index in row.beside] != [row.numbers] * 2:
                raise ValueError(f"row {row.id}: other numbers than in the rows next to it")

    def __deepcopy__(self, memo: object) -> "Layout":
        return self  # immutable

    @cached_property
    def all(self) -> tuple[Row, ...]:
        """Every row, by index."""
        return self.rows + self.bonus

    @cached_property
    def by_id(self) -> Mapping[str, int]:
        """The index of every row by its id."""
        return {row.id: index for index, row in enumerate(self.all)}

    @cached_property
    def blocks(self) -> tuple[tuple[int, ...], ...]:
        """The rows as they are printed, from top to bottom: a bonus row joins those next to it.

        >>> BIG_POINTS_LAYOUT.blocks, QWIXX_LAYOUT.blocks
        (((0, 4, 1), (2, 5, 3)), ((0,), (1,), (2,), (3,)))
        """
        below = {row.beside[0]: len(self.rows) + at for at, row in enumerate(self.bonus)}
        blocks: list[tuple[int, ...]] = []
        for index in range(len(self.rows)):
            joined = index - 1 in below
            block = (index, below[index]) if index in below else (index,)
            blocks = [*blocks[:-1], blocks[-1] + block] if joined else [*blocks, block]
        return tuple(blocks)

    @property
    def printed(self) -> tuple[int, ...]:
        """The indices of the rows from top to bottom."""
        return tuple(chain.from_iterable(self.blocks))

    @cached_property
    def bonus_of(self) -> tuple[tuple[int, ...], ...]:
        """For every row, the bonus rows that count for it."""
        first = len(self.rows)
        return tuple(
            tuple(first + at for at, row in enumerate(self.bonus) if index in row.beside)
            for index in range(len(self.all))
        )

    @cached_property
    def longest(self) -> int:
        """The most boxes that a row has."""
        return max(len(row.numbers) for row in self.all)

    @cached_property
    def points(self) -> tuple[int, ...]:
        """The score of 0, 1, 2 … crosses in a row, as far as they are counted (X13).

        >>> BIG_POINTS_LAYOUT.points
        (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120)
        """
        return tuple(n * (n + 1) // 2 for n in range(self.most_counted + 1))

    @property
    def score_range(self) -> tuple[int, int]:
        """The lowest and the highest possible score."""
        return -self.penalty * self.penalties, len(self.rows) * self.points[-1]


_UP = tuple(range(2, 13))
_DOWN = _UP[::-1]
_ROWS = (
    Row("r", "red", _UP),
    Row("y", "yellow", _UP),
    Row("g", "green", _DOWN),
    Row("b", "blue", _DOWN),
)

QWIXX_LAYOUT = Layout(_ROWS)
BIG_POINTS_LAYOUT = Layout(
    _ROWS,
    bonus=(
        Row("ry", "circles", _UP, lock=False, beside=(RED, YELLOW)),
        Row("gb", "circles", _DOWN, lock=False, beside=(GREEN, BLUE)),
    ),
    most_counted=15,
)
