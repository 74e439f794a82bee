"""Sampled rounds on top of the network: play on with many dice, then judge.

Every choice meets the same dice and the same habits of the others, so that their difference shows
in few samples. All play ``quick`` meanwhile. The network's own choice stands unless another is
better beyond chance: what samples add is noise before it is knowledge.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.kernels.compiling import compiled, inlined
from cruces.kernels.qwixx.chance import Luck, begin, rolled
from cruces.kernels.qwixx.net import Net, Room, ended, room, worth
from cruces.kernels.qwixx.policies import NOT_YET
from cruces.kernels.qwixx.sheet import PASS, Sheets, cross
from cruces.kernels.qwixx.strong import (
    NOTHING,
    alone,
    expected,
    finish,
    following,
    second,
    weighed,
)
from cruces.kernels.qwixx.turn import Rules, dice_gone, locks

MOST_CHOICES = 5
"""The best so many by the network's judgement are looked at."""
CLOSE = 0.06
"""A choice that seems worse by more is not looked at."""
SURE = 2.0
"""By so many standard errors another choice must be better than the network's own."""


class Searching(NamedTuple):
    """A network, and how much is sampled on top of it."""

    net: Net
    samples: int
    rounds: int


@compiled
def choices(room: Room, found: int) -> int:
    """Put the choices worth looking at first, the best at the very first; how many there are."""
    kept = 0
    while kept < min(found, MOST_CHOICES):
        top = kept
        for place in range(kept + 1, found):
            if room.worths[place] > room.worths[top]:
                top = place
        if room.worths[top] < room.worths[0] - CLOSE:
            break
        action, value = room.actions[top], room.worths[top]
        room.actions[top], room.worths[top] = room.actions[kept], room.worths[kept]
        room.actions[kept], room.worths[kept] = action, value
        kept += 1
    return kept


@compiled
def whole_turn(
    net: Net,
    rule: Rules,
    table: Sheets,
    active: int,
    roll: int,
    chosen: npt.NDArray[np.int64],
    room: Room,
) -> None:
    """One turn on all sheets."""
    locked = locks(table)
    for seat in range(len(table)):
        chosen[seat] = alone(net, rule, table, seat, active, locked, roll, room)
    for seat in range(len(table)):
        cross(table, seat, chosen[seat])
    if dice_gone(locks(table)) and not rule.finish_turn:
        return
    then = second(net, rule, table, active, roll, chosen[active], room)[0]
    finish(rule, table, active, chosen[active], then)


@compiled
def sample(
    net: Net,
    rule: Rules,
    sheets: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    actions: npt.NDArray[np.int64],
    seed: int,
    begin_at: int,
    end: int,
    turns: int,
    sums: npt.NDArray[np.float64],
) -> None:
    """Add how much better each action was than the first, sample by sample, and the squares.

    The samples are those with these numbers.
    """
    here, seats = room(len(sheets)), len(sheets)
    table, after = sheets.copy(), np.empty((len(actions), seats, 2), np.int64)
    theirs, then = PASS, NOTHING
    if first == NOT_YET:
        theirs, then = expected(net, rule, sheets, seat, active, roll, table, here)
    for choice in range(len(actions)):
        after[choice] = table
        _end_turn(
            net, rule, after[choice], seat, active, roll, first, actions[choice], theirs, then, here
        )
    luck = np.zeros(1, np.uint64)
    chosen = np.zeros(seats, np.int64)
    for number in range(begin_at, end):
        first_worth = 0.0
        for choice in range(len(actions)):
            begin(luck, seed, number)
            table[:] = after[choice]
            upcoming = following(active, seats)
            for _ in range(turns):
                if ended(table):
                    break
                whole_turn(net, rule, table, upcoming, rolled(luck), chosen, here)
                upcoming = following(upcoming, seats)
            value = worth(net, rule, table, seat, upcoming, here)
            if choice == 0:
                first_worth = value
            sums[choice, 0] += value - first_worth
            sums[choice, 1] += (value - first_worth) ** 2


@compiled
def convincing(sums: npt.NDArray[np.float64], samples: int) -> int:
    """The choice that is better than the first beyond chance, by most; else the first."""
    found, most = 0, 0.0
    for choice in range(1, len(sums)):
        mean = sums[choice, 0] / max(samples, 1)
        spread = max(sums[choice, 1] / max(samples, 1) - mean * mean, 0.0)
        sure = mean - SURE * np.sqrt(spread / max(samples, 1))
        if sure > most:
            found, most = choice, sure
    return found


@inlined
def _end_turn(
    net: Net,
    rule: Rules,
    table: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    action: int,
    theirs: int,
    then: int,
    room: Room,
) -> None:
    """The rest of this turn after an action."""
    if first != NOT_YET:
        finish(rule, table, seat, first, action)
        return
    cross(table, seat, action)
    if seat == active and (rule.finish_turn or not dice_gone(locks(table))):
        theirs, then = action, second(net, rule, table, seat, roll, action, room)[0]
    finish(rule, table, active, theirs, then)


@compiled
def searching(
    known: Searching,
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
    """The policy for batch play, with as many samples for every decision."""
    here = room(len(sheets))
    found = weighed(known.net, rule, sheets, seat, active, roll, first, squares, circles, here)
    found = choices(here, found)
    if found == 1:
        return int(here.actions[0])
    sums = np.zeros((found, 2), np.float64)
    seed, turns = int(luck[0] >> np.uint64(2)), known.rounds * len(sheets)
    actions = here.actions[:found].copy()
    sample(
        known.net,
        rule,
        sheets,
        seat,
        active,
        roll,
        first,
        actions,
        seed,
        0,
        known.samples,
        turns,
        sums,
    )
    return int(actions[convincing(sums, known.samples)])
