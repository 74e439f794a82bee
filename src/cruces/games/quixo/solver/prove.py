"""The proof that a player who plays by a certificate never loses: every position it can meet.

The set of these positions starts with the initial position, if the player moves first, and with the
results of the opponent's first push, if it moves second. For each position of the set, with the
player to move:

- if there is a win within three plies, the game is as good as over;
- otherwise the policy's push is made, and then **every** answer of the opponent: each result is in
  the set as well, unless the opponent has completed the player's line.

If the policy always has a push, and no answer completes a line of the opponent, the player never
loses: a game is won, or stays inside the set for ever. This relies on nothing but the rules
(``kernel.board``, which tests compare with the reference) and this module.

Marked cubes never become neutral, so positions are processed by their number of marked cubes, from
none to all. Only three sets have to be in memory, because a push and an answer add at most two
marks. Earlier positions without a visible win are kept, so that a losing game can be shown.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import has_line, may_push, pushed, pushed_own
from cruces.games.quixo.kernel.policy import choose, visible_win
from cruces.games.quixo.kernel.search import MAX_PUSHES, NO_PUSH, BoardTables, canonical_key
from cruces.games.quixo.kernel.symmetry import MOVER_SHIFT
from cruces.games.quixo.solver.certificate import Certificate, Keys
from cruces.games.quixo.solver.certificate_header import FIRST, SECOND, PositionCounts
from cruces.games.quixo.solver.position_set import PositionSet
from cruces.games.quixo.solver.proof_checkpoint import ProofCheckpoint
from cruces.kernels.jit import compiled
from cruces.solvers.progress import ProgressCallback

NOWHERE = np.uint64(0)
"""In place of a key, when the policy does not lose."""

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ProofResult:
    """The result. ``lost`` is the key of a position where the policy has no push or loses by it."""

    tally: PositionCounts
    lost: int | None = None
    met: list[Keys] = field(default_factory=list, compare=False, repr=False)
    """The positions without a visible win until then: the losing game passes through some."""


class ProofBatch(NamedTuple):
    """Some positions, those of them without a visible win, and all answers to the policy there."""

    keys: Keys
    played: Keys
    tally: Numbers
    answers: Keys
    lost: np.uint64


def prove(
    certificate: Certificate,
    roles: int,
    progress: ProgressCallback = lambda part: None,
    threads: int | None = None,
    checkpoint: ProofCheckpoint | None = None,
) -> ProofResult:
    """Check every position that the player can meet in these roles.

    With a checkpoint it continues where an earlier run stopped.
    """
    tally = (
        np.zeros(len(PositionCounts._fields), np.int64) if checkpoint is None else checkpoint.tally
    )
    visited: list[Keys] = [] if checkpoint is None else checkpoint.met
    expected = sum(certificate.counts[:2]) or 1
    for batch in batches(certificate, roles, threads, checkpoint):
        tally += batch.tally
        progress(min(int(tally[0] + tally[1]) / expected, 1.0))
        if batch.lost != NOWHERE:
            return ProofResult(PositionCounts(*tally.tolist()), int(batch.lost), visited)
        visited.append(batch.played)
    return ProofResult(PositionCounts(*tally.tolist()))


def batches(
    certificate: Certificate,
    roles: int,
    threads: int | None = None,
    checkpoint: ProofCheckpoint | None = None,
) -> Iterator[ProofBatch]:
    """The positions and their answers, in batches, by their number of marked cubes."""
    tables, cells = certificate.board_tables(), certificate.size**2
    workers = threads or os.cpu_count() or 1

    def expand(keys: Keys) -> ProofBatch:
        tally = np.zeros(len(PositionCounts._fields), np.int64)
        played = np.empty(len(keys), np.uint64)
        answer_keys = np.empty(len(keys) * MAX_PUSHES, np.uint64)
        count, lost = answers(tables, certificate.exceptions, keys, tally, played, answer_keys)
        return ProofBatch(keys, played[: tally[1]].copy(), tally, answer_keys[:count].copy(), lost)

    with ThreadPoolExecutor(workers) as pool:
        positions = PositionSet(pool, workers, cells)
        positions.add(
            starts(tables, roles)
            if checkpoint is None or not checkpoint.done
            else checkpoint.pending
        )
        for cubes in range(checkpoint.done if checkpoint else 0, cells + 1):
            while shares := positions.next(cubes):
                results = list(pool.map(expand, shares))
                yield from results
                positions.add(np.concatenate([batch.answers for batch in results]))
            positions.forget(cubes)
            if checkpoint is not None:
                checkpoint.save(cubes + 1, positions)


def starts(tables: BoardTables, roles: int) -> Keys:
    """The positions of the player's first turn: the start, or the results of one push."""
    zero, keys = np.uint32(0), []
    if roles & FIRST:
        keys.append(canonical_key(tables, zero, zero))
    if roles & SECOND:
        pushes = range(len(tables.pushes.taken))
        keys += [canonical_key(tables, zero, pushed_own(tables.pushes, i, zero)) for i in pushes]
    return np.unique(np.array(keys, np.uint64))


@compiled
def answers(
    tables: BoardTables,
    exceptions: Keys,
    keys: Keys,
    tally: Numbers,
    played: Keys,
    answer_keys: Keys,
) -> tuple[int, np.uint64]:
    """List the results of all answers to the policy's push; the position where it loses, if any."""
    full, count = np.uint64(tables.shape.full), 0
    for i in range(keys.size):
        key = keys[i]
        mover = np.uint32((key >> np.uint64(MOVER_SHIFT)) & full)
        other = np.uint32(key & full)
        if visible_win(tables, mover, other) != NO_PUSH:
            tally[0] += 1
            continue
        played[tally[1]] = key
        tally[1] += 1
        number, skipped = choose(tables, mover, other, exceptions)
        tally[2] += skipped
        if number == NO_PUSH:
            return count, key
        mine = pushed_own(tables.pushes, number, mover)
        theirs = pushed(tables.pushes, number, other)
        for answer in range(tables.pushes.taken.size):
            if not may_push(tables.pushes, answer, mine):
                continue
            mine_after = pushed(tables.pushes, answer, mine)
            theirs_after = pushed_own(tables.pushes, answer, theirs)
            if has_line(tables.shape, mine_after):  # completing the opponent's line loses (Q5)
                continue
            if has_line(tables.shape, theirs_after):
                return count, key
            answer_keys[count] = canonical_key(tables, mine_after, theirs_after)
            count += 1
    return count, NOWHERE
