"""How a network learns from games against itself: TD(λ), and Adam on small batches.

Everything depends on the seed alone, not on threads: games have their own streams of dice, and sums
over positions are made in parts of fixed size that are added in order.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.batch import Policy, turn
from cruces.games.qwixx.kernel.chance import begin
from cruces.games.qwixx.kernel.net import (
    MARGIN,
    NARROW,
    WIDE,
    Floats,
    Net,
    facts,
    judge,
    result,
    room,
    through,
)
from cruces.games.qwixx.kernel.sheet import score
from cruces.games.qwixx.kernel.turn import Rules
from cruces.kernels.jit import compiled, taking_functions

MOST_TURNS = 400
"""No game is longer: every turn crosses something or is one of four penalties."""
_SLOWLY, _SLOWER, _TINY = 0.9, 0.999, 1e-8
_MARGIN_LOSS = 0.5
"""How much an error of the margin counts beside one of the chance."""


class Games(NamedTuple):
    """Games as they went, and what there is to learn from them."""

    tables: npt.NDArray[np.int64]
    """``[game, turn]``: all sheets after that turn."""
    turns: npt.NDArray[np.int64]
    chances: Floats
    """``[game, turn, seat]``: what the network should have said there."""
    margins: Floats


def room_for(games: int, seats: int) -> Games:
    """Room for so many games."""
    return Games(
        np.zeros((games, MOST_TURNS, seats, 2), np.int64),
        np.zeros(games, np.int64),
        np.zeros((games, MOST_TURNS, seats), np.float32),
        np.zeros((games, MOST_TURNS, seats), np.float32),
    )


@taking_functions
def play_some(
    policy: Policy,
    net: Net,
    rule: Rules,
    seed: int,
    offset: int,
    begin_at: int,
    end: int,
    trust: float,
    games: Games,
) -> None:
    """Play games into their places, with what they teach; ``trust`` is the λ."""
    seats = games.tables.shape[2]
    luck = np.zeros(1, np.uint64)
    choices = np.zeros(seats, np.int64)
    table = np.zeros((seats, 2), np.int64)
    for game in range(begin_at, end):
        begin(luck, seed, offset + game)
        table[:] = 0
        active, turns, over = 0, 0, False
        while not over:
            over, _ = turn(policy, net, rule, table, active, choices, luck)
            games.tables[game, turns] = table
            turns += 1
            active = active + 1 if active + 1 < seats else 0
        games.turns[game] = turns
        _look_back(net, rule, games, game, trust)


@compiled
def points(rule: Rules, games: Games) -> float:
    """What a seat scored in these games, on average."""
    total, seats = 0, games.tables.shape[2]
    for game in range(len(games.turns)):
        table = games.tables[game, games.turns[game] - 1]
        for seat in range(seats):
            total += score(rule.shape, table[seat, 0], table[seat, 1])
    return float(total) / float(len(games.turns) * seats)


@compiled
def _look_back(net: Net, rule: Rules, games: Games, game: int, trust: float) -> None:
    """What each position was worth, seen from the end: part its successor, part all that came."""
    turns, seats = games.turns[game], games.tables.shape[2]
    here = room(seats)
    for seat in range(seats):
        chance, margin = result(rule, games.tables[game, turns - 1], seat)
        games.chances[game, turns - 1, seat] = chance
        games.margins[game, turns - 1, seat] = margin
        for at in range(turns - 2, -1, -1):
            games.chances[game, at, seat] = chance
            games.margins[game, at, seat] = margin
            upcoming = (at + 1) % seats
            now = judge(net, rule, games.tables[game, at], seat, upcoming, here)
            chance = trust * chance + (1 - trust) * now[0]
            margin = trust * margin + (1 - trust) * now[1]


@compiled
def descend(
    net: Net,
    rule: Rules,
    games: Games,
    lessons: npt.NDArray[np.int64],
    gradient: Net,
    errors: npt.NDArray[np.float64],
) -> None:
    """Add the gradient over some lessons ``[game, turn, seat, arrangement]``, and their errors."""
    here = room(games.tables.shape[2])
    back, deep = np.zeros(NARROW, np.float32), np.zeros(WIDE, np.float32)
    for lesson in range(len(lessons)):
        game, at, seat, arrangement = lessons[lesson]
        upcoming = (at + 1) % games.tables.shape[2]
        table = games.tables[game, at]
        found = facts(net, rule, table, seat, upcoming, arrangement, here.places, here.values)
        chance, margin = through(net, here.places, here.values, found, here.wide, here.narrow)
        wanted = games.chances[game, at, seat]
        by_chance = np.float32(chance - wanted)
        by_margin = np.float32(margin - games.margins[game, at, seat])
        errors[0] -= wanted * np.log(max(chance, 1e-9)) + (1 - wanted) * np.log(
            max(1 - chance, 1e-9)
        )
        errors[1] += by_margin * by_margin
        by_margin *= np.float32(_MARGIN_LOSS)
        gradient.level[0] += by_chance
        gradient.level[1] += by_margin
        for unit in range(NARROW):
            back[unit] = 0
            signal = here.narrow[unit]
            if signal > 0:
                gradient.out[unit, 0] += by_chance * signal
                gradient.out[unit, 1] += by_margin * signal
                back[unit] = by_chance * net.out[unit, 0] + by_margin * net.out[unit, 1]
                gradient.narrow[unit] += back[unit]
        for unit in range(WIDE):
            deep[unit] = 0
            signal = here.wide[unit]
            if signal > 0:
                total = np.float32(0)
                for then in range(NARROW):
                    gradient.between[unit, then] += signal * back[then]
                    total += net.between[unit, then] * back[then]
                deep[unit] = total
                gradient.wide[unit] += total
        for fact in range(found):
            place, value = here.places[fact], here.values[fact]
            for unit in range(WIDE):
                gradient.inputs[place, unit] += value * deep[unit]


@compiled
def step(
    weights: Floats,
    gradients: Floats,
    lessons: int,
    mean: Floats,
    square: Floats,
    steps: int,
    rate: float,
) -> None:
    """One step of Adam down the sum of ``gradients[part]``, which are 0 afterwards."""
    fair = np.float32(1 / (1 - _SLOWLY**steps))
    fair_square = np.float32(1 / (1 - _SLOWER**steps))
    part_of = np.float32(1 / lessons)
    for place in range(len(weights)):
        slope = np.float32(0)
        for part in range(len(gradients)):
            slope += gradients[part, place]
            gradients[part, place] = 0
        slope *= part_of
        mean[place] = np.float32(_SLOWLY) * mean[place] + np.float32(1 - _SLOWLY) * slope
        square[place] = (
            np.float32(_SLOWER) * square[place] + np.float32(1 - _SLOWER) * slope * slope
        )
        weights[place] -= (
            np.float32(rate)
            * mean[place]
            * fair
            / (np.sqrt(square[place] * fair_square) + np.float32(_TINY))
        )


__all__ = ["MARGIN", "Games", "descend", "play_some", "points", "room_for", "step"]
