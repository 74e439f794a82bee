"""The same moment played to its end many times, by greedy players: what may come of it.

Game number ``n`` gets the same dice from every moment, so that moments of one turn are compared in
the same games: a roll that is on the table stands for the first of the game's dice.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.batch import PIECES
from cruces.games.qwixx.kernel.chance import Luck, begin, rolled
from cruces.games.qwixx.kernel.policies import NOT_YET, greedy
from cruces.games.qwixx.kernel.sheet import PASS, Sheets, score
from cruces.games.qwixx.kernel.turn import (
    Rules,
    Whole,
    among,
    colour_legal,
    dice_gone,
    locks,
    settle_colour,
    settle_white,
    white_legal,
)
from cruces.kernels.jit import compiled, inlined

Scores = npt.NDArray[np.int16]


class Moment(NamedTuple):
    """Where to go on from, on integers.

    ``roll`` is 0 before the dice are rolled. ``choices`` are the actions 1 that are settled,
    ``NOT_YET`` for the others. ``first`` is ``NOT_YET`` until action 2; ``planned`` is what the
    active player will do in it, ``NOT_YET`` if that is left to them. Seats that have left the game
    have their bit in ``away``.
    """

    sheets: Sheets
    active: int
    away: int
    roll: int
    choices: Whole
    first: int
    planned: int


def play_out(rule: Rules, moments: Sequence[Moment], begin: int, end: int, seed: int) -> Scores:
    """``[moment, game, seat]``: the final scores of the games with these numbers."""
    seats = len(moments[0].sheets)
    scores = np.zeros((len(moments), end - begin, seats), np.int16)
    workers = os.cpu_count() or 1
    cuts = np.linspace(0, end - begin, min(workers * PIECES, end - begin) + 1).astype(int)
    pieces = [
        (number, int(first), int(last))
        for number in range(len(moments))
        for first, last in pairwise(cuts)
    ]

    def some(piece: tuple[int, int, int]) -> None:
        number, first, last = piece
        play_some(rule, *moments[number], seed, begin + first, scores[number, first:last])

    with ThreadPoolExecutor(workers, "rollouts") as pool:
        list(pool.map(some, pieces))
    return scores


@compiled
def play_some(
    rule: Rules,
    sheets: Sheets,
    active: int,
    away: int,
    roll: int,
    choices: Whole,
    first: int,
    planned: int,
    seed: int,
    begin_at: int,
    scores: Scores,
) -> None:
    """Play as many games as there are scores to fill, numbered from ``begin_at``."""
    seats = len(sheets)
    luck = np.zeros(1, np.uint64)
    table, now = sheets.copy(), choices.copy()
    for game in range(len(scores)):
        begin(luck, seed, begin_at + game)
        if roll:
            rolled(luck)
        for seat in range(seats):
            table[seat, 0], table[seat, 1] = sheets[seat, 0], sheets[seat, 1]
            now[seat] = choices[seat]
        whose, dice, done, plan, over = active, roll, first, planned, False
        while not over:
            if dice == 0:
                dice, done, plan = rolled(luck), NOT_YET, NOT_YET
                for seat in range(seats):
                    now[seat] = PASS if (away >> seat) & 1 else NOT_YET
            if done == NOT_YET:
                _choose(rule, table, whose, dice, now, luck)
                over = settle_white(rule, table, now)
                done = now[whose]
            if over:
                break
            if (away >> whose) & 1:
                over = dice_gone(rule, locks(rule, table))
            else:
                second = _second(rule, table, whose, dice, done, plan, luck)
                over = settle_colour(rule, table, whose, done, second)
            dice = 0
            whose = next_present(whose, seats, away)
        for seat in range(seats):
            scores[game, seat] = score(rule.shape, table[seat, 0], table[seat, 1])


@inlined
def _choose(
    rule: Rules, sheets: Sheets, active: int, roll: int, choices: Whole, luck: Luck
) -> None:
    """Action 1 of those who have not chosen yet, by what everybody sees."""
    locked = locks(rule, sheets)
    for seat in range(len(sheets)):
        if choices[seat] == NOT_YET:
            squares, circles = white_legal(rule, sheets[seat, 0], sheets[seat, 1], locked, roll)
            choices[seat] = greedy(
                None, rule, sheets, seat, active, roll, NOT_YET, squares, circles, luck
            )


@inlined
def _second(
    rule: Rules, sheets: Sheets, active: int, roll: int, first: int, planned: int, luck: Luck
) -> int:
    """Action 2 of the active player: what is planned, if that is still legal, else a choice."""
    squares, circles = colour_legal(
        rule, sheets[active, 0], sheets[active, 1], locks(rule, sheets), roll, first
    )
    if planned != NOT_YET and among(planned, squares, circles):
        return planned
    return greedy(None, rule, sheets, active, active, roll, first, squares, circles, luck)


@inlined
def next_present(seat: int, seats: int, away: int) -> int:
    """The next player clockwise who has not left."""
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        if not (away >> seat) & 1:
            break
    return seat
