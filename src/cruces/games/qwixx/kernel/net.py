"""A small network that judges positions: who will win, and by how much.

It looks at a position between two turns through the eyes of one seat: the sheets in the order of
turns, one's own first. Its inputs are mostly single facts, such as "my red row is in state 17", so
that the first layer is a sum of few rows of weights::

    sheet    4 × 57 states of rows, 4 numbers of penalties
             in Big Points also 2 × 67 states of circles, 4 × 11 squares that open a circle ahead,
             2 numbers: the points of the next circle
    table    whose turn is next, the points of all, how far ahead of the best other

It knows the two sheets of the booklets, and no other (see ``rows``).
Rows that may be exchanged (see ``solver.index``) are not alike to the network; it learns
that they are by seeing positions in any of the eight arrangements.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.bits import lowest
from cruces.games.qwixx.kernel.rows import BOXES, CLOSED, STATES, number, rows
from cruces.games.qwixx.kernel.shape import LANE
from cruces.games.qwixx.kernel.sheet import (
    EACH,
    ONE_LANE,
    Sheets,
    counts,
    passed,
    penalties,
    score,
)
from cruces.games.qwixx.kernel.turn import Rules, dice_gone, last_penalty, locks
from cruces.games.qwixx.rules import Layout
from cruces.kernels.jit import compiled, inlined

Floats = npt.NDArray[np.float32]

WIDE, NARROW, HEADS = 64, 16, 2
"""The two hidden layers, and the outputs: the logit of winning, and the margin."""
ARRANGEMENTS = 8
MARGIN = 100
"""Points that are one unit of the margin."""
FOR_MARGIN = 0.02
"""What such a unit is worth beside a won game: it decides when all or nothing is won."""
CIRCLE_STATES = 67
MOST_ACTIONS = 24
"""More than there are in any decision."""
_PENALTIES = 4 * STATES
_CIRCLES = _PENALTIES + 4
_READY = _CIRCLES + 2 * CIRCLE_STATES
_NEXT_CIRCLE = _READY + 4 * BOXES
_BIG_SHEET = _NEXT_CIRCLE + 2
_AHEAD = 3
_LAST_BIT = 10
_FAR = np.float32(1)


class Net(NamedTuple):
    """The weights, as views of one vector, and the tables that the inputs come from."""

    flat: Floats
    inputs: Floats
    wide: Floats
    between: Floats
    narrow: Floats
    out: Floats
    level: Floats
    of_marks: npt.NDArray[np.uint8]
    of_circles: npt.NDArray[np.uint8]


def inputs(seats: int, layout: Layout) -> int:
    """
    >>> from cruces.games.qwixx.rules import BIG_POINTS_LAYOUT, QWIXX_LAYOUT
    >>> inputs(2, QWIXX_LAYOUT), inputs(5, BIG_POINTS_LAYOUT)
    (471, 2073)
    """
    return seats * (_BIG_SHEET if layout.bonus else _CIRCLES) + 2 * seats + _AHEAD


def size(seats: int, layout: Layout) -> int:
    """How many weights a network for so many seats has."""
    return (inputs(seats, layout) + 1) * WIDE + (WIDE + 1) * NARROW + (NARROW + 1) * HEADS


def net(flat: Floats, seats: int, layout: Layout) -> Net:
    """The network with these weights."""
    parts, begin = [], 0
    for shape in (
        (inputs(seats, layout), WIDE),
        (WIDE,),
        (WIDE, NARROW),
        (NARROW,),
        (NARROW, HEADS),
        (HEADS,),
    ):
        end = begin + int(np.prod(shape))
        parts.append(flat[begin:end].reshape(shape))
        begin = end
    assert begin == len(flat), "as many weights as the layers have"
    first, wide, between, narrow, out, level = parts
    return Net(flat, first, wide, between, narrow, out, level, rows().of_marks, _circles())


@cache
def _circles() -> npt.NDArray[np.uint8]:
    """The state of a row of circles by the mask of its crosses: the last of them and how many."""
    masks = range(1 << BOXES)
    return np.array([number(mask.bit_length() - 1, mask.bit_count()) for mask in masks], np.uint8)


@inlined
def _slot(row: int, arrangement: int) -> int:
    """Where a row stands in one of the arrangements."""
    pair = row >> 1
    return ((pair ^ (arrangement >> 2)) << 1) | ((row & 1) ^ ((arrangement >> pair) & 1))


@inlined
def _add(net: Net, sums: Floats, place: int, value: np.float32) -> None:
    for unit in range(WIDE):
        sums[unit] += value * net.inputs[place, unit]


@inlined
def _count(net: Net, sums: Floats, place: int) -> None:
    for unit in range(WIDE):
        sums[unit] += net.inputs[place, unit]


@compiled
def facts(
    net: Net,
    rule: Rules,
    sheets: Sheets,
    seat: int,
    upcoming: int,
    arrangement: int,
    places: npt.NDArray[np.int32],
    values: Floats,
) -> int:
    """Write the inputs that are not 0 and their values; how many there are."""
    seats, found = len(sheets), 0
    each = _BIG_SHEET if rule.shape.has_circles else _CIRCLES
    locked = locks(rule, sheets)
    table = seats * each
    mine, best = 0, -1000
    for turn in range(seats):
        who = seat + turn if seat + turn < seats else seat + turn - seats
        squares, circles, at = sheets[who, 0], sheets[who, 1], turn * each
        for row in range(4):
            state = int(net.of_marks[(squares >> (LANE * row)) & ONE_LANE])
            if (locked >> (LANE * row)) & 1:
                state = CLOSED
            places[found] = at + STATES * _slot(row, arrangement) + state
            values[found] = 1
            found += 1
        places[found] = at + _PENALTIES + min(penalties(squares), 3)
        values[found] = 1
        found += 1
        if rule.shape.has_circles:
            found = _big_facts(net, squares, circles, at, arrangement, places, values, found)
        points = score(rule.shape, squares, circles)
        if turn == 0:
            mine = points
        else:
            best = max(best, points)
        places[found] = table + seats + turn
        values[found] = points / np.float32(MARGIN)
        found += 1
    places[found] = table + (upcoming - seat if upcoming >= seat else upcoming - seat + seats)
    values[found] = 1
    found += 1
    if seats > 1:
        ahead = np.float32(mine - best)
        for scale in range(_AHEAD):
            places[found] = table + 2 * seats + scale
            share = ahead / np.float32(5 * 4**scale)
            values[found] = max(min(share, _FAR), -_FAR)
            found += 1
    return found


@inlined
def _big_facts(
    net: Net,
    squares: int,
    circles: int,
    at: int,
    arrangement: int,
    places: npt.NDArray[np.int32],
    values: Floats,
    found: int,
) -> int:
    crosses = counts(squares & (ONE_LANE * EACH)) + ((squares >> _LAST_BIT) & EACH)
    beside, gone = counts(circles), passed(circles)
    for lane in range(2):
        slot = lane ^ (arrangement >> 2)
        places[found] = (
            at
            + _CIRCLES
            + CIRCLE_STATES * slot
            + int(net.of_circles[(circles >> (LANE * lane)) & ONE_LANE])
        )
        values[found] = 1
        found += 1
        gain = 0
        for row in range(2 * lane, 2 * lane + 2):
            after = ((crosses >> (LANE * row)) & 0xFF) + ((beside >> (LANE * lane)) & 0xFF) + 1
            gain += after if after <= 15 else 0
            ready = (squares >> (LANE * row)) & ~(gone >> (LANE * lane)) & ONE_LANE
            while ready:
                places[found] = at + _READY + BOXES * _slot(row, arrangement) + lowest(ready)
                values[found] = 1
                found += 1
                ready &= ready - 1
        places[found] = at + _NEXT_CIRCLE + slot
        values[found] = np.float32(gain) / np.float32(20)
        found += 1
    return found


@inlined
def most_facts(seats: int) -> int:
    """Room for the inputs of any position."""
    return seats * 56 + 8


@inlined
def through(
    net: Net,
    places: npt.NDArray[np.int32],
    values: Floats,
    found: int,
    wide: Floats,
    narrow: Floats,
) -> tuple[float, float]:
    """The chance to win and the margin; the hidden layers are left as they were computed."""
    for unit in range(WIDE):
        wide[unit] = net.wide[unit]
    for fact in range(found):
        place, value = places[fact], values[fact]
        if value == 1:
            _count(net, wide, place)
        else:
            _add(net, wide, place, value)
    for unit in range(NARROW):
        narrow[unit] = net.narrow[unit]
    for unit in range(WIDE):
        signal = wide[unit]
        if signal > 0:
            for then in range(NARROW):
                narrow[then] += signal * net.between[unit, then]
        else:
            wide[unit] = 0
    logit, margin = net.level[0], net.level[1]
    for unit in range(NARROW):
        signal = narrow[unit]
        if signal > 0:
            logit += signal * net.out[unit, 0]
            margin += signal * net.out[unit, 1]
        else:
            narrow[unit] = 0
    return 1 / (1 + np.exp(-float(logit))), float(margin)


class Room(NamedTuple):
    """Where a judgement is worked out: one for each thread."""

    places: npt.NDArray[np.int32]
    values: Floats
    wide: Floats
    narrow: Floats
    actions: npt.NDArray[np.int64]
    """The actions of a decision, and what each is worth."""
    worths: npt.NDArray[np.float64]


@inlined
def room(seats: int) -> Room:
    """Room for judging positions of so many seats."""
    return Room(
        np.empty(most_facts(seats), np.int32),
        np.empty(most_facts(seats), np.float32),
        np.empty(WIDE, np.float32),
        np.empty(NARROW, np.float32),
        np.empty(MOST_ACTIONS, np.int64),
        np.empty(MOST_ACTIONS, np.float64),
    )


@inlined
def ended(rule: Rules, sheets: Sheets) -> bool:
    """Whether the sheets are those of a game that is over (X12)."""
    for seat in range(len(sheets)):
        if last_penalty(rule, sheets[seat, 0]):
            return True
    return dice_gone(rule, locks(rule, sheets))


@inlined
def result(rule: Rules, sheets: Sheets, seat: int) -> tuple[float, float]:
    """A seat's part of the win (X13: equals share), and its margin to the best other."""
    mine, best, equals = score(rule.shape, sheets[seat, 0], sheets[seat, 1]), -1000, 1
    for other in range(len(sheets)):
        if other != seat:
            theirs = score(rule.shape, sheets[other, 0], sheets[other, 1])
            best = max(best, theirs)
            if theirs == mine:
                equals += 1
    if len(sheets) == 1:
        best = 0
    margin = float(mine - best) / MARGIN
    return (1 / equals if mine >= best else 0.0), margin


@compiled
def judge(
    net: Net, rule: Rules, sheets: Sheets, seat: int, upcoming: int, room: Room
) -> tuple[float, float]:
    """A seat's chance to win and its margin, where the turn goes to ``upcoming`` or all is over."""
    if ended(rule, sheets):
        return result(rule, sheets, seat)
    found = facts(net, rule, sheets, seat, upcoming, 0, room.places, room.values)
    return through(net, room.places, room.values, found, room.wide, room.narrow)


@inlined
def worth(net: Net, rule: Rules, sheets: Sheets, seat: int, upcoming: int, room: Room) -> float:
    """What a player wants most of: to win, and then by many points; alone nothing but points."""
    chance, margin = judge(net, rule, sheets, seat, upcoming, room)
    return chance + FOR_MARGIN * margin if len(sheets) > 1 else margin
