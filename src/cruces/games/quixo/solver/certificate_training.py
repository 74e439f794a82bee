"""Training the order of boards, so that a certificate needs fewer exceptions.

Each number of marked cubes (a level) has its own weights, and levels are processed one after
another. So a level can be trained as soon as its first positions are known: some of them are drawn
at random, the policy is followed for as long as it stays in the level (`visit`), and the positions
visited are what it learns from (`learn`). Every other board should come before one that loses
without its being visible, and first of all those that preserve a win; but the order should stay
close to the initial one, which keeps the set of positions small. New weights change which positions
are visited, so visits and training alternate.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import Mask, has_line, may_push, pushed, pushed_own
from cruces.games.quixo.kernel.evaluation import (
    KINDS,
    PATTERNS,
    mirror_images,
    simple_weights,
)
from cruces.games.quixo.kernel.lines import MOST, WIDTH
from cruces.games.quixo.kernel.look_up import look_up
from cruces.games.quixo.kernel.policy import LEADS, lead_of, visible_win
from cruces.games.quixo.kernel.search import MAX_PUSHES, NO_PUSH, BoardTables
from cruces.games.quixo.kernel.symmetry import MOVER_SHIFT
from cruces.games.quixo.solver.certificate import Keys
from cruces.games.quixo.solver.certificate_search import (
    AllOrbits,
    Improver,
    Level,
    LevelValues,
    Shares,
    Weights,
    expanded,
    value_of,
)
from cruces.games.quixo.solver.index import Ranking
from cruces.games.quixo.solver.position_set import PositionSet
from cruces.games.quixo.solver.step import LOST, WON
from cruces.games.quixo.solver.table import ValueTable
from cruces.kernels.jit import compiled
from cruces.parallel import Here, Place, Threads, cores, in_order

Floats = npt.NDArray[np.float64]
POINT = 8
"""One point of `initial_weights`, in weights, so that training can change them by less."""
SHARPNESS = 2.0
"""This many points more make a board less likely by the factor e."""
TOO_MANY, MORE_FAITHFUL = 1.5, 8.0
"""An attempt that visits TOO_MANY times as many positions is discarded; the next one stays closer
to the initial weights by the factor MORE_FAITHFUL."""
PRICE = 0.03
"""A position of a further level counts as much as this many exceptions, as it leads to more."""
LEAST_SLOPE = 1e-4


class Visit(NamedTuple):
    """The positions of a level that were visited, and the number of exceptions they need.

    ``further`` is the number of positions of further levels that they lead to.
    """

    keys: Keys
    exceptions: int
    further: int


class TrainingSet(NamedTuple):
    """Positions to learn from.

    For each, as bits: the pushes that do not visibly lose, those of them that lose, and those that
    preserve a win.
    """

    keys: Keys
    open: Keys
    losing: Keys
    winning: Keys


class Attempt(NamedTuple):
    """The result of trying weights for a level."""

    cubes: int
    number: int
    drawn: int
    met: int
    exceptions: int
    further: int


class TrainingOptions(NamedTuple):
    """How weights are trained, for positions with at least ``since`` marked cubes.

    Each of ``tries`` attempts starts from at most ``most`` positions of a level and learns from at
    most ``kept`` of those it visits. ``faithful`` and ``ambitious`` are the weights of staying
    close to the initial order and of preserving a win, compared with 1 for not losing.
    """

    since: int = 8
    tries: int = 4
    most: int = 300_000
    kept: int = 150_000
    faithful: float = 0.01
    ambitious: float = 0.1


def initial_weights(size: int) -> Weights:
    """The weights that training starts from.

    On 5×5 they came from hill climbing: own cubes at the edge are good, because they leave the
    opponent fewer pushes, and so are neutral cubes taken. Smaller boards use simple weights.
    """
    if size < WIDTH:
        return np.repeat(simple_weights(size)[:, np.newaxis], LEADS, axis=1)
    weights = np.zeros((WIDTH**2 + 1, LEADS, KINDS, PATTERNS), np.int64)
    lines_of_theirs, lines_of_mine = (0, 0, 0, 0, 5, 25), (2, 0, 0, 2, 4, 8)
    corner, edge, inner = (-35, -7), (-23, -4), (-10, 4)
    for theirs in range(2**WIDTH):
        for mine in range(2**WIDTH):
            if theirs & mine:
                continue
            points = 0
            if not mine:
                points += lines_of_theirs[theirs.bit_count()]
            if not theirs:
                points -= lines_of_mine[mine.bit_count()]
            weights[:, :, :, theirs | mine << WIDTH] = 2 * points
            for i in range(WIDTH):
                whose = 0 if mine >> i & 1 else 1
                if (mine | theirs) >> i & 1:
                    ends = i in (0, WIDTH - 1)
                    # Each square is in a row and in a column, and counts half in either.
                    at_edge = corner[whose] if ends else 2 * edge[whose]
                    weights[:, :, 0, theirs | mine << WIDTH] += at_edge
                    if not ends:
                        weights[:, :, 1:3, theirs | mine << WIDTH] += inner[whose]
    weights[:, :, KINDS - 1] += 10 * np.arange(LEADS)[:, np.newaxis]
    return (weights * POINT // 2).astype(np.int16)


def improver(
    table: ValueTable,
    effort: TrainingOptions,
    report: Callable[[Attempt], None],
    threads: int | None = None,
    place: Place | None = None,
) -> Improver:
    """A function that improves the weights of a level, for ``find_certificate``."""
    workers = threads or cores()

    def better(weights: Weights, keys: Keys, cubes: int) -> Weights:
        if cubes < effort.since or not len(keys):
            return weights
        rng = np.random.default_rng(cubes)
        start_keys = rng.permutation(np.sort(keys))[: effort.most]  # the same whoever works
        best_weights, trial, faithful = weights[cubes], weights.copy(), effort.faithful
        training_sets: list[TrainingSet] = []
        least = most = np.inf
        everywhere = place or Threads(workers)
        for number in range(effort.tries):
            level = Level(table, cubes, trial.copy())
            visited = visit(level, start_keys, most, everywhere, workers)
            report(Attempt(cubes, number, len(start_keys), len(visited.keys), *visited[1:]))
            if not number:
                most = TOO_MANY * (len(visited.keys) + visited.further)
            price = visited.exceptions + PRICE * visited.further
            if len(visited.keys) + visited.further > most:
                faithful *= MORE_FAITHFUL
            elif price < least:
                best_weights, least = trial[cubes].copy(), price
            if number + 1 < effort.tries:
                sample = rng.permutation(np.sort(visited.keys))[: effort.kept]
                training_sets.append(training_set(level, sample, everywhere))
                trial[cubes] = learn(
                    level.lookups.tables,
                    weights[cubes],
                    best_weights,
                    training_sets,
                    faithful,
                    effort.ambitious,
                )
        trial[cubes] = best_weights
        return trial

    return better


def visit(level: Level, keys: Keys, most: float, place: Place, threads: int) -> Visit:
    """Follow the policy from positions of a level while it stays there, to about ``most``."""
    visited: list[Keys] = []
    exceptions = [np.zeros(0, np.uint64)]
    with ThreadPoolExecutor(threads) as pool:
        positions = PositionSet(pool, threads, level.table.size**2)
        positions.add(keys)
        while sum(map(len, visited)) <= most and len(keys := positions.take(level.cubes)):
            visited.append(keys)
            for expansion in expanded(level, keys, place):
                exceptions.append(expansion.exceptions)
                positions.add(expansion.answers)
    count = len(np.unique(np.concatenate(exceptions)))
    return Visit(np.concatenate(visited), count, len(positions.pending()))


class _Studying(Shares):
    def __call__(self, number: int) -> tuple[Keys, ...]:
        keys = self.share(number)
        candidates, losing, winning = np.zeros((3, len(keys)), np.uint64)
        _fill_training_set(*self.level.lookups, keys, candidates, losing, winning)
        return tuple(each[candidates != 0] for each in (keys, candidates, losing, winning))


def training_set(level: Level, keys: Keys, place: Place) -> TrainingSet:
    """The positions without a visible win, and their pushes."""
    shares = _Studying(level, keys)
    parts = in_order(shares, range(shares.count), place if shares.count > 1 else Here())
    return TrainingSet(*(np.concatenate(each) for each in zip(*parts, strict=True)))


@compiled
def _fill_training_set(
    tables: BoardTables,
    ranking: Ranking,
    rows: AllOrbits,
    here: LevelValues,
    above: LevelValues,
    keys: Keys,
    candidates: Keys,
    losing: Keys,
    winning: Keys,
) -> None:
    """Fill in the pushes that do not visibly lose; those of them that lose; those that preserve a
    win.

    All empty where a win is visible.
    """
    full, one = np.uint64(tables.shape.full), np.uint64(1)
    for i in range(keys.size):
        mover = np.uint32((keys[i] >> np.uint64(MOVER_SHIFT)) & full)
        other = np.uint32(keys[i] & full)
        value = value_of(tables, ranking, rows, here, above, mover, other)
        if value == WON and visible_win(tables, mover, other) != NO_PUSH:
            continue
        for number in range(tables.pushes.taken.size):
            theirs = pushed(tables.pushes, number, other)
            if not may_push(tables.pushes, number, other) or has_line(tables.shape, theirs):
                continue
            mine = pushed_own(tables.pushes, number, mover)
            after = value_of(tables, ranking, rows, here, above, theirs, mine)
            if after == WON:
                if visible_win(tables, theirs, mine) != NO_PUSH:
                    continue
                losing[i] |= one << np.uint64(number)
            if after == LOST:
                winning[i] |= one << np.uint64(number)
            candidates[i] |= one << np.uint64(number)


def learn(
    tables: BoardTables,
    initial: Weights,
    weights: Weights,
    training_sets: list[TrainingSet],
    faithful: float,
    ambitious: float,
    rounds: int = 3,
    speed: float = 8.0,
) -> Weights:
    """Train the weights of a level to put fewer losing boards first.

    ``initial`` are the weights to be ``faithful`` to, ``weights`` those to continue from.
    """
    mirrored = mirror_images(tables.shape.size)
    old = initial.astype(np.float64)
    change = weights.astype(np.float64) - old
    squares = np.full(change.shape, 1e-6)
    keys, *candidates = (np.concatenate(each) for each in zip(*training_sets, strict=True))
    rng = np.random.default_rng(len(keys))
    for number in range(rounds):
        order = rng.permutation(len(keys))
        rate = speed / (1 + number)
        _learn(
            tables, mirrored, keys, candidates[0], candidates[1], candidates[2], order,
            old.reshape(-1), change.reshape(-1), squares.reshape(-1), faithful, ambitious, rate,
        )  # fmt: skip
    learned = np.take(np.rint(old + change), mirrored, axis=-1)
    return np.ascontiguousarray(np.clip(learned, -(2**15) + 1, 2**15 - 1), np.int16)


@compiled
def _learn(
    tables: BoardTables,
    mirrored: npt.NDArray[np.int64],
    keys: Keys,
    candidates: Keys,
    losing: Keys,
    winning: Keys,
    order: npt.NDArray[np.int64],
    old: Floats,
    change: Floats,
    squares: Floats,
    faithful: float,
    ambitious: float,
    rate: float,
) -> None:
    """One pass of gradient descent over the positions.

    Scores become probabilities, lower scores being likelier. Training raises the probability of the
    boards that do not lose, and a little that of the boards that preserve a win and of the board
    that the old order puts first among those that do not lose.
    """
    full, one = np.uint64(tables.shape.full), np.uint64(1)
    lines = np.empty((MAX_PUSHES, MOST), np.int64)
    chances = np.empty(MAX_PUSHES)
    bad, best = np.empty(MAX_PUSHES, np.bool_), np.empty(MAX_PUSHES, np.bool_)
    for i in order:
        mover = np.uint32((keys[i] >> np.uint64(MOVER_SHIFT)) & full)
        other = np.uint32(keys[i] & full)
        count, reference, first, least = 0, -1, 1e300, 1e300
        for number in range(tables.pushes.taken.size):
            if not candidates[i] >> np.uint64(number) & one:
                continue
            theirs = pushed(tables.pushes, number, other)
            mine = pushed_own(tables.pushes, number, mover)
            line_indexes(tables, mirrored, theirs, mine, lines[count])
            before = score = 0.0
            for line in lines[count]:
                before += old[line]
                score += old[line] + change[line]
            bad[count] = (losing[i] >> np.uint64(number) & one) != 0
            best[count] = (winning[i] >> np.uint64(number) & one) != 0
            if not bad[count] and before < first:
                first, reference = before, count
            chances[count] = score
            least = min(least, score)
            count += 1
        if reference < 0:
            continue
        total = good = won = 0.0
        for c in range(count):
            chances[c] = np.exp((least - chances[c]) / (SHARPNESS * POINT))
            total += chances[c]
            if not bad[c]:
                good += chances[c]
            if best[c]:
                won += chances[c]
        for c in range(count):
            chance = chances[c] / total
            slope = (1 + faithful) * chance - (faithful if c == reference else 0.0)
            if not bad[c] and good > 0:
                slope -= chances[c] / good
            if won > 0:
                slope += ambitious * (chance - (chances[c] / won if best[c] else 0.0))
            if abs(slope) < LEAST_SLOPE:
                continue
            for line in lines[c]:
                squares[line] += slope * slope
                change[line] += rate * slope / np.sqrt(squares[line])


@compiled
def line_indexes(
    tables: BoardTables,
    mirrored: npt.NDArray[np.int64],
    mover: Mask,
    other: Mask,
    indexes: npt.NDArray[np.int64],
) -> None:
    """List the indexes of a board's line weights, in the flattened array of weights."""
    line, width = np.uint64((1 << WIDTH) - 1), np.uint64(WIDTH)
    own = look_up(tables.evaluation.lines, mover)
    others = look_up(tables.evaluation.lines, other)
    kinds = tables.evaluation.kinds
    begin = lead_of(mover, other) * KINDS * PATTERNS
    indexes[:] = (
        PATTERNS - 1
    )  # smaller boards have fewer lines: the rest point to a pattern that never occurs
    for i in range(kinds.size):
        marks = (own & line) | ((others & line) << width)
        indexes[i] = begin + kinds[i] * PATTERNS + mirrored[marks]
        own, others = own >> width, others >> width
