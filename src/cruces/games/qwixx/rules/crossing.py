"""Which boxes may be crossed: the rules of one box, apart from turns and phases.

Each function returns None if the cross is allowed, otherwise the reason why not.
"""

from collections.abc import Collection, Sequence

from cruces.core import Reason
from cruces.games.qwixx.rules.dice import Roll
from cruces.games.qwixx.rules.sheet import Cross, Sheet


def closed_rows(sheets: Sequence[Sheet]) -> tuple[int, ...]:
    """The rows that anybody has locked: closed for all, their dice gone (X10)."""
    rows = sheets[0].layout.rows
    return tuple(
        index
        for index, row in enumerate(rows)
        if row.lock and any(sheet.marks[index] >> row.last for sheet in sheets)
    )


def why_not_further(sheet: Sheet, cross: Cross) -> Reason | None:
    """Strictly left to right; skipped boxes are lost (X2, B5)."""
    if sheet.has(cross.row, cross.number):
        return Reason("already-crossed")
    if sheet.skips(cross) < 0:
        return Reason("left-to-right")
    return None


def why_not_square(sheet: Sheet, closed: Collection[int], cross: Cross) -> Reason | None:
    """An open row, left to right, and enough crosses before its lock (X2, X9, X10)."""
    if cross.row in closed:
        return Reason("row-closed")
    why = why_not_further(sheet, cross)
    short = sheet.count(cross.row) < sheet.layout.crosses_to_lock
    if why is None and short and sheet.closes(cross):
        return Reason("needs-five")
    return why


def why_not_white(roll: Roll, cross: Cross) -> Reason | None:
    """In action 1 the number is the sum of the white dice (X6)."""
    if cross.number != roll.white_sum:
        return Reason("not-white-sum", {"sum": roll.white_sum})
    return None


def why_not_colour(roll: Roll, closed: Collection[int], row: int, number: int) -> Reason | None:
    """In action 2 the number is a white die and the row's own die, still in play (X7, X10)."""
    if row in closed:
        return Reason("die-gone")
    sums = roll.colour_sums(row)
    if number not in sums:
        return Reason("not-colour-sum", {"sums": ", ".join(map(str, sums))})
    return None
