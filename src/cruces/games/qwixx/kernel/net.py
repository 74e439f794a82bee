"""A small network that judges positions: who will win, and by how much.

It sees a position between two turns from the side of one seat: the sheets in turn order, its own
first. Its inputs are mostly binary, such as "my red row is in state 17", so that the first layer is
a sum of few rows of weights::

    sheet    4 × 57 states of rows, 4 numbers of penalties
             in Big Points also 2 × 67 states of circles, 4 × 11 squares that open a circle ahead,
             2 numbers: the points of the next circle
    game     whose turn is next, the points of all seats, the lead over the best other seat

It supports only the two sheets of the booklets (see ``rows``). Rows that can be exchanged (see
``solver.index``) are different inputs; the network learns that they are equivalent by seeing
positions in all eight arrangements.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.bits import lowest
from cruces.games.qwixx.kernel.rows import BOXES, CLOSED, STATES, row_state, row_tables
from cruces.games.qwixx.kernel.shape import LANE
from cruces.games.qwixx.kernel.sheet import (
    EACH,
    ONE_LANE,
    Sheets,
    counts,
    lost_boxes,
    penalties,
    score,
)
from cruces.games.qwixx.kernel.turn import KernelRules, dice_gone, last_penalty, locks
from cruces.games.qwixx.rules import Layout
from cruces.kernels.jit import compiled, inlined

Floats = npt.NDArray[np.float32]

WIDE, NARROW, HEADS = 64, 16, 2
"""The two hidden layers, and the outputs: the logit of winning, and the margin."""
ARRANGEMENTS = 8
MARGIN = 100
"""Points per unit of the margin."""
MARGIN_WORTH = 0.02
"""What such a unit is worth compared with a win: it decides when the win is certain or lost."""
CIRCLE_STATES = 67
MAX_ACTIONS = 24
"""More actions than any decision has."""
_PENALTIES = 4 * STATES
_CIRCLES = _PENALTIES + 4
_READY = _CIRCLES + 2 * CIRCLE_STATES
_NEXT_CIRCLE = _READY + 4 * BOXES
_BIG_SHEET = _NEXT_CIRCLE + 2
_AHEAD = 3
_LAST_BIT = 10
_FAR = np.float32(1)


class Net(NamedTuple):
    """The weights, as views of one flat vector, and the tables that give the inputs."""

    flat: Floats
    wide_weights: Floats
    wide_bias: Floats
    narrow_weights: Floats
    narrow_bias: Floats
    output_weights: Floats
    output_bias: Floats
    row_states: npt.NDArray[np.uint8]
    circle_states: npt.NDArray[np.uint8]


def input_count(seats: int, layout: Layout) -> int:
    """
    >>> from cruces.games.qwixx.rules import BIG_POINTS_LAYOUT, QWIXX_LAYOUT
    >>> input_count(2, QWIXX_LAYOUT), input_count(5, BIG_POINTS_LAYOUT)
    (471, 2073)
    """
    return seats * (_BIG_SHEET if layout.bonus else _CIRCLES) + 2 * seats + _AHEAD


def weight_count(seats: int, layout: Layout) -> int:
    """The number of weights of a network for this many seats."""
    return (input_count(seats, layout) + 1) * WIDE + (WIDE + 1) * NARROW + (NARROW + 1) * HEADS


def net(flat: Floats, seats: int, layout: Layout) -> Net:
    """The network with these weights."""
    parts, begin = [], 0
    for shape in (
        (input_count(seats, layout), WIDE),
        (WIDE,),
        (WIDE, NARROW),
        (NARROW,),
        (NARROW, HEADS),
        (HEADS,),
    ):
        end = begin + int(np.prod(shape))
        parts.append(flat[begin:end].reshape(shape))
        begin = end
    assert begin == len(flat), "the vector has as many weights as the layers"
    inputs, wide, between, narrow, outputs, bias = parts
    states = row_tables().row_states, _circle_states()
    return Net(flat, inputs, wide, between, narrow, outputs, bias, *states)


@cache
def _circle_states() -> npt.NDArray[np.uint8]:
    """The state of a row of circles by the mask of its crosses: the last one and their number."""
    masks = range(1 << BOXES)
    return np.array(
        [row_state(mask.bit_length() - 1, mask.bit_count()) for mask in masks], np.uint8
    )


@inlined
def _slot(row: int, arrangement: int) -> int:
    """The position of a row in an arrangement."""
    pair = row >> 1
    return ((pair ^ (arrangement >> 2)) << 1) | ((row & 1) ^ ((arrangement >> pair) & 1))


@inlined
def _add(net: Net, sums: Floats, place: int, value: np.float32) -> None:
    for unit in range(WIDE):
        sums[unit] += value * net.wide_weights[place, unit]


@inlined
def _count(net: Net, sums: Floats, place: int) -> None:
    for unit in range(WIDE):
        sums[unit] += net.wide_weights[place, unit]


@compiled
def write_inputs(
    net: Net,
    rules: KernelRules,
    sheets: Sheets,
    seat: int,
    upcoming: int,
    arrangement: int,
    places: npt.NDArray[np.int32],
    values: Floats,
) -> int:
    """List the inputs that are not 0, with their values; returns their number."""
    seats, count = len(sheets), 0
    each = _BIG_SHEET if rules.shape.has_circles else _CIRCLES
    locked = locks(rules, sheets)
    table = seats * each
    mine, best = 0, -1000
    for turn in range(seats):
        owner = seat + turn if seat + turn < seats else seat + turn - seats
        squares, circles, at = sheets[owner, 0], sheets[owner, 1], turn * each
        for row in range(4):
            state = int(net.row_states[(squares >> (LANE * row)) & ONE_LANE])
            if (locked >> (LANE * row)) & 1:
                state = CLOSED
            places[count] = at + STATES * _slot(row, arrangement) + state
            values[count] = 1
            count += 1
        places[count] = at + _PENALTIES + min(penalties(squares), 3)
        values[count] = 1
        count += 1
        if rules.shape.has_circles:
            count = _write_circle_inputs(
                net, squares, circles, at, arrangement, places, values, count
            )
        points = score(rules.shape, squares, circles)
        if turn == 0:
            mine = points
        else:
            best = max(best, points)
        places[count] = table + seats + turn
        values[count] = points / np.float32(MARGIN)
        count += 1
    places[count] = table + (upcoming - seat if upcoming >= seat else upcoming - seat + seats)
    values[count] = 1
    count += 1
    if seats > 1:
        ahead = np.float32(mine - best)
        for scale in range(_AHEAD):
            places[count] = table + 2 * seats + scale
            share = ahead / np.float32(5 * 4**scale)
            values[count] = max(min(share, _FAR), -_FAR)
            count += 1
    return count


@inlined
def _write_circle_inputs(
    net: Net,
    squares: int,
    circles: int,
    at: int,
    arrangement: int,
    places: npt.NDArray[np.int32],
    values: Floats,
    count: int,
) -> int:
    crosses = counts(squares & (ONE_LANE * EACH)) + ((squares >> _LAST_BIT) & EACH)
    beside, gone = counts(circles), lost_boxes(circles)
    for lane in range(2):
        slot = lane ^ (arrangement >> 2)
        places[count] = (
            at
            + _CIRCLES
            + CIRCLE_STATES * slot
            + int(net.circle_states[(circles >> (LANE * lane)) & ONE_LANE])
        )
        values[count] = 1
        count += 1
        gain = 0
        for row in range(2 * lane, 2 * lane + 2):
            after = ((crosses >> (LANE * row)) & 0xFF) + ((beside >> (LANE * lane)) & 0xFF) + 1
            gain += after if after <= 15 else 0
            ready = (squares >> (LANE * row)) & ~(gone >> (LANE * lane)) & ONE_LANE
            while ready:
                places[count] = at + _READY + BOXES * _slot(row, arrangement) + lowest(ready)
                values[count] = 1
                count += 1
                ready &= ready - 1
        places[count] = at + _NEXT_CIRCLE + slot
        values[count] = np.float32(gain) / np.float32(20)
        count += 1
    return count


@inlined
def max_inputs(seats: int) -> int:
    """At least as many inputs as any position has."""
    return seats * 56 + 8


@inlined
def forward(
    net: Net,
    places: npt.NDArray[np.int32],
    values: Floats,
    count: int,
    wide: Floats,
    narrow: Floats,
) -> tuple[float, float]:
    """The chance to win and the margin; ``wide`` and ``narrow`` receive the hidden layers."""
    for unit in range(WIDE):
        wide[unit] = net.wide_bias[unit]
    for index in range(count):
        place, value = places[index], values[index]
        if value == 1:
            _count(net, wide, place)
        else:
            _add(net, wide, place, value)
    for unit in range(NARROW):
        narrow[unit] = net.narrow_bias[unit]
    for unit in range(WIDE):
        signal = wide[unit]
        if signal > 0:
            for narrow_unit in range(NARROW):
                narrow[narrow_unit] += signal * net.narrow_weights[unit, narrow_unit]
        else:
            wide[unit] = 0
    logit, margin = net.output_bias[0], net.output_bias[1]
    for unit in range(NARROW):
        signal = narrow[unit]
        if signal > 0:
            logit += signal * net.output_weights[unit, 0]
            margin += signal * net.output_weights[unit, 1]
        else:
            narrow[unit] = 0
    return 1 / (1 + np.exp(-float(logit))), float(margin)


class Workspace(NamedTuple):
    """Scratch memory for judging positions: one per thread."""

    places: npt.NDArray[np.int32]
    values: Floats
    wide: Floats
    narrow: Floats
    actions: npt.NDArray[np.int64]
    """The actions of a decision; ``worths`` is what each is worth."""
    worths: npt.NDArray[np.float64]


@inlined
def new_workspace(seats: int) -> Workspace:
    """A workspace for positions with this many seats."""
    return Workspace(
        np.empty(max_inputs(seats), np.int32),
        np.empty(max_inputs(seats), np.float32),
        np.empty(WIDE, np.float32),
        np.empty(NARROW, np.float32),
        np.empty(MAX_ACTIONS, np.int64),
        np.empty(MAX_ACTIONS, np.float64),
    )


@inlined
def is_over(rules: KernelRules, sheets: Sheets) -> bool:
    """Whether the game is over on these sheets (X12)."""
    for seat in range(len(sheets)):
        if last_penalty(rules, sheets[seat, 0]):
            return True
    return dice_gone(rules, locks(rules, sheets))


@inlined
def final_result(rules: KernelRules, sheets: Sheets, seat: int) -> tuple[float, float]:
    """A seat's share of the win (X13: equal scores share it), and its margin to the best other."""
    mine, best, winners = score(rules.shape, sheets[seat, 0], sheets[seat, 1]), -1000, 1
    for other in range(len(sheets)):
        if other != seat:
            theirs = score(rules.shape, sheets[other, 0], sheets[other, 1])
            best = max(best, theirs)
            if theirs == mine:
                winners += 1
    if len(sheets) == 1:
        best = 0
    margin = float(mine - best) / MARGIN
    return (1 / winners if mine >= best else 0.0), margin


@compiled
def judge(
    net: Net, rules: KernelRules, sheets: Sheets, seat: int, upcoming: int, workspace: Workspace
) -> tuple[float, float]:
    """A seat's chance to win and its margin, with ``upcoming`` to roll next or the game over."""
    if is_over(rules, sheets):
        return final_result(rules, sheets, seat)
    count = write_inputs(net, rules, sheets, seat, upcoming, 0, workspace.places, workspace.values)
    return forward(net, workspace.places, workspace.values, count, workspace.wide, workspace.narrow)


@inlined
def worth(
    net: Net, rules: KernelRules, sheets: Sheets, seat: int, upcoming: int, workspace: Workspace
) -> float:
    """What a player maximises: the chance to win, then the margin; alone only the points."""
    chance, margin = judge(net, rules, sheets, seat, upcoming, workspace)
    return chance + MARGIN_WORTH * margin if len(sheets) > 1 else margin
