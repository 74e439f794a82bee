"""Looking ahead: alpha-beta over pushes, with everything it has found kept in a table.

A score is for the one to move, in points of ``evaluate``; from ``WON`` up it is a win that is seen
to its end, ``MATE`` less the plies until then, so that the shorter win is the better one, and below
``-WON`` a loss. ``search`` answers what lies between ``alpha`` and ``beta`` exactly; at most
``alpha`` means that the truth is at most that, at least ``beta`` that it is at least that.

A position that came up before, in the game or on the way to here, counts as a draw: whoever can
repeat can repeat again.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.kernels.compiling import compiled, recursive
from cruces.kernels.quixo.board import (
    Mask,
    Masks,
    Pushes,
    Shape,
    has_line,
    may_push,
    pushed,
    pushed_own,
)
from cruces.kernels.quixo.evaluation import Evaluation, evaluate
from cruces.kernels.quixo.symmetry import canonical

MATE = 30_000
WON = 29_000
MOST_PUSHES = 44
DEEPEST = 64
NO_PUSH = 63
WINS, LOSES = -1, -2
"""Instead of the number of pushes: one of them wins at once, or all lose at once."""
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
LOOK_EVERY = 2048
"""Nodes between two looks at whether to stop."""
NODES, MOST_NODES, STOP, SEED, BLIND = 0, 1, 2, 3, 4
"""What ``control`` holds: nodes so far, how many may be, whether to stop; and for players who
overlook things, a seed and of a thousand replies how many they do not see."""


class Board(NamedTuple):
    """What depends on the size of the board alone."""

    shape: Shape
    pushes: Pushes
    known: Evaluation
    turns: Masks


class Memory(NamedTuple):
    """What a search remembers. ``keys`` and ``facts`` are the table: a board and what was found.

    A fact packs the score (+ 32768), the depth, the bound and the push:
    ``score << 16 | depth << 8 | bound << 6 | push``.
    """

    keys: npt.NDArray[np.uint64]
    facts: npt.NDArray[np.uint64]
    credit: npt.NDArray[np.int64]
    """How often a push was too good to be allowed, by side: what to look at first."""
    way: npt.NDArray[np.uint64]
    """The boards from the last irreversible push of the game to here."""
    movers: Masks
    others: Masks
    worth: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.int64]
    """The pushes at each ply, and the boards they lead to."""
    line: npt.NDArray[np.int64]
    """``line[ply]``: how many pushes the best way from there has, and which."""
    control: npt.NDArray[np.int64]


def memory(table_bits: int) -> Memory:
    """An empty memory with a table of 2**table_bits facts, 16 bytes each."""
    return Memory(
        np.zeros(1 << table_bits, np.uint64),
        np.zeros(1 << table_bits, np.uint64),
        np.zeros((2, MOST_PUSHES), np.int64),
        np.zeros(1024, np.uint64),
        np.zeros((DEEPEST, MOST_PUSHES), np.uint32),
        np.zeros((DEEPEST, MOST_PUSHES), np.uint32),
        np.zeros((DEEPEST, MOST_PUSHES), np.int64),
        np.zeros((DEEPEST, MOST_PUSHES), np.int64),
        np.zeros((DEEPEST, DEEPEST), np.int64),
        np.zeros(5, np.int64),
    )


@compiled
def key_of(board: Board, mover: Mask, other: Mask) -> np.uint64:
    """One name for all boards that a symmetry makes equal."""
    least, rest = canonical(board.shape, board.turns, mover, other)
    return np.uint64(1) << np.uint64(50) | np.uint64(least) << np.uint64(25) | np.uint64(rest)


@compiled
def slot_of(key: np.uint64, keys: npt.NDArray[np.uint64]) -> np.uint64:
    """The first of the two places where a board may be in the table."""
    mixed = key * np.uint64(0x9E3779B97F4A7C15)
    return (mixed ^ (mixed >> np.uint64(29))) & np.uint64(keys.size - 2)


@recursive
def search(
    board: Board,
    mind: Memory,
    mover: Mask,
    other: Mask,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    length: int,
) -> int:
    """The score of a board without a line, looking ``depth`` pushes ahead.

    ``length`` boards of ``way`` have led here, this one not among them.
    """
    control = mind.control
    control[NODES] += 1
    mind.line[ply, 0] = 0
    if control[NODES] % LOOK_EVERY == 0 and (
        control[STOP] != 0 or control[NODES] >= control[MOST_NODES]
    ):
        control[STOP] = 1
    if control[STOP] != 0:
        return 0

    key = key_of(board, mover, other)
    for i in range(length):
        if mind.way[i] == key:
            return 0

    slot = slot_of(key, mind.keys)
    if mind.keys[slot] != key:
        slot ^= np.uint64(1)
    first = NO_PUSH
    if mind.keys[slot] == key:
        fact = mind.facts[slot]
        first = int(fact & np.uint64(63))
        known_depth = int((fact >> np.uint64(8)) & np.uint64(0xFF))
        if known_depth >= depth:
            score = _from_table(int(fact >> np.uint64(16)) - 32768, ply)
            bound = int((fact >> np.uint64(6)) & np.uint64(3))
            if (
                bound == EXACT
                or (bound == AT_LEAST and score >= beta)
                or (bound == AT_MOST and score <= alpha)
            ):
                return score

    movers, others = mind.movers[ply], mind.others[ply]
    worth, numbers = mind.worth[ply], mind.numbers[ply]
    count = children(board, mind, mover, other, depth, ply, first)
    if count == WINS:
        return MATE - ply - 1
    if count == LOSES:
        return -(MATE - ply - 1)
    if count == 0:  # nothing is seen
        return evaluate(board.shape, board.known, mover, other)

    mind.way[length] = key
    best, best_number, floor = -MATE, NO_PUSH, alpha
    for i in range(count):
        # The best of the rest comes next: sorting all would cost more than most of them are worth.
        top = i
        for j in range(i + 1, count):
            if worth[j] > worth[top]:
                top = j
        worth[i], worth[top] = worth[top], worth[i]
        movers[i], movers[top] = movers[top], movers[i]
        others[i], others[top] = others[top], others[i]
        numbers[i], numbers[top] = numbers[top], numbers[i]
        if depth <= 1:
            score = -evaluate(board.shape, board.known, movers[i], others[i])
            control[NODES] += 1
            mind.line[ply + 1, 0] = 0
        else:
            less = 0
            if depth >= 3 and i >= 3:
                less = 1 + int(i >= 10 and depth >= 5)
            if i == 0:
                score = -search(
                    board, mind, movers[i], others[i], depth - 1, -beta, -floor, ply + 1, length + 1
                )
            else:
                score = -search(
                    board,
                    mind,
                    movers[i],
                    others[i],
                    depth - 1 - less,
                    -floor - 1,
                    -floor,
                    ply + 1,
                    length + 1,
                )
                if score > floor and less > 0:
                    score = -search(
                        board,
                        mind,
                        movers[i],
                        others[i],
                        depth - 1,
                        -floor - 1,
                        -floor,
                        ply + 1,
                        length + 1,
                    )
                if floor < score < beta:
                    score = -search(
                        board,
                        mind,
                        movers[i],
                        others[i],
                        depth - 1,
                        -beta,
                        -score,
                        ply + 1,
                        length + 1,
                    )
        if control[STOP] != 0:
            return 0
        if score > best:
            best, best_number = score, numbers[i]
            if score > floor:
                floor = score
                more = mind.line[ply + 1, 0]
                mind.line[ply, 0] = more + 1
                mind.line[ply, 1] = best_number
                mind.line[ply, 2 : more + 2] = mind.line[ply + 1, 1 : more + 1]
            if score >= beta:
                mind.credit[ply & 1, best_number] += depth * depth
                break
    _keep(mind, key, best, depth, alpha, beta, ply, best_number)
    return best


@compiled
def children(
    board: Board,
    mind: Memory,
    mover: Mask,
    other: Mask,
    depth: int,
    ply: int,
    first: int,
) -> int:
    """The boards after every sensible push, each once; their number, or WINS, or LOSES.

    A push that makes a line of the opponent's loses and is left out (Q5). Whoever overlooks things
    overlooks replies.
    """
    table = board.pushes
    movers, others = mind.movers[ply], mind.others[ply]
    worth, numbers = mind.worth[ply], mind.numbers[ply]
    blind = mind.control[BLIND] if ply == 1 else 0
    count = overlooked = 0
    for number in range(table.taken.size):
        if not may_push(table, number, other):
            continue
        after = pushed_own(table, number, mover)
        gone = pushed(table, number, other)
        if blind > 0 and lot(mind.control[SEED], after, gone) < blind:
            overlooked += 1
            continue
        if has_line(board.shape, gone):
            continue
        if has_line(board.shape, after):
            return WINS
        twice = False
        for i in range(count):
            twice |= (movers[i] == gone) & (others[i] == after)
        if twice:
            continue
        movers[count], others[count], numbers[count] = gone, after, number
        if depth >= 3:
            worth[count] = -1000 * evaluate(board.shape, board.known, gone, after)
            worth[count] += min(mind.credit[ply & 1, number], 100_000)
        else:
            worth[count] = mind.credit[ply & 1, number]
        if number == first:
            worth[count] += 1 << 40
        count += 1
    return LOSES if count == 0 and overlooked == 0 else count


@compiled
def lot(seed: int, mover: Mask, other: Mask) -> int:
    """A number below a thousand that belongs to a board: the same for the same seed."""
    mixed = np.uint64(seed) ^ (np.uint64(mover) << np.uint64(32) | np.uint64(other))
    mixed = (mixed ^ (mixed >> np.uint64(31))) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return int((mixed >> np.uint64(32)) % np.uint64(1000))


@compiled
def _keep(
    mind: Memory,
    key: np.uint64,
    best: int,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    number: int,
) -> None:
    """Remember what was found: in the first of two places what cost most, else the latest."""
    slot = slot_of(key, mind.keys)
    before = int((mind.facts[slot] >> np.uint64(8)) & np.uint64(0xFF))
    if mind.keys[slot] != key and before > depth:
        slot ^= np.uint64(1)
    bound = AT_LEAST if best >= beta else AT_MOST if best <= alpha else EXACT
    score = _to_table(best, ply) + 32768
    mind.keys[slot] = key
    mind.facts[slot] = np.uint64(score << 16 | depth << 8 | bound << 6 | number)


@compiled
def _to_table(score: int, ply: int) -> int:
    """Wins are counted from the root in a search and from the board in the table."""
    if score >= WON:
        return score + ply
    if score <= -WON:
        return score - ply
    return score


@compiled
def _from_table(score: int, ply: int) -> int:
    if score >= WON:
        return score - ply
    if score <= -WON:
        return score + ply
    return score
