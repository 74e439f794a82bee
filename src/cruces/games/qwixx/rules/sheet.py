"""The crosses on a sheet.

The crosses of a row are a mask whose bit 0 is the leftmost box. The lock has no bit: it is crossed
together with the last box, never alone (X9).
"""

from dataclasses import dataclass, field, replace

from cruces.games.qwixx.rules.layout import Layout


@dataclass(frozen=True, slots=True)
class Cross:
    """Cross the box with this number in this row, given by its index in the layout."""

    row: int
    number: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's crosses: a mask for each row of the layout, and the penalties."""

    layout: Layout = field(repr=False, hash=False)
    marks: tuple[int, ...]
    penalties: int = 0

    @classmethod
    def empty(cls, layout: Layout) -> "Sheet":
        """An empty sheet."""
        return cls(layout, (0,) * len(layout.all))

    def box(self, cross: Cross) -> int:
        """The place of a cross in its row, 0 at the left."""
        return self.layout.all[cross.row].boxes[cross.number]

    def has(self, row: int, number: int) -> bool:
        """Whether this number is crossed in this row."""
        return bool(self.marks[row] >> self.layout.all[row].boxes[number] & 1)

    def count(self, row: int) -> int:
        """The crosses in a row, without a lock."""
        return self.marks[row].bit_count()

    def reached(self, row: int) -> int:
        """The rightmost crossed box, or −1."""
        return self.marks[row].bit_length() - 1

    def skips(self, cross: Cross) -> int:
        """How many boxes between the last cross of the row and this one would be lost (X2)."""
        return self.box(cross) - self.reached(cross.row) - 1

    def locked(self, row: int) -> bool:
        """Whether this player crossed the row's last box, and so its lock (X9)."""
        printed = self.layout.all[row]
        return printed.lock and bool(self.marks[row] >> printed.last & 1)

    def closes(self, cross: Cross) -> bool:
        """Whether a cross also crosses the lock of its row."""
        printed = self.layout.all[cross.row]
        return printed.lock and printed.boxes[cross.number] == printed.last

    def numbers(self, row: int) -> list[int]:
        """The crossed numbers of a row, from left to right."""
        marks = self.marks[row]
        return [n for box, n in enumerate(self.layout.all[row].numbers) if marks >> box & 1]

    def cross(self, cross: Cross) -> "Sheet":
        """The sheet with one more cross."""
        marks = list(self.marks)
        marks[cross.row] |= 1 << self.box(cross)
        return replace(self, marks=tuple(marks))

    def penalise(self) -> "Sheet":
        """The sheet with one more penalty."""
        return replace(self, penalties=self.penalties + 1)
