"""Play by the table, for ``kernel.batch``: exact alone and among friends.

``known(table)`` goes with it, a table for as many players as there are seats. Rows that others
close are taken as closed; that they could close or end something later is not foreseen.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.bits import lowest
from cruces.games.qwixx.kernel.chance import Luck
from cruces.games.qwixx.kernel.policies import NOT_YET
from cruces.games.qwixx.kernel.rows import LAST, packed, row, rows
from cruces.games.qwixx.kernel.shape import LANE
from cruces.games.qwixx.kernel.sheet import PASS, Sheets, penalties, score, with_penalty
from cruces.games.qwixx.kernel.turn import Rules, colour_legal, dice_gone, last_penalty, locks
from cruces.games.qwixx.solver.index import pairs, place
from cruces.games.qwixx.solver.table import Table
from cruces.games.qwixx.solver.turn import Floats
from cruces.kernels.jit import compiled, inlined


class Known(NamedTuple):
    """What the policy looks up."""

    values: Floats
    of_marks: npt.NDArray[np.uint8]
    number: npt.NDArray[np.int16]


def known(table: Table) -> Known:
    """A table as the policy wants it."""
    return Known(table.values, rows().of_marks, pairs().number)


@compiled
def best(
    known: Known,
    rule: Rules,
    sheets: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    squares: int,
    circles: int,
    luck: Luck,
) -> int:
    """The action after which most can be expected; the first of equals, and a pass last."""
    seats = len(sheets)
    mine, locked = sheets[seat, 0], locks(rule, sheets)
    if first != NOT_YET:
        return _second(known, seats - 1, rule, mine, locked, roll, first)[0]
    waits = (seat - active - 1) % seats
    action, most = PASS, -1e9
    while True:
        option = lowest(squares) if squares else PASS
        then, locks_then = _crossed(mine, locked, option)
        if seat != active or (dice_gone(rule, locks_then) and not rule.finish_turn):
            value = _worth(known, rule, waits, then, locks_then)
        else:
            value = _second(known, waits, rule, then, locks_then, roll, option)[1]
        if value > most:
            action, most = option, value
        if option == PASS:
            return action
        squares &= squares - 1


@compiled
def _second(
    known: Known, waits: int, rule: Rules, mine: int, locked: int, roll: int, first: int
) -> tuple[int, float]:
    """The best action 2, and its value."""
    squares = colour_legal(rule, mine, 0, locked, roll, first)[0]
    action, most = PASS, -1e9
    while squares:
        option = lowest(squares)
        squares &= squares - 1
        then, locks_then = _crossed(mine, locked, option)
        value = _worth(known, rule, waits, then, locks_then)
        if value > most:
            action, most = option, value
    then = with_penalty(mine) if first == PASS else mine
    value = _worth(known, rule, waits, then, locked)
    return (PASS, value) if value > most else (action, most)


@inlined
def _crossed(mine: int, locked: int, action: int) -> tuple[int, int]:
    if action == PASS:
        return mine, locked
    if action % LANE == LAST:
        locked |= 1 << (action - LAST)
    return mine | 1 << action, locked


@inlined
def _worth(known: Known, rule: Rules, waits: int, mine: int, locked: int) -> float:
    made = float(score(rule.shape, mine, 0))
    if last_penalty(rule, mine):
        return made
    sheet = packed(known.of_marks, mine, locked)
    one = known.number[row(sheet, 0), row(sheet, 1)]
    two = known.number[row(sheet, 2), row(sheet, 3)]
    return made + float(known.values[waits, place(one, two), penalties(mine)])
