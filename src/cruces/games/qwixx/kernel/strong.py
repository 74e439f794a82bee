"""Play by a network's judgement, for ``kernel.batch``: ``known`` is the network.

A choice is judged by the position at the end of the turn. In action 1 that needs a guess at what
the others do at the same time: ``quick`` guesses that they do nothing, ``strong`` that they are
quick. The active player sees all dice and thinks of both actions together.
"""

from typing import NamedTuple

from cruces.games.qwixx.kernel.bits import lowest
from cruces.games.qwixx.kernel.chance import Luck, draw
from cruces.games.qwixx.kernel.net import Net, Room, room, worth
from cruces.games.qwixx.kernel.policies import NOT_YET
from cruces.games.qwixx.kernel.shape import LANE
from cruces.games.qwixx.kernel.sheet import FIRST_CIRCLE, PASS, Sheets, cross, penalise
from cruces.games.qwixx.kernel.turn import Rules, colour_legal, dice_gone, locks, white_legal
from cruces.kernels.jit import compiled, inlined

NOTHING = -3
"""No action 2 is expected, and no penalty for it."""
_WORST = -1e9
THOUSAND = 1000


@inlined
def _next_option(squares: int, circles: int) -> tuple[int, int, int]:
    """The lowest action, and the others; at last ``PASS``."""
    if squares:
        return lowest(squares), squares & (squares - 1), circles
    if circles:
        return FIRST_CIRCLE + lowest(circles), squares, circles & (circles - 1)
    return PASS, squares, circles


@inlined
def following(active: int, seats: int) -> int:
    """Whose turn comes after this one's."""
    return active + 1 if active + 1 < seats else 0


@compiled
def second(
    net: Net, rule: Rules, table: Sheets, active: int, roll: int, first: int, room: Room
) -> tuple[int, float]:
    """The active player's best action 2, and what it is worth; a pass last among equals."""
    mine, beside, upcoming = table[active, 0], table[active, 1], following(active, len(table))
    squares, circles = colour_legal(rule, mine, beside, locks(rule, table), roll, first)
    action, most = PASS, _WORST
    while True:
        option, squares, circles = _next_option(squares, circles)
        cross(table, active, option)
        if option == PASS and first == PASS:
            penalise(table, active)
        value = worth(net, rule, table, active, upcoming, room)
        table[active, 0], table[active, 1] = mine, beside
        if value > most:
            action, most = option, value
        if option == PASS:
            return action, most


@inlined
def finish(rule: Rules, table: Sheets, active: int, first: int, then: int) -> None:
    """Action 2 on a table where action 1 is done, if there still is one."""
    if then == NOTHING:
        return
    locked = locks(rule, table)
    if dice_gone(rule, locked) and not rule.finish_turn:
        return
    if 0 <= then < FIRST_CIRCLE and (locked >> (then - then % LANE)) & 1:
        then = PASS
    cross(table, active, then)
    if then == PASS and first == PASS:
        penalise(table, active)


@compiled
def judged(
    net: Net,
    rule: Rules,
    table: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    squares: int,
    circles: int,
    theirs: int,
    then: int,
    room: Room,
) -> int:
    """Write every action and what it is worth into the room, a pass last; how many there are.

    What others cross in action 1 is on the table already. For another than the active player
    ``theirs`` and ``then`` are the active one's actions.
    """
    mine, beside, upcoming = table[seat, 0], table[seat, 1], following(active, len(table))
    their_squares, their_circles = table[active, 0], table[active, 1]
    found = 0
    while True:
        option, squares, circles = _next_option(squares, circles)
        cross(table, seat, option)
        if first != NOT_YET:
            if option == PASS and first == PASS:
                penalise(table, seat)
            value = worth(net, rule, table, seat, upcoming, room)
        elif seat != active:
            finish(rule, table, active, theirs, then)
            value = worth(net, rule, table, seat, upcoming, room)
            table[active, 0], table[active, 1] = their_squares, their_circles
        elif dice_gone(rule, locks(rule, table)) and not rule.finish_turn:
            value = worth(net, rule, table, seat, upcoming, room)
        else:
            value = second(net, rule, table, seat, roll, option, room)[1]
        table[seat, 0], table[seat, 1] = mine, beside
        room.actions[found], room.worths[found] = option, value
        found += 1
        if option == PASS:
            return found


@inlined
def best(room: Room, found: int) -> int:
    """The first of the best."""
    action, most = PASS, _WORST
    for place in range(found):
        if room.worths[place] > most:
            action, most = room.actions[place], room.worths[place]
    return int(action)


@compiled
def alone(
    net: Net,
    rule: Rules,
    sheets: Sheets,
    seat: int,
    active: int,
    locked: int,
    roll: int,
    room: Room,
) -> int:
    """A seat's best action 1 if nobody else did anything."""
    squares, circles = white_legal(rule, sheets[seat, 0], sheets[seat, 1], locked, roll)
    if not squares | circles:
        return PASS
    found = judged(
        net, rule, sheets, seat, active, roll, NOT_YET, squares, circles, PASS, NOTHING, room
    )
    return best(room, found)


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
    """Put the others' likely action 1 on the table, a copy; the active one's actions."""
    locked, first, then = locks(rule, sheets), PASS, NOTHING
    for other in range(len(sheets)):
        if other != seat:
            choice = alone(net, rule, sheets, other, active, locked, roll, room)
            cross(table, other, choice)
            if other == active:
                first = choice
    if seat != active and (rule.finish_turn or not dice_gone(rule, locks(rule, table))):
        then = second(net, rule, table, active, roll, first, room)[0]
    return first, then


@compiled
def weighed(
    net: Net,
    rule: Rules,
    sheets: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    squares: int,
    circles: int,
    room: Room,
) -> int:
    """As ``judged``, with a guess at what the others do this turn."""
    if first != NOT_YET:
        return judged(
            net, rule, sheets, seat, active, roll, first, squares, circles, PASS, NOTHING, room
        )
    table = sheets.copy()
    theirs, then = expected(net, rule, sheets, seat, active, roll, table, room)
    return judged(net, rule, table, seat, active, roll, first, squares, circles, theirs, then, room)


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
    found = judged(
        known, rule, sheets, seat, active, roll, first, squares, circles, PASS, NOTHING, here
    )
    return best(here, found)


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
    found = weighed(known, rule, sheets, seat, active, roll, first, squares, circles, here)
    return best(here, found)


class Fallible(NamedTuple):
    """A network, and how its player errs as people do."""

    net: Net
    blind: int
    """Of a thousand crosses so many are overlooked."""
    blur: float
    """How far a judgement is off, typically, in chances to win."""


@compiled
def fallible(
    known: Fallible,
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
    """Overlook some crosses, misjudge the others a little, and do not guess what others do.

    What is clearly bad is not chosen, unless all that is better was overlooked.
    """
    here = room(len(sheets))
    found = judged(
        known.net, rule, sheets, seat, active, roll, first, squares, circles, PASS, NOTHING, here
    )
    for place in range(found):
        if here.actions[place] != PASS and draw(luck, THOUSAND) < known.blind:
            here.worths[place] = _WORST
        here.worths[place] += known.blur * _deviation(luck)
    return best(here, found)


@inlined
def _deviation(luck: Luck) -> float:
    """About normal, with mean 0 and deviation 1."""
    total = 0
    for _ in range(12):
        total += draw(luck, THOUSAND)
    return total / THOUSAND - 6 + 0.006
