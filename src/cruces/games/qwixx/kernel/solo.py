"""Many solo games, each of them one action further at a time: for programs that learn.

Actions and observations are those of ``envs.encoding``. Every game has its own random stream.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.chance import (
    DICE,
    DIE,
    RandomStream,
    colour_die,
    roll_dice,
    seed_stream,
    white_dice,
)
from cruces.games.qwixx.kernel.policies import NOT_YET
from cruces.games.qwixx.kernel.shape import LANE, LANES
from cruces.games.qwixx.kernel.sheet import (
    FIRST_CIRCLE,
    PASS,
    lanes_locked,
    penalties,
    score,
    with_penalty,
)
from cruces.games.qwixx.kernel.turn import (
    KernelRules,
    colour_legal,
    dice_gone,
    is_among,
    last_penalty,
    white_legal,
)
from cruces.kernels.jit import compiled, inlined

Integers = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

STAY, NEXT_STEP, SAME_STEP = range(3)
"""When a game that has ended begins anew: not by itself, with its next action, or at once."""


class Games(NamedTuple):
    """The games: one number each, as everywhere in the kernel."""

    squares: Integers
    circles: Integers
    rolls: Integers
    """0 when a game is over; without the dice that have left the game."""
    firsts: Integers
    """What was done in action 1; ``NOT_YET`` before."""
    streams: RandomStream


class Boxes(NamedTuple):
    """What the numbers of actions mean: the kernel's action for each, from number 1 on."""

    squares: Integers
    circles: Integers
    rows: int


class Written(NamedTuple):
    """Where the results are written: the first index is the game."""

    observations: Bytes
    masks: Bytes
    rewards: npt.NDArray[np.float32]
    ends: npt.NDArray[np.bool_]
    finals: Bytes
    """The last observations of games that began anew at once; other rows are not written."""


@compiled
def begin_games(
    rules: KernelRules,
    boxes: Boxes,
    games: Games,
    seeds: Integers,
    which: npt.NDArray[np.bool_],
    written: Written,
) -> None:
    """Begin some games anew with these seeds, and write the observations of all."""
    stream = np.zeros(1, np.uint64)
    for game in range(len(which)):
        if which[game]:
            seed_stream(stream, seeds[game], 0)
            games.squares[game] = games.circles[game] = 0
            games.firsts[game] = NOT_YET
            games.rolls[game] = _roll(stream, 0)
            games.streams[game] = stream[0]
        _write(rules, boxes, games, game, written.observations, written.masks)


@compiled
def step_games(
    rules: KernelRules,
    boxes: Boxes,
    games: Games,
    actions: Integers,
    mode: int,
    begin: int,
    end: int,
    written: Written,
) -> None:
    """Act in the games from number ``begin`` up to ``end``; what is not legal is a pass."""
    stream = np.zeros(1, np.uint64)
    for game in range(begin, end):
        reward, over = 0, games.rolls[game] == 0
        stream[0] = games.streams[game]
        if over and mode == NEXT_STEP:
            _restart(games, game, stream)
            over = False
        elif not over:
            reward, over = _act(rules, boxes, games, game, actions[game], stream)
            if over and mode == SAME_STEP:
                _write(rules, boxes, games, game, written.finals, written.masks)
                _restart(games, game, stream)
        games.streams[game] = stream[0]
        written.rewards[game] = reward
        written.ends[game] = over
        _write(rules, boxes, games, game, written.observations, written.masks)


@inlined
def _restart(games: Games, game: int, stream: RandomStream) -> None:
    """A new game with the dice that follow."""
    games.squares[game] = games.circles[game] = 0
    games.firsts[game] = NOT_YET
    games.rolls[game] = _roll(stream, 0)


@inlined
def _roll(stream: RandomStream, locked: int) -> int:
    """The dice in play."""
    roll = roll_dice(stream)
    for row in range(LANES):
        if (locked >> (LANE * row)) & 1:
            roll &= ~(7 << (DIE * (row + DICE - LANES)))
    return roll


@inlined
def _legal(rules: KernelRules, games: Games, game: int) -> tuple[int, int]:
    """The legal squares and circles."""
    squares, circles, roll = games.squares[game], games.circles[game], games.rolls[game]
    if roll == 0:
        return 0, 0
    locked, first = lanes_locked(rules.shape, squares), games.firsts[game]
    if first == NOT_YET:
        return white_legal(rules, squares, circles, locked, roll)
    return colour_legal(rules, squares, circles, locked, roll, first)


@inlined
def _act(
    rules: KernelRules, boxes: Boxes, games: Games, game: int, number: int, stream: RandomStream
) -> tuple[int, bool]:
    """Act in a game; the points that it earned, and whether the game is over."""
    legal, legal_circles = _legal(rules, games, game)
    action, first_circle = PASS, 1 + len(boxes.squares)
    if 1 <= number < first_circle:
        action = boxes.squares[number - 1]
    elif first_circle <= number < first_circle + len(boxes.circles):
        action = boxes.circles[number - first_circle]
    if not is_among(action, legal, legal_circles):
        action = PASS
    squares, circles, first = games.squares[game], games.circles[game], games.firsts[game]
    before, over = score(rules.shape, squares, circles), False
    if action >= FIRST_CIRCLE:
        circles |= 1 << (action - FIRST_CIRCLE)
    elif action != PASS:
        squares |= 1 << action
    elif first == PASS:
        squares = with_penalty(squares)
        over = last_penalty(rules, squares)
    locked = lanes_locked(rules.shape, squares)
    if dice_gone(rules, locked) and (first != NOT_YET or not rules.finish_turn):
        over = True
    games.squares[game], games.circles[game] = squares, circles
    if over:
        games.rolls[game], games.firsts[game] = 0, NOT_YET
    elif first == NOT_YET:
        games.firsts[game] = action
    else:
        games.firsts[game] = NOT_YET
        games.rolls[game] = _roll(stream, locked)
    return score(rules.shape, squares, circles) - before, over


@inlined
def _write(
    rules: KernelRules,
    boxes: Boxes,
    games: Games,
    game: int,
    observations: Bytes,
    masks: Bytes,
) -> None:
    """Write what is seen of a game, and which actions it allows."""
    squares, circles = games.squares[game], games.circles[game]
    legal, legal_circles = _legal(rules, games, game)
    masks[game, 0] = 1
    for box in range(len(boxes.squares)):
        bit = boxes.squares[box]
        observations[game, box] = (squares >> bit) & 1
        masks[game, 1 + box] = (legal >> bit) & 1
    at = len(boxes.squares)
    for box in range(len(boxes.circles)):
        bit = boxes.circles[box] - FIRST_CIRCLE
        observations[game, at + box] = (circles >> bit) & 1
        masks[game, 1 + at + box] = (legal_circles >> bit) & 1
    at += len(boxes.circles)
    observations[game, at] = penalties(squares)
    locked, roll = lanes_locked(rules.shape, squares), games.rolls[game]
    one, two = white_dice(roll)
    observations[game, at + 1 + boxes.rows], observations[game, at + 2 + boxes.rows] = one, two
    for row in range(boxes.rows):
        observations[game, at + 1 + row] = (locked >> (LANE * row)) & 1
        observations[game, at + 3 + boxes.rows + row] = colour_die(roll, row)
    at += 3 + 2 * boxes.rows
    observations[game, at] = games.firsts[game] != NOT_YET
    observations[game, at + 1] = games.firsts[game] == PASS
