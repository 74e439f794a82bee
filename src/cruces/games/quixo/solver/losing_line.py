"""How a player who plays by a certificate comes to lose, for somebody to play through."""

from dataclasses import dataclass

import numpy as np

from cruces.games.quixo.kernel.board import Mask, Pushes, has_line, may_push, pushed, pushed_own
from cruces.games.quixo.kernel.policy import seen_win
from cruces.games.quixo.kernel.search import MOST_PUSHES, NO_PUSH, Board, key_of
from cruces.games.quixo.solver.certificate import MOVER_SHIFT, Certificate, Keys
from cruces.games.quixo.solver.certificate_header import Tally
from cruces.games.quixo.solver.certified_policy import certified_push
from cruces.games.quixo.solver.prove import answers, starts
from cruces.kernels.jit import compiled


@dataclass(frozen=True, slots=True)
class Line:
    """Pushes by their numbers, from the start on; whether the player makes the first of them."""

    first: bool
    numbers: tuple[int, ...]


def losing_line(certificate: Certificate, roles: int, lost: int, met: list[Keys]) -> Line:
    """The way to a lost position that `prove` has named, and on to its end."""
    board, zero = certificate.board(), np.uint32(0)
    names = _way(certificate, board, roles, lost, met)
    numbers: list[int] = []
    mover, other = zero, zero
    first = bool(names[0] == key_of(board, zero, zero))
    if not first:
        numbers.append(_push_to(board, zero, zero, names[0]))
        mover, other = _after(board, mover, other, numbers[-1])
    for name in names[1:]:
        numbers.append(certified_push(certificate, board, mover, other))
        mover, other = _after(board, mover, other, numbers[-1])
        numbers.append(_push_to(board, mover, other, name))
        mover, other = _after(board, mover, other, numbers[-1])
    mine = True
    while not (has_line(board.shape, mover) or has_line(board.shape, other)):
        if mine:
            number = certified_push(certificate, board, mover, other)
        else:
            number = seen_win(board, mover, other)
        if number == NO_PUSH:  # all lose
            number = _any(board, mover, other)
        numbers.append(number)
        mover, other = _after(board, mover, other, number)
        mine = not mine
    return Line(first, tuple(int(number) for number in numbers))


def _way(
    certificate: Certificate, board: Board, roles: int, lost: int, met: list[Keys]
) -> list[np.uint64]:
    """The names of positions from a start to the lost one: each is an answer in the one before.

    It is sought backwards; a position with fewer cubes is nearer to a start.
    """
    known = np.sort(np.concatenate([np.zeros(0, np.uint64), *met]))
    begins = set(starts(board, roles).tolist())
    after: dict[int, int] = {}
    due = [lost]
    while due[-1] not in begins:
        name = due.pop()
        fresh = set(_before(certificate, board, known, name)) - after.keys() - {lost}
        after |= dict.fromkeys(fresh, name)
        due += sorted(fresh, key=int.bit_count, reverse=True)
    way = [due[-1]]
    while way[-1] != lost:
        way.append(after[way[-1]])
    return [np.uint64(name) for name in way]


def _before(certificate: Certificate, board: Board, known: Keys, name: int) -> list[int]:
    """Those of the known positions in which an answer to the policy's push leads to this one."""
    pulled = np.empty((2 * MOST_PUSHES) ** 2, np.uint64)
    some = np.unique(pulled[: _pull_twice(board, np.uint64(name), pulled)])
    some = some[known[np.searchsorted(known, some) % len(known)] == some]
    found = np.empty(MOST_PUSHES, np.uint64)

    def leads_on(key: Keys) -> bool:
        tally, played = np.zeros(len(Tally._fields), np.int64), np.empty(1, np.uint64)
        count, _ = answers(board, certificate.exceptions, key, tally, played, found)
        return name in found[:count]

    return [int(some[i]) for i in range(len(some)) if leads_on(some[i : i + 1])]


@compiled
def _pull_twice(board: Board, name: np.uint64, found: Keys) -> int:
    """All that can have been two pushes earlier, some of it more than once; how many these are."""
    full, count = np.uint64(board.shape.full), 0
    mover, other = np.uint32(name >> np.uint64(MOVER_SHIFT) & full), np.uint32(name & full)
    for answer in range(board.pushes.taken.size):
        if other & board.pushes.placed[answer] == 0:
            continue
        mine, theirs = _pulled(board.pushes, answer, mover), _pulled(board.pushes, answer, other)
        for own_cube in (np.uint32(0), board.pushes.taken[answer]):
            for number in range(board.pushes.taken.size):
                if mine & board.pushes.placed[number] == 0:
                    continue
                before = _pulled(board.pushes, number, mine)
                others = _pulled(board.pushes, number, np.uint32(theirs | own_cube))
                found[count] = key_of(board, before, others)
                with_cube = np.uint32(before | board.pushes.taken[number])
                found[count + 1] = key_of(board, with_cube, others)
                count += 2
    return count


@compiled
def _pulled(table: Pushes, number: int, mask: Mask) -> Mask:
    """A mask before a push, without the cube that was pushed."""
    back = np.uint32((mask & np.uint32(~table.kept[number])) >> table.raised[number])
    return np.uint32(
        mask & table.kept[number] | back << table.lowered[number] & table.moved[number]
    )


def _after(board: Board, mover: Mask, other: Mask, number: int) -> tuple[Mask, Mask]:
    return pushed(board.pushes, number, other), pushed_own(board.pushes, number, mover)


def _push_to(board: Board, mover: Mask, other: Mask, name: np.uint64) -> int:
    """The push that leads to a position, up to symmetry."""
    legal = [i for i in range(len(board.pushes.taken)) if may_push(board.pushes, i, other)]
    return next(i for i in legal if key_of(board, *_after(board, mover, other, i)) == name)


def _any(board: Board, mover: Mask, other: Mask) -> int:
    """A push that does not lose at once, if there is one."""
    legal = [i for i in range(len(board.pushes.taken)) if may_push(board.pushes, i, other)]
    quiet = [i for i in legal if not has_line(board.shape, pushed(board.pushes, i, other))]
    return (quiet or legal)[0]
