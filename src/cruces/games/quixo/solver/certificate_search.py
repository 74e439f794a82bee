"""Finding a certificate: losing boards to which the policy would play become exceptions.

The set of positions is the same as in `prove`, but here a table knows the value of each. So most
need no search: only a won position can have a visible win, and only a board that the opponent wins
can be refuted.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple

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
from cruces.games.quixo.kernel.look_up import look_up
from cruces.games.quixo.kernel.policy import next_in_order, score_pushes, visible_win
from cruces.games.quixo.kernel.search import MAX_PUSHES, NO_PUSH, BoardTables, canonical_key
from cruces.games.quixo.kernel.symmetry import MOVER_SHIFT, SYMMETRIES
from cruces.games.quixo.solver.certificate import Certificate, Keys
from cruces.games.quixo.solver.certificate_header import PositionCounts
from cruces.games.quixo.solver.index import (
    STATES_A_WORD,
    SYMMETRY_BITS,
    Group,
    Ranking,
    orbits,
    ranking,
    squeeze,
)
from cruces.games.quixo.solver.position_set import PositionSet
from cruces.games.quixo.solver.prove import starts
from cruces.games.quixo.solver.step import LOST, WON, width
from cruces.games.quixo.solver.table import ValueTable
from cruces.kernels.jit import compiled, inlined
from cruces.parallel import Here, Place, Threads, cores, in_order
from cruces.solvers.errors import TableError
from cruces.solvers.progress import ProgressCallback


class AllOrbits(NamedTuple):
    """The orbits for every number of the mover's cubes, concatenated: see ``index.Orbits``."""

    orbit_of: Masks
    orbit_of_at: npt.NDArray[np.int64]
    masks: Masks
    masks_at: npt.NDArray[np.int64]


class LevelValues(NamedTuple):
    """The values of all positions with ``cubes`` marked cubes, by the number of the mover's."""

    cubes: int
    words: Masks
    begins: npt.NDArray[np.int64]
    widths: npt.NDArray[np.int64]


class Lookups(NamedTuple):
    """What the kernels look values of two levels up with."""

    tables: BoardTables
    ranking: Ranking
    rows: AllOrbits
    here: LevelValues
    above: LevelValues


class Expansion(NamedTuple):
    """The result of expanding positions: boards that must be exceptions, and all answers.

    ``won`` counts positions with a visible win, ``past`` the others that skip an exception.
    """

    exceptions: Keys
    answers: Keys
    won: int
    past: int


Weights = npt.NDArray[np.int16]
Improver = Callable[[Weights, Keys, int], Weights]
"""Takes weights, the first positions of a level, and its number of marked cubes."""
PART_POSITIONS = 1 << 14
"""The positions that are looked up in one go."""


def find_certificate(
    table: ValueTable,
    weights: Weights,
    roles: int,
    progress: ProgressCallback = lambda part: None,
    threads: int | None = None,
    better: Improver | None = None,
    place: Place | None = None,
) -> Certificate:
    """Find the exceptions that these weights need so that the player never loses in these roles.

    ``better`` can improve the weights of a level before its positions are expanded. They are
    expanded in this many threads, or in ``place``. Raises TableError for roles that are lost.
    """
    plain = without_exceptions(table.size, roles, weights)
    cells = table.size**2
    workers = threads or cores()
    exceptions, won, past, total = [plain.exceptions], 0, 0, 0
    with ThreadPoolExecutor(workers) as pool:
        positions = PositionSet(pool, workers, cells)
        positions.add(starts(plain.board_tables(), roles))
        for cubes in range(cells + 1):
            if better is not None:
                weights = better(weights, positions.pending(cubes), cubes)
            level = Level(table, cubes, weights)
            while len(keys := positions.take(cubes)):
                total += len(keys)
                for expansion in expanded(level, keys, place or Threads(workers)):
                    exceptions.append(expansion.exceptions)
                    won += expansion.won
                    past += expansion.past
                    positions.add(expansion.answers)
            exceptions = [np.unique(np.concatenate(exceptions))]
            positions.forget(cubes)
            progress((cubes + 1) / (cells + 1))
    return Certificate(
        table.size, roles, weights, exceptions[0], PositionCounts(won, total - won, past)
    )


def without_exceptions(size: int, roles: int, weights: Weights) -> Certificate:
    """A certificate with these weights and no exceptions yet."""
    return Certificate(size, roles, weights, np.zeros(0, np.uint64))


