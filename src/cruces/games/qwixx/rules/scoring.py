"""The score of a sheet."""

from functools import lru_cache

from cruces.games.qwixx.rules.sheet import Sheet


def counted(sheet: Sheet, row: int) -> int:
    """The crosses that score in a row: its squares, its lock, and its circles (X13, B9)."""
    circles = sum(map(sheet.count, sheet.layout.bonus_of[row]))
    return min(sheet.count(row) + sheet.locked(row) + circles, sheet.layout.most_counted)


@lru_cache(maxsize=4096)  # a sheet is shown and weighed many times before it changes
def row_points(sheet: Sheet) -> tuple[int, ...]:
    """The points of the rows, as written at the foot of the sheet."""
    points = sheet.layout.points
    return tuple(points[counted(sheet, row)] for row in range(len(sheet.layout.rows)))


def penalty_points(sheet: Sheet) -> int:
    """The points that the penalties cost."""
    return sheet.layout.penalty * sheet.penalties


def total(sheet: Sheet) -> int:
    """The final score: the rows minus the penalties."""
    return sum(row_points(sheet)) - penalty_points(sheet)
