"""Alpha-beta search in teams, over pushes and dots, with its own stack.

Teams alternate, so a score is for the team to move, in points of ``evaluate``. Scores of proven
wins and losses, and below, inside and above the window, mean the same as in ``kernel.search``.

A board that occurred before with the same player to move, in the game or on the path to here,
counts as a draw: a player who can repeat it once can repeat it again (Q6).

The nodes on the path are frames: a node is entered, opens the node below it for one child after
another, and takes their scores. Nothing is recursive, so the machine code can be cached on disk.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.games.quixo.kernel.board import Masks, count_bits, has_line, pushed
from cruces.games.quixo.kernel.search import (
    AT_LEAST,
    AT_MOST,
    BLIND,
    EXACT,
    LOSES,
    MATE,
    MAX_DEPTH,
    MAX_NODES,
    NODES,
    SEED,
    STOP,
    WINS,
    WON,
    hash_per_mille,
)
from cruces.games.quixo.kernel.teams.board import (
    PASS_ACTION,
    SEATS,
    Seats,
    TeamTables,
    after_pass,
    after_push,
    canonical_key,
    neutral,
    one_short,
    opponents,
    takeable,
    team,
    wins_at_once,
)
from cruces.games.quixo.kernel.teams.evaluation import TeamEvaluation, evaluate
from cruces.kernels.jit import compiled, inlined

NO_ACTION = 127
OPEN = 1 << 20
"""In place of a score: there is more to search."""
(
    DEPTH,
    ALPHA,
    BETA,
    FLOOR,
    BEST,
    ACTION,
    CHILD,
    COUNT,
    STAGE,
    OPENING_TURNS,
    REVERSIBLE_FROM,
    FIELDS,
) = range(12)
"""The fields of a frame: depth and window; the score that a child must exceed, the best score so
far and its action; which child is being searched, of how many, and at which stage; how long the
first round lasts; and the index in the path from which boards could still repeat."""
WHOLE, SHALLOW, NARROW = 0, 1, 2
"""The stages of searching a child: full window, reduced depth, null window."""
FIRST_CHILD = 1 << 40
"""Added to the priority of the child that was best last time."""


class Memory(NamedTuple):
    """The memory of a search. ``keys`` and ``entries`` are the transposition table.

    An entry packs the score (+ 32768), the depth, the bound and the action:
    ``score << 17 | depth << 9 | bound << 7 | action``.
    """

    keys: npt.NDArray[np.uint64]
    entries: npt.NDArray[np.uint64]
    history: npt.NDArray[np.int64]
    """History heuristic: how often an action caused a cutoff, by player."""
    path: npt.NDArray[np.uint64]
    """The keys of the boards from the last irreversible push of the game to here."""
    current: Masks
    """The board at each ply of the current path."""
    boards: Masks
    priority: npt.NDArray[np.int64]
    actions: npt.NDArray[np.int64]
    """The actions at each ply in search order, and the boards they lead to."""
    frames: npt.NDArray[np.int64]
    variations: npt.NDArray[np.int64]
    """``variations[ply]``: the length of the best variation from there, then its actions."""
    control: npt.NDArray[np.int64]


def memory(table_bits: int, length: int) -> Memory:
    """An empty memory after ``length`` boards; its table has 2**table_bits entries of 16 bytes."""
    return Memory(
        np.zeros(1 << table_bits, np.uint64),
        np.zeros(1 << table_bits, np.uint64),
        np.zeros((SEATS, PASS_ACTION + 1), np.int64),
        np.zeros(length + MAX_DEPTH, np.uint64),
        np.zeros((MAX_DEPTH, SEATS), np.uint32),
        np.zeros((MAX_DEPTH, PASS_ACTION, SEATS), np.uint32),
        np.zeros((MAX_DEPTH, PASS_ACTION), np.int64),
        np.zeros((MAX_DEPTH, PASS_ACTION), np.int64),
        np.zeros((MAX_DEPTH, FIELDS), np.int64),
        np.zeros((MAX_DEPTH, MAX_DEPTH), np.int64),
        np.zeros(5, np.int64),
    )


@compiled
def search(
    tables: TeamTables,
    evaluation: TeamEvaluation,
    memory: Memory,
    seats: Seats,
    opening_turns: int,
    reversible_from: int,
    length: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """The score of a board without a line, one ply from the root, searched to ``depth``.

    ``length`` boards of ``path`` led here; those from ``reversible_from`` on could still repeat.
    """
    _set_current(memory, 1, seats)
    frame = memory.frames[1]
    frame[DEPTH], frame[ALPHA], frame[BETA] = depth, alpha, beta
    frame[OPENING_TURNS], frame[REVERSIBLE_FROM] = opening_turns, reversible_from
    ply = 1
    while True:
        score = _enter(tables, evaluation, memory, ply, length + ply - 1)
        while score != OPEN:
            if ply == 1 or memory.control[STOP] != 0:
                return score
            ply -= 1
            score = _take_score(memory, ply, length + ply - 1, -score)
        ply += 1


@inlined
def _enter(
    tables: TeamTables, evaluation: TeamEvaluation, memory: Memory, ply: int, place: int
) -> int:
    """The score of a node if it needs no search; otherwise OPEN, with its first child ready.

    ``place`` is its index in the path.
    """
    frame, control = memory.frames[ply], memory.control
    seats, opening_turns, depth = _seats(memory.current[ply]), frame[OPENING_TURNS], frame[DEPTH]
    memory.variations[ply, 0] = 0
    control[NODES] += 1
    if control[NODES] >= control[MAX_NODES]:
        control[STOP] = 1
    if control[STOP] != 0:
        return 0
    if depth <= 0:
        if wins_at_once(tables, seats, opening_turns):
            return MATE - ply - 1
        return evaluate(tables, evaluation, seats)

    key = canonical_key(tables, seats, opening_turns)
    for i in range(place - SEATS, frame[REVERSIBLE_FROM] - 1, -SEATS):
        if memory.path[i] == key:
            return 0
    memory.path[place] = key

    slot = _slot(key, memory.keys)
    first = NO_ACTION
    if memory.keys[slot] == key:
        entry = memory.entries[slot]
        first = int(entry & np.uint64(127))
        if int((entry >> np.uint64(9)) & np.uint64(0xFF)) >= depth:
            score = _shift_mate(int(entry >> np.uint64(17)) - 32768, -ply)
            bound = int((entry >> np.uint64(7)) & np.uint64(3))
            if (
                bound == EXACT
                or (bound == AT_LEAST and score >= frame[BETA])
                or (bound == AT_MOST and score <= frame[ALPHA])
            ):
                return score

    count = children(tables, evaluation, memory, ply, first)
    if count == WINS:
        return MATE - ply - 1
    if count == LOSES:
        return -(MATE - ply - 1)
    if count == 0:  # every action was overlooked
        return evaluate(tables, evaluation, seats)
    frame[FLOOR], frame[BEST], frame[ACTION] = frame[ALPHA], -MATE, NO_ACTION
    frame[CHILD], frame[COUNT] = 0, count
    _pick_best(memory, ply)
    _open_child(memory, ply, place, WHOLE)
    return OPEN


@inlined
def _take_score(memory: Memory, ply: int, place: int, score: int) -> int:
    """Take the score of a child; the score of the node, or OPEN if another child is ready."""
    frame = memory.frames[ply]
    if score > frame[FLOOR] and frame[STAGE] == SHALLOW:
        stage = NARROW
    elif frame[FLOOR] < score < frame[BETA] and frame[STAGE] == NARROW:
        stage = WHOLE
    else:
        _update_best(memory, ply, score)
        if score >= frame[BETA]:
            memory.history[ply & 3, frame[ACTION]] += frame[DEPTH] * frame[DEPTH]
        frame[CHILD] += 1
        if score >= frame[BETA] or frame[CHILD] == frame[COUNT]:
            _store(memory, ply, place)
            return int(frame[BEST])
        _pick_best(memory, ply)
        stage = SHALLOW if _reduction(frame) > 0 else NARROW
    _open_child(memory, ply, place, stage)
    return OPEN


@inlined
def _update_best(memory: Memory, ply: int, score: int) -> None:
    """Take the final score of a child, which may be the best so far."""
    frame = memory.frames[ply]
    if score <= frame[BEST]:
        return
    frame[BEST], frame[ACTION] = score, memory.actions[ply, frame[CHILD]]
    if score > frame[FLOOR]:
        frame[FLOOR] = score
        line, child_variation = memory.variations[ply], memory.variations[ply + 1]
        line[0], line[1] = child_variation[0] + 1, frame[ACTION]
        for i in range(1, child_variation[0] + 1):  # a slice would take seconds to compile
            line[i + 1] = child_variation[i]


@inlined
def _reduction(frame: npt.NDArray[np.int64]) -> int:
    """By how much the depth is first reduced for a child: the later in the order, the more."""
    if frame[DEPTH] < 3 or frame[CHILD] < 4:
        return 0
    return 1 + int(frame[CHILD] >= 16 and frame[DEPTH] >= 4)


@inlined
def _pick_best(memory: Memory, ply: int) -> None:
    """Move the best remaining child to the front: sorting all of them would cost more."""
    frame = memory.frames[ply]
    priority, actions, boards = memory.priority[ply], memory.actions[ply], memory.boards[ply]
    child = top = frame[CHILD]
    for i in range(child + 1, frame[COUNT]):
        if priority[i] > priority[top]:
            top = i
    priority[child], priority[top] = priority[top], priority[child]
    actions[child], actions[top] = actions[top], actions[child]
    for i in range(SEATS):
        boards[child, i], boards[top, i] = boards[top, i], boards[child, i]


@inlined
def _open_child(memory: Memory, ply: int, place: int, stage: int) -> None:
    """Prepare the node below for the current child."""
    frame, below = memory.frames[ply], memory.frames[ply + 1]
    child = _seats(memory.boards[ply, frame[CHILD]])
    frame[STAGE] = stage
    below[DEPTH] = frame[DEPTH] - 1 - (_reduction(frame) if stage == SHALLOW else 0)
    below[ALPHA] = -frame[BETA] if stage == WHOLE else -frame[FLOOR] - 1
    below[BETA] = -frame[FLOOR]
    below[OPENING_TURNS] = max(frame[OPENING_TURNS] - 1, 0)
    reversible = _count_marked(_seats(memory.current[ply])) == _count_marked(child)
    below[REVERSIBLE_FROM] = frame[REVERSIBLE_FROM] if reversible else place + 1
    _set_current(memory, ply + 1, child)


@inlined
def _count_marked(seats: Seats) -> int:
    return count_bits(np.uint32(seats[0] | seats[1] | seats[2] | seats[3]))


@inlined
def _seats(row: Masks) -> Seats:
    return row[0], row[1], row[2], row[3]


@inlined
def _set_current(memory: Memory, ply: int, seats: Seats) -> None:
    for i in range(SEATS):
        memory.current[ply, i] = seats[i]


@compiled
def children(
    tables: TeamTables, evaluation: TeamEvaluation, memory: Memory, ply: int, first: int
) -> int:
    """List the boards after every sensible action; their number, or WINS, or LOSES.

    A push that completes a line of the opponents loses and is left out (Q5, T5). Players who
    overlook things overlook a reply together with both of its dots.
    """
    frame = memory.frames[ply]
    seats, opening_turns, depth = _seats(memory.current[ply]), frame[OPENING_TURNS], frame[DEPTH]
    priority, actions, boards = memory.priority[ply], memory.actions[ply], memory.boards[ply]
    takeable_cubes = takeable(tables.shape, seats, opening_turns)
    if takeable_cubes == 0:
        actions[0], priority[0] = PASS_ACTION, 0
        child = after_pass(seats)
        for i in range(SEATS):
            boards[0, i] = child[i]
        return 1
    own, other, neutral_cubes = team(seats), opponents(seats), neutral(tables.shape, seats)
    may_win, may_lose = one_short(tables.lines, own), one_short(tables.lines, other)
    blind = memory.control[BLIND] if ply == 1 else 0
    pushes = tables.pushes
    count = overlooked = 0
    for number in range(pushes.taken.size):
        taken, twin = pushes.taken[number], tables.twins[number]
        if (takeable_cubes & taken) == 0:
            continue
        if (takeable_cubes & twin) != 0 and ((neutral_cubes & twin) != 0) == (
            (neutral_cubes & taken) != 0
        ):
            continue  # taking the next cube along the push gives the same board
        own_after = np.uint32(pushed(pushes, number, own) | pushes.placed[number])
        other_after = pushed(pushes, number, other)
        if blind > 0 and hash_per_mille(memory.control[SEED], own_after, other_after) < blind:
            overlooked += 1
            continue
        if may_lose and has_line(tables.shape, other_after):
            continue
        if may_win and has_line(tables.shape, own_after):
            return WINS
        for action in (2 * number, 2 * number + 1):
            child = after_push(pushes, action, seats)
            for i in range(SEATS):
                boards[count, i] = child[i]
            actions[count] = action
            priority[count] = min(memory.history[ply & 3, action], 100_000)
            if depth >= 3:
                priority[count] -= 1000 * evaluate(tables, evaluation, child)
            if action == first:
                priority[count] += FIRST_CHILD
            count += 1
    return LOSES if count == 0 and overlooked == 0 else count


@inlined
def _store(memory: Memory, ply: int, place: int) -> None:
    """Store a result; the latest is the most likely to be needed next."""
    frame, key = memory.frames[ply], memory.path[place]
    best = frame[BEST]
    bound = AT_LEAST if best >= frame[BETA] else AT_MOST if best <= frame[ALPHA] else EXACT
    score = _shift_mate(best, ply) + 32768
    slot = _slot(key, memory.keys)
    memory.keys[slot] = key
    memory.entries[slot] = np.uint64(score << 17 | frame[DEPTH] << 9 | bound << 7 | frame[ACTION])


@inlined
def _slot(key: np.uint64, keys: npt.NDArray[np.uint64]) -> np.uint64:
    """The slot of a board in the table."""
    mixed = key * np.uint64(0x9E3779B97F4A7C15)
    return (mixed ^ (mixed >> np.uint64(29))) & np.uint64(keys.size - 1)


@inlined
def _shift_mate(score: int, plies: int) -> int:
    """Wins are counted from the root in the search, but from the board in the table."""
    if score >= WON:
        return score + plies
    if score <= -WON:
        return score - plies
    return score
