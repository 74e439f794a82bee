"""Plays many games at once, on all cores.

Seat 0 starts: drawing lots would only rename the seats. A game depends only on the seed and its own
number, not on how many games or threads there are.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.chance import RandomStream, roll_dice, seed_stream
from cruces.games.qwixx.kernel.policies import NOT_YET
from cruces.games.qwixx.kernel.sheet import PASS, Sheets, score
from cruces.games.qwixx.kernel.turn import (
    KernelRules,
    apply_colour,
    apply_white,
    colour_legal,
    locks,
    white_legal,
)
from cruces.kernels.jit import taking_functions

Policy = Callable[..., int]
PIECES_PER_THREAD = 4
"""Pieces of work per thread, so that none waits long for the slowest."""


class BatchResult(NamedTuple):
    """The final sheets and scores; the first index is the game, the second the seat."""

    sheets: npt.NDArray[np.int64]
    scores: npt.NDArray[np.int16]
    turns: npt.NDArray[np.int16]
    decisions: npt.NDArray[np.int16]
    """How often a player had something to cross, and so to decide."""


def play_batch(
    policy: Policy,
    rules: KernelRules,
    seats: int,
    games: int,
    seed: int,
    data: Any = None,
    threads: int | None = None,
) -> BatchResult:
    """Play games with the same policy in every seat; it may treat seats differently."""
    result = BatchResult(
        np.zeros((games, seats, 2), np.int64),
        np.zeros((games, seats), np.int16),
        np.zeros(games, np.int16),
        np.zeros(games, np.int16),
    )
    workers = threads or os.cpu_count() or 1
    ends = np.linspace(0, games, min(workers * PIECES_PER_THREAD, games) + 1).astype(int)

    def play_piece(begin: int, end: int) -> None:
        play_games(policy, data, rules, seed, begin, end, *result)

    if workers == 1:
        play_piece(0, games)
    else:
        with ThreadPoolExecutor(workers, "batch") as pool:
            list(pool.map(play_piece, ends[:-1], ends[1:]))
    return result


@taking_functions
def play_games(
    policy: Policy,
    data: Any,
    rules: KernelRules,
    seed: int,
    first_game: int,
    end: int,
    sheets: npt.NDArray[np.int64],
    scores: npt.NDArray[np.int16],
    turns: npt.NDArray[np.int16],
    decisions: npt.NDArray[np.int16],
) -> None:
    """Play the games from number ``first_game`` up to ``end``, and fill in their results."""
    seats = sheets.shape[1]
    stream = np.zeros(1, np.uint64)
    choices = np.zeros(seats, np.int64)
    for game in range(first_game, end):
        seed_stream(stream, seed, game)
        current = sheets[game]
        over = False
        while not over:
            active = turns[game] % seats
            over, decisions_made = play_turn(policy, data, rules, current, active, choices, stream)
            turns[game] += 1
            decisions[game] += decisions_made
        for seat in range(seats):
            scores[game, seat] = score(rules.shape, current[seat, 0], current[seat, 1])


@taking_functions
def play_turn(
    policy: Policy,
    data: Any,
    rules: KernelRules,
    sheets: Sheets,
    active: int,
    choices: npt.NDArray[np.int64],
    stream: RandomStream,
) -> tuple[bool, int]:
    """Play one turn on all sheets; whether the game is over, and the number of decisions."""
    not_yet = np.int64(NOT_YET)  # for a constant Numba would compile the policy once more
    roll, locked, decisions_made = roll_dice(stream), locks(rules, sheets), 0
    for seat in range(len(sheets)):
        squares, circles = white_legal(rules, sheets[seat, 0], sheets[seat, 1], locked, roll)
        choices[seat] = PASS
        if squares | circles:
            decisions_made += 1
            choices[seat] = policy(
                data, rules, sheets, seat, active, roll, not_yet, squares, circles, stream
            )
    if apply_white(rules, sheets, choices):
        return True, decisions_made
    first, second = choices[active], PASS
    squares, circles = colour_legal(
        rules, sheets[active, 0], sheets[active, 1], locks(rules, sheets), roll, first
    )
    if squares | circles:
        decisions_made += 1
        second = policy(data, rules, sheets, active, active, roll, first, squares, circles, stream)
    return apply_colour(rules, sheets, active, first, second), decisions_made
