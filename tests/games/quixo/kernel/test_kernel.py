"""The kernel is the rules: the same pushes, boards, lines and ends, on every size."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from cruces.core import perft as slow_perft
from cruces.games.quixo.kernel import board, symmetry
from cruces.games.quixo.kernel.lines import WIDTH, crossed_lines, gaps, line_table
from cruces.games.quixo.kernel.look_up import look_up
from cruces.games.quixo.kernel.perft import MAX_DEPTH, perft, perft_with_endings
from cruces.games.quixo.rules import Push, Quixo, State
from cruces.games.quixo.rules.geometry import SIZES, index, lines, pushes

QUIXO = Quixo()
U32 = np.uint32


def masks(state: State) -> tuple[np.uint32, np.uint32]:
    """The mover's mask and the other's."""
    mine = QUIXO.mover(state) + 1
    own = board.mask_of(i for i, cube in enumerate(state.board) if cube == mine)
    other = board.mask_of(i for i, cube in enumerate(state.board) if cube == 3 - mine)
    return U32(own), U32(other)


def walks(size: int, games: int) -> Iterator[State]:
    """The positions of some random games, the last ones included."""
    random = Random(size)
    for _ in range(games):
        state = QUIXO.initial({"size": size})
        for _ in range(60):
            yield state
            if not QUIXO.to_act(state):
                break
            seat = QUIXO.mover(state)
            state = QUIXO.apply(state, seat, random.choice(list(QUIXO.legal(state, seat))))


@pytest.mark.rule("Q2", "Q3", "Q5")
@pytest.mark.parametrize("size", SIZES)
def test_random_play(size: int) -> None:
    shape, table = board.shape(size), board.push_table(size)
    order, ends = tuple(pushes(size)), set()
    for state in walks(size, games=6):
        mover, other = masks(state)
        outcome = QUIXO.outcome(state)
        decided = None if outcome is None or outcome.reason == "repetition" else outcome
        found = board.result(shape, mover, other)
        if decided is not None:
            won = decided.places[QUIXO.mover(state)] == 1
            assert found == (board.MOVER_LINE if won else board.OTHER_LINE)
            ends.add(found)
        else:
            assert found == board.NO_LINE
        if outcome is not None:
            continue
        seat = QUIXO.mover(state)
        legal = set(QUIXO.legal(state, seat))
        assert board.count_pushes(shape, other) == len(legal)
        numbers = {
            order.index((index(size, action.take), index(size, action.to))): after
            for action, after in zip(
                QUIXO.legal(state, seat), QUIXO.successors(state, seat), strict=True
            )
            if isinstance(action, Push)
        }
        assert len(numbers) == len(legal)
        for number in range(len(order)):
            assert board.may_push(table, number, other) == (number in numbers)
            if number in numbers:
                after = (board.pushed(table, number, other), board.pushed_own(table, number, mover))
                assert after == masks(numbers[number])
    assert board.MOVER_LINE in ends or board.OTHER_LINE in ends


@pytest.mark.rule("Q5")
@pytest.mark.parametrize("size", SIZES)
def test_lines(size: int) -> None:
    shape, random = board.shape(size), Random(size)
    known = [board.mask_of(line) for line in lines(size)]
    for line in known:
        assert board.has_line(shape, U32(line))
        for square in range(size**2):
            if line >> square & 1:
                assert not board.has_line(shape, U32(line & ~(1 << square)))
    for _ in range(2000):
        mask = random.getrandbits(size**2) | random.getrandbits(size**2)
        assert board.has_line(shape, U32(mask)) == any(mask & line == line for line in known)
        assert board.count_bits(U32(mask)) == mask.bit_count()


@pytest.mark.parametrize("size", SIZES)
def test_single_gaps_are_found_in_every_line(size: int) -> None:
    shape, table, random = board.shape(size), line_table(size), Random(size)
    seen = set()
    for i in range(2000):
        mask = U32(random.getrandbits(size**2) | random.getrandbits(size**2) * (i % 2))
        if board.has_line(shape, mask):
            continue
        due = 0
        for number, line in enumerate(lines(size)):
            missing = [at for at, square in enumerate(line) if not int(mask) >> square & 1]
            if len(missing) == 1:
                due |= 1 << WIDTH * number + missing[0]
        assert gaps(shape, table, mask) == due
        seen.add(due != 0)
    assert seen == {False, True}


@pytest.mark.rule("Q5")
@pytest.mark.parametrize("size", SIZES)
def test_only_pushes_across_a_gap_complete_a_line(size: int) -> None:
    shape, table = board.shape(size), board.push_table(size)
    crossed, completed = crossed_lines(size), 0
    for state in walks(size, games=5):
        mover, other = masks(state)
        if board.result(shape, mover, other):
            continue
        to_fill = gaps(shape, line_table(size), mover)
        for number in range(len(table.taken)):
            if board.may_push(table, number, other) and board.has_line(
                shape, board.pushed_own(table, number, mover)
            ):
                assert to_fill & crossed[number]
                completed += 1
    assert completed


@pytest.mark.parametrize("size", SIZES)
def test_symmetries(size: int) -> None:
    shape, table, random = board.shape(size), symmetry.symmetry_table(size), Random(size)
    assert len({symmetry.permutation(size, s) for s in range(8)}) == 8
    line_masks = {board.mask_of(line) for line in lines(size)}
    for s in range(symmetry.SYMMETRIES):
        back = symmetry.inverses(size)[s]
        goes = symmetry.permutation(size, s)
        assert {
            int(symmetry.transform(shape, table, s, U32(line))) for line in line_masks
        } == line_masks
        for _ in range(50):
            mask = U32(random.getrandbits(size**2))
            turned = symmetry.transform(shape, table, s, mask)
            assert turned == board.mask_of(goes[i] for i in range(size**2) if int(mask) >> i & 1)
            assert symmetry.transform(shape, table, back, turned) == mask


@pytest.mark.parametrize("size", SIZES)
def test_canonical_boards(size: int) -> None:
    shape, table = board.shape(size), symmetry.symmetry_table(size)
    images = symmetry.image_table(size)
    for state in walks(size, games=2):
        both = masks(state)
        turned = [
            tuple(symmetry.transform(shape, table, s, mask) for mask in both)
            for s in range(symmetry.SYMMETRIES)
        ]
        assert turned == [tuple(look_up(each, mask) for mask in both) for each in images]
        mover, other = (int(mask) for mask in min(turned))
        least = 1 << symmetry.KEY_BIT | mover << symmetry.MOVER_SHIFT | other
        assert {int(symmetry.canonical(images, *each)) for each in turned} == {least}


@pytest.mark.parametrize(
    ("size", "counts"),
    [
        (5, [44, 1836, 76596, 3018100, 118928388]),
        (4, [32, 952, 28312, 778744]),
        (3, [20, 356, 6332]),
    ],
)
def test_published_counts(size: int, counts: list[int]) -> None:
    depths = range(1, len(counts) + 1)
    assert [perft(size, depth) for depth in depths] == counts
    assert [perft_with_endings(size, depth)[0] for depth in depths] == counts


@pytest.mark.parametrize(("size", "depth"), [(2, 7), (3, 5), (4, 4)])
def test_counts_are_those_of_the_rules(size: int, depth: int) -> None:
    start = QUIXO.initial({"size": size, "repetition": None})
    assert (
        perft(size, depth) == perft_with_endings(size, depth)[0] == slow_perft(QUIXO, start, depth)
    )


def test_last_pushes_that_end_the_game() -> None:
    """What goes on after a last push has pushes itself; the others ended the game."""
    count, ended = perft_with_endings(3, 5)
    assert 0 < ended < count
    assert perft(3, 0) == 1
    assert perft_with_endings(3, 0) == (1, 0)
    with pytest.raises(ValueError, match="not between"):
        perft(3, MAX_DEPTH + 1)
