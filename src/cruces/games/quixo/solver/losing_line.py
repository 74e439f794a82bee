"""How a player who plays by a certificate can be beaten: a game to play through."""

from dataclasses import dataclass

import numpy as np

from cruces.games.quixo.kernel.board import Mask, Pushes, has_line, may_push, pushed, pushed_own
from cruces.games.quixo.kernel.policy import visible_win
from cruces.games.quixo.kernel.search import MAX_PUSHES, NO_PUSH, BoardTables, canonical_key
from cruces.games.quixo.kernel.symmetry import MOVER_SHIFT
from cruces.games.quixo.solver.certificate import Certificate, Keys
from cruces.games.quixo.solver.certificate_header import PositionCounts
from cruces.games.quixo.solver.certified_policy import certified_push
from cruces.games.quixo.solver.prove import answers, starts
from cruces.kernels.jit import compiled


@dataclass(frozen=True, slots=True)
class LosingLine:
    """A lost game: the numbers of its pushes, and whether the player makes the first of them."""

    first: bool
    numbers: tuple[int, ...]


def losing_line(
    certificate: Certificate, roles: int, lost: int, visited_batches: list[Keys]
) -> LosingLine:
    """The game to a lost position that `prove` has found, and on to its end."""
    tables, zero = certificate.board_tables(), np.uint32(0)
    keys = _path(certificate, tables, roles, lost, visited_batches)
    numbers: list[int] = []
    mover, other = zero, zero
    first = bool(keys[0] == canonical_key(tables, zero, zero))
    if not first:
        numbers.append(_push_to(tables, zero, zero, keys[0]))
        mover, other = _after(tables, mover, other, numbers[-1])
    for key in keys[1:]:
        numbers.append(certified_push(certificate, tables, mover, other))
        mover, other = _after(tables, mover, other, numbers[-1])
        numbers.append(_push_to(tables, mover, other, key))
        mover, other = _after(tables, mover, other, numbers[-1])
    mine = True
    while not (has_line(tables.shape, mover) or has_line(tables.shape, other)):
        if mine:
            number = certified_push(certificate, tables, mover, other)
        else:
            number = visible_win(tables, mover, other)
        if number == NO_PUSH:  # every push loses
            number = _any_push(tables, mover, other)
        numbers.append(number)
        mover, other = _after(tables, mover, other, number)
        mine = not mine
    return LosingLine(first, tuple(int(number) for number in numbers))


def _path(
    certificate: Certificate,
    tables: BoardTables,
    roles: int,
    lost: int,
    visited_batches: list[Keys],
) -> list[np.uint64]:
    """The keys of the positions from a start to the lost one, each after an answer of the opponent.

    Searched backwards; positions with fewer marked cubes are tried first, being nearer to a start.
    """
    visited = np.sort(np.concatenate([np.zeros(0, np.uint64), *visited_batches]))
    start_keys = set(starts(tables, roles).tolist())
    after: dict[int, int] = {}
    pending = [lost]
    while pending[-1] not in start_keys:
        key = pending.pop()
        new = set(_before(certificate, tables, visited, key)) - after.keys() - {lost}
        after |= dict.fromkeys(new, key)
        pending += sorted(new, key=int.bit_count, reverse=True)
    path = [pending[-1]]
    while path[-1] != lost:
        path.append(after[path[-1]])
    return [np.uint64(key) for key in path]


def _before(certificate: Certificate, tables: BoardTables, visited: Keys, key: int) -> list[int]:
    """The known positions from which the policy's push and an answer lead to this one."""
    earlier = np.empty((2 * MAX_PUSHES) ** 2, np.uint64)
    candidates = np.unique(earlier[: _pull_twice(tables, np.uint64(key), earlier)])
    candidates = candidates[
        visited[np.searchsorted(visited, candidates) % len(visited)] == candidates
    ]
    answer_keys = np.empty(MAX_PUSHES, np.uint64)

    def leads_on(candidate: Keys) -> bool:
        counts, played = np.zeros(len(PositionCounts._fields), np.int64), np.empty(1, np.uint64)
        count, _ = answers(tables, certificate.exceptions, candidate, counts, played, answer_keys)
        return key in answer_keys[:count]

    return [int(candidates[i]) for i in range(len(candidates)) if leads_on(candidates[i : i + 1])]


@compiled
def _pull_twice(tables: BoardTables, key: np.uint64, earlier: Keys) -> int:
    """List the positions that may have been two pushes earlier, with duplicates; their number."""
    full, count = np.uint64(tables.shape.full), 0
    mover, other = np.uint32(key >> np.uint64(MOVER_SHIFT) & full), np.uint32(key & full)
    for answer in range(tables.pushes.taken.size):
        if other & tables.pushes.placed[answer] == 0:
            continue
        mine, theirs = _pull(tables.pushes, answer, mover), _pull(tables.pushes, answer, other)
        for own_cube in (np.uint32(0), tables.pushes.taken[answer]):
            for number in range(tables.pushes.taken.size):
                if mine & tables.pushes.placed[number] == 0:
                    continue
                before = _pull(tables.pushes, number, mine)
                others = _pull(tables.pushes, number, np.uint32(theirs | own_cube))
                earlier[count] = canonical_key(tables, before, others)
                with_cube = np.uint32(before | tables.pushes.taken[number])
                earlier[count + 1] = canonical_key(tables, with_cube, others)
                count += 2
    return count


@compiled
def _pull(pushes: Pushes, number: int, mask: Mask) -> Mask:
    """The mask before a push, without the cube that was pushed."""
    back = np.uint32((mask & np.uint32(~pushes.kept[number])) >> pushes.raised[number])
    return np.uint32(
        mask & pushes.kept[number] | back << pushes.lowered[number] & pushes.moved[number]
    )


def _after(tables: BoardTables, mover: Mask, other: Mask, number: int) -> tuple[Mask, Mask]:
    return pushed(tables.pushes, number, other), pushed_own(tables.pushes, number, mover)


def _push_to(tables: BoardTables, mover: Mask, other: Mask, key: np.uint64) -> int:
    """The push that leads to a position, up to symmetry."""
    legal = [i for i in range(len(tables.pushes.taken)) if may_push(tables.pushes, i, other)]
    return next(i for i in legal if canonical_key(tables, *_after(tables, mover, other, i)) == key)


def _any_push(tables: BoardTables, mover: Mask, other: Mask) -> int:
    """A push that does not lose at once, if there is one."""
    legal = [i for i in range(len(tables.pushes.taken)) if may_push(tables.pushes, i, other)]
    quiet = [i for i in legal if not has_line(tables.shape, pushed(tables.pushes, i, other))]
    return (quiet or legal)[0]
