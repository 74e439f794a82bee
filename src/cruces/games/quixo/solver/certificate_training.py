"""A better order of boards, so that a certificate needs fewer exceptions.

The weights by which boards are ordered differ by the number of cubes, and positions are looked at
by theirs. So each level can be made better when its turn has come, and it is known with which
positions it begins: some of them are drawn by lot, the policy is followed as long as it stays in
the level (`meet`), and in what it meets there it learns (`learn`). Wherever a board loses without
its being seen, any other should come before it, first of all those that keep a win; but the order
should stay close to the one it began with, which keeps the set of positions small. What was learned
changes which positions are met, so that tries and lessons follow one another.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import Mask, has_line, may_push, pushed, pushed_own
from cruces.games.quixo.kernel.evaluation import (
    KINDS,
    MOST,
    PATTERNS,
    TRANSPOSE,
    mirror_images,
    simple,
)
from cruces.games.quixo.kernel.policy import LEADS, lead_of, seen_win
from cruces.games.quixo.kernel.search import MOST_PUSHES, NO_PUSH, Board
from cruces.games.quixo.kernel.symmetry import transform
from cruces.games.quixo.solver.certificate import MOVER_SHIFT, Keys
from cruces.games.quixo.solver.certificate_search import (
    Better,
    Level,
    Names,
    Weights,
    looking,
    names,
    value_of,
    with_those_of,
    without_exceptions,
)
from cruces.games.quixo.solver.index import Ranking, ranking
from cruces.games.quixo.solver.position_set import Positions
from cruces.games.quixo.solver.step import LOST, WON
from cruces.kernels.jit import compiled

Floats = npt.NDArray[np.float64]
POINT = 8
"""What a point of `beginning` is in weights, so that lessons can be smaller than a point."""
SHARPNESS = 2.0
"""So many points more make a board less likely by the factor e."""
TOO_MANY, MORE_FAITHFUL = 1.5, 8.0
"""A try that meets so many times as many positions is no use; the next is so much more faithful."""
PRICE = 0.03
"""So many exceptions count as much as a position of a further level, for more will come of it."""
LEAST_SLOPE = 1e-4
LINES = 2 * MOST + 2


class Met(NamedTuple):
    """Positions of a level that are met, and how many boards the policy must not play to there.

    And how many positions of further levels come of them.
    """

    keys: Keys
    exceptions: int
    further: int


class Lessons(NamedTuple):
    """Positions to learn from.

    Of each the pushes that are not seen to lose, as bits, those of them that do, and those that
    keep a win.
    """

    keys: Keys
    open: Keys
    losing: Keys
    winning: Keys


class Try(NamedTuple):
    """What weights of a level met that were tried."""

    cubes: int
    number: int
    drawn: int
    met: int
    exceptions: int
    further: int


class School(NamedTuple):
    """Where lessons are given: a level, with the values there and above, and workers."""

    pool: ThreadPoolExecutor
    workers: int
    here: Level
    above: Level


class Effort(NamedTuple):
    """How weights are made better: those of positions with at least ``since`` cubes.

    A try meets at most so many of the positions that a level begins with, and what comes of them;
    so many of these are kept to learn from. How much it counts to be faithful to the beginning, and
    to keep a win, is compared with not to lose.
    """

    since: int = 8
    tries: int = 4
    most: int = 300_000
    kept: int = 150_000
    faithful: float = 0.01
    ambitious: float = 0.1


def beginning(size: int) -> Weights:
    """The order that lessons begin with.

    On 5×5 it came from hill climbing: own cubes at the edge are good, for they leave the opponent
    fewer pushes, and so are neutral cubes taken. On smaller boards simple weights will do.
    """
    if size < MOST:
        return np.repeat(simple(size)[:, np.newaxis], LEADS, axis=1)
    weights = np.zeros((MOST**2 + 1, LEADS, KINDS, PATTERNS), np.int64)
    lines_of_theirs, lines_of_mine = (0, 0, 0, 0, 5, 25), (2, 0, 0, 2, 4, 8)
    corner, edge, inner = (-35, -7), (-23, -4), (-10, 4)
    for theirs in range(2**MOST):
        for mine in range(2**MOST):
            if theirs & mine:
                continue
            points = 0
            if not mine:
                points += lines_of_theirs[theirs.bit_count()]
            if not theirs:
                points -= lines_of_mine[mine.bit_count()]
            weights[:, :, :, theirs | mine << MOST] = 2 * points
            for i in range(MOST):
                whose = 0 if mine >> i & 1 else 1
                if (mine | theirs) >> i & 1:
                    ends = i in (0, MOST - 1)
                    # Each square is in a row and in a column: half of it counts in either.
                    at_edge = corner[whose] if ends else 2 * edge[whose]
                    weights[:, :, 0, theirs | mine << MOST] += at_edge
                    if not ends:
                        weights[:, :, 1:3, theirs | mine << MOST] += inner[whose]
    weights[:, :, KINDS - 1] += 10 * np.arange(LEADS)[:, np.newaxis]
    return (weights * POINT // 2).astype(np.int16)


def improving(
    size: int, effort: Effort, report: Callable[[Try], None], threads: int | None = None
) -> Better:
    """How to make the weights of a level better, for ``find``."""

    def better(weights: Weights, keys: Keys, here: Level, above: Level) -> Weights:
        if here.cubes < effort.since or not len(keys):
            return weights
        lot = np.random.default_rng(here.cubes)
        some = lot.permutation(np.sort(keys))[: effort.most]  # the same whoever found them
        best, tried, faithful = weights[here.cubes], weights.copy(), effort.faithful
        lessons: list[Lessons] = []
        least = most = np.inf
        workers = threads or os.cpu_count() or 1
        with ThreadPoolExecutor(workers) as pool:
            school = School(pool, workers, here, above)
            for number in range(effort.tries):
                board = without_exceptions(size, 0, tried).board()
                met = meet(school, board, some, most)
                report(Try(here.cubes, number, len(some), len(met.keys), *met[1:]))
                if not number:
                    most = TOO_MANY * (len(met.keys) + met.further)
                if len(met.keys) + met.further > most:
                    faithful *= MORE_FAITHFUL
                elif met.exceptions + PRICE * met.further < least:
                    best, least = tried[here.cubes].copy(), met.exceptions + PRICE * met.further
                if number + 1 < effort.tries:
                    drawn = lot.permutation(np.sort(met.keys))[: effort.kept]
                    lessons.append(study(school, board, drawn))
                    tried[here.cubes] = learn(
                        board, weights[here.cubes], best, lessons, faithful, effort.ambitious
                    )
        tried[here.cubes] = best
        return tried

    return better


def meet(school: School, board: Board, keys: Keys, most: float) -> Met:
    """Follow the policy from positions of a level as long as it stays there, to so many or so."""
    look = looking(board, school.here, school.above)
    known = Positions(school.pool, school.workers, board.shape.cells)
    known.add(keys)
    met: list[Keys] = []
    exceptions = np.zeros(0, np.uint64)
    while (shares := known.next(school.here.cubes)) and sum(map(len, met)) <= most:
        met += shares
        looked = list(school.pool.map(look, shares))
        exceptions = with_those_of(looked, exceptions)
        known.add(np.concatenate([found.answers for found in looked]))
    return Met(np.concatenate(met), len(exceptions), len(known.due()))


def study(school: School, board: Board, keys: Keys) -> Lessons:
    """Those of some positions in which no win is seen, and their pushes."""
    size = board.shape.size

    def some(keys: Keys) -> tuple[Keys, ...]:
        ways, losing, winning = np.zeros((3, len(keys)), np.uint64)
        levels = school.here, school.above
        _study(board, ranking(size), names(size), *levels, keys, ways, losing, winning)
        return tuple(each[ways != 0] for each in (keys, ways, losing, winning))

    studied = school.pool.map(some, np.array_split(keys, school.workers))
    return Lessons(*(np.concatenate(each) for each in zip(*studied, strict=True)))


@compiled
def _study(
    board: Board,
    tables: Ranking,
    rows: Names,
    here: Level,
    above: Level,
    keys: Keys,
    ways: Keys,
    losing: Keys,
    winning: Keys,
) -> None:
    """The pushes that are not seen to lose; those of them that do, and those that keep a win.

    None where a win is seen.
    """
    full, one = np.uint64(board.shape.full), np.uint64(1)
    for i in range(keys.size):
        mover = np.uint32((keys[i] >> np.uint64(MOVER_SHIFT)) & full)
        other = np.uint32(keys[i] & full)
        value = value_of(board, tables, rows, here, above, mover, other)
        if value == WON and seen_win(board, mover, other) != NO_PUSH:
            continue
        for number in range(board.pushes.taken.size):
            theirs = pushed(board.pushes, number, other)
            if not may_push(board.pushes, number, other) or has_line(board.shape, theirs):
                continue
            mine = pushed_own(board.pushes, number, mover)
            after = value_of(board, tables, rows, here, above, theirs, mine)
            if after == WON:
                if seen_win(board, theirs, mine) != NO_PUSH:
                    continue
                losing[i] |= one << np.uint64(number)
            if after == LOST:
                winning[i] |= one << np.uint64(number)
            ways[i] |= one << np.uint64(number)


def learn(
    board: Board,
    begun: Weights,
    weights: Weights,
    lessons: list[Lessons],
    faithful: float,
    ambitious: float,
    rounds: int = 3,
    speed: float = 8.0,
) -> Weights:
    """Weights of a level that put fewer losing boards first.

    ``begun`` are the weights to be ``faithful`` to, ``weights`` those to go on from.
    """
    mirrored = mirror_images(board.shape.size)
    old = begun.astype(np.float64)
    more = weights.astype(np.float64) - old
    squares = np.full(more.shape, 1e-6)
    keys, *ways = (np.concatenate(each) for each in zip(*lessons, strict=True))
    lot = np.random.default_rng(len(keys))
    for number in range(rounds):
        order = lot.permutation(len(keys))
        pace = speed / (1 + number)
        _learn(
            board, mirrored, keys, ways[0], ways[1], ways[2], order,
            old.reshape(-1), more.reshape(-1), squares.reshape(-1), faithful, ambitious, pace,
        )  # fmt: skip
    learned = np.take(np.rint(old + more), mirrored, axis=-1)
    return np.ascontiguousarray(np.clip(learned, -(2**15) + 1, 2**15 - 1), np.int16)


@compiled
def _learn(
    board: Board,
    mirrored: npt.NDArray[np.int64],
    keys: Keys,
    ways: Keys,
    losing: Keys,
    winning: Keys,
    order: npt.NDArray[np.int64],
    old: Floats,
    more: Floats,
    squares: Floats,
    faithful: float,
    ambitious: float,
    pace: float,
) -> None:
    """One pass over the positions.

    Scores make chances, the lower the likelier. The chance that no losing board comes first should
    grow, a little that of those which keep a win, and that of the one which the old order has first
    of all that do not lose.
    """
    full, one = np.uint64(board.shape.full), np.uint64(1)
    lines = np.empty((MOST_PUSHES, LINES), np.int64)
    chances = np.empty(MOST_PUSHES)
    bad, best = np.empty(MOST_PUSHES, np.bool_), np.empty(MOST_PUSHES, np.bool_)
    for i in order:
        mover = np.uint32((keys[i] >> np.uint64(MOVER_SHIFT)) & full)
        other = np.uint32(keys[i] & full)
        count, teacher, first, least = 0, -1, 1e300, 1e300
        for number in range(board.pushes.taken.size):
            if not ways[i] >> np.uint64(number) & one:
                continue
            theirs = pushed(board.pushes, number, other)
            mine = pushed_own(board.pushes, number, mover)
            list_lines(board, mirrored, theirs, mine, lines[count])
            before = score = 0.0
            for line in lines[count]:
                before += old[line]
                score += old[line] + more[line]
            bad[count] = (losing[i] >> np.uint64(number) & one) != 0
            best[count] = (winning[i] >> np.uint64(number) & one) != 0
            if not bad[count] and before < first:
                first, teacher = before, count
            chances[count] = score
            least = min(least, score)
            count += 1
        if teacher < 0:
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
            slope = (1 + faithful) * chance - (faithful if c == teacher else 0.0)
            if not bad[c] and good > 0:
                slope -= chances[c] / good
            if won > 0:
                slope += ambitious * (chance - (chances[c] / won if best[c] else 0.0))
            if abs(slope) < LEAST_SLOPE:
                continue
            for line in lines[c]:
                squares[line] += slope * slope
                more[line] += pace * slope / np.sqrt(squares[line])


@compiled
def list_lines(
    board: Board,
    mirrored: npt.NDArray[np.int64],
    mover: Mask,
    other: Mask,
    found: npt.NDArray[np.int64],
) -> None:
    """Where the weights of a board's lines are, one behind the other as ``evaluation`` has them."""
    size, row = board.shape.size, np.uint32(board.shape.first_row)
    turned = transform(board.shape, board.known.turn, TRANSPOSE, mover)
    turned_other = transform(board.shape, board.known.turn, TRANSPOSE, other)
    begin = lead_of(mover, other) * KINDS * PATTERNS
    found[:] = PATTERNS - 1  # smaller boards have fewer: the last are one that there never is
    for i in range(size):
        shift, kind = np.uint32(i * size), min(i, size - 1 - i)
        marks = ((mover >> shift) & row) | (((other >> shift) & row) << np.uint32(MOST))
        found[2 * i] = begin + kind * PATTERNS + mirrored[marks]
        marks = ((turned >> shift) & row) | (((turned_other >> shift) & row) << np.uint32(MOST))
        found[2 * i + 1] = begin + kind * PATTERNS + mirrored[marks]
    at = 2 * size
    for diagonal in (board.known.falling, board.known.rising):
        marks = np.uint32(0)
        for i in range(size):
            square = np.uint32(diagonal[i])
            marks |= ((mover >> square) & np.uint32(1)) << np.uint32(i)
            marks |= ((other >> square) & np.uint32(1)) << np.uint32(i + MOST)
        found[at] = begin + (KINDS - 1) * PATTERNS + mirrored[marks]
        at += 1
