"""Policies that play by a network's judgement, for ``kernel.batch``: ``data`` is the network.

An action is judged by the position at the end of the turn. In action 1 that needs a guess at what
the others do at the same time: ``quick`` assumes that they pass, ``strong`` that they play
``quick``. The active player sees all dice and considers both actions together.
"""

from typing import NamedTuple

from cruces.games.qwixx.kernel.bits import lowest
from cruces.games.qwixx.kernel.chance import RandomStream, draw
from cruces.games.qwixx.kernel.net import Net, Workspace, new_workspace, worth
from cruces.games.qwixx.kernel.policies import NOT_YET
from cruces.games.qwixx.kernel.shape import LANE
from cruces.games.qwixx.kernel.sheet import FIRST_CIRCLE, PASS, Sheets, cross, penalise
from cruces.games.qwixx.kernel.turn import KernelRules, colour_legal, dice_gone, locks, white_legal
from cruces.kernels.jit import compiled, inlined

NO_SECOND = -3
"""No action 2 is expected, and no penalty either."""
_WORST = -1e9
THOUSAND = 1000


@inlined
def next_action(squares: int, circles: int) -> tuple[int, int, int]:
    """The lowest action, and the remaining ones; finally ``PASS``."""
    if squares:
        return lowest(squares), squares & (squares - 1), circles
    if circles:
        return FIRST_CIRCLE + lowest(circles), squares, circles & (circles - 1)
    return PASS, squares, circles


@inlined
def next_seat(active: int, seats: int) -> int:
    """The seat whose turn is next."""
    return active + 1 if active + 1 < seats else 0


@compiled
def best_second(
    net: Net,
    rules: KernelRules,
    current: Sheets,
    active: int,
    roll: int,
    first: int,
    workspace: Workspace,
) -> tuple[int, float]:
    """The active player's best action 2, and its worth; a pass comes last among equals."""
    my_squares, my_circles, upcoming = (
        current[active, 0],
        current[active, 1],
        next_seat(active, len(current)),
    )
    squares, circles = colour_legal(
        rules, my_squares, my_circles, locks(rules, current), roll, first
    )
    action, best_value = PASS, _WORST
    while True:
        candidate, squares, circles = next_action(squares, circles)
        cross(current, active, candidate)
        if candidate == PASS and first == PASS:
            penalise(current, active)
        value = worth(net, rules, current, active, upcoming, workspace)
        current[active, 0], current[active, 1] = my_squares, my_circles
        if value > best_value:
            action, best_value = candidate, value
        if candidate == PASS:
            return action, best_value


@inlined
def apply_second(rules: KernelRules, current: Sheets, active: int, first: int, second: int) -> None:
    """Apply action 2 to the sheets after action 1, if the game is not over."""
    if second == NO_SECOND:
        return
    locked = locks(rules, current)
    if dice_gone(rules, locked) and not rules.finish_turn:
        return
    if 0 <= second < FIRST_CIRCLE and (locked >> (second - second % LANE)) & 1:
        second = PASS
    cross(current, active, second)
    if second == PASS and first == PASS:
        penalise(current, active)


@compiled
def evaluate_actions(
    net: Net,
    rules: KernelRules,
    current: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    squares: int,
    circles: int,
    theirs: int,
    second: int,
    workspace: Workspace,
) -> int:
    """List every action and its worth in the workspace, a pass last; returns their number.

    ``current`` already contains what others cross in action 1. If ``seat`` is not the active
    player, ``theirs`` and ``second`` are the active player's actions.
    """
    my_squares, my_circles, upcoming = (
        current[seat, 0],
        current[seat, 1],
        next_seat(active, len(current)),
    )
    their_squares, their_circles = current[active, 0], current[active, 1]
    count = 0
    while True:
        candidate, squares, circles = next_action(squares, circles)
        cross(current, seat, candidate)
        if first != NOT_YET:
            if candidate == PASS and first == PASS:
                penalise(current, seat)
            value = worth(net, rules, current, seat, upcoming, workspace)
        elif seat != active:
            apply_second(rules, current, active, theirs, second)
            value = worth(net, rules, current, seat, upcoming, workspace)
            current[active, 0], current[active, 1] = their_squares, their_circles
        elif dice_gone(rules, locks(rules, current)) and not rules.finish_turn:
            value = worth(net, rules, current, seat, upcoming, workspace)
        else:
            value = best_second(net, rules, current, seat, roll, candidate, workspace)[1]
        current[seat, 0], current[seat, 1] = my_squares, my_circles
        workspace.actions[count], workspace.worths[count] = candidate, value
        count += 1
        if candidate == PASS:
            return count


