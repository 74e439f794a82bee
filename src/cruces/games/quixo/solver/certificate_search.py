"""Finding a certificate: a board to which the policy would play though it loses is an exception.

The set of positions is that of `prove`, but here a table knows what every one of them is worth. So
most need no looking ahead: only a won position can have a win that is seen, and only a board that
the other wins can be refuted.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.core import Reason
from cruces.games.quixo.kernel.board import (
    Mask,
    Masks,
    count_bits,
    has_line,
    may_push,
    pushed,
    pushed_own,
)
from cruces.games.quixo.kernel.policy import next_in_order, score, seen_win
from cruces.games.quixo.kernel.search import MOST_PUSHES, NO_PUSH, Board, key_of
from cruces.games.quixo.kernel.symmetry import SYMMETRIES, transform
from cruces.games.quixo.solver.certificate import MOVER_SHIFT, Certificate, Keys
from cruces.games.quixo.solver.certificate_header import Tally
from cruces.games.quixo.solver.index import (
    STATES_A_WORD,
    SYMMETRY_BITS,
    Group,
    Ranking,
    orbits,
    ranking,
    squeeze,
)
from cruces.games.quixo.solver.position_set import Positions
from cruces.games.quixo.solver.prove import Progress, starts
from cruces.games.quixo.solver.step import LOST, WON, width
from cruces.games.quixo.solver.table import Table
from cruces.kernels.jit import compiled, inlined
from cruces.solvers.errors import TableError


class Names(NamedTuple):
    """The rows of all groups, by how many cubes are the mover's: see ``index.Orbits``."""

    named: Masks
    named_at: npt.NDArray[np.int64]
    masks: Masks
    masks_at: npt.NDArray[np.int64]


class Level(NamedTuple):
    """The values of all positions with so many cubes, by how many of them are the mover's."""

    cubes: int
    words: Masks
    begins: npt.NDArray[np.int64]
    widths: npt.NDArray[np.int64]


class Found(NamedTuple):
    """What became of some positions: boards that must be exceptions, and all answers there are.

    In how many of them a win is seen, and in how many others an exception is passed over.
    """

    exceptions: Keys
    answers: Keys
    won: int
    past: int


Weights = npt.NDArray[np.int16]
Better = Callable[[Weights, Keys, Level, Level], Weights]
"""From weights, the positions that a level begins with, and its values and those above it."""


def find(
    table: Table,
    weights: Weights,
    roles: int,
    progress: Progress = lambda part: None,
    threads: int | None = None,
    better: Better | None = None,
) -> Certificate:
    """The exceptions that these weights need so that the player never loses in these roles.

    Before positions are looked at, the weights that they need can be made ``better``. Refuses roles
    that are lost.
    """
    plain = without_exceptions(table.size, roles, weights)
    cells = table.size**2
    workers = threads or os.cpu_count() or 1
    exceptions, won, past, met = plain.exceptions, 0, 0, 0
    with ThreadPoolExecutor(workers) as pool:
        known = Positions(pool, workers, cells)
        known.add(starts(plain.board(), roles))
        above = level(table, 0)
        for cubes in range(cells + 1):
            here, above = above, level(table, min(cubes + 1, cells))
            if better is not None:
                weights = better(weights, known.due(cubes), here, above)
            look = looking(without_exceptions(table.size, roles, weights).board(), here, above)
            while shares := known.next(cubes):
                looked = list(pool.map(look, shares))
                exceptions = with_those_of(looked, exceptions)
                won += sum(found.won for found in looked)
                past += sum(found.past for found in looked)
                met += sum(map(len, shares))
                known.add(np.concatenate([found.answers for found in looked]))
            known.forget(cubes)
            progress((cubes + 1) / (cells + 1))
    return Certificate(table.size, roles, weights, exceptions, Tally(won, met - won, past))


def with_those_of(looked: Sequence[Found], exceptions: Keys) -> Keys:
    """Exceptions and those that were found besides, each once and in order."""
    return np.unique(np.concatenate([exceptions, *(found.exceptions for found in looked)]))


def without_exceptions(size: int, roles: int, weights: Weights) -> Certificate:
    """What these weights make of the policy, before it is known where it goes wrong."""
    return Certificate(size, roles, weights, np.zeros(0, np.uint64))