@dataclass(frozen=True)
class Level:
    """Those with ``cubes`` marked cubes, in a table; weights say in which order boards come."""

    table: ValueTable
    cubes: int
    weights: Weights

    @cached_property
    def lookups(self) -> Lookups:
        """What the kernels need."""
        size = self.table.size
        return Lookups(
            without_exceptions(size, 0, self.weights).board_tables(),
            ranking(size),
            all_orbits(size),
            level_values(self.table, self.cubes),
            level_values(self.table, min(self.cubes + 1, size**2)),
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Without the values, which every machine has."""
        return type(self), (self.table, self.cubes, self.weights)


@dataclass(frozen=True)
class Shares:
    """Positions of a level, cut into shares of the same size wherever they are looked up."""

    level: Level
    keys: Keys
    size: int = field(default_factory=lambda: PART_POSITIONS)

    @property
    def count(self) -> int:
        """The number of shares: at least one."""
        return max(1, -(-len(self.keys) // self.size))

    def share(self, number: int) -> Keys:
        """The positions of a part."""
        return self.keys[number * self.size : (number + 1) * self.size]


class _Expanding(Shares):
    def __call__(self, number: int) -> Expansion:
        keys = self.share(number)
        answers, losing = np.empty((2, len(keys) * MAX_PUSHES), np.uint64)
        count, lost, won, past = _expand(*self.level.lookups, keys, answers, losing)
        if count < 0:
            raise TableError(Reason("role-lost", {"size": self.level.table.size}))
        return Expansion(np.unique(losing[:lost]), np.unique(answers[:count]), won, past)


def expanded(level: Level, keys: Keys, place: Place) -> Iterator[Expansion]:
    """Expand positions of a level; raises TableError if one of them is lost."""
    shares = _Expanding(level, keys)
    return in_order(shares, range(shares.count), place if shares.count > 1 else Here())


@cache
def all_orbits(size: int) -> AllOrbits:
    """The orbits of a board, concatenated."""
    orbit_tables = [orbits(size, own) for own in range(size**2 + 1)]
    orbit_of, masks = (
        [each.orbit_of for each in orbit_tables],
        [each.masks for each in orbit_tables],
    )
    return AllOrbits(
        np.concatenate(orbit_of), _begins(orbit_of), np.concatenate(masks), _begins(masks)
    )


@lru_cache(maxsize=2)
def level_values(table: ValueTable, cubes: int) -> LevelValues:
    """The values of one level of a table: those of a file are shared by all who have it open."""
    groups = [Group(own, cubes - own) for own in range(cubes + 1)]
    words = [table.packed(group).words for group in groups]
    widths = np.array([width(table.size, group) for group in groups])
    if table.path is None or not table.offsets:
        return LevelValues(cubes, np.concatenate(words), _begins(words), widths)
    offsets = np.array([table.offsets[group] for group in groups])
    begin, end = offsets.min(), max(o + w.nbytes for o, w in zip(offsets, words, strict=True))
    shared = np.memmap(table.path, np.uint32, "c", begin, ((end - begin) // 4,))
    return LevelValues(cubes, np.asarray(shared), (offsets - begin) // 4, widths)


def _begins(parts: Sequence[Masks]) -> npt.NDArray[np.int64]:
    return np.cumsum([0, *(len(part) for part in parts[:-1])])


@inlined
def value_of(
    tables: BoardTables,
    ranking: Ranking,
    rows: AllOrbits,
    here: LevelValues,
    above: LevelValues,
    mover: Mask,
    other: Mask,
) -> int:
    """The value of a position for the player to move: WON, LOST or something else."""
    own, others = count_bits(mover), count_bits(other)
    low_bits = np.uint32(ranking.low_bits)
    lowest = np.uint32((1 << ranking.low_bits) - 1)
    rank = ranking.base[own, mover >> low_bits] + np.uint32(ranking.low[mover & lowest])
    orbit = rows.orbit_of[rows.orbit_of_at[own] + rank]
    row = orbit >> np.uint32(SYMMETRY_BITS)
    symmetry = orbit & np.uint32(SYMMETRIES - 1)
    turned = look_up(tables.images[symmetry], other)
    free = np.uint32(~rows.masks[rows.masks_at[own] + row] & np.uint32(tables.shape.full))
    packed = squeeze(ranking.squeezed, ranking.chunk, tables.shape.cells, free, turned)
    column = ranking.base[others, packed >> low_bits] + np.uint32(ranking.low[packed & lowest])
    if own + others == here.cubes:
        place = np.int64(row) * here.widths[own] + np.int64(column)
        word = here.words[here.begins[own] + place // STATES_A_WORD]
    else:
        place = np.int64(row) * above.widths[own] + np.int64(column)
        word = above.words[above.begins[own] + place // STATES_A_WORD]
    return int((word >> np.uint32(2 * (place % STATES_A_WORD))) & np.uint32(3))


@compiled
def _expand(
    tables: BoardTables,
    ranking: Ranking,
    rows: AllOrbits,
    here: LevelValues,
    above: LevelValues,
    keys: Keys,
    answers: Keys,
    losing: Keys,
) -> tuple[int, int, int, int]:
    """List the losing boards that the policy would play to, and all answers to its pushes.

    Returns the number of answers, or -1 if a position is lost; the number of such boards; the
    number of positions with a visible win; and the number of others that have such boards.
    """
    full, count, lost, won, past = np.uint64(tables.shape.full), 0, 0, 0, 0
    scores = np.empty(MAX_PUSHES, np.int64)
    for i in range(keys.size):
        mover = np.uint32((keys[i] >> np.uint64(MOVER_SHIFT)) & full)
        other = np.uint32(keys[i] & full)
        value = value_of(tables, ranking, rows, here, above, mover, other)
        if value == WON and visible_win(tables, mover, other) != NO_PUSH:
            won += 1
            continue
        score_pushes(tables, mover, other, scores)
        mine, theirs, before = mover, other, lost
        while True:
            number = next_in_order(tables, mover, other, scores)
            if value == LOST or number == NO_PUSH:
                return -1, lost, won, past
            mine = pushed_own(tables.pushes, number, mover)
            theirs = pushed(tables.pushes, number, other)
            if value_of(tables, ranking, rows, here, above, theirs, mine) != WON:
                break
            if visible_win(tables, theirs, mine) == NO_PUSH:
                losing[lost] = canonical_key(tables, theirs, mine)
                lost += 1
        past += lost > before
        for answer in range(tables.pushes.taken.size):
            if may_push(tables.pushes, answer, mine):
                mine_after = pushed(tables.pushes, answer, mine)
                theirs_after = pushed_own(tables.pushes, answer, theirs)
                if not has_line(tables.shape, mine_after) and not has_line(
                    tables.shape, theirs_after
                ):
                    answers[count] = canonical_key(tables, mine_after, theirs_after)
                    count += 1
    return count, lost, won, past