@inlined
def best_action(workspace: Workspace, count: int) -> int:
    """The best action; the first among equals."""
    action, best_value = PASS, _WORST
    for place in range(count):
        if workspace.worths[place] > best_value:
            action, best_value = workspace.actions[place], workspace.worths[place]
    return int(action)


@compiled
def best_first(
    net: Net,
    rules: KernelRules,
    sheets: Sheets,
    seat: int,
    active: int,
    locked: int,
    roll: int,
    workspace: Workspace,
) -> int:
    """A seat's best action 1 if everybody else passes."""
    squares, circles = white_legal(rules, sheets[seat, 0], sheets[seat, 1], locked, roll)
    if not squares | circles:
        return PASS
    count = evaluate_actions(
        net,
        rules,
        sheets,
        seat,
        active,
        roll,
        NOT_YET,
        squares,
        circles,
        PASS,
        NO_SECOND,
        workspace,
    )
    return best_action(workspace, count)


@compiled
def guess_others(
    net: Net,
    rules: KernelRules,
    sheets: Sheets,
    seat: int,
    active: int,
    roll: int,
    current: Sheets,
    workspace: Workspace,
) -> tuple[int, int]:
    """Apply the others' likely action 1 to ``current``; returns the active player's actions."""
    locked, first, second = locks(rules, sheets), PASS, NO_SECOND
    for other in range(len(sheets)):
        if other != seat:
            choice = best_first(net, rules, sheets, other, active, locked, roll, workspace)
            cross(current, other, choice)
            if other == active:
                first = choice
    if seat != active and (rules.finish_turn or not dice_gone(rules, locks(rules, current))):
        second = best_second(net, rules, current, active, roll, first, workspace)[0]
    return first, second


@compiled
def evaluate_with_guess(
    net: Net,
    rules: KernelRules,
    sheets: Sheets,
    seat: int,
    active: int,
    roll: int,
    first: int,
    squares: int,
    circles: int,
    workspace: Workspace,
) -> int:
    """Like ``evaluate_actions``, with a guess at what the others do this turn."""
    if first != NOT_YET:
        return evaluate_actions(
            net,
            rules,
            sheets,
            seat,
            active,
            roll,
            first,
            squares,
            circles,
            PASS,
            NO_SECOND,
            workspace,
        )
    current = sheets.copy()
    theirs, second = guess_others(net, rules, sheets, seat, active, roll, current, workspace)
    return evaluate_actions(
        net, rules, current, seat, active, roll, first, squares, circles, theirs, second, workspace
    )


@compiled
def quick(
    data: Net,
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
    """The best action if everybody else passes this turn."""
    workspace = new_workspace(len(sheets))
    count = evaluate_actions(
        data, rules, sheets, seat, active, roll, first, squares, circles, PASS, NO_SECOND, workspace
    )
    return best_action(workspace, count)


@compiled
def strong(
    data: Net,
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
    """The best action, with a guess at what the others do this turn."""
    workspace = new_workspace(len(sheets))
    count = evaluate_with_guess(
        data, rules, sheets, seat, active, roll, first, squares, circles, workspace
    )
    return best_action(workspace, count)


class FallibleNet(NamedTuple):
    """A network, and how its player errs."""

    net: Net
    blind: int
    """How many crosses per mille are overlooked."""
    blur: float
    """The typical error of a judgement, in chances to win."""


@compiled
def fallible(
    data: FallibleNet,
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
    """Overlook some crosses, misjudge the others a little, and assume that everybody else passes.

    A clearly bad action is not chosen, unless everything better was overlooked.
    """
    workspace = new_workspace(len(sheets))
    count = evaluate_actions(
        data.net,
        rules,
        sheets,
        seat,
        active,
        roll,
        first,
        squares,
        circles,
        PASS,
        NO_SECOND,
        workspace,
    )
    for place in range(count):
        if workspace.actions[place] != PASS and draw(stream, THOUSAND) < data.blind:
            workspace.worths[place] = _WORST
        workspace.worths[place] += data.blur * _deviation(stream)
    return best_action(workspace, count)


@inlined
def _deviation(stream: RandomStream) -> float:
    """A roughly normal random number with mean 0 and standard deviation 1."""
    total = 0
    for _ in range(12):
        total += draw(stream, THOUSAND)
    return total / THOUSAND - 6 + 0.006
