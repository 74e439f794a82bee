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
from cruces.games.quixo.kernel.symmetry import canonical
from cruces.kernels.jit import compiled

MATE = 30_000
WON = 29_000
MOST_PUSHES = 44
DEEPEST = 64
NO_PUSH = 63
WINS, LOSES = -1, -2
"""Instead of the number of pushes: one of them wins at once, or all lose at once."""
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
OPENED = 1 << 20
"""Instead of a score: the pushes have to be looked at."""
DEPTH, ALPHA, BETA, FLOOR, BEST, NUMBER, COUNT, CHILD, STAGE, ASKED, LOWER, UPPER = range(12)
"""What a frame holds: what was asked of a board; the best score so far, also as the floor of what
still matters, and its push; how many pushes there are and which one is being looked at; and what is
being asked of it: how deep, between which scores."""
SHALLOW, NARROW, WHOLE = 0, 1, 2
"""What is asked of a push: whether it is better, not so deep; whether it is better; how good."""
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
    frames: npt.NDArray[np.int64]
    """The boards whose pushes are being looked at, by ply."""
    line: npt.NDArray[np.int64]
    """``line[ply]``: how many pushes the best way from there has, and which."""
    control: npt.NDArray[np.int64]


def memory(table_bits: int, earlier: int = 0) -> Memory:
    """An empty memory with a table of 2**table_bits facts, 16 bytes each.

    So many boards of the game may come into ``way`` before those of the search.
    """
    return Memory(
        np.zeros(1 << table_bits, np.uint64),
        np.zeros(1 << table_bits, np.uint64),
        np.zeros((2, MOST_PUSHES), np.int64),
        np.zeros(earlier + DEEPEST, np.uint64),
        np.zeros((DEEPEST, MOST_PUSHES), np.uint32),
        np.zeros((DEEPEST, MOST_PUSHES), np.uint32),
        np.zeros((DEEPEST, MOST_PUSHES), np.int64),
        np.zeros((DEEPEST, MOST_PUSHES), np.int64),
        np.zeros((DEEPEST, UPPER + 1), np.int64),
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


@compiled
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
    """The score of a board without a line, looking ``depth`` pushes ahead; 0 when told to stop.

    ``length`` boards of ``way`` have led here, this one not among them. Numba cannot keep functions
    that call themselves, so the boards on the way to where it looks are frames of our own.
    """
    top, frames = ply, mind.frames
    score = _arrive(board, mind, mover, other, depth, alpha, beta, ply, length)
    if score != OPENED:
        return score
    while True:
        child = frames[ply, CHILD]
        score = _arrive(
            board,
            mind,
            mind.movers[ply, child],
            mind.others[ply, child],
            frames[ply, ASKED],
            frames[ply, LOWER],
            frames[ply, UPPER],
            ply + 1,
            length + 1,
        )
        if score == OPENED:
            ply += 1
            length += 1
            continue
        while True:  # an answer goes up as far as it settles anything
            if mind.control[STOP] != 0:
                return 0
            if not _settled(mind, ply, -score):
                break
            score = frames[ply, BEST]
            _keep(
                mind,
                mind.way[length],
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
def _arrive(
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
    """A board's score, if it is known or near; else OPENED, and the first push is to be asked."""
    control = mind.control
    control[NODES] += 1
    mind.line[ply, 0] = 0
    if control[NODES] >= control[MOST_NODES]:
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

    count = children(board, mind, mover, other, depth, ply, first)
    if count == WINS:
        return MATE - ply - 1
    if count == LOSES:
        return -(MATE - ply - 1)
    if count == 0:  # nothing is seen
        return evaluate(board.shape, board.known, mover, other)

    if depth <= 1:
        return _look_once(board, mind, key, count, alpha, beta, ply)
    frames = mind.frames
    mind.way[length] = key
    frames[ply, DEPTH], frames[ply, ALPHA], frames[ply, BETA] = depth, alpha, beta
    frames[ply, FLOOR], frames[ply, BEST], frames[ply, NUMBER] = alpha, -MATE, NO_PUSH
    frames[ply, COUNT], frames[ply, CHILD] = count, 0
    _bring_best(mind, ply, 0, count)
    _ask_next(mind, ply)
    return OPENED


@compiled
def _look_once(
    board: Board, mind: Memory, key: np.uint64, count: int, alpha: int, beta: int, ply: int
) -> int:
    """The score of a board by how good those after its pushes look."""
    best, best_number = -MATE, NO_PUSH
    for i in range(count):
        _bring_best(mind, ply, i, count)
        mind.control[NODES] += 1
        score = -evaluate(board.shape, board.known, mind.movers[ply, i], mind.others[ply, i])
        if score > best:
            best, best_number = score, mind.numbers[ply, i]
            if score >= beta:
                mind.credit[ply & 1, best_number] += 1
                break
    if best > alpha:
        mind.line[ply, 0], mind.line[ply, 1] = 1, best_number
    _keep(mind, key, best, 1, alpha, beta, ply, best_number)
    return best


@compiled
def _bring_best(mind: Memory, ply: int, i: int, count: int) -> None:
    """The best of the rest comes next: sorting all would cost more than most of them are worth."""
    movers, others, worth, numbers = mind.movers, mind.others, mind.worth, mind.numbers
    top = i
    for j in range(i + 1, count):
        if worth[ply, j] > worth[ply, top]:
            top = j
    worth[ply, i], worth[ply, top] = worth[ply, top], worth[ply, i]
    movers[ply, i], movers[ply, top] = movers[ply, top], movers[ply, i]
    others[ply, i], others[ply, top] = others[ply, top], others[ply, i]
    numbers[ply, i], numbers[ply, top] = numbers[ply, top], numbers[ply, i]


@compiled
def _ask_next(mind: Memory, ply: int) -> None:
    """What to ask of a push first: of the first all, of the others only whether they are better.

    Of those that come late it is asked less deep.
    """
    frames = mind.frames
    depth, i = frames[ply, DEPTH], frames[ply, CHILD]
    less = 0
    if depth >= 3 and i >= 3:
        less = 1 + int(i >= 10 and depth >= 5)
    frames[ply, STAGE] = WHOLE if i == 0 else SHALLOW if less > 0 else NARROW
    frames[ply, ASKED] = depth - 1 - less
    frames[ply, LOWER] = -frames[ply, BETA] if i == 0 else -frames[ply, FLOOR] - 1
    frames[ply, UPPER] = -frames[ply, FLOOR]


@compiled
def _settled(mind: Memory, ply: int, score: int) -> bool:
    """Take the answer to what was asked of a push; whether all is known of the board that matters.

    Otherwise the next thing is to be asked: more of the same push, or another one.
    """
    frames = mind.frames
    if frames[ply, STAGE] == SHALLOW and score > frames[ply, FLOOR]:
        frames[ply, STAGE], frames[ply, ASKED] = NARROW, frames[ply, DEPTH] - 1
        return False
    if frames[ply, STAGE] != WHOLE and frames[ply, FLOOR] < score < frames[ply, BETA]:
        frames[ply, STAGE], frames[ply, ASKED] = WHOLE, frames[ply, DEPTH] - 1
        frames[ply, LOWER], frames[ply, UPPER] = -frames[ply, BETA], -score
        return False
    if score > frames[ply, BEST]:
        number = mind.numbers[ply, frames[ply, CHILD]]
        frames[ply, BEST], frames[ply, NUMBER] = score, number
        if score > frames[ply, FLOOR]:
            frames[ply, FLOOR] = score
            more = mind.line[ply + 1, 0]
            mind.line[ply, 0] = more + 1
            mind.line[ply, 1] = number
            for i in range(1, more + 1):
                mind.line[ply, i + 1] = mind.line[ply + 1, i]
        if score >= frames[ply, BETA]:
            mind.credit[ply & 1, number] += frames[ply, DEPTH] * frames[ply, DEPTH]
            return True
    frames[ply, CHILD] += 1
    if frames[ply, CHILD] == frames[ply, COUNT]:
        return True
    _bring_best(mind, ply, frames[ply, CHILD], frames[ply, COUNT])
    _ask_next(mind, ply)
    return False


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
    movers, others, worth, numbers = mind.movers, mind.others, mind.worth, mind.numbers
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
            twice |= (movers[ply, i] == gone) & (others[ply, i] == after)
        if twice:
            continue
        movers[ply, count], others[ply, count], numbers[ply, count] = gone, after, number
        if depth >= 3:
            worth[ply, count] = -1000 * evaluate(board.shape, board.known, gone, after)
            worth[ply, count] += min(mind.credit[ply & 1, number], 100_000)
        else:
            worth[ply, count] = mind.credit[ply & 1, number]
        if number == first:
            worth[ply, count] += 1 << 40
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
