"""The solver's answers: published counts, the naive solver's, and the rules' own consistency."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest

from cruces.games.quixo.solver import DEVICES
from cruces.games.quixo.solver.backend import Block
from cruces.games.quixo.solver.cpu import CpuDistances, CpuValues
from cruces.games.quixo.solver.devices import backend
from cruces.games.quixo.solver.index import Group, columns, groups, orbits, pairs, rows, states
from cruces.games.quixo.solver.solve import GroupCounts, solve, solve_pair
from cruces.games.quixo.solver.step import WON
from cruces.games.quixo.solver.step_values import value_at
from cruces.games.quixo.solver.store import MemoryStore
from cruces.games.quixo.solver.table import VALUES, ValueTable, place_of
from cruces.solvers.errors import DeviceError
from tests.games.quixo.solver import naive

Tables = Callable[[int], ValueTable]

PUBLISHED = {
    3: (GroupCounts(12_748, 6_935, 0), 7),
    4: (GroupCounts(26_434_489, 15_003_736, 1_608_496), 21),
}


@pytest.mark.parametrize("size", PUBLISHED)
def test_published_counts_and_distance(tables: Tables, size: int) -> None:
    counts, plies = PUBLISHED[size]
    assert GroupCounts(*map(sum, zip(*tables(size).counts.values(), strict=True))) == counts
    assert tables(size).value(0, 0) == 1
    assert tables(size).distance(0, 0) == plies


@pytest.mark.parametrize("size", [2, 3])
def test_every_board_is_as_the_naive_solver_says(tables: Tables, size: int) -> None:
    known = naive.solved(size, groups(size))
    for group in groups(size):
        for board in naive.boards(size, group):
            value, plies = known.get(board, (0, None))
            assert tables(size).value(*naive.masks(board)) == value, board
            assert tables(size).distance(*naive.masks(board)) == plies, board


def test_boards_follow_from_their_successors(tables: Tables) -> None:
    """On 4×4, at random: won or lost means exactly that, and the distance is one more."""
    random, table = Random(4), tables(4)
    for _ in range(1000):
        marks = random.choice([2, 3, 4])
        board = tuple(random.choice((0, 1, 2)[: marks - 1] * 2 + (1, 2)) for _ in range(16))
        value, plies = (f(*naive.masks(board)) for f in (table.value, table.distance))
        ended = naive.ended(4, board)
        if ended is not None:
            assert (value, plies) == (ended, 0)
            continue
        after = [naive.masks(other) for other in naive.successors(4, board)]
        found = [(-(table.value(*one) or 0), table.distance(*one)) for one in after]
        assert value == max(v for v, _ in found)
        fitting = [n for v, n in found if v == value and n is not None]
        if value:
            assert plies == 1 + (min(fitting) if value > 0 else max(fitting))
        else:
            assert plies is None


@pytest.mark.parametrize("size", [2, 3, 4])
def test_values_alone_are_the_same(tables: Tables, size: int) -> None:
    store, ready = MemoryStore(), CpuValues(size, threads=3)
    solution = solve(ready, store)
    ready.close()
    assert solution.counts == tables(size).counts
    assert (solution.start, solution.distance) == (WON, None)
    for group in groups(size):
        assert np.array_equal(store.load(group).words, tables(size).packed(group).words)


def test_a_part_of_5x5_is_as_the_naive_solver_says() -> None:
    """Boards that are nearly full, with few cubes of one side: all of them."""
    ready = CpuValues(5)
    above: dict[Group, Block] = {}
    work: list[Group] = []
    for cubes, fewest in ((25, 3), (24, 2), (23, 1)):
        level: dict[Group, Block] = {}
        for pair in pairs(cubes)[: fewest + 1]:
            level |= solve_pair(ready, pair, above)
            work += pair
        above |= level
    ready.close()
    known = naive.solved(5, work)
    seen = set()
    for group in work:
        for board in naive.boards(5, group):
            mover, other = naive.masks(board)
            value = VALUES[value_at.py_func(above[group], np.uint64(place_of(5, mover, other)))]  # type: ignore[attr-defined]
            assert value == known.get(board, (0, 0))[0]
            seen.add(value)
    assert {1, -1} <= seen


def test_stopping_early() -> None:
    ready = CpuDistances(3)
    solution = solve(ready, least_cubes=7)
    ready.close()
    assert {group.cubes for group in solution.counts} == {7, 8, 9}
    assert (solution.start, solution.distance) == (None, None)
    assert sum(solution.total(9)) == 2**9


def test_progress_grows_to_the_end() -> None:
    told: list[float] = []
    ready = CpuValues(2, threads=1)
    solve(ready, progress=told.append)
    ready.close()
    assert told == sorted(told)
    assert told[-1] == 1


def test_indices() -> None:
    """Every position has a place of its own, and symmetric ones share it."""
    for group in groups(3):
        places = {place_of(3, *naive.masks(board)) for board in naive.boards(3, group)}
        assert len(places) <= states(3, group)
        weights = orbits(3, group.own).weights
        assert int(weights.sum()) * columns(3, group) == len(list(naive.boards(3, group)))
    assert sum(states(5, group) for group in groups(5)) == 107_207_255_529
    assert rows(5, Group(12, 13)) == 652_048


def test_devices() -> None:
    assert isinstance(backend(DEVICES[0], 5), CpuValues)
    with pytest.raises(DeviceError, match="CUDA"):
        backend("cuda", 4)
