"""How a network learns from self-play: TD(λ), and Adam on small batches.

Everything depends only on the seed, not on threads: each game has its own random stream, and sums
over positions are computed in parts of fixed size that are added in order.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel.batch import Policy, play_turn
from cruces.games.qwixx.kernel.chance import seed_stream
from cruces.games.qwixx.kernel.net import (
    MARGIN,
    NARROW,
    WIDE,
    Floats,
    Net,
    final_result,
    forward,
    judge,
    new_workspace,
    write_inputs,
)
from cruces.games.qwixx.kernel.sheet import score
from cruces.games.qwixx.kernel.turn import KernelRules
from cruces.kernels.jit import compiled, taking_functions

MAX_TURNS = 400
"""No game is longer: every turn crosses something or costs one of four penalties."""
_MEAN_DECAY, _SQUARE_DECAY, _TINY = 0.9, 0.999, 1e-8
_MARGIN_LOSS = 0.5
"""The weight of an error of the margin, compared with one of the chance."""


class TrainingGames(NamedTuple):
    """Games as they were played, and the targets to learn from them."""

    sheets: npt.NDArray[np.int64]
    """``[game, turn]``: all sheets after that turn."""
    turns: npt.NDArray[np.int64]
    chances: Floats
    """``[game, turn, seat]``: the target of the network there."""
    margins: Floats


def new_training_games(games: int, seats: int) -> TrainingGames:
    """Empty arrays for this many games."""
    return TrainingGames(
        np.zeros((games, MAX_TURNS, seats, 2), np.int64),
        np.zeros(games, np.int64),
        np.zeros((games, MAX_TURNS, seats), np.float32),
        np.zeros((games, MAX_TURNS, seats), np.float32),
    )


@taking_functions
def play_games(
    policy: Policy,
    net: Net,
    rules: KernelRules,
    seed: int,
    offset: int,
    first_game: int,
    end: int,
    lambda_: float,
    games: TrainingGames,
) -> None:
    """Play games and fill in their targets; ``lambda_`` is the λ of TD(λ)."""
    seats = games.sheets.shape[2]
    stream = np.zeros(1, np.uint64)
    choices = np.zeros(seats, np.int64)
    current = np.zeros((seats, 2), np.int64)
    for game in range(first_game, end):
        seed_stream(stream, seed, offset + game)
        current[:] = 0
        turns, over = 0, False
        while not over:
            active = turns % seats
            over, _ = play_turn(policy, net, rules, current, active, choices, stream)
            games.sheets[game, turns] = current
            turns += 1
        games.turns[game] = turns
        _fill_targets(net, rules, games, game, lambda_)


@compiled
def mean_points(rules: KernelRules, games: TrainingGames) -> float:
    """The mean score of a seat in these games."""
    total, seats = 0, games.sheets.shape[2]
    for game in range(len(games.turns)):
        current = games.sheets[game, games.turns[game] - 1]
        for seat in range(seats):
            total += score(rules.shape, current[seat, 0], current[seat, 1])
    return float(total) / float(len(games.turns) * seats)


@compiled
def _fill_targets(
    net: Net, rules: KernelRules, games: TrainingGames, game: int, lambda_: float
) -> None:
    """The targets of each position, from the end backwards: the λ-return."""
    turns, seats = games.turns[game], games.sheets.shape[2]
    workspace = new_workspace(seats)
    for seat in range(seats):
        chance, margin = final_result(rules, games.sheets[game, turns - 1], seat)
        games.chances[game, turns - 1, seat] = chance
        games.margins[game, turns - 1, seat] = margin
        for at in range(turns - 2, -1, -1):
            games.chances[game, at, seat] = chance
            games.margins[game, at, seat] = margin
            upcoming = (at + 1) % seats
            judgement = judge(net, rules, games.sheets[game, at], seat, upcoming, workspace)
            chance = lambda_ * chance + (1 - lambda_) * judgement[0]
            margin = lambda_ * margin + (1 - lambda_) * judgement[1]


@compiled
def add_gradients(
    net: Net,
    rules: KernelRules,
    games: TrainingGames,
    samples: npt.NDArray[np.int64],
    gradient: Net,
    errors: npt.NDArray[np.float64],
) -> None:
    """Add the gradients over samples ``[game, turn, seat, arrangement]``, and their errors."""
    workspace = new_workspace(games.sheets.shape[2])
    narrow_errors, wide_errors = np.zeros(NARROW, np.float32), np.zeros(WIDE, np.float32)
    for sample in range(len(samples)):
        game, at, seat, arrangement = samples[sample]
        upcoming = (at + 1) % games.sheets.shape[2]
        current = games.sheets[game, at]
        count = write_inputs(
            net, rules, current, seat, upcoming, arrangement, workspace.places, workspace.values
        )
        chance, margin = forward(
            net, workspace.places, workspace.values, count, workspace.wide, workspace.narrow
        )
        target = games.chances[game, at, seat]
        chance_error = np.float32(chance - target)
        margin_error = np.float32(margin - games.margins[game, at, seat])
        errors[0] -= target * np.log(max(chance, 1e-9)) + (1 - target) * np.log(
            max(1 - chance, 1e-9)
        )
        errors[1] += margin_error * margin_error
        margin_error *= np.float32(_MARGIN_LOSS)
        gradient.output_bias[0] += chance_error
        gradient.output_bias[1] += margin_error
        for unit in range(NARROW):
            narrow_errors[unit] = 0
            signal = workspace.narrow[unit]
            if signal > 0:
                gradient.output_weights[unit, 0] += chance_error * signal
                gradient.output_weights[unit, 1] += margin_error * signal
                narrow_errors[unit] = (
                    chance_error * net.output_weights[unit, 0]
                    + margin_error * net.output_weights[unit, 1]
                )
                gradient.narrow_bias[unit] += narrow_errors[unit]
        for unit in range(WIDE):
            wide_errors[unit] = 0
            signal = workspace.wide[unit]
            if signal > 0:
                total = np.float32(0)
                for narrow_unit in range(NARROW):
                    gradient.narrow_weights[unit, narrow_unit] += (
                        signal * narrow_errors[narrow_unit]
                    )
                    total += net.narrow_weights[unit, narrow_unit] * narrow_errors[narrow_unit]
                wide_errors[unit] = total
                gradient.wide_bias[unit] += total
        for index in range(count):
            place, value = workspace.places[index], workspace.values[index]
            for unit in range(WIDE):
                gradient.wide_weights[place, unit] += value * wide_errors[unit]


@compiled
def adam_step(
    weights: Floats,
    gradients: Floats,
    samples: int,
    mean: Floats,
    square: Floats,
    steps: int,
    rate: float,
) -> None:
    """One step of Adam with the sum of ``gradients[part]``, which are set to 0."""
    mean_correction = np.float32(1 / (1 - _MEAN_DECAY**steps))
    square_correction = np.float32(1 / (1 - _SQUARE_DECAY**steps))
    scale = np.float32(1 / samples)
    for place in range(len(weights)):
        slope = np.float32(0)
        for part in range(len(gradients)):
            slope += gradients[part, place]
            gradients[part, place] = 0
        slope *= scale
        mean[place] = np.float32(_MEAN_DECAY) * mean[place] + np.float32(1 - _MEAN_DECAY) * slope
        square[place] = (
            np.float32(_SQUARE_DECAY) * square[place]
            + np.float32(1 - _SQUARE_DECAY) * slope * slope
        )
        weights[place] -= (
            np.float32(rate)
            * mean[place]
            * mean_correction
            / (np.sqrt(square[place] * square_correction) + np.float32(_TINY))
        )


__all__ = [
    "MARGIN",
    "TrainingGames",
    "adam_step",
    "add_gradients",
    "mean_points",
    "new_training_games",
    "play_games",
]