def looking(board: Board, here: Level, above: Level) -> Callable[[Keys], Found]:
    """How to look at positions of a level; raises an error if one of them is lost."""
    size = board.shape.size

    def look(keys: Keys) -> Found:
        answers, losing = np.empty((2, len(keys) * MOST_PUSHES), np.uint64)
        known = board, ranking(size), names(size), here, above
        count, lost, won, past = _look(*known, keys, answers, losing)
        if count < 0:
            raise TableError(Reason("role-lost", {"size": size}))
        return Found(losing[:lost].copy(), answers[:count].copy(), won, past)

    return look


@cache
def names(size: int) -> Names:
    """The rows of a board's groups, one behind the other."""
    known = [orbits(size, own) for own in range(size**2 + 1)]
    named, masks = [each.named for each in known], [each.masks for each in known]
    return Names(np.concatenate(named), _begins(named), np.concatenate(masks), _begins(masks))


def level(table: Table, cubes: int) -> Level:
    """A level of a table."""
    groups = [Group(own, cubes - own) for own in range(cubes + 1)]
    words = [table.packed(group).words for group in groups]
    widths = [width(table.size, group) for group in groups]
    return Level(cubes, np.concatenate(words), _begins(words), np.array(widths))


def _begins(parts: Sequence[Masks]) -> npt.NDArray[np.int64]:
    return np.cumsum([0, *(len(part) for part in parts[:-1])])


@inlined
def value_of(
    board: Board,
    tables: Ranking,
    rows: Names,
    here: Level,
    above: Level,
    mover: Mask,
    other: Mask,
) -> int:
    """The value of a position for the mover: WON, LOST or something else."""
    own, others = count_bits(mover), count_bits(other)
    low_bits = np.uint32(tables.low_bits)
    lowest = np.uint32((1 << tables.low_bits) - 1)
    rank = tables.base[own, mover >> low_bits] + np.uint32(tables.low[mover & lowest])
    found = rows.named[rows.named_at[own] + rank]
    row = found >> np.uint32(SYMMETRY_BITS)
    symmetry = found & np.uint32(SYMMETRIES - 1)
    turned = transform(board.shape, board.turns, symmetry, other)
    free = np.uint32(~rows.masks[rows.masks_at[own] + row] & np.uint32(board.shape.full))
    packed = squeeze(tables.squeezed, tables.chunk, board.shape.cells, free, turned)
    column = tables.base[others, packed >> low_bits] + np.uint32(tables.low[packed & lowest])
    if own + others == here.cubes:
        place = np.int64(row) * here.widths[own] + np.int64(column)
        word = here.words[here.begins[own] + place // STATES_A_WORD]
    else:
        place = np.int64(row) * above.widths[own] + np.int64(column)
        word = above.words[above.begins[own] + place // STATES_A_WORD]
    return int((word >> np.uint32(2 * (place % STATES_A_WORD))) & np.uint32(3))


@compiled
def _look(
    board: Board,
    tables: Ranking,
    rows: Names,
    here: Level,
    above: Level,
    keys: Keys,
    answers: Keys,
    losing: Keys,
) -> tuple[int, int, int, int]:
    """The boards that the policy has to pass over, and all that the other can make of its own.

    How many answers there are, or -1 if a position is lost; how many such boards; in how many
    positions a win is in sight, and in how many others there are such boards.
    """
    full, count, lost, won, past = np.uint64(board.shape.full), 0, 0, 0, 0
    scores = np.empty(MOST_PUSHES, np.int64)
    for i in range(keys.size):
        mover = np.uint32((keys[i] >> np.uint64(MOVER_SHIFT)) & full)
        other = np.uint32(keys[i] & full)
        value = value_of(board, tables, rows, here, above, mover, other)
        if value == WON and seen_win(board, mover, other) != NO_PUSH:
            won += 1
            continue
        score(board, mover, other, scores)
        mine, theirs, before = mover, other, lost
        while True:
            number = next_in_order(board, mover, other, scores)
            if value == LOST or number == NO_PUSH:
                return -1, lost, won, past
            mine = pushed_own(board.pushes, number, mover)
            theirs = pushed(board.pushes, number, other)
            if value_of(board, tables, rows, here, above, theirs, mine) != WON:
                break
            if seen_win(board, theirs, mine) == NO_PUSH:
                losing[lost] = key_of(board, theirs, mine)
                lost += 1
        past += lost > before
        for answer in range(board.pushes.taken.size):
            if may_push(board.pushes, answer, mine):
                left = pushed(board.pushes, answer, mine)
                made = pushed_own(board.pushes, answer, theirs)
                if not has_line(board.shape, left) and not has_line(board.shape, made):
                    answers[count] = key_of(board, left, made)
                    count += 1
    return count, lost, won, past
