"""Looking ahead in teams: alpha-beta over pushes and dots, with a stack of its own.

Teams alternate, so a score is for the team to move, in points of ``evaluate``; wins and losses that
are seen to their end are scored as in ``games.quixo.kernel.search``, and what ``search`` answers
means the same below, inside and above its window.

A board that came up before, in the game or on the way to here, with the same player to move, counts
as a draw: whoever can repeat can repeat again (Q6).

The nodes on the way are frames: a node is entered, opens the node below it for one child after the
other, and learns what that found. Nothing calls itself, so the machine code can be kept on disk.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import Masks, count_bits, has_line, pushed
from cruces.games.quixo.kernel.search import (
    AT_LEAST,
    AT_MOST,
    BLIND,
    DEEPEST,
    EXACT,
    LOSES,
    MATE,
    MOST_NODES,
    NODES,
    SEED,
    STOP,
    WINS,
    WON,
    lot,
)
from cruces.games.quixo.kernel.teams.board import (
    PASSES,
    SEATS,
    Board,
    Seats,
    free,
    name_of,
    nearly,
    neutral,
    opponents,
    passed,
    pushed_to,
    team,
    wins_at_once,
)
from cruces.games.quixo.kernel.teams.evaluation import Judgement, evaluate
from cruces.kernels.jit import compiled, inlined

NO_ACTION = 127
OPEN = 1 << 20
"""Instead of a score: there is more to look at."""
DEPTH, ALPHA, BETA, FLOOR, BEST, ACTION, CHILD, COUNT, STAGE, FRESH, SINCE, FIELDS = range(12)
"""What a frame holds: how deep to look and within which window; what is known so far; which child
is being looked at, of how many, and how; for how long the first round lasts; and from where on the
boards on the way could come up again."""
WHOLE, SHALLOW, NARROW = 0, 1, 2
"""How a child is looked at: with the whole window, less deep, or just whether it is better."""
AHEAD = 1 << 40
"""What the child that was best the last time is worth in the order."""


class Memory(NamedTuple):
    """What a search remembers. ``keys`` and ``facts`` are the table: a board and what was found.

    A fact packs the score (+ 32768), the depth, the bound and the action:
    ``score << 17 | depth << 9 | bound << 7 | action``.
    """

    keys: npt.NDArray[np.uint64]
    facts: npt.NDArray[np.uint64]
    credit: npt.NDArray[np.int64]
    """How often an action was too good to be allowed, by player: what to look at first."""
    way: npt.NDArray[np.uint64]
    """The boards from the last irreversible push of the game to here."""
    here: Masks
    """The board at each ply."""
    boards: Masks
    worth: npt.NDArray[np.int64]
    actions: npt.NDArray[np.int64]
    """The actions at each ply in the order they are looked at, and the boards they lead to."""
    frames: npt.NDArray[np.int64]
    line: npt.NDArray[np.int64]
    """``line[ply]``: how many actions the best way from there has, and which."""
    control: npt.NDArray[np.int64]


def memory(table_bits: int, length: int) -> Memory:
    """An empty memory after ``length`` boards; its table holds 2**table_bits facts of 16 bytes."""
    return Memory(
        np.zeros(1 << table_bits, np.uint64),
        np.zeros(1 << table_bits, np.uint64),
        np.zeros((SEATS, PASSES + 1), np.int64),
        np.zeros(length + DEEPEST, np.uint64),
        np.zeros((DEEPEST, SEATS), np.uint32),
        np.zeros((DEEPEST, PASSES, SEATS), np.uint32),
        np.zeros((DEEPEST, PASSES), np.int64),
        np.zeros((DEEPEST, PASSES), np.int64),
        np.zeros((DEEPEST, FIELDS), np.int64),
        np.zeros((DEEPEST, DEEPEST), np.int64),
        np.zeros(5, np.int64),
    )


@compiled
def search(
    board: Board,
    known: Judgement,
    mind: Memory,
    seats: Seats,
    fresh: int,
    since: int,
    length: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """The score of a board without a line, one ply from the root, looking ``depth`` actions ahead.

    ``length`` boards of ``way`` have led here; those from ``since`` on could come up again.
    """
    _put(mind, 1, seats)
    frame = mind.frames[1]
    frame[DEPTH], frame[ALPHA], frame[BETA] = depth, alpha, beta
    frame[FRESH], frame[SINCE] = fresh, since
    ply = 1
    while True:
        score = _enter(board, known, mind, ply, length + ply - 1)
        while score != OPEN:
            if ply == 1 or mind.control[STOP] != 0:
                return score
            ply -= 1
            score = _learn(mind, ply, length + ply - 1, -score)
        ply += 1


@inlined
def _enter(board: Board, known: Judgement, mind: Memory, ply: int, at: int) -> int:
    """The score of a node, if it is known at once; else OPEN, and its first child is to be entered.

    ``at`` is its place on the way.
    """
    frame, control = mind.frames[ply], mind.control
    seats, fresh, depth = _seats(mind.here[ply]), frame[FRESH], frame[DEPTH]
    mind.line[ply, 0] = 0
    control[NODES] += 1
    if control[NODES] >= control[MOST_NODES]:
        control[STOP] = 1
    if control[STOP] != 0:
        return 0
    if depth <= 0:
        if wins_at_once(board, seats, fresh):
            return MATE - ply - 1
        return evaluate(board, known, seats)

    key = name_of(board, seats, fresh)
    for i in range(at - SEATS, frame[SINCE] - 1, -SEATS):
        if mind.way[i] == key:
            return 0
    mind.way[at] = key

    slot = _slot(key, mind.keys)
    first = NO_ACTION
    if mind.keys[slot] == key:
        fact = mind.facts[slot]
        first = int(fact & np.uint64(127))
        if int((fact >> np.uint64(9)) & np.uint64(0xFF)) >= depth:
            score = _moved(int(fact >> np.uint64(17)) - 32768, -ply)
            bound = int((fact >> np.uint64(7)) & np.uint64(3))
            if (
                bound == EXACT
                or (bound == AT_LEAST and score >= frame[BETA])
                or (bound == AT_MOST and score <= frame[ALPHA])
            ):
                return score

    count = children(board, known, mind, ply, first)
    if count == WINS:
        return MATE - ply - 1
    if count == LOSES:
        return -(MATE - ply - 1)
    if count == 0:  # nothing is seen
        return evaluate(board, known, seats)
    frame[FLOOR], frame[BEST], frame[ACTION] = frame[ALPHA], -MATE, NO_ACTION
    frame[CHILD], frame[COUNT] = 0, count
    _pick(mind, ply)
    _open(mind, ply, at, WHOLE)
    return OPEN


@inlined
def _learn(mind: Memory, ply: int, at: int, score: int) -> int:
    """The score of a node whose child was found to have one; OPEN if a child is to be entered."""
    frame = mind.frames[ply]
    if score > frame[FLOOR] and frame[STAGE] == SHALLOW:
        stage = NARROW
    elif frame[FLOOR] < score < frame[BETA] and frame[STAGE] == NARROW:
        stage = WHOLE
    else:
        _count(mind, ply, score)
        if score >= frame[BETA]:
            mind.credit[ply & 3, frame[ACTION]] += frame[DEPTH] * frame[DEPTH]
        frame[CHILD] += 1
        if score >= frame[BETA] or frame[CHILD] == frame[COUNT]:
            _keep(mind, ply, at)
            return int(frame[BEST])
        _pick(mind, ply)
        stage = SHALLOW if _less(frame) > 0 else NARROW
    _open(mind, ply, at, stage)
    return OPEN


@inlined
def _count(mind: Memory, ply: int, score: int) -> None:
    """A child's score is final: perhaps it is the best so far."""
    frame = mind.frames[ply]
    if score <= frame[BEST]:
        return
    frame[BEST], frame[ACTION] = score, mind.actions[ply, frame[CHILD]]
    if score > frame[FLOOR]:
        frame[FLOOR] = score
        line, more = mind.line[ply], mind.line[ply + 1]
        line[0], line[1] = more[0] + 1, frame[ACTION]
        for i in range(1, more[0] + 1):  # a slice would take seconds to compile
            line[i + 1] = more[i]


