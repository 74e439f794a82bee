"""The same moment played on by network players, then judged by the network: who may win.

The rest of this turn hangs on no dice. What follows has the dice of numbered games, the same from
every moment, as in ``rollouts``. All play as ``strong.alone`` says.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.chance import begin, rolled
from cruces.games.qwixx.kernel.net import MARGIN, Net, Room, ended, judge, room
from cruces.games.qwixx.kernel.policies import NOT_YET
from cruces.games.qwixx.kernel.rollouts import Moment, next_present
from cruces.games.qwixx.kernel.sheet import PASS, Sheets, score
from cruces.games.qwixx.kernel.strong import alone, second
from cruces.games.qwixx.kernel.turn import (
    Rules,
    Whole,
    among,
    colour_legal,
    locks,
    settle_colour,
    settle_white,
)
from cruces.kernels.jit import compiled, inlined

Shares = npt.NDArray[np.float64]


def look_ahead(
    net: Net, rule: Rules, moments: Sequence[Moment], turns: int, begin: int, end: int, seed: int
) -> Shares:
    """``[moment, game, seat]``: parts of the win to be expected so many turns after this one.

    Alone it is the points. Before the dice are rolled there is no turn to end. Of who left the game
    a sheet has only the rows that they closed.
    """
    shares = np.zeros((len(moments), end - begin, len(moments[0].sheets)))

    def some(number: int) -> None:
        judge_some(net, rule, *moments[number], turns, seed, begin, shares[number])

    with ThreadPoolExecutor(os.cpu_count() or 1, "outlook") as pool:
        list(pool.map(some, range(len(moments))))
    return shares


@compiled
def judge_some(
    net: Net,
    rule: Rules,
    sheets: Sheets,
    active: int,
    away: int,
    roll: int,
    choices: Whole,
    first: int,
    planned: int,
    turns: int,
    seed: int,
    begin_at: int,
    shares: Shares,
) -> None:
    """Fill in the shares of as many games as there is room for, numbered from ``begin_at``."""
    here, luck = room(len(sheets)), np.zeros(1, np.uint64)
    start, now, whose = sheets.copy(), choices.copy(), active
    if roll:
        _play_turn(net, rule, start, active, away, roll, now, first, planned, here)
        whose = next_present(active, len(sheets), away)
    table = start.copy()
    for game in range(len(shares)):
        begin(luck, seed, begin_at + game)
        if roll:
            rolled(luck)
        table[:] = start
        upcoming = whose
        for _ in range(turns):
            if ended(rule, table):
                break
            for seat in range(len(table)):
                now[seat] = PASS if (away >> seat) & 1 else NOT_YET
            _play_turn(net, rule, table, upcoming, away, rolled(luck), now, NOT_YET, NOT_YET, here)
            upcoming = next_present(upcoming, len(sheets), away)
        _divide(net, rule, table, upcoming, away, here, shares[game])


@compiled
def _play_turn(
    net: Net,
    rule: Rules,
    table: Sheets,
    active: int,
    away: int,
    roll: int,
    choices: Whole,
    first: int,
    planned: int,
    room: Room,
) -> None:
    """What is left of a turn; choices that are open are made, and a plan is kept if it is legal."""
    if first == NOT_YET:
        locked = locks(rule, table)
        for seat in range(len(table)):
            if choices[seat] == NOT_YET:
                choices[seat] = alone(net, rule, table, seat, active, locked, roll, room)
        if settle_white(rule, table, choices):
            return
        first = choices[active]
    if (away >> active) & 1:
        return
    then = planned
    squares, circles = colour_legal(
        rule, table[active, 0], table[active, 1], locks(rule, table), roll, first
    )
    if planned == NOT_YET or not among(planned, squares, circles):
        then = second(net, rule, table, active, roll, first, room)[0]
    settle_colour(rule, table, active, first, then)


@inlined
def _divide(
    net: Net, rule: Rules, table: Sheets, upcoming: int, away: int, room: Room, shares: Shares
) -> None:
    """What each seat may expect, together 1: at the end those in first place divide it (X13)."""
    if len(table) == 1:
        shares[0] = judge(net, rule, table, 0, upcoming, room)[1] * MARGIN
        return
    over, best, total = ended(rule, table), -1000, 0.0
    for seat in range(len(table)):
        if not (away >> seat) & 1:
            best = max(best, score(rule.shape, table[seat, 0], table[seat, 1]))
    for seat in range(len(table)):
        if (away >> seat) & 1:
            continue
        if not over:
            shares[seat] = judge(net, rule, table, seat, upcoming, room)[0]
        elif score(rule.shape, table[seat, 0], table[seat, 1]) == best:
            shares[seat] = 1
        total += shares[seat]
    for seat in range(len(table)):
        shares[seat] /= total
