"""Alpha-beta search over pushes, with a transposition table.

A score is for the player to move, in points of ``evaluate``. From ``WON`` up it is a proven win:
``MATE`` minus the plies to the end, so that shorter wins score higher. From ``-WON`` down it is a
proven loss. A score between ``alpha`` and ``beta`` is exact; a score of at most ``alpha`` is an
upper bound, and one of at least ``beta`` a lower bound.

A position that occurred before, in the game or on the path to here, counts as a draw: a player who
can repeat it once can repeat it again.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import (
    Mask,
    Masks,
    Pushes,
    Shape,
    has_line,
    may_push,
    pushed,
    pushed_own,
)
from cruces.games.quixo.kernel.evaluation import Evaluation, evaluate
from cruces.games.quixo.kernel.lines import LineBits
from cruces.games.quixo.kernel.symmetry import canonical
from cruces.kernels.jit import compiled

MATE = 30_000
WON = 29_000
MAX_PUSHES = 44
MAX_DEPTH = 64
NO_PUSH = 63
WINS, LOSES = -1, -2
"""In place of the number of pushes: one of them wins at once, or all lose at once."""
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
OPEN = 1 << 20
"""In place of a score: the pushes have to be searched."""
(
    DEPTH,
    ALPHA,
    BETA,
    FLOOR,
    BEST,
    NUMBER,
    COUNT,
    CHILD,
    STAGE,
    CHILD_DEPTH,
    CHILD_ALPHA,
    CHILD_BETA,
) = range(12)
"""The fields of a frame: depth and window of a board; the score that a push must exceed, the best
score so far and its push; the number of pushes and the one being searched, at which stage, to which
depth and with which window."""
SHALLOW, NARROW, WHOLE = 0, 1, 2
"""The stages of searching a push: reduced depth, null window, full window."""
NODES, MAX_NODES, STOP, SEED, BLIND = 0, 1, 2, 3, 4
"""The fields of ``control``: nodes so far, their limit, whether to stop; and for players who
overlook things, a seed and how many replies per mille they do not see."""


class BoardTables(NamedTuple):
    """Everything that depends only on the size of the board."""

    shape: Shape
    pushes: Pushes
    evaluation: Evaluation
    crossed: LineBits
    """For each push, where the squares that it changes are in the lines."""
    images: Masks


class Memory(NamedTuple):
    """The memory of a search. ``keys`` and ``entries`` are the transposition table.

    An entry packs the score (+ 32768), the depth, the bound and the push:
    ``score << 16 | depth << 8 | bound << 6 | push``.
    """

    keys: npt.NDArray[np.uint64]
    entries: npt.NDArray[np.uint64]
    history: npt.NDArray[np.int64]
    """History heuristic: how often a push caused a cutoff, by side."""
    path: npt.NDArray[np.uint64]
    """The keys of the boards from the last irreversible push of the game to here."""
    movers: Masks
    others: Masks
    priority: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.int64]
    """The pushes at each ply, their priority, and the boards they lead to."""
    frames: npt.NDArray[np.int64]
    """The state of the search at each ply."""
    variations: npt.NDArray[np.int64]
    """``variations[ply]``: the length of the best variation from there, then its pushes."""
    control: npt.NDArray[np.int64]


def memory(table_bits: int, earlier: int = 0) -> Memory:
    """An empty memory with a table of 2**table_bits entries, 16 bytes each.

    ``earlier`` boards of the game fit into ``path`` before those of the search.
    """
    return Memory(
        np.zeros(1 << table_bits, np.uint64),
        np.zeros(1 << table_bits, np.uint64),
        np.zeros((2, MAX_PUSHES), np.int64),
        np.zeros(earlier + MAX_DEPTH, np.uint64),
        np.zeros((MAX_DEPTH, MAX_PUSHES), np.uint32),
        np.zeros((MAX_DEPTH, MAX_PUSHES), np.uint32),
        np.zeros((MAX_DEPTH, MAX_PUSHES), np.int64),
        np.zeros((MAX_DEPTH, MAX_PUSHES), np.int64),
        np.zeros((MAX_DEPTH, CHILD_BETA + 1), np.int64),
        np.zeros((MAX_DEPTH, MAX_DEPTH), np.int64),
        np.zeros(5, np.int64),
    )


@compiled
def canonical_key(tables: BoardTables, mover: Mask, other: Mask) -> np.uint64:
    """The same key for all boards that differ only by a symmetry."""
    return canonical(tables.images, mover, other)


@compiled
def slot_of(key: np.uint64, keys: npt.NDArray[np.uint64]) -> np.uint64:
    """The first of the two slots where a board may be in the table."""
    mixed = key * np.uint64(0x9E3779B97F4A7C15)
    return (mixed ^ (mixed >> np.uint64(29))) & np.uint64(keys.size - 2)


@compiled
def search(
    tables: BoardTables,
    memory: Memory,
    mover: Mask,
    other: Mask,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    length: int,
) -> int:
    """The score of a board without a line, searched to ``depth``; 0 when stopped.

    ``length`` boards of ``path`` led here, not counting this one. Numba cannot cache recursive
    functions, so the search keeps its own stack of frames.
    """
    top, frames = ply, memory.frames
    score = _enter(tables, memory, mover, other, depth, alpha, beta, ply, length)
    if score != OPEN:
        return score
    while True:
        child = frames[ply, CHILD]
        score = _enter(
            tables,
            memory,
            memory.movers[ply, child],
            memory.others[ply, child],
            frames[ply, CHILD_DEPTH],
            frames[ply, CHILD_ALPHA],
            frames[ply, CHILD_BETA],
            ply + 1,
            length + 1,
        )
        if score == OPEN:
            ply += 1
            length += 1
            continue
        while True:  # pass the score up as long as it completes a board
            if memory.control[STOP] != 0:
                return 0
            if not _take_score(memory, ply, -score):
                break
            score = frames[ply, BEST]
            _store(
                memory,
                memory.path[length],
                score,
                frames[ply, DEPTH],
                frames[ply, ALPHA],
                frames[ply, BETA],
                ply,
                frames[ply, NUMBER],
            )
            if ply == top:
                return int(score)
            ply -= 1
            length -= 1


@compiled
def _enter(
    tables: BoardTables,
    memory: Memory,
    mover: Mask,
    other: Mask,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    length: int,
) -> int:
    """A board's score if it needs no search; otherwise OPEN, with the first push ready."""
    control = memory.control
    control[NODES] += 1
    memory.variations[ply, 0] = 0
    if control[NODES] >= control[MAX_NODES]:
        control[STOP] = 1
    if control[STOP] != 0:
        return 0

    key = canonical_key(tables, mover, other)
    for i in range(length):
        if memory.path[i] == key:
            return 0

    slot = slot_of(key, memory.keys)
    if memory.keys[slot] != key:
        slot ^= np.uint64(1)
    first = NO_PUSH
    if memory.keys[slot] == key:
        entry = memory.entries[slot]
        first = int(entry & np.uint64(63))
        known_depth = int((entry >> np.uint64(8)) & np.uint64(0xFF))
        if known_depth >= depth:
            score = _score_from_entry(int(entry >> np.uint64(16)) - 32768, ply)
            bound = int((entry >> np.uint64(6)) & np.uint64(3))
            if (
                bound == EXACT
                or (bound == AT_LEAST and score >= beta)
                or (bound == AT_MOST and score <= alpha)
            ):
                return score

    count = children(tables, memory, mover, other, depth, ply, first)
    if count == WINS:
        return MATE - ply - 1
    if count == LOSES:
        return -(MATE - ply - 1)
    if count == 0:  # every push was overlooked
        return evaluate(tables.evaluation, mover, other)

    if depth <= 1:
        return _search_last_ply(tables, memory, key, count, alpha, beta, ply)
    frames = memory.frames
    memory.path[length] = key
    frames[ply, DEPTH], frames[ply, ALPHA], frames[ply, BETA] = depth, alpha, beta
    frames[ply, FLOOR], frames[ply, BEST], frames[ply, NUMBER] = alpha, -MATE, NO_PUSH
    frames[ply, COUNT], frames[ply, CHILD] = count, 0
    _pick_best(memory, ply, 0, count)
    _open_child(memory, ply)
    return OPEN