@inlined
def _less(frame: npt.NDArray[np.int64]) -> int:
    """How much less deep a child is looked at first: the later in the order, the more."""
    if frame[DEPTH] < 3 or frame[CHILD] < 4:
        return 0
    return 1 + int(frame[CHILD] >= 16 and frame[DEPTH] >= 4)


@inlined
def _pick(mind: Memory, ply: int) -> None:
    """The best of the rest comes next: sorting all would cost more than most of them are worth."""
    frame = mind.frames[ply]
    worth, actions, boards = mind.worth[ply], mind.actions[ply], mind.boards[ply]
    child = top = frame[CHILD]
    for i in range(child + 1, frame[COUNT]):
        if worth[i] > worth[top]:
            top = i
    worth[child], worth[top] = worth[top], worth[child]
    actions[child], actions[top] = actions[top], actions[child]
    for i in range(SEATS):
        boards[child, i], boards[top, i] = boards[top, i], boards[child, i]


@inlined
def _open(mind: Memory, ply: int, at: int, stage: int) -> None:
    """Make the node below ready for the child in turn."""
    frame, below = mind.frames[ply], mind.frames[ply + 1]
    child = _seats(mind.boards[ply, frame[CHILD]])
    frame[STAGE] = stage
    below[DEPTH] = frame[DEPTH] - 1 - (_less(frame) if stage == SHALLOW else 0)
    below[ALPHA] = -frame[BETA] if stage == WHOLE else -frame[FLOOR] - 1
    below[BETA] = -frame[FLOOR]
    below[FRESH] = max(frame[FRESH] - 1, 0)
    kept = _marked(_seats(mind.here[ply])) == _marked(child)
    below[SINCE] = frame[SINCE] if kept else at + 1
    _put(mind, ply + 1, child)


