"""Training the networks of Qwixx and Big Points by self-play.

The first games are played by greedy players, so that there is something to learn from; then the
network plays in every seat. The same seed gives the same weights, whatever the number of threads
and whether or not training was interrupted.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel import learn
from cruces.games.qwixx.kernel.net import ARRANGEMENTS, NARROW, WIDE, Floats, net, weight_count
from cruces.games.qwixx.kernel.policies import greedy
from cruces.games.qwixx.kernel.shape import shape
from cruces.games.qwixx.kernel.strong import quick
from cruces.games.qwixx.kernel.turn import KernelRules
from cruces.games.qwixx.players.levels import NETWORKS
from cruces.games.qwixx.rules import Layout

ROUND = 256
"""Games that are played with the same weights."""
BATCH = 128
"""Samples per step: with many small steps a network learns more from the same games."""
PARTS = 4
"""Games and batches are divided into parts, for the threads."""
GREEDY_ROUNDS = 20
"""Rounds that are played by greedy players."""
LAMBDA = 0.7
"""The λ of TD(λ): how much later positions count in a target."""
FAST, SLOW = 2e-3, 2e-5
"""The learning rate of Adam, first and last."""
CURVE_POINTS = 50
"""The approximate number of points of a curve."""

Samples = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TrainingRun:
    """What to train, and for how long."""

    layout: Layout
    """One of the layouts that networks support: see ``kernel.net``."""
    seats: int
    games: int
    seed: int

    @property
    def game(self) -> str:
        """The id of the game with this layout."""
        return NETWORKS[self.layout]

    @property
    def about(self) -> dict[str, str | int]:
        """The run as checkpoints describe it."""
        return {"game": self.game, "seats": self.seats, "games": self.games, "seed": self.seed}

    @property
    def rules(self) -> KernelRules:
        """The rules of the games: the default rulings, but for the house rule of B4.

        Networks that learned by the letter were no better, under either (docs/strong-player.md).
        """
        return KernelRules(shape(self.layout), finish_turn=False, either_die=False, same_turn=True)

    @property
    def rounds(self) -> int:
        """The number of rounds; incomplete ones are not played."""
        return max(1, self.games // ROUND)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A point of the learning curve: means over the rounds since the point before.

    ``loss`` is the cross entropy of the chance to win, ``margin`` the typical error of the
    margin in points, ``turns`` and ``points`` describe the games.
    """

    games: int
    loss: float
    margin: float
    turns: float
    points: float


@dataclass(slots=True)
class TrainingState:
    """Everything needed to continue: the weights, Adam's moments, and the curve."""

    weights: Floats
    mean: Floats
    square: Floats
    rounds: int = 0
    steps: int = 0
    since: list[list[float]] = field(default_factory=list)
    """The results of each round since the last point of the curve."""
    curve: list[CurvePoint] = field(default_factory=list)


def initial_state(training_run: TrainingRun) -> TrainingState:
    """Small random weights."""
    weights = np.zeros(weight_count(training_run.seats, training_run.layout), np.float32)
    layers = net(weights, training_run.seats, training_run.layout)
    random = np.random.default_rng((training_run.seed, 0))
    layers.wide_weights[:] = random.normal(0, 0.15, layers.wide_weights.shape)
    layers.narrow_weights[:] = random.normal(0, (2 / WIDE) ** 0.5, layers.narrow_weights.shape)
    layers.output_weights[:] = random.normal(0, NARROW**-0.5, layers.output_weights.shape)
    return TrainingState(weights, np.zeros_like(weights), np.zeros_like(weights))


def train(
    training_run: TrainingRun, state: TrainingState, threads: int | None = None
) -> Iterator[TrainingState]:
    """Train on, yielding after each round; always the same state object, updated."""
    games = learn.new_training_games(ROUND, training_run.seats)
    gradients = np.zeros((PARTS, len(state.weights)), np.float32)
    with ThreadPoolExecutor(threads or os.cpu_count() or 1, "training") as pool:
        while state.rounds < training_run.rounds:
            _play_round(training_run, state, games, pool)
            errors = _learn_round(training_run, state, games, gradients, pool)
            state.rounds += 1
            _record_round(training_run, state, errors, games)
            yield state


def _play_round(
    training_run: TrainingRun,
    state: TrainingState,
    games: learn.TrainingGames,
    pool: ThreadPoolExecutor,
) -> None:
    """Play one round of games."""
    network = net(state.weights, training_run.seats, training_run.layout)
    policy, lambda_ = (greedy, 1.0) if state.rounds < GREEDY_ROUNDS else (quick, LAMBDA)
    offset = state.rounds * ROUND

    def some(begin: int, end: int) -> None:
        seed = training_run.seed
        learn.play_games(
            policy, network, training_run.rules, seed, offset, begin, end, lambda_, games
        )

    ends = np.linspace(0, ROUND, 2 * PARTS + 1).astype(int)
    list(pool.map(some, ends[:-1], ends[1:]))


def _learn_round(
    training_run: TrainingRun,
    state: TrainingState,
    games: learn.TrainingGames,
    gradients: Floats,
    pool: ThreadPoolExecutor,
) -> list[float]:
    """One step per batch of samples; returns the mean errors of chance and margin."""
    network = net(state.weights, training_run.seats, training_run.layout)
    gradient_nets = [net(part, training_run.seats, training_run.layout) for part in gradients]
    samples = _draw_samples(games, np.random.default_rng((training_run.seed, state.rounds + 1)))
    errors = np.zeros((PARTS, 2))

    def add_gradients(part: int, batch: Samples) -> None:
        learn.add_gradients(
            network,
            training_run.rules,
            games,
            batch[part::PARTS],
            gradient_nets[part],
            errors[part],
        )

    part_done = state.rounds / training_run.rounds
    rate = SLOW + (FAST - SLOW) * (0.5 + 0.5 * np.cos(np.pi * part_done))
    # A last batch of less than half the size is left out: its gradient would be mostly noise.
    for begin in range(0, max(1, len(samples) - BATCH // 2), BATCH):
        batch = samples[begin : begin + BATCH]
        list(pool.map(add_gradients, range(PARTS), [batch] * PARTS))
        state.steps += 1
        memory = state.mean, state.square
        learn.adam_step(state.weights, gradients, len(batch), *memory, state.steps, rate)
    return [float(error) for error in errors.sum(0) / len(samples)]


def _draw_samples(games: learn.TrainingGames, random: np.random.Generator) -> Samples:
    """Every position of every game from every seat's side, in random order and arrangement."""
    seats = np.arange(games.sheets.shape[2])
    where = [
        np.stack(np.meshgrid([game], np.arange(turns - 1), seats, indexing="ij"), -1)
        for game, turns in enumerate(games.turns)
    ]
    samples = np.concatenate([each.reshape(-1, 3) for each in where])
    arrangements = random.integers(0, ARRANGEMENTS, len(samples))
    return random.permutation(np.concatenate([samples, arrangements[:, None]], 1))


def _record_round(
    training_run: TrainingRun, state: TrainingState, errors: list[float], games: learn.TrainingGames
) -> None:
    state.since.append(
        [*errors, float(games.turns.mean()), learn.mean_points(training_run.rules, games)]
    )
    if (
        state.rounds % max(1, training_run.rounds // CURVE_POINTS) == 0
        or state.rounds == training_run.rounds
    ):
        loss, margin, turns, points = np.mean(state.since, 0)
        margin = learn.MARGIN * margin**0.5
        rounded = (round(float(each), 4) for each in (loss, margin, turns, points))
        state.curve.append(CurvePoint(state.rounds * ROUND, *rounded))
        state.since.clear()
