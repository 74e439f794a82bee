"""A better order of boards, so that a certificate needs fewer exceptions.

How many it needs is seen in a part of the positions (`survey`): of each number of cubes as many as
are wanted, drawn by lot. From them the order learns (`learn`): in each position that is played on
there are boards that lose without its being seen, and the order should put any other before them,
first of all those that keep a win; but it should stay close to the order it began with, which keeps
the set of positions small. What was learned changes which positions are met, so that surveys and
lessons follow one another.
"""

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.kernels.compiling import compiled
from cruces.kernels.quixo.board import Mask, count_bits, has_line, may_push, pushed, pushed_own
from cruces.kernels.quixo.evaluation import (
    KINDS,
    MOST,
    PATTERNS,
    TRANSPOSE,
    mirror_images,
    simple,
)
from cruces.kernels.quixo.policy import LEADS, lead_of, seen_win
from cruces.kernels.quixo.search import MOST_PUSHES, NO_PUSH, Board
from cruces.kernels.quixo.symmetry import transform
from cruces.solvers.quixo.certificate import MOVER_SHIFT, Certificate, Keys
from cruces.solvers.quixo.find import Level, Names, level, looking, names, value_of
from cruces.solvers.quixo.index import Ranking, ranking
from cruces.solvers.quixo.positions import Positions
from cruces.solvers.quixo.prove import starts
from cruces.solvers.quixo.step import LOST, WON
from cruces.solvers.quixo.table import Table

Weights = npt.NDArray[np.int16]
Floats = npt.NDArray[np.float64]
POINT = 8
"""What a point of `beginning` is in weights, so that lessons can be smaller than a point."""
SHARPNESS = 2.0
"""So many points more make a board less likely by the factor e."""
TOO_MANY, FEW = 4, 1000
"""A survey that meets so many times as many positions as another is broken off."""
LEAST_SLOPE = 1e-4
LINES = 2 * MOST + 2


class Row(NamedTuple):
    """Of one number of cubes: positions met, the part of them kept, looked at, exceptions."""

    met: int
    part: float
    seen: int
    exceptions: int


class Survey(NamedTuple):
    """What was seen of an order, by the number of cubes, and positions to learn from.

    Of each position the pushes that are not seen to lose, as bits, those of them that do, and those
    that keep a win.
    """

    rows: dict[int, Row]
    keys: Keys
    open: Keys
    losing: Keys
    winning: Keys

    @property
    def exceptions(self) -> float:
        """A figure to compare orders by, if the same parts were kept."""
        return sum(row.exceptions / row.part for row in self.rows.values())


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
    weights[:, :, KINDS - 1] -= 10 * np.arange(MOST**2 + 1)[:, np.newaxis, np.newaxis]
    return (weights * POINT // 2).astype(np.int16)


def survey(
    table: Table,
    weights: Weights,
    roles: int,
    most: int,
    kept: int = 0,
    like: Survey | None = None,
    threads: int | None = None,
) -> Survey | None:
    """Look at ``most`` positions of each number of cubes, and keep some of them to learn from.

    With another survey the same parts are looked at as there; None if they grow far too many.
    """
    size = table.size
    plain = Certificate(size, roles, weights, np.zeros(0, np.uint64), np.zeros(0, np.uint8))
    board, cells, lot = plain.board(), size**2, np.random.default_rng(size)
    workers = threads or os.cpu_count() or 1
    rows: dict[int, Row] = {}
    lessons: list[tuple[Keys, ...]] = [(np.zeros(0, np.uint64),) * 4]
    with ThreadPoolExecutor(workers) as pool:
        known = Positions(pool, workers, cells)
        known.add(starts(board, roles))
        above = level(table, 0)
        for cubes in range(cells + 1):
            here, above = above, level(table, min(cubes + 1, cells))
            met = np.sort(known.due(cubes))  # the same whoever found them
            part = _part(like.rows if like else None, cubes, len(met), most)
            drawn = met[lot.random(len(met)) < part]
            if like and len(drawn) > TOO_MANY * max(like.rows[cubes].seen, FEW):
                return None
            known.keep(cubes, drawn)
            seen = exceptions = 0
            some: list[Keys] = []
            while (shares := known.next(cubes)) and seen <= 2 * len(drawn):
                some += shares
                seen += sum(map(len, shares))
                looked = list(pool.map(looking(board, here, above), shares))
                exceptions += sum(len(found.keys) for found in looked)
                known.add(np.concatenate([found.answers for found in looked]))
            known.forget(cubes)
            rows[cubes] = Row(len(met), part, seen, exceptions)
            if some and kept:
                taken = lot.permutation(np.sort(np.concatenate(some)))[: 4 * kept]
                shares = np.array_split(taken, workers)
                studied = pool.map(_studying(board, here, above), shares)
                lessons.append(
                    tuple(np.concatenate(each)[:kept] for each in zip(*studied, strict=True))
                )
    return Survey(rows, *(np.concatenate(each) for each in zip(*lessons, strict=True)))


def _studying(board: Board, here: Level, above: Level) -> Callable[[Keys], tuple[Keys, ...]]:
    """How to study positions of a level: those that are played on, with their pushes."""
    size = board.shape.size

    def study(keys: Keys) -> tuple[Keys, ...]:
        ways, losing, winning = np.zeros((3, len(keys)), np.uint64)
        _study(board, ranking(size), names(size), here, above, keys, ways, losing, winning)
        return tuple(each[ways != 0] for each in (keys, ways, losing, winning))

    return study


def _part(rows: Mapping[int, Row] | None, cubes: int, met: int, most: int) -> float:
    if rows is not None:
        return rows[cubes].part
    return min(1.0, most / max(met, 1))


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
    begun: Weights,
    weights: Weights,
    lessons: list[Survey],
    faithful: float,
    ambitious: float,
    rounds: int = 3,
    speed: float = 8.0,
) -> Weights:
    """Weights that put fewer losing boards first.

    ``begun`` are the weights to be ``faithful`` to, ``weights`` those to go on from. How much that
    counts, and how much to keep a win, is compared with not to lose.
    """
    size = round((len(begun) - 1) ** 0.5)
    plain = Certificate(size, 0, begun, np.zeros(0, np.uint64), np.zeros(0, np.uint8))
    mirrored = mirror_images(size)
    old = begun.astype(np.float64)
    more = weights.astype(np.float64) - old
    squares = np.full(more.shape, 1e-6)
    keys, *ways = (
        np.concatenate([getattr(each, part) for each in lessons])
        for part in ("keys", "open", "losing", "winning")
    )
    lot = np.random.default_rng(len(keys))
    for number in range(rounds):
        order = lot.permutation(len(keys))
        pace = speed / (1 + number)
        _learn(
            plain.board(), mirrored, keys, ways[0], ways[1], ways[2], order,
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
    cubes = count_bits(np.uint32(mover | other))
    begin = (cubes * LEADS + lead_of(mover, other)) * KINDS * PATTERNS
    found[:] = 0  # on smaller boards there are fewer: the last are one that is never marked
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
