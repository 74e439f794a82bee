"""Plays a state to the end many times, with greedy players.

Game number ``n`` has the same dice from every state, so that the states of one turn are compared in
the same games: a roll that has already been made replaces the first roll of the game.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.batch import PIECES_PER_THREAD
from cruces.games.qwixx.kernel.chance import RandomStream, roll_dice, seed_stream
from cruces.games.qwixx.kernel.policies import NOT_YET, greedy
from cruces.games.qwixx.kernel.sheet import PASS, Sheets, score
from cruces.games.qwixx.kernel.turn import (
    Integers,
    KernelRules,
    apply_colour,
    apply_white,
    colour_legal,
    dice_gone,
    is_among,
    locks,
    white_legal,
)
from cruces.kernels.jit import compiled, inlined

Scores = npt.NDArray[np.int16]


class KernelState(NamedTuple):
    """A state of the game, on integers.

    ``roll`` is 0 before the dice are rolled. ``choices`` are the choices of action 1, ``NOT_YET``
    where open. ``first`` is ``NOT_YET`` until action 2; ``planned`` is what the active player will
    do in it, ``NOT_YET`` if open. Seats that have left the game have their bit set in ``away``.
    """

    sheets: Sheets
    active: int
    away: int
    roll: int
    choices: Integers
    first: int
    planned: int


def play_to_end(
    rules: KernelRules, states: Sequence[KernelState], begin: int, end: int, seed: int
) -> Scores:
    """``[state, game, seat]``: the final scores of the games from ``begin`` to ``end``."""
    seats = len(states[0].sheets)
    scores = np.zeros((len(states), end - begin, seats), np.int16)
    workers = os.cpu_count() or 1
    cuts = np.linspace(0, end - begin, min(workers * PIECES_PER_THREAD, end - begin) + 1).astype(
        int
    )
    pieces = [
        (number, int(first), int(last))
        for number in range(len(states))
        for first, last in pairwise(cuts)
    ]

    def play_piece(piece: tuple[int, int, int]) -> None:
        number, first, last = piece
        play_games(rules, *states[number], seed, begin + first, scores[number, first:last])

    with ThreadPoolExecutor(workers, "rollouts") as pool:
        list(pool.map(play_piece, pieces))
    return scores


@compiled
def play_games(
    rules: KernelRules,
    sheets: Sheets,
    active: int,
    away: int,
    roll: int,
    choices: Integers,
    first: int,
    planned: int,
    seed: int,
    first_game: int,
    scores: Scores,
) -> None:
    """Play ``len(scores)`` games, numbered from ``first_game``."""
    seats = len(sheets)
    stream = np.zeros(1, np.uint64)
    current, current_choices = sheets.copy(), choices.copy()
    for game in range(len(scores)):
        seed_stream(stream, seed, first_game + game)
        if roll:
            roll_dice(stream)
        for seat in range(seats):
            current[seat, 0], current[seat, 1] = sheets[seat, 0], sheets[seat, 1]
            current_choices[seat] = choices[seat]
        mover, dice, first_action, plan, over = active, roll, first, planned, False
        while not over:
            if dice == 0:
                dice, first_action, plan = roll_dice(stream), NOT_YET, NOT_YET
                for seat in range(seats):
                    current_choices[seat] = PASS if (away >> seat) & 1 else NOT_YET
            if first_action == NOT_YET:
                _choose(rules, current, mover, dice, current_choices, stream)
                over = apply_white(rules, current, current_choices)
                first_action = current_choices[mover]
            if over:
                break
            if (away >> mover) & 1:
                over = dice_gone(rules, locks(rules, current))
            else:
                second = _second(rules, current, mover, dice, first_action, plan, stream)
                over = apply_colour(rules, current, mover, first_action, second)
            dice = 0
            mover = next_present(mover, seats, away)
        for seat in range(seats):
            scores[game, seat] = score(rules.shape, current[seat, 0], current[seat, 1])


@inlined
def _choose(
    rules: KernelRules,
    sheets: Sheets,
    active: int,
    roll: int,
    choices: Integers,
    stream: RandomStream,
) -> None:
    """Choose action 1 for those who have not chosen yet, by what everybody sees."""
    locked = locks(rules, sheets)
    for seat in range(len(sheets)):
        if choices[seat] == NOT_YET:
            squares, circles = white_legal(rules, sheets[seat, 0], sheets[seat, 1], locked, roll)
            choices[seat] = greedy(
                None, rules, sheets, seat, active, roll, NOT_YET, squares, circles, stream
            )


@inlined
def _second(
    rules: KernelRules,
    sheets: Sheets,
    active: int,
    roll: int,
    first: int,
    planned: int,
    stream: RandomStream,
) -> int:
    """Action 2 of the active player: as planned, if that is legal, otherwise a new choice."""
    squares, circles = colour_legal(
        rules, sheets[active, 0], sheets[active, 1], locks(rules, sheets), roll, first
    )
    if planned != NOT_YET and is_among(planned, squares, circles):
        return planned
    return greedy(None, rules, sheets, active, active, roll, first, squares, circles, stream)


@inlined
def next_present(seat: int, seats: int, away: int) -> int:
    """The next player clockwise who has not left."""
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        if not (away >> seat) & 1:
            break
    return seat
