"""How a player who plays by a certificate comes to lose, for somebody to play through."""

from dataclasses import dataclass

import numpy as np

from cruces.kernels.quixo.board import Mask, has_line, may_push, pushed, pushed_own
from cruces.kernels.quixo.policy import choose, seen_win
from cruces.kernels.quixo.search import NO_PUSH, Board, key_of
from cruces.solvers.quixo.certificate import Certificate, Keys
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
    """The names of positions from a start to the lost one: each is an answer in the one before."""
    came: list[tuple[Keys, Keys]] = []
    for wave in waves(certificate, roles):
        ends = np.maximum.accumulate(wave.ends)  # where it stopped early there are none
        sources = np.repeat(wave.keys, np.diff(ends, prepend=0))
        answers, at = np.unique(wave.answers[: len(sources)], return_index=True)
        came.append((answers, sources[at]))
        if wave.lost == lost:
            break
    way, begins = [lost], set(starts(certificate.board(), roles).tolist())
    while int(way[-1]) not in begins:
        way.append(_before(came, way[-1]))
    return way[::-1]


def _before(came: list[tuple[Keys, Keys]], name: np.uint64) -> np.uint64:
    """Where a position came from first: that one came earlier still, so the way has an end."""
    for answers, sources in came:
        at = int(np.searchsorted(answers, name))
        if at < len(answers) and answers[at] == name:
            return np.uint64(sources[at])
    raise AssertionError("a position of the set is a start or comes from another")


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
