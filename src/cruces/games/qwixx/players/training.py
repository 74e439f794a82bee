"""How the networks of Qwixx and Big Points are made: by games against themselves.

The first games are greedy players', so that there is something to judge; then the network plays in
every seat. The same seed gives the same weights, whatever the number of threads, and whether or not
the work was interrupted.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.kernel import learn
from cruces.games.qwixx.kernel.net import ARRANGEMENTS, NARROW, WIDE, Floats, net, size
from cruces.games.qwixx.kernel.policies import greedy
from cruces.games.qwixx.kernel.shape import shape
from cruces.games.qwixx.kernel.strong import quick
from cruces.games.qwixx.kernel.turn import Rules
from cruces.games.qwixx.players.levels import NETWORKS
from cruces.games.qwixx.rules import Layout

ROUND = 256
"""Games that are played with the same weights."""
BATCH = 128
"""Lessons to a step: with many small steps a network learns more from the same games."""
PARTS = 4
"""Games and batches are divided into parts, for the threads."""
BY_GREEDY = 20
"""Rounds that greedy players play."""
TRUST = 0.7
"""The λ of TD(λ): how much of what came later there is in a lesson."""
FAST, SLOW = 2e-3, 2e-5
"""Adam's rate, first and last."""
POINTS = 50
"""How many points a curve has, about."""

Lessons = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Course:
    """What is to be learned, and how long."""

    layout: Layout
    """One of the sheets that networks can learn: see ``kernel.net``."""
    seats: int
    games: int
    seed: int

    @property
    def game(self) -> str:
        """The game of this sheet."""
        return NETWORKS[self.layout]

    @property
    def about(self) -> dict[str, str | int]:
        """The course in words and numbers, as checkpoints have it."""
        return {"game": self.game, "seats": self.seats, "games": self.games, "seed": self.seed}

    @property
    def rule(self) -> Rules:
        """The rules that are played by, with the usual rulings."""
        return Rules(shape(self.layout), finish_turn=False, either_die=False, same_turn=True)

    @property
    def rounds(self) -> int:
        """Whole rounds only."""
        return max(1, self.games // ROUND)


@dataclass(frozen=True, slots=True)
class Mark:
    """A point of the curve: means over the rounds since the one before.

    ``loss`` is the cross entropy of the chance to win, ``margin`` the typical error of the
    margin in points, ``turns`` and ``points`` how games went.
    """

    games: int
    loss: float
    margin: float
    turns: float
    points: float


@dataclass(slots=True)
class Progress:
    """All that it takes to go on: the weights, Adam's memory of the slopes, and the curve."""

    weights: Floats
    mean: Floats
    square: Floats
    rounds: int = 0
    steps: int = 0
    since: list[list[float]] = field(default_factory=list)
    """What came of each round since the last mark."""
    curve: list[Mark] = field(default_factory=list)


def start(course: Course) -> Progress:
    """Small random weights."""
    weights = np.zeros(size(course.seats, course.layout), np.float32)
    layers = net(weights, course.seats, course.layout)
    random = np.random.default_rng((course.seed, 0))
    layers.inputs[:] = random.normal(0, 0.15, layers.inputs.shape)
    layers.between[:] = random.normal(0, (2 / WIDE) ** 0.5, layers.between.shape)
    layers.out[:] = random.normal(0, NARROW**-0.5, layers.out.shape)
    return Progress(weights, np.zeros_like(weights), np.zeros_like(weights))


def train(course: Course, progress: Progress, threads: int | None = None) -> Iterator[Progress]:
    """Learn on, telling after each round; the progress is the same object, further on."""
    games = learn.room_for(ROUND, course.seats)
    gradients = np.zeros((PARTS, len(progress.weights)), np.float32)
    with ThreadPoolExecutor(threads or os.cpu_count() or 1, "training") as pool:
        while progress.rounds < course.rounds:
            _play(course, progress, games, pool)
            errors = _study(course, progress, games, gradients, pool)
            progress.rounds += 1
            _note(course, progress, errors, games)
            yield progress


def _play(course: Course, progress: Progress, games: learn.Games, pool: ThreadPoolExecutor) -> None:
    """One round of games."""
    known = net(progress.weights, course.seats, course.layout)
    policy, trust = (greedy, 1.0) if progress.rounds < BY_GREEDY else (quick, TRUST)
    offset = progress.rounds * ROUND

    def some(begin: int, end: int) -> None:
        seed = course.seed
        learn.play_some(policy, known, course.rule, seed, offset, begin, end, trust, games)

    ends = np.linspace(0, ROUND, 2 * PARTS + 1).astype(int)
    list(pool.map(some, ends[:-1], ends[1:]))


def _study(
    course: Course,
    progress: Progress,
    games: learn.Games,
    gradients: Floats,
    pool: ThreadPoolExecutor,
) -> list[float]:
    """One step for every batch of lessons; the mean errors of chance and margin."""
    known = net(progress.weights, course.seats, course.layout)
    slopes = [net(part, course.seats, course.layout) for part in gradients]
    lessons = _lessons(games, np.random.default_rng((course.seed, progress.rounds + 1)))
    errors = np.zeros((PARTS, 2))

    def descend(part: int, batch: Lessons) -> None:
        learn.descend(known, course.rule, games, batch[part::PARTS], slopes[part], errors[part])

    done = progress.rounds / course.rounds
    rate = SLOW + (FAST - SLOW) * (0.5 + 0.5 * np.cos(np.pi * done))
    # A rest of less than half a batch is left out: its slope would be mostly noise.
    for begin in range(0, max(1, len(lessons) - BATCH // 2), BATCH):
        batch = lessons[begin : begin + BATCH]
        list(pool.map(descend, range(PARTS), [batch] * PARTS))
        progress.steps += 1
        memory = progress.mean, progress.square
        learn.step(progress.weights, gradients, len(batch), *memory, progress.steps, rate)
    return [float(error) for error in errors.sum(0) / len(lessons)]


def _lessons(games: learn.Games, random: np.random.Generator) -> Lessons:
    """Every position of every game through every seat's eyes, in any order and arrangement."""
    seats = np.arange(games.tables.shape[2])
    where = [
        np.stack(np.meshgrid([game], np.arange(turns - 1), seats, indexing="ij"), -1)
        for game, turns in enumerate(games.turns)
    ]
    lessons = np.concatenate([each.reshape(-1, 3) for each in where])
    arrangements = random.integers(0, ARRANGEMENTS, len(lessons))
    return random.permutation(np.concatenate([lessons, arrangements[:, None]], 1))


def _note(course: Course, progress: Progress, errors: list[float], games: learn.Games) -> None:
    progress.since.append([*errors, float(games.turns.mean()), learn.points(course.rule, games)])
    if progress.rounds % max(1, course.rounds // POINTS) == 0 or progress.rounds == course.rounds:
        loss, margin, turns, points = np.mean(progress.since, 0)
        margin = learn.MARGIN * margin**0.5
        shown = (round(float(each), 4) for each in (loss, margin, turns, points))
        progress.curve.append(Mark(progress.rounds * ROUND, *shown))
        progress.since.clear()
