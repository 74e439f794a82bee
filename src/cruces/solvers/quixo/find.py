"""Finding a certificate: where the policy would play into a lost position, it makes an exception.

The set of positions is that of `prove`, but here a table knows what every one of them is worth.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.core import Reason
from cruces.kernels.compiling import compiled
from cruces.kernels.quixo.board import has_line, may_push, pushed, pushed_own
from cruces.kernels.quixo.policy import choose, seen_win
from cruces.kernels.quixo.search import MOST_PUSHES, NO_PUSH, Board, key_of
from cruces.solvers.errors import TableError
from cruces.solvers.quixo.certificate import MOVER_SHIFT, Certificate, Keys
from cruces.solvers.quixo.positions import Positions
from cruces.solvers.quixo.prove import Progress, starts
from cruces.solvers.quixo.table import Table

SEEN = NO_PUSH + 1
"""Instead of a push: a win is seen."""
Numbers = npt.NDArray[np.int64]


class Found(NamedTuple):
    """What became of some positions: which are exceptions, how many boards they pass over."""

    keys: Keys
    skipped: npt.NDArray[np.uint8]
    answers: Keys


def find(
    table: Table,
    weights: npt.NDArray[np.int16],
    roles: int,
    progress: Progress = lambda part: None,
    threads: int | None = None,
) -> Certificate:
    """The exceptions that these weights need so that the player never loses in these roles.

    Refuses roles that are lost.
    """
    nothing = np.zeros(0, np.uint64), np.zeros(0, np.uint8)
    plain = Certificate(table.size, roles, weights, *nothing)
    board, cells = plain.board(), table.size**2
    workers = threads or os.cpu_count() or 1
    exceptions = [nothing]
    with ThreadPoolExecutor(workers) as pool:
        known = Positions(pool, workers, cells)
        known.add(starts(board, roles))
        for cubes in range(cells + 1):
            while len(some := known.next(cubes)):
                for found in pool.map(_look(board, table), np.array_split(some, workers)):
                    exceptions.append((found.keys, found.skipped))
                    known.add(found.answers)
            known.forget(cubes)
            progress((cubes + 1) / (cells + 1))
    keys, skipped = (np.concatenate(each) for each in zip(*exceptions, strict=True))
    order = np.argsort(keys)
    return Certificate(table.size, roles, weights, keys[order], skipped[order])


def _look(board: Board, table: Table) -> Callable[[Keys], Found]:
    def look(keys: Keys) -> Found:
        numbers = np.zeros(len(keys), np.int64)
        skipped = np.zeros(len(keys), np.uint8)
        due = np.arange(len(keys))
        while len(due):
            chosen, movers, others = _chosen(board, keys[due], skipped[due])
            if np.any(chosen == NO_PUSH):
                raise TableError(Reason("role-lost", {"size": table.size}))
            numbers[due] = chosen
            played = chosen != SEEN
            bad = table.values(movers[played], others[played]) == 1
            due = due[played][bad]
            skipped[due] += 1
        exception = skipped > 0
        found = np.empty(len(keys) * MOST_PUSHES, np.uint64)
        count = _answers(board, keys, numbers, found)
        return Found(keys[exception], skipped[exception], found[:count])

    return look


@compiled
def _chosen(
    board: Board, keys: Keys, skipped: npt.NDArray[np.uint8]
) -> tuple[Numbers, npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """The policy's pushes, and the boards after them as the other sees them."""
    full = np.uint64(board.shape.full)
    numbers = np.empty(keys.size, np.int64)
    movers, others = np.zeros(keys.size, np.uint32), np.zeros(keys.size, np.uint32)
    for i in range(keys.size):
        mover = np.uint32((keys[i] >> np.uint64(MOVER_SHIFT)) & full)
        other = np.uint32(keys[i] & full)
        if skipped[i] == 0 and seen_win(board, mover, other) != NO_PUSH:
            numbers[i] = SEEN
            continue
        numbers[i] = choose(board, mover, other, int(skipped[i]))
        if numbers[i] != NO_PUSH:
            movers[i] = pushed(board.pushes, numbers[i], other)
            others[i] = pushed_own(board.pushes, numbers[i], mover)
    return numbers, movers, others


@compiled
def _answers(board: Board, keys: Keys, numbers: Numbers, found: Keys) -> int:
    """All that the other can make of the boards after these pushes."""
    full, count = np.uint64(board.shape.full), 0
    for i in range(keys.size):
        if numbers[i] == SEEN:
            continue
        mover = np.uint32((keys[i] >> np.uint64(MOVER_SHIFT)) & full)
        mine = pushed_own(board.pushes, numbers[i], mover)
        theirs = pushed(board.pushes, numbers[i], np.uint32(keys[i] & full))
        for answer in range(board.pushes.taken.size):
            if may_push(board.pushes, answer, mine):
                left = pushed(board.pushes, answer, mine)
                made = pushed_own(board.pushes, answer, theirs)
                if not has_line(board.shape, left) and not has_line(board.shape, made):
                    found[count] = key_of(board, left, made)
                    count += 1
    return count
