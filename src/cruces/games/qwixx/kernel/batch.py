"""Many games at once, each to its end, on all cores.

Seat 0 begins: a draw of lots would only give the seats other names. A game depends on the seed and
its own number alone, not on how many games or threads there are.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.chance import Luck, begin, rolled
from cruces.games.qwixx.kernel.policies import NOT_YET
from cruces.games.qwixx.kernel.sheet import PASS, Sheets, score
from cruces.games.qwixx.kernel.turn import (
    Rules,
    colour_legal,
    locks,
    settle_colour,
    settle_white,
    white_legal,
)
from cruces.kernels.jit import taking_functions

Policy = Callable[..., int]
PIECES = 4
"""To each thread, so that none waits long for the slowest."""


class Games(NamedTuple):
    """How games ended; the first index is the game, the second the seat."""

    sheets: npt.NDArray[np.int64]
    scores: npt.NDArray[np.int16]
    turns: npt.NDArray[np.int16]
    decisions: npt.NDArray[np.int16]
    """How often somebody had something to cross, and so to decide."""


def play(
    policy: Policy,
    rule: Rules,
    seats: int,
    games: int,
    seed: int,
    known: Any = None,
    threads: int | None = None,
) -> Games:
    """Play games with the same policy in every seat; it can tell seats apart if it likes."""
    ended = Games(
        np.zeros((games, seats, 2), np.int64),
        np.zeros((games, seats), np.int16),
        np.zeros(games, np.int16),
        np.zeros(games, np.int16),
    )
    workers = threads or os.cpu_count() or 1
    ends = np.linspace(0, games, min(workers * PIECES, games) + 1).astype(int)

    def some(begin: int, end: int) -> None:
        play_some(policy, known, rule, seed, begin, end, *ended)

    if workers == 1:
        some(0, games)
    else:
        with ThreadPoolExecutor(workers, "batch") as pool:
            list(pool.map(some, ends[:-1], ends[1:]))
    return ended


@taking_functions
def play_some(
    policy: Policy,
    known: Any,
    rule: Rules,
    seed: int,
    begin_at: int,
    end: int,
    sheets: npt.NDArray[np.int64],
    scores: npt.NDArray[np.int16],
    turns: npt.NDArray[np.int16],
    decisions: npt.NDArray[np.int16],
) -> None:
    """Play the games with these numbers into their places."""
    seats = sheets.shape[1]
    luck = np.zeros(1, np.uint64)
    choices = np.zeros(seats, np.int64)
    for game in range(begin_at, end):
        begin(luck, seed, game)
        table = sheets[game]
        active, over = 0, False
        while not over:
            over, decided = turn(policy, known, rule, table, active, choices, luck)
            turns[game] += 1
            decisions[game] += decided
            active = active + 1 if active + 1 < seats else 0
        for seat in range(seats):
            scores[game, seat] = score(rule.shape, table[seat, 0], table[seat, 1])


@taking_functions
def turn(
    policy: Policy,
    known: Any,
    rule: Rules,
    sheets: Sheets,
    active: int,
    choices: npt.NDArray[np.int64],
    luck: Luck,
) -> tuple[bool, int]:
    """One player's turn on all sheets; whether the game is over, and how many decisions it took."""
    roll, locked, decided = rolled(luck), locks(rule, sheets), 0
    for seat in range(len(sheets)):
        squares, circles = white_legal(rule, sheets[seat, 0], sheets[seat, 1], locked, roll)
        choices[seat] = PASS
        if squares | circles:
            decided += 1
            choices[seat] = policy(
                known, rule, sheets, seat, active, roll, NOT_YET, squares, circles, luck
            )
    if settle_white(rule, sheets, choices):
        return True, decided
    first, second = choices[active], PASS
    squares, circles = colour_legal(
        rule, sheets[active, 0], sheets[active, 1], locks(rule, sheets), roll, first
    )
    if squares | circles:
        decided += 1
        second = policy(known, rule, sheets, active, active, roll, first, squares, circles, luck)
    return settle_colour(rule, sheets, active, first, second), decided
