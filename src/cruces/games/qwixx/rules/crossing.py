"""Where a cross may go: the rules of one box, apart from turns and phases.

Each function answers None when the cross is allowed, otherwise the reason why not.
"""

from collections.abc import Collection, Iterable

from cruces.core import Reason
from cruces.games.qwixx.rules.dice import Roll
from cruces.games.qwixx.rules.sheet import COLOURS, CROSSES_TO_LOCK, LAST, Cross, Line, Sheet


def closed_rows(sheets: Iterable[Sheet]) -> tuple[Line, ...]:
    """The rows that anybody has locked: closed for all, their dice gone (X10)."""
    marks = [sheet.marks for sheet in sheets]
    return tuple(row for row in COLOURS if any(mark[row] >> LAST for mark in marks))


def why_not_further(sheet: Sheet, cross: Cross) -> Reason | None:
    """Strictly left to right; what was skipped is lost (X2, B5)."""
    if sheet.has(cross.line, cross.number):
        return Reason("already-crossed")
    if cross.box <= sheet.reached(cross.line):
        return Reason("left-to-right")
    return None


def why_not_square(sheet: Sheet, closed: Collection[Line], cross: Cross) -> Reason | None:
    """An open row, left to right, and five crosses before the last number (X2, X9, X10)."""
    if cross.line in closed:
        return Reason("row-closed")
    why = why_not_further(sheet, cross)
    if why is None and cross.box == LAST and sheet.count(cross.line) < CROSSES_TO_LOCK:
        return Reason("needs-five")
    return why


def why_not_white(roll: Roll, cross: Cross) -> Reason | None:
    """In action 1 the number is the sum of the white dice (X6)."""
    if cross.number != roll.white_sum:
        return Reason("not-white-sum", {"sum": roll.white_sum})
    return None


def why_not_colour(roll: Roll, closed: Collection[Line], row: Line, number: int) -> Reason | None:
    """In action 2 the number is a white die and the row's own die, still in play (X7, X10)."""
    if row in closed:
        return Reason("die-gone")
    sums = roll.colour_sums(row)
    if number not in sums:
        return Reason("not-colour-sum", {"sums": ", ".join(map(str, sums))})
    return None