@inlined
def _marked(seats: Seats) -> int:
    return count_bits(np.uint32(seats[0] | seats[1] | seats[2] | seats[3]))


@inlined
def _seats(row: Masks) -> Seats:
    return row[0], row[1], row[2], row[3]


@inlined
def _put(mind: Memory, ply: int, seats: Seats) -> None:
    for i in range(SEATS):
        mind.here[ply, i] = seats[i]


@compiled
def children(board: Board, known: Judgement, mind: Memory, ply: int, first: int) -> int:
    """The boards after every sensible action; their number, or WINS, or LOSES.

    A push that makes a line of the opponents' loses and is left out (Q5, T5). Whoever overlooks
    things overlooks replies, whatever the dot.
    """
    frame = mind.frames[ply]
    seats, fresh, depth = _seats(mind.here[ply]), frame[FRESH], frame[DEPTH]
    worth, actions, boards = mind.worth[ply], mind.actions[ply], mind.boards[ply]
    may = free(board.shape, seats, fresh)
    if may == 0:
        actions[0], worth[0] = PASSES, 0
        child = passed(seats)
        for i in range(SEATS):
            boards[0, i] = child[i]
        return 1
    own, other, open_ = team(seats), opponents(seats), neutral(board.shape, seats)
    may_win, may_lose = nearly(board.lines, own), nearly(board.lines, other)
    blind = mind.control[BLIND] if ply == 1 else 0
    table = board.pushes
    count = overlooked = 0
    for number in range(table.taken.size):
        taken, twin = table.taken[number], board.twins[number]
        if (may & taken) == 0:
            continue
        if (may & twin) != 0 and ((open_ & twin) != 0) == ((open_ & taken) != 0):
            continue  # the next cube on the way is like this one: taking it comes to the same
        made = np.uint32(pushed(table, number, own) | table.placed[number])
        gone = pushed(table, number, other)
        if blind > 0 and lot(mind.control[SEED], made, gone) < blind:
            overlooked += 1
            continue
        if may_lose and has_line(board.shape, gone):
            continue
        if may_win and has_line(board.shape, made):
            return WINS
        for action in (2 * number, 2 * number + 1):
            child = pushed_to(table, action, seats)
            for i in range(SEATS):
                boards[count, i] = child[i]
            actions[count] = action
            worth[count] = min(mind.credit[ply & 3, action], 100_000)
            if depth >= 3:
                worth[count] -= 1000 * evaluate(board, known, child)
            if action == first:
                worth[count] += AHEAD
            count += 1
    return LOSES if count == 0 and overlooked == 0 else count


@inlined
def _keep(mind: Memory, ply: int, at: int) -> None:
    """Remember what was found; the latest is likely to be asked for next."""
    frame, key = mind.frames[ply], mind.way[at]
    best = frame[BEST]
    bound = AT_LEAST if best >= frame[BETA] else AT_MOST if best <= frame[ALPHA] else EXACT
    score = _moved(best, ply) + 32768
    slot = _slot(key, mind.keys)
    mind.keys[slot] = key
    mind.facts[slot] = np.uint64(score << 17 | frame[DEPTH] << 9 | bound << 7 | frame[ACTION])


@inlined
def _slot(key: np.uint64, keys: npt.NDArray[np.uint64]) -> np.uint64:
    """Where a board is in the table."""
    mixed = key * np.uint64(0x9E3779B97F4A7C15)
    return (mixed ^ (mixed >> np.uint64(29))) & np.uint64(keys.size - 1)


@inlined
def _moved(score: int, plies: int) -> int:
    """Wins are counted from the root in a search and from the board in the table."""
    if score >= WON:
        return score + plies
    if score <= -WON:
        return score - plies
    return score