@compiled
def _search_last_ply(
    tables: BoardTables, memory: Memory, key: np.uint64, count: int, alpha: int, beta: int, ply: int
) -> int:
    """The score of a board by the evaluations after each of its pushes."""
    best, best_number = -MATE, NO_PUSH
    for i in range(count):
        _pick_best(memory, ply, i, count)
        memory.control[NODES] += 1
        score = -evaluate(tables.evaluation, memory.movers[ply, i], memory.others[ply, i])
        if score > best:
            best, best_number = score, memory.numbers[ply, i]
            if score >= beta:
                memory.history[ply & 1, best_number] += 1
                break
    if best > alpha:
        memory.variations[ply, 0], memory.variations[ply, 1] = 1, best_number
    _store(memory, key, best, 1, alpha, beta, ply, best_number)
    return best


@compiled
def _pick_best(memory: Memory, ply: int, i: int, count: int) -> None:
    """Move the best remaining push to index ``i``: sorting all of them would cost more."""
    movers, others, priority, numbers = (
        memory.movers,
        memory.others,
        memory.priority,
        memory.numbers,
    )
    top = i
    for j in range(i + 1, count):
        if priority[ply, j] > priority[ply, top]:
            top = j
    priority[ply, i], priority[ply, top] = priority[ply, top], priority[ply, i]
    movers[ply, i], movers[ply, top] = movers[ply, top], movers[ply, i]
    others[ply, i], others[ply, top] = others[ply, top], others[ply, i]
    numbers[ply, i], numbers[ply, top] = numbers[ply, top], numbers[ply, i]


