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
Of the others those are kept in which the policy played on, so that the way to a loss can be shown.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import has_line, may_push, pushed, pushed_own
from cruces.games.quixo.kernel.policy import choose, seen_win
from cruces.games.quixo.kernel.search import MOST_PUSHES, NO_PUSH, Board, key_of
from cruces.games.quixo.solver.certificate import MOVER_SHIFT, Certificate, Keys
from cruces.games.quixo.solver.certificate_header import FIRST, SECOND, Tally
from cruces.games.quixo.solver.position_set import Positions
from cruces.games.quixo.solver.proof_checkpoint import Work
from cruces.kernels.jit import compiled

NOWHERE = np.uint64(0)
"""Instead of a name, when the policy does not lose."""

Numbers = npt.NDArray[np.int64]
Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found. ``lost`` names a position in which the policy has no push, or loses by it."""

    tally: Tally
    lost: int | None = None
    met: list[Keys] = field(default_factory=list, compare=False, repr=False)
    """Where it played on before it lost: the way there leads through some of these."""


class Wave(NamedTuple):
    """Some positions, those of them in which the policy played on, and what comes of them."""

    keys: Keys
    played: Keys
    tally: Numbers
    answers: Keys
    lost: np.uint64


def prove(
    certificate: Certificate,
    roles: int,
    progress: Progress = lambda part: None,
    threads: int | None = None,
    work: Work | None = None,
) -> Verdict:
    """Look at every position that the player can meet in these roles.

    With ``work`` it begins where an earlier run left off.
    """
    tally = np.zeros(len(Tally._fields), np.int64) if work is None else work.tally
    met: list[Keys] = [] if work is None else work.met
    due = sum(certificate.told[:2]) or 1
    for wave in waves(certificate, roles, threads, work):
        tally += wave.tally
        progress(min(int(tally[0] + tally[1]) / due, 1.0))
        if wave.lost != NOWHERE:
            return Verdict(Tally(*tally.tolist()), int(wave.lost), met)
        met.append(wave.played)
    return Verdict(Tally(*tally.tolist()))


def waves(
    certificate: Certificate,
    roles: int,
    threads: int | None = None,
    work: Work | None = None,
) -> Iterator[Wave]:
    """The positions and their answers, some at a time, by their number of cubes."""
    board, cells = certificate.board(), certificate.size**2
    workers = threads or os.cpu_count() or 1

    def look(keys: Keys) -> Wave:
        tally = np.zeros(len(Tally._fields), np.int64)
        played = np.empty(len(keys), np.uint64)
        found = np.empty(len(keys) * MOST_PUSHES, np.uint64)
        count, lost = answers(board, certificate.exceptions, keys, tally, played, found)
        return Wave(keys, played[: tally[1]].copy(), tally, found[:count].copy(), lost)

    with ThreadPoolExecutor(workers) as pool:
        known = Positions(pool, workers, cells)
        known.add(starts(board, roles) if work is None or not work.done else work.due)
        for cubes in range(work.done if work else 0, cells + 1):
            while shares := known.next(cubes):
                looked = list(pool.map(look, shares))
                yield from looked
                known.add(np.concatenate([wave.answers for wave in looked]))
            known.forget(cubes)
            if work is not None:
                work.keep(cubes + 1, known)


def starts(board: Board, roles: int) -> Keys:
    """Where the player has his first turn: the start, or what one push makes of it."""
    zero, found = np.uint32(0), []
    if roles & FIRST:
        found.append(key_of(board, zero, zero))
    if roles & SECOND:
        pushes = range(len(board.pushes.taken))
        found += [key_of(board, zero, pushed_own(board.pushes, i, zero)) for i in pushes]
    return np.unique(np.array(found, np.uint64))


@compiled
def answers(
    board: Board,
    exceptions: Keys,
    keys: Keys,
    tally: Numbers,
    played: Keys,
    found: Keys,
) -> tuple[int, np.uint64]:
    """All that the other can make of positions after the policy's push; where it loses, if so."""
    full, count = np.uint64(board.shape.full), 0
    for i in range(keys.size):
        key = keys[i]
        mover = np.uint32((key >> np.uint64(MOVER_SHIFT)) & full)
        other = np.uint32(key & full)
        if seen_win(board, mover, other) != NO_PUSH:
            tally[0] += 1
            continue
        played[tally[1]] = key
        tally[1] += 1
        number, passed = choose(board, mover, other, exceptions)
        tally[2] += passed
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
    return count, NOWHERE
