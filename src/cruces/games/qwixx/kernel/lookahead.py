"""Plays on from a state for a few turns, then judges by the network who may win.

The rest of the current turn needs no dice. Later turns have the dice of numbered games, the same
for every state, as in ``rollouts``. All players choose by ``strong.best_first`` and
``best_second``.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.chance import roll_dice, seed_stream
from cruces.games.qwixx.kernel.net import MARGIN, Net, Workspace, is_over, judge, new_workspace
from cruces.games.qwixx.kernel.policies import NOT_YET
from cruces.games.qwixx.kernel.rollouts import KernelState, next_present
from cruces.games.qwixx.kernel.sheet import PASS, Sheets, score
from cruces.games.qwixx.kernel.strong import best_first, best_second
from cruces.games.qwixx.kernel.turn import (
    Integers,
    KernelRules,
    apply_colour,
    apply_white,
    colour_legal,
    is_among,
    locks,
)
from cruces.kernels.jit import compiled, inlined

Shares = npt.NDArray[np.float64]


def expected_shares(
    net: Net,
    rules: KernelRules,
    states: Sequence[KernelState],
    turns: int,
    begin: int,
    end: int,
    seed: int,
) -> Shares:
    """``[state, game, seat]``: the expected share of the win, ``turns`` turns after this one.

    For a single player it is the points. Before the dice are rolled there is no turn to finish. The
    sheets of players who left must have only the rows that they closed.
    """
    shares = np.zeros((len(states), end - begin, len(states[0].sheets)))

    def fill_state(number: int) -> None:
        fill_shares(net, rules, *states[number], turns, seed, begin, shares[number])

    with ThreadPoolExecutor(os.cpu_count() or 1, "outlook") as pool:
        list(pool.map(fill_state, range(len(states))))
    return shares


@compiled
def fill_shares(
    net: Net,
    rules: KernelRules,
    sheets: Sheets,
    active: int,
    away: int,
    roll: int,
    choices: Integers,
    first: int,
    planned: int,
    turns: int,
    seed: int,
    first_game: int,
    shares: Shares,
) -> None:
    """Fill in the shares of ``len(shares)`` games, numbered from ``first_game``."""
    workspace, stream = new_workspace(len(sheets)), np.zeros(1, np.uint64)
    start, current_choices, start_seat = sheets.copy(), choices.copy(), active
    if roll:
        _play_turn(
            net, rules, start, active, away, roll, current_choices, first, planned, workspace
        )
        start_seat = next_present(active, len(sheets), away)
    current = start.copy()
    for game in range(len(shares)):
        seed_stream(stream, seed, first_game + game)
        if roll:
            roll_dice(stream)
        current[:] = start
        upcoming = start_seat
        for _ in range(turns):
            if is_over(rules, current):
                break
            for seat in range(len(current)):
                current_choices[seat] = PASS if (away >> seat) & 1 else NOT_YET
            _play_turn(
                net,
                rules,
                current,
                upcoming,
                away,
                roll_dice(stream),
                current_choices,
                NOT_YET,
                NOT_YET,
                workspace,
            )
            upcoming = next_present(upcoming, len(sheets), away)
        _share_win(net, rules, current, upcoming, away, workspace, shares[game])


@compiled
def _play_turn(
    net: Net,
    rules: KernelRules,
    current: Sheets,
    active: int,
    away: int,
    roll: int,
    choices: Integers,
    first: int,
    planned: int,
    workspace: Workspace,
) -> None:
    """Play the rest of a turn: open choices are made, and ``planned`` is followed if legal."""
    if first == NOT_YET:
        locked = locks(rules, current)
        for seat in range(len(current)):
            if choices[seat] == NOT_YET:
                choices[seat] = best_first(
                    net, rules, current, seat, active, locked, roll, workspace
                )
        if apply_white(rules, current, choices):
            return
        first = choices[active]
    if (away >> active) & 1:
        return
    second = planned
    squares, circles = colour_legal(
        rules, current[active, 0], current[active, 1], locks(rules, current), roll, first
    )
    if planned == NOT_YET or not is_among(planned, squares, circles):
        second = best_second(net, rules, current, active, roll, first, workspace)[0]
    apply_colour(rules, current, active, first, second)


@inlined
def _share_win(
    net: Net,
    rules: KernelRules,
    current: Sheets,
    upcoming: int,
    away: int,
    workspace: Workspace,
    shares: Shares,
) -> None:
    """Each seat's expected share, summing to 1; at the end the first places share it (X13)."""
    if len(current) == 1:
        shares[0] = judge(net, rules, current, 0, upcoming, workspace)[1] * MARGIN
        return
    over, best, total = is_over(rules, current), -1000, 0.0
    for seat in range(len(current)):
        if not (away >> seat) & 1:
            best = max(best, score(rules.shape, current[seat, 0], current[seat, 1]))
    for seat in range(len(current)):
        if (away >> seat) & 1:
            continue
        if not over:
            shares[seat] = judge(net, rules, current, seat, upcoming, workspace)[0]
        elif score(rules.shape, current[seat, 0], current[seat, 1]) == best:
            shares[seat] = 1
        total += shares[seat]
    for seat in range(len(current)):
        shares[seat] /= total