@compiled
def _open_child(memory: Memory, ply: int) -> None:
    """Prepare the search of the next push: full window for the first, null window for the others.

    Late pushes are first searched to a reduced depth.
    """
    frames = memory.frames
    depth, i = frames[ply, DEPTH], frames[ply, CHILD]
    reduction = 0
    if depth >= 3 and i >= 3:
        reduction = 1 + int(i >= 10 and depth >= 5)
    frames[ply, STAGE] = WHOLE if i == 0 else SHALLOW if reduction > 0 else NARROW
    frames[ply, CHILD_DEPTH] = depth - 1 - reduction
    frames[ply, CHILD_ALPHA] = -frames[ply, BETA] if i == 0 else -frames[ply, FLOOR] - 1
    frames[ply, CHILD_BETA] = -frames[ply, FLOOR]


@compiled
def _take_score(memory: Memory, ply: int, score: int) -> bool:
    """Take the score of a push; returns whether the board is finished.

    Otherwise the next search is ready: the same push again, or another one.
    """
    frames = memory.frames
    if frames[ply, STAGE] == SHALLOW and score > frames[ply, FLOOR]:
        frames[ply, STAGE], frames[ply, CHILD_DEPTH] = NARROW, frames[ply, DEPTH] - 1
        return False
    if frames[ply, STAGE] != WHOLE and frames[ply, FLOOR] < score < frames[ply, BETA]:
        frames[ply, STAGE], frames[ply, CHILD_DEPTH] = WHOLE, frames[ply, DEPTH] - 1
        frames[ply, CHILD_ALPHA], frames[ply, CHILD_BETA] = -frames[ply, BETA], -score
        return False
    if score > frames[ply, BEST]:
        number = memory.numbers[ply, frames[ply, CHILD]]
        frames[ply, BEST], frames[ply, NUMBER] = score, number
        if score > frames[ply, FLOOR]:
            frames[ply, FLOOR] = score
            more = memory.variations[ply + 1, 0]
            memory.variations[ply, 0] = more + 1
            memory.variations[ply, 1] = number
            for i in range(1, more + 1):
                memory.variations[ply, i + 1] = memory.variations[ply + 1, i]
        if score >= frames[ply, BETA]:
            memory.history[ply & 1, number] += frames[ply, DEPTH] * frames[ply, DEPTH]
            return True
    frames[ply, CHILD] += 1
    if frames[ply, CHILD] == frames[ply, COUNT]:
        return True
    _pick_best(memory, ply, frames[ply, CHILD], frames[ply, COUNT])
    _open_child(memory, ply)
    return False


