"""Whether a player who plays by a certificate can ever lose: every position that it can meet.

The set of these positions begins with the start, if it plays first, and with what one push of the
other's makes of it, if it plays second. For each position of the set, with the player to move:

- if a win within three plies is seen, the game is as good as over;
- else the policy's push is made, and then **every** answer of the other: what comes of it is in the
  set as well, unless the other has made the player's line.

If the policy always has a push, and no answer makes a line of the other's, the player never loses:
a game is won, or goes on inside of the set for ever. Nothing is taken on trust here but the rules
(``kernels.quixo.board``, proven equal to the reference by tests) and this page.

Marked cubes never become neutral, so positions are taken by their number of marked cubes, from
none to all: of the sets only three have to be in memory, for a push and an answer add at most two.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.kernels.compiling import compiled
from cruces.kernels.quixo.board import has_line, may_push, pushed, pushed_own
from cruces.kernels.quixo.policy import choose, seen_win
from cruces.kernels.quixo.search import MOST_PUSHES, NO_PUSH, Board, key_of
from cruces.solvers.quixo.certificate import FIRST, MOVER_SHIFT, SECOND, Certificate, Keys

AT_ONCE = 1 << 17
"""Positions that are looked at together."""
FULLEST = 0.6
"""A set is made twice as large before more of it is taken."""
LOST = np.uint64(0)
"""Instead of a name, where the policy loses."""

Progress = Callable[[float], None]


class Tally(NamedTuple):
    """How many positions of the set were won at sight, played on, and exceptions."""

    won: int
    played: int
    exceptions: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found: never a loss, unless there is a position in which it loses."""

    tally: Tally
    lost: int | None
    """The name of a position in which the policy has no push, or the other wins after it."""

    @property
    def proven(self) -> bool:
        return self.lost is None


@dataclass(slots=True)
class Level:
    """The positions with a number of cubes: a set in parts, and those still to be looked at."""

    parts: list[Keys]
    counts: list[int]
    due: list[Keys] = field(default_factory=list)


def prove(
    certificate: Certificate,
    roles: int,
    progress: Progress = lambda part: None,
    threads: int | None = None,
) -> Verdict:
    """Look at every position that the player can meet in these roles."""
    board, cells = certificate.board(), certificate.size**2
    workers = threads or os.cpu_count() or 1
    levels = {cubes: empty(workers) for cubes in range(cells + 3)}
    won = played = exceptions = 0
    with ThreadPoolExecutor(workers) as pool:
        insert(pool, levels, starts(board, roles))
        for cubes in range(cells + 1):
            level = levels.pop(cubes)
            levels_here = {**levels, cubes: level}
            while level.due:
                keys = level.due.pop()
                told = list(pool.map(_look(board, certificate), np.array_split(keys, workers)))
                for tally, _, lost in told:
                    won, played = won + tally[0], played + tally[1]
                    exceptions += tally[2]
                    if lost != LOST:
                        return Verdict(Tally(won, played, exceptions), int(lost))
                insert(pool, levels_here, np.concatenate([found for _, found, _ in told]))
            progress((cubes + 1) / (cells + 1))
    return Verdict(Tally(won, played, exceptions), None)


def starts(board: Board, roles: int) -> Keys:
    """Where the player has his first turn: the start, or what one push makes of it."""
    zero, found = np.uint32(0), []
    if roles & FIRST:
        found.append(key_of(board, zero, zero))
    if roles & SECOND:
        pushes = range(len(board.pushes.taken))
        found += [key_of(board, zero, pushed_own(board.pushes, i, zero)) for i in pushes]
    return np.unique(np.array(found, np.uint64))


def _look(
    board: Board, certificate: Certificate
) -> Callable[[Keys], tuple[npt.NDArray[np.int64], Keys, np.uint64]]:
    def look(keys: Keys) -> tuple[npt.NDArray[np.int64], Keys, np.uint64]:
        tally, found = np.zeros(3, np.int64), np.empty(len(keys) * MOST_PUSHES, np.uint64)
        count, lost = _answers(board, certificate.keys, certificate.skipped, keys, tally, found)
        return tally, found[:count], lost

    return look


@compiled
def _answers(
    board: Board,
    exceptions: Keys,
    skipped: npt.NDArray[np.uint8],
    keys: Keys,
    tally: npt.NDArray[np.int64],
    found: Keys,
) -> tuple[int, np.uint64]:
    """All that the other can make of positions after the policy's push; where it loses, if so."""
    full, count = np.uint64(board.shape.full), 0
    for key in keys:
        mover = np.uint32((key >> np.uint64(MOVER_SHIFT)) & full)
        other = np.uint32(key & full)
        if seen_win(board, mover, other) != NO_PUSH:
            tally[0] += 1
            continue
        tally[1] += 1
        place = np.searchsorted(exceptions, key)
        is_exception = place < exceptions.size and exceptions[place] == key
        tally[2] += is_exception
        number = choose(board, mover, other, int(skipped[place]) if is_exception else 0)
        if number == NO_PUSH:
            return count, key
        mine = pushed_own(board.pushes, number, mover)
        theirs = pushed(board.pushes, number, other)
        for answer in range(board.pushes.taken.size):
            if not may_push(board.pushes, answer, mine):
                continue
            left = pushed(board.pushes, answer, mine)
            made = pushed_own(board.pushes, answer, theirs)
            if has_line(board.shape, left):  # whoever makes the other's line loses (Q5)
                continue
            if has_line(board.shape, made):
                return count, key
            found[count] = key_of(board, left, made)
            count += 1
    return count, np.uint64(0)


def empty(workers: int) -> Level:
    return Level([np.zeros(64, np.uint64) for _ in range(workers)], [0] * workers)


def insert(pool: ThreadPoolExecutor, levels: dict[int, Level], keys: Keys) -> None:
    """Put positions into the sets; those that are new are due. Each worker has a part of each."""
    cubes = np.bitwise_count(keys) - 1  # less the bit that every name has
    for number in np.unique(cubes).tolist():
        level, some = levels[number], keys[cubes == number]
        parts = range(len(level.parts))
        fresh = list(pool.map(lambda part: _insert_part(level, part, some), parts))  # noqa: B023
        new = np.concatenate(fresh)
        level.due += np.array_split(new, -(-len(new) // AT_ONCE)) if len(new) else []


def _insert_part(level: Level, part: int, keys: Keys) -> Keys:
    fresh, count, begin = np.empty(len(keys), np.uint64), 0, 0
    while begin < len(keys):
        slots = level.parts[part]
        room = int(FULLEST * len(slots)) - level.counts[part]
        if room <= 0:
            grown = np.zeros(2 * len(slots), np.uint64)
            put(grown, slots[slots != 0], 1, 0, np.empty(len(slots), np.uint64))
            level.parts[part] = grown
            continue
        new = put(slots, keys[begin : begin + room], len(level.parts), part, fresh[count:])
        level.counts[part] += new
        count += new
        begin += room
    return fresh[:count]


@compiled
def put(slots: Keys, keys: Keys, parts: int, part: int, fresh: Keys) -> int:
    """Put those keys into a set that belong to this part of it; the new ones, and how many."""
    count = 0
    last = np.uint64(slots.size - 1)
    for key in keys:
        mixed = key * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(32)
        if parts > 1 and (mixed >> np.uint64(40)) % np.uint64(parts) != np.uint64(part):
            continue
        at = mixed & last
        while slots[at] != 0 and slots[at] != key:
            at = (at + np.uint64(1)) & last
        if slots[at] == 0:
            slots[at] = key
            fresh[count] = key
            count += 1
    return count
