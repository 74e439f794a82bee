"""A policy that plays by the value table, for ``kernel.batch``: exact alone and in friendly games.

Its data are ``policy_tables(table)``, of a table for as many players as there are seats. Rows that
others have closed count as closed, but it does not foresee that others may close rows or end the
game later.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.bits import lowest
from cruces.games.qwixx.kernel.chance import RandomStream
from cruces.games.qwixx.kernel.policies import NOT_YET
from cruces.games.qwixx.kernel.rows import LAST, pack_sheet, row_tables, state_of_row
from cruces.games.qwixx.kernel.shape import LANE
from cruces.games.qwixx.kernel.sheet import PASS, Sheets, penalties, score, with_penalty
from cruces.games.qwixx.kernel.turn import KernelRules, colour_legal, dice_gone, last_penalty, locks
from cruces.games.qwixx.solver.index import pairs, place
from cruces.games.qwixx.solver.table import ValueTable
from cruces.games.qwixx.solver.turn import Floats
from cruces.kernels.jit import compiled, inlined


class PolicyTables(NamedTuple):
    """The tables that the policy looks up."""

    values: Floats
    row_states: npt.NDArray[np.uint8]
    number: npt.NDArray[np.int16]


def policy_tables(table: ValueTable) -> PolicyTables:
    """A value table in the form that the policy needs."""
    return PolicyTables(table.values, row_tables().row_states, pairs().number)


@compiled
def best(
    data: PolicyTables,
    rules: KernelRules,
    sheets: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    squares: int,
    circles: int,
    stream: RandomStream,
) -> int:
    """The action with the highest expected score; the first among equals, and a pass last."""
    seats = len(sheets)
    my_squares, locked = sheets[seat, 0], locks(rules, sheets)
    if first != NOT_YET:
        return _second(data, seats - 1, rules, my_squares, locked, roll, first)[0]
    waits = (seat - active - 1) % seats
    action, best_value = PASS, -1e9
    while True:
        candidate = lowest(squares) if squares else PASS
        squares_after, locks_after = _crossed(my_squares, locked, candidate)
        if seat != active or (dice_gone(rules, locks_after) and not rules.finish_turn):
            value = _worth(data, rules, waits, squares_after, locks_after)
        else:
            value = _second(data, waits, rules, squares_after, locks_after, roll, candidate)[1]
        if value > best_value:
            action, best_value = candidate, value
        if candidate == PASS:
            return action
        squares &= squares - 1


@compiled
def _second(
    data: PolicyTables,
    waits: int,
    rules: KernelRules,
    my_squares: int,
    locked: int,
    roll: int,
    first: int,
) -> tuple[int, float]:
    """The best action 2, and its value."""
    squares = colour_legal(rules, my_squares, 0, locked, roll, first)[0]
    action, best_value = PASS, -1e9
    while squares:
        candidate = lowest(squares)
        squares &= squares - 1
        squares_after, locks_after = _crossed(my_squares, locked, candidate)
        value = _worth(data, rules, waits, squares_after, locks_after)
        if value > best_value:
            action, best_value = candidate, value
    squares_after = with_penalty(my_squares) if first == PASS else my_squares
    value = _worth(data, rules, waits, squares_after, locked)
    return (PASS, value) if value > best_value else (action, best_value)


@inlined
def _crossed(my_squares: int, locked: int, action: int) -> tuple[int, int]:
    if action == PASS:
        return my_squares, locked
    if action % LANE == LAST:
        locked |= 1 << (action - LAST)
    return my_squares | 1 << action, locked


@inlined
def _worth(
    data: PolicyTables, rules: KernelRules, waits: int, my_squares: int, locked: int
) -> float:
    points = float(score(rules.shape, my_squares, 0))
    if last_penalty(rules, my_squares):
        return points
    sheet = pack_sheet(data.row_states, my_squares, locked)
    one = data.number[state_of_row(sheet, 0), state_of_row(sheet, 1)]
    two = data.number[state_of_row(sheet, 2), state_of_row(sheet, 3)]
    return points + float(data.values[waits, place(one, two), penalties(my_squares)])