@compiled
def children(
    tables: BoardTables,
    memory: Memory,
    mover: Mask,
    other: Mask,
    depth: int,
    ply: int,
    first: int,
) -> int:
    """List the boards after every sensible push, each once; their number, or WINS, or LOSES.

    A push that completes a line of the opponent loses and is left out (Q5). Players who overlook
    things overlook replies.
    """
    table = tables.pushes
    movers, others, priority, numbers = (
        memory.movers,
        memory.others,
        memory.priority,
        memory.numbers,
    )
    blind = memory.control[BLIND] if ply == 1 else 0
    count = overlooked = 0
    for number in range(table.taken.size):
        if not may_push(table, number, other):
            continue
        mine = pushed_own(table, number, mover)
        theirs = pushed(table, number, other)
        if blind > 0 and hash_per_mille(memory.control[SEED], mine, theirs) < blind:
            overlooked += 1
            continue
        if has_line(tables.shape, theirs):
            continue
        if has_line(tables.shape, mine):
            return WINS
        duplicate = False
        for i in range(count):
            duplicate |= (movers[ply, i] == theirs) & (others[ply, i] == mine)
        if duplicate:
            continue
        movers[ply, count], others[ply, count], numbers[ply, count] = theirs, mine, number
        if depth >= 3:
            priority[ply, count] = -1000 * evaluate(tables.evaluation, theirs, mine)
            priority[ply, count] += min(memory.history[ply & 1, number], 100_000)
        else:
            priority[ply, count] = memory.history[ply & 1, number]
        if number == first:
            priority[ply, count] += 1 << 40
        count += 1
    return LOSES if count == 0 and overlooked == 0 else count


@compiled
def hash_per_mille(seed: int, mover: Mask, other: Mask) -> int:
    """A pseudo-random number below 1000, determined by the seed and the board."""
    mixed = np.uint64(seed) ^ (np.uint64(mover) << np.uint64(32) | np.uint64(other))
    mixed = (mixed ^ (mixed >> np.uint64(31))) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return int((mixed >> np.uint64(32)) % np.uint64(1000))


@compiled
def _store(
    memory: Memory,
    key: np.uint64,
    best: int,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    number: int,
) -> None:
    """Store a result: the first of two slots keeps the deepest, the second the latest."""
    slot = slot_of(key, memory.keys)
    before = int((memory.entries[slot] >> np.uint64(8)) & np.uint64(0xFF))
    if memory.keys[slot] != key and before > depth:
        slot ^= np.uint64(1)
    bound = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
    score = _score_to_store(best, ply) + 32768
    memory.keys[slot] = key
    memory.entries[slot] = np.uint64(score << 16 | depth << 8 | bound << 6 | number)


@compiled
def _score_to_store(score: int, ply: int) -> int:
    """Wins are counted from the root in the search, but from the board in the table."""
    if score >= WON:
        return score + ply
    if score <= -WON:
        return score - ply
    return score


@compiled
def _score_from_entry(score: int, ply: int) -> int:
    if score >= WON:
        return score - ply
    if score <= -WON:
        return score + ply
    return score
