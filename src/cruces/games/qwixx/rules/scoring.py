"""What a sheet is worth."""

from cruces.games.qwixx.rules.sheet import COLOURS, Line, Sheet

PENALTY = -5
MOST_COUNTED = 15
"""Beyond fifteen crosses a row of Big Points scores nothing more (B9); Qwixx ends at twelve."""


def counted(sheet: Sheet, row: Line) -> int:
    """The crosses that score in a row: its squares, its lock, and its circles (X13, B9)."""
    circles = sheet.count(row.circles) if len(sheet.marks) > len(COLOURS) else 0
    return min(sheet.count(row) + sheet.locked(row) + circles, MOST_COUNTED)


def points(crosses: int) -> int:
    """The score of so many crosses in a row (X13).

    >>> [points(n) for n in range(1, 16)]
    [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78, 91, 105, 120]
    """
    return crosses * (crosses + 1) // 2


def row_points(sheet: Sheet) -> tuple[int, ...]:
    """The points of the four rows, as written at the foot of the sheet."""
    return tuple(points(counted(sheet, row)) for row in COLOURS)


def total(sheet: Sheet) -> int:
    """The final score: the four rows less five for each penalty."""
    return sum(row_points(sheet)) + PENALTY * sheet.penalties
