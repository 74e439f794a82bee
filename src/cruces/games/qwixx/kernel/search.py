"""Sampled turns on top of the network: play on with many dice, then judge.

Every choice meets the same dice and the same habits of the others, so that their difference shows
in few samples; all play ``quick`` meanwhile. The network's first word is not forgotten: samples
outweigh it once they are surer than it usually is. Who is clearly behind is looked at no more, and
when only one is left there is nothing to look for.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.chance import DIE, Luck, begin, rolled
from cruces.games.qwixx.kernel.net import Net, Room, ended, room, worth
from cruces.games.qwixx.kernel.policies import NOT_YET
from cruces.games.qwixx.kernel.sheet import PASS, Sheets, cross
from cruces.games.qwixx.kernel.strong import (
    NOTHING,
    alone,
    expected,
    finish,
    following,
    second,
    weighed,
)
from cruces.games.qwixx.kernel.turn import Rules, dice_gone, locks
from cruces.games.qwixx.rules.dice import FACES
from cruces.kernels.jit import compiled, inlined

MOST_CHOICES = 3
"""The best so many by the network's judgement are looked at."""
CLOSE = 0.025
"""A choice that seems worse by more is not looked at."""
OFF = 0.01
"""How far the network is off, typically, in the difference of two choices."""
SURE = 2.0
"""By so many standard errors a choice must be behind to be left aside."""
CHUNK = FACES**2
"""Samples between two looks at how it stands: the next turn's white dice show every pair once."""
_TINY = 1e-8


class Searching(NamedTuple):
    """A network, how much is sampled on top of it, and how many turns a sample is played on."""

    net: Net
    samples: int
    turns: int


class Look(NamedTuple):
    """The choices worth looking at, the network's favourite first, and what is known of them."""

    actions: npt.NDArray[np.int64]
    words: npt.NDArray[np.float64]
    """What the network says of each without samples."""
    worths: npt.NDArray[np.float64]
    """``[choice, sample]``: what the network says some turns later."""
    alive: npt.NDArray[np.bool_]
    """Which are not left aside."""


@compiled
def look(
    known: Searching,
    rule: Rules,
    sheets: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    squares: int,
    circles: int,
) -> Look:
    """What there is to look at, with no samples yet."""
    here = room(len(sheets))
    found = weighed(known.net, rule, sheets, seat, active, roll, first, squares, circles, here)
    found = choices(here, found)
    return Look(
        here.actions[:found].copy(),
        here.worths[:found].copy(),
        np.zeros((found, known.samples), np.float64),
        np.ones(found, np.bool_),
    )


@compiled
def choices(room: Room, found: int) -> int:
    """Put the choices worth looking at first, the best at the very first; how many there are."""
    kept = 0
    while kept < min(found, MOST_CHOICES):
        top = kept
        for place in range(kept + 1, found):
            if room.worths[place] > room.worths[top]:
                top = place
        if kept and room.worths[top] < room.worths[0] - CLOSE:
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
    locked = locks(rule, table)
    for seat in range(len(table)):
        chosen[seat] = alone(net, rule, table, seat, active, locked, roll, room)
    for seat in range(len(table)):
        cross(table, seat, chosen[seat])
    if dice_gone(rule, locks(rule, table)) and not rule.finish_turn:
        return
    then = second(net, rule, table, active, roll, chosen[active], room)[0]
    finish(rule, table, active, chosen[active], then)


@compiled
def sample(
    known: Searching,
    rule: Rules,
    sheets: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    look: Look,
    seed: int,
    begin_at: int,
    end: int,
) -> None:
    """Write what each choice that is not left aside is worth in the samples with these numbers."""
    net, here, seats = known.net, room(len(sheets)), len(sheets)
    table, after = sheets.copy(), np.empty((len(look.actions), seats, 2), np.int64)
    theirs, then = PASS, NOTHING
    if first == NOT_YET:
        theirs, then = expected(net, rule, sheets, seat, active, roll, table, here)
    for choice in range(len(after)):
        action = look.actions[choice]
        after[choice] = table
        _end_turn(net, rule, after[choice], seat, active, roll, first, action, theirs, then, here)
    luck, chosen = np.zeros(1, np.uint64), np.zeros(seats, np.int64)
    for number in range(begin_at, end):
        for choice in range(len(after)):
            if not look.alive[choice]:
                continue
            begin(luck, seed, number)
            table[:] = after[choice]
            upcoming, dice = following(active, seats), _with_whites(rolled(luck), number)
            for _ in range(known.turns):
                if ended(rule, table):
                    break
                whole_turn(net, rule, table, upcoming, dice, chosen, here)
                upcoming, dice = following(upcoming, seats), rolled(luck)
            look.worths[choice, number] = worth(net, rule, table, seat, upcoming, here)


@inlined
def _with_whites(roll: int, number: int) -> int:
    """The roll with white dice by a sample's number: all pairs in turn, none comes short."""
    pair = number % CHUNK
    return (roll & ~((1 << 2 * DIE) - 1)) | (pair // FACES + 1) | (pair % FACES + 1) << DIE


@compiled
def narrow(look: Look, samples: int) -> tuple[int, int]:
    """The best choice after so many samples, and how many remain: who is clearly behind is out."""
    best, left = 0, 1
    for choice in range(1, len(look.alive)):
        if look.alive[choice] and _behind(look, best, choice, samples)[0] < 0:
            best = choice
    for choice in range(len(look.alive)):
        if look.alive[choice] and choice != best:
            behind, error = _behind(look, best, choice, samples)
            look.alive[choice] = behind <= SURE * error
            left += look.alive[choice]
    return best, left


@inlined
def _behind(look: Look, best: int, other: int, samples: int) -> tuple[float, float]:
    """By how much one choice is behind another, and the standard error.

    It is the mean of what the network says at first and of what the samples say, each weighed by
    how sure it is.
    """
    total, squares = 0.0, 0.0
    for number in range(samples):
        less = look.worths[best, number] - look.worths[other, number]
        total += less
        squares += less * less
    mean = total / samples
    doubt = max(squares / samples - mean * mean, _TINY) / samples
    trust = OFF * OFF / (OFF * OFF + doubt)
    word = look.words[best] - look.words[other]
    return word + trust * (mean - word), np.sqrt(trust * doubt)


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
    if seat == active and (rule.finish_turn or not dice_gone(rule, locks(rule, table))):
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
    """The policy for batch play."""
    found = look(known, rule, sheets, seat, active, roll, first, squares, circles)
    seed = int(luck[0] >> np.uint64(2))
    best, left, done = 0, len(found.actions), 0
    while left > 1 and done < known.samples:
        end = min(done + CHUNK, known.samples)
        sample(known, rule, sheets, seat, active, roll, first, found, seed, done, end)
        best, left = narrow(found, end)
        done = end
    return int(found.actions[best])
