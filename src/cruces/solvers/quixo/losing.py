"""How a player who plays by a certificate comes to lose, for somebody to play through."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cruces.games.quixo.geometry import pushes
from cruces.kernels.quixo.board import Mask, has_line, may_push, pushed, pushed_own
from cruces.kernels.quixo.policy import choose, seen_win
from cruces.kernels.quixo.search import NO_PUSH, Board, key_of
from cruces.solvers.quixo.certificate import MOVER_SHIFT, Certificate, Keys
from cruces.solvers.quixo.prove import starts, waves


@dataclass(frozen=True, slots=True)
class Line:
    """Pushes by their numbers, from the start on; whether the player makes the first of them."""

    first: bool
    numbers: tuple[int, ...]


def losing_line(certificate: Certificate, roles: int, lost: int) -> Line:
    """The way to a lost position that `prove` has named, and on to its end."""
    names = _way(certificate, roles, np.uint64(lost))
    board, zero = certificate.board(), np.uint32(0)
    numbers: list[int] = []
    mover, other = zero, zero
    first = bool(names[0] == key_of(board, zero, zero))
    if not first:
        numbers.append(_push_to(board, zero, zero, names[0]))
        mover, other = _after(board, mover, other, numbers[-1])
    for name in names[1:]:
        numbers.append(play(certificate, board, mover, other))
        mover, other = _after(board, mover, other, numbers[-1])
        numbers.append(_push_to(board, mover, other, name))
        mover, other = _after(board, mover, other, numbers[-1])
    mine = True
    while not (has_line(board.shape, mover) or has_line(board.shape, other)):
        number = play(certificate, board, mover, other) if mine else seen_win(board, mover, other)
        if number == NO_PUSH:  # all lose
            number = _any(board, mover, other)
        numbers.append(number)
        mover, other = _after(board, mover, other, number)
        mine = not mine
    return Line(first, tuple(int(number) for number in numbers))


def play(certificate: Certificate, board: Board, mover: Mask, other: Mask) -> int:
    """The push of the policy; NO_PUSH if it has none."""
    number = seen_win(board, mover, other)
    if number != NO_PUSH:
        return number
    return choose(board, mover, other, certificate.passed(key_of(board, mover, other)))


def _way(certificate: Certificate, roles: int, lost: np.uint64) -> list[np.uint64]:
    """The names of positions from a start to the lost one: each is an answer in the one before.

    The positions are met once more, and then the way is sought backwards among them.
    """
    met: list[Keys] = []
    for wave in waves(certificate, roles):
        met.append(wave.keys)
        if wave.lost == lost:
            break
    known = np.sort(np.concatenate(met))
    board = certificate.board()
    begins = set(starts(board, roles).tolist())
    after: dict[int, int] = {}
    due = [int(lost)]
    while due[-1] not in begins:
        name = due.pop()
        before = {int(key) for key in _before(certificate, board, known, np.uint64(name))}
        fresh = before - after.keys() - {int(lost)}
        after |= dict.fromkeys(fresh, name)
        due += sorted(fresh, key=int.bit_count, reverse=True)  # fewer cubes are nearer to a start
    way = [due[-1]]
    while way[-1] != lost:
        way.append(after[way[-1]])
    return [np.uint64(name) for name in way]


def _before(
    certificate: Certificate, board: Board, known: Keys, name: np.uint64
) -> Iterator[np.uint64]:
    """The positions of the set in which an answer to the policy's push leads to this one."""
    full = np.uint64(board.shape.full)
    mine, theirs = name >> np.uint64(MOVER_SHIFT) & full, name & full
    for other, mover in _pulled(certificate.size, int(theirs), int(mine)):
        if has_line(board.shape, other) or has_line(board.shape, mover):
            continue
        here = key_of(board, other, mover)
        for own, others in _pulled(certificate.size, int(mover), int(other)):
            key = key_of(board, own, others)
            at = int(np.searchsorted(known, key))
            if at == len(known) or known[at] != key or seen_win(board, own, others) != NO_PUSH:
                continue
            number = play(certificate, board, own, others)
            if number != NO_PUSH and key_of(board, *_after(board, own, others, number)) == here:
                yield key


def _pulled(size: int, pusher: int, other: int) -> Iterator[tuple[Mask, Mask]]:
    """The boards that a push may have made this one of: its cube was neutral or the pusher's."""
    for (taken, end), path in pushes(size).items():
        if not pusher >> end & 1:
            continue
        before = []
        for mask in (pusher, other):
            kept = mask & ~sum(1 << square for square in path)
            back = (1 << path[i + 1] for i in range(len(path) - 1) if mask >> path[i] & 1)
            before.append(kept | sum(back))
        yield np.uint32(before[0]), np.uint32(before[1])
        yield np.uint32(before[0] | 1 << taken), np.uint32(before[1])


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
