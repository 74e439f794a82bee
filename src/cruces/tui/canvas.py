"""A grid of characters to draw on, and what the mouse finds where."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip


class Cell(NamedTuple):
    """One character and its colours."""

    char: str = " "
    ink: str | None = None
    back: str | None = None
    bold: bool = False


class Canvas:
    """Draws texts and rectangles; whatever is outside is cut off."""

    def __init__(self, width: int, height: int, back: str | None = None) -> None:
        self.width, self.height = width, height
        self._rows = [[Cell(back=back)] * width for _ in range(height)]
        self._targets: dict[tuple[int, int], str] = {}

    def fill(self, x: int, y: int, width: int, height: int, back: str) -> None:
        """A rectangle in one colour."""
        for row in range(max(0, y), min(self.height, y + height)):
            for column in range(max(0, x), min(self.width, x + width)):
                self._rows[row][column] = Cell(back=back)

    def write(
        self,
        x: int,
        y: int,
        written: str,
        ink: str | None = None,
        back: str | None = None,
        bold: bool = False,
    ) -> None:
        """One line of narrow characters; without ``back`` on what is there."""
        if not 0 <= y < self.height:
            return
        for column, char in enumerate(written, x):
            if 0 <= column < self.width:
                under = self._rows[y][column].back if back is None else back
                self._rows[y][column] = Cell(char, ink, under, bold)

    def aim(self, x: int, y: int, width: int, height: int, target: str) -> None:
        """What a click on this rectangle means."""
        for row in range(y, y + height):
            for column in range(x, x + width):
                self._targets[column, row] = target

    def target(self, x: int, y: int) -> str | None:
        """What a click here means."""
        return self._targets.get((x, y))

    def strip(self, y: int) -> Strip:
        """A line, as Textual wants it."""
        if not 0 <= y < self.height:
            return Strip.blank(self.width)
        return Strip(self._segments(y), self.width)

    def _segments(self, y: int) -> Iterator[Segment]:
        for look, cells in groupby(self._rows[y], key=lambda cell: cell[1:]):
            yield Segment("".join(cell.char for cell in cells), _style(*look))

    def places(self) -> dict[str, tuple[int, int]]:
        """The first place of each target, for tests and for people without a mouse."""
        found: dict[str, tuple[int, int]] = {}
        for place, target in self._targets.items():
            found.setdefault(target, place)
        return found


@lru_cache(maxsize=256)
def _style(ink: str | None, back: str | None, bold: bool) -> Style:
    return Style(color=ink, bgcolor=back, bold=bold or None)
