"""Play by a network's judgement, for ``kernels.qwixx.batch``: ``known`` is the network.

A choice is judged by the position at the end of the turn. In action 1 that needs a guess at what
the others do at the same time: ``quick`` guesses that they do nothing, ``strong`` that they are
quick. The active player sees all dice and thinks of both actions together.
"""

import numpy as np

from cruces.kernels.compiling import compiled, inlined
from cruces.kernels.qwixx.bits import lowest
from cruces.kernels.qwixx.chance import Luck
from cruces.kernels.qwixx.net import Net, Room, room, worth
from cruces.kernels.qwixx.policies import NOT_YET
from cruces.kernels.qwixx.sheet import FIRST_CIRCLE, LANE, PASS, Sheets, cross, penalise
from cruces.kernels.qwixx.turn import Rules, colour_legal, dice_gone, locks, white_legal

NOTHING = -3
"""No action 2 is expected, and no penalty for it."""
_WORST = -1e9


@inlined
def _next_option(squares: int, circles: int) -> tuple[int, int, int]:
    """The lowest action, and the others; at last ``PASS``."""
    if squares:
        return lowest(squares), squares & (squares - 1), circles
    if circles:
        return FIRST_CIRCLE + lowest(circles), squares, circles & (circles - 1)
    return PASS, squares, circles


@inlined
def _following(active: int, seats: int) -> int:
    return active + 1 if active + 1 < seats else 0


@compiled
def second(
    net: Net, rule: Rules, table: Sheets, active: int, roll: int, first: int, room: Room
) -> tuple[int, float]:
    """The active player's best action 2, and what it is worth; a pass last among equals."""
    mine, round_, upcoming = table[active, 0], table[active, 1], _following(active, len(table))
    squares, circles = colour_legal(rule, mine, round_, locks(table), roll, first)
    action, most = PASS, _WORST
    while True:
        option, squares, circles = _next_option(squares, circles)
        cross(table, active, option)
        if option == PASS and first == PASS:
            penalise(table, active)
        value = worth(net, rule, table, active, upcoming, room)
        table[active, 0], table[active, 1] = mine, round_
        if value > most:
            action, most = option, value
        if option == PASS:
            return action, most


@compiled
def turn(
    net: Net, rule: Rules, table: Sheets, active: int, locked: int, roll: int, room: Room
) -> tuple[int, int, float]:
    """The active player's best actions; what others cross in action 1 is on the table already."""
    mine, round_, upcoming = table[active, 0], table[active, 1], _following(active, len(table))
    squares, circles = white_legal(rule, mine, round_, locked, roll)
    first, then, most = PASS, PASS, _WORST
    while True:
        option, squares, circles = _next_option(squares, circles)
        cross(table, active, option)
        if dice_gone(locks(table)) and not rule.finish_turn:
            reply, value = NOTHING, worth(net, rule, table, active, upcoming, room)
        else:
            reply, value = second(net, rule, table, active, roll, option, room)
        table[active, 0], table[active, 1] = mine, round_
        if value > most:
            first, then, most = option, reply, value
        if option == PASS:
            return first, then, most


@compiled
def answer(
    net: Net,
    rule: Rules,
    table: Sheets,
    seat: int,
    active: int,
    squares: int,
    circles: int,
    first: int,
    then: int,
    room: Room,
) -> int:
    """Another's best action 1, when the active player's action 2 will be ``then``."""
    mine, round_, upcoming = table[seat, 0], table[seat, 1], _following(active, len(table))
    theirs, round_theirs = table[active, 0], table[active, 1]
    action, most = PASS, _WORST
    while True:
        option, squares, circles = _next_option(squares, circles)
        cross(table, seat, option)
        finish(rule, table, active, first, then)
        value = worth(net, rule, table, seat, upcoming, room)
        table[active, 0], table[active, 1] = theirs, round_theirs
        table[seat, 0], table[seat, 1] = mine, round_
        if value > most:
            action, most = option, value
        if option == PASS:
            return action


@inlined
def finish(rule: Rules, table: Sheets, active: int, first: int, then: int) -> None:
    """Action 2 on a table where action 1 is done, if there still is one."""
    if then == NOTHING:
        return
    locked = locks(table)
    if dice_gone(locked) and not rule.finish_turn:
        return
    if 0 <= then < FIRST_CIRCLE and (locked >> (then - then % LANE)) & 1:
        then = PASS
    cross(table, active, then)
    if then == PASS and first == PASS:
        penalise(table, active)


@compiled
def quick(
    known: Net,
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
    """As if nobody else did anything this turn."""
    here = room(len(sheets))
    if first != NOT_YET:
        return second(known, rule, sheets, seat, roll, first, here)[0]
    if seat == active:
        return turn(known, rule, sheets, seat, locks(sheets), roll, here)[0]
    return answer(known, rule, sheets, seat, active, squares, circles, PASS, NOTHING, here)


@compiled
def expected(
    net: Net,
    rule: Rules,
    sheets: Sheets,
    seat: int,
    active: int,
    roll: int,
    table: Sheets,
    room: Room,
) -> tuple[int, int]:
    """Put what all others are expected to do in action 1 on the table; the active one's actions."""
    locked, first, then = locks(sheets), PASS, NOTHING
    table[:] = sheets
    for other in range(len(sheets)):
        if other == seat:
            continue
        if other == active:
            first, then, _ = turn(net, rule, sheets, other, locked, roll, room)
            cross(table, other, first)
        else:
            squares, circles = white_legal(rule, sheets[other, 0], sheets[other, 1], locked, roll)
            if squares | circles:
                choice = answer(
                    net, rule, sheets, other, active, squares, circles, PASS, NOTHING, room
                )
                cross(table, other, choice)
    return first, then


@compiled
def strong(
    known: Net,
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
    """With a guess at what the others do this turn."""
    here = room(len(sheets))
    if first != NOT_YET:
        return second(known, rule, sheets, seat, roll, first, here)[0]
    table = np.empty_like(sheets)
    theirs, then = expected(known, rule, sheets, seat, active, roll, table, here)
    if seat == active:
        return turn(known, rule, table, seat, locks(sheets), roll, here)[0]
    return answer(known, rule, table, seat, active, squares, circles, theirs, then, here)
