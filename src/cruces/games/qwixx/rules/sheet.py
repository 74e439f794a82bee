"""The score sheet: its lines, its boxes, and what is crossed on it.

A line has eleven boxes. Its crosses are a mask whose bit 0 is the leftmost box::

    box       0   1   2   3   4   5   6   7   8   9  10
    ◆ red     2   3   4   5   6   7   8   9  10  11  12  lock
    ◆● circ   2   3   4   5   6   7   8   9  10  11  12          (Big Points)
    ● yellow  2   3   4   5   6   7   8   9  10  11  12  lock
    ▲ green  12  11  10   9   8   7   6   5   4   3   2  lock
    ▲■ circ  12  11  10   9   8   7   6   5   4   3   2          (Big Points)
    ■ blue   12  11  10   9   8   7   6   5   4   3   2  lock

The lock has no bit: it is crossed together with the last number, never alone (X9).
"""

from dataclasses import dataclass, replace
from enum import IntEnum

BOXES = 11
LAST = BOXES - 1
PENALTY_BOXES = 4
CROSSES_TO_LOCK = 5
DICE_TO_END = 2
"""So many colour dice gone end the game (X12)."""


_RISES = (True, True, False, False, True, False)
"""Whether a line's numbers rise from left to right."""


class Line(IntEnum):
    """A row of squares, or one of the two rows of circles of Big Points."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3
    RED_YELLOW = 4
    GREEN_BLUE = 5

    @property
    def letters(self) -> str:
        """How the line is written: r, y, g, b, ry, gb."""
        return ("r", "y", "g", "b", "ry", "gb")[self]

    @property
    def neighbours(self) -> tuple["Line", ...]:
        """The two rows beside a row of circles."""
        return _NEIGHBOURS.get(self, ())

    @property
    def circles(self) -> "Line":
        """The row of circles beside a row of squares."""
        return Line.RED_YELLOW if self in (Line.RED, Line.YELLOW) else Line.GREEN_BLUE

    def number(self, box: int) -> int:
        """The number printed in a box."""
        return box + 2 if _RISES[self] else 12 - box

    def box(self, number: int) -> int:
        """Where a number from 2 to 12 is printed."""
        return number - 2 if _RISES[self] else 12 - number


_NEIGHBOURS = {
    Line.RED_YELLOW: (Line.RED, Line.YELLOW),
    Line.GREEN_BLUE: (Line.GREEN, Line.BLUE),
}
COLOURS = (Line.RED, Line.YELLOW, Line.GREEN, Line.BLUE)
CIRCLES = (Line.RED_YELLOW, Line.GREEN_BLUE)


@dataclass(frozen=True, slots=True)
class Cross:
    """Cross the box with this number in this line."""

    line: Line
    number: int

    @property
    def box(self) -> int:
        """The place in the line, 0 at the left."""
        return self.line.box(self.number)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's crosses: a mask for each line, and the penalties.

    Four lines make a Qwixx sheet, six a Big Points sheet.
    """

    marks: tuple[int, ...]
    penalties: int = 0

    @classmethod
    def empty(cls, lines: int = 4) -> "Sheet":
        """A fresh sheet with so many lines."""
        return cls((0,) * lines)

    def has(self, line: Line, number: int) -> bool:
        """Whether this number is crossed in this line."""
        return bool(self.marks[line] >> line.box(number) & 1)

    def count(self, line: Line) -> int:
        """The crosses in a line, without a lock."""
        return self.marks[line].bit_count()

    def reached(self, line: Line) -> int:
        """The rightmost crossed box, or −1."""
        return self.marks[line].bit_length() - 1

    def locked(self, row: Line) -> bool:
        """Whether this player crossed the row's last number, and so its lock (X9)."""
        return bool(self.marks[row] >> LAST & 1)

    def cross(self, cross: Cross) -> "Sheet":
        """The sheet with one cross more."""
        marks = list(self.marks)
        marks[cross.line] |= 1 << cross.box
        return replace(self, marks=tuple(marks))

    def penalise(self) -> "Sheet":
        """The sheet with one penalty more."""
        return replace(self, penalties=self.penalties + 1)
