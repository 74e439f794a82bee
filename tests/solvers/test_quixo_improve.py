"""A better order of boards: it is learned from what a table says, and needs fewer exceptions."""

from collections.abc import Callable

import numpy as np
import pytest

from cruces.bots.engine_quixo import masks
from cruces.kernels.quixo.board import count_bits
from cruces.kernels.quixo.evaluation import mirror_images, sum_up
from cruces.kernels.quixo.policy import lead_of
from cruces.solvers.quixo.certificate import FIRST, Certificate
from cruces.solvers.quixo.find import find
from cruces.solvers.quixo.improve import LINES, Survey, beginning, learn, list_lines, survey
from cruces.solvers.quixo.prove import prove
from cruces.solvers.quixo.table import Table
from tests.bots.test_engine_quixo import mover, positions

Tables = Callable[[int], Table]


def surveyed(table: Table, most: int, kept: int = 0) -> Survey:
    found = survey(table, beginning(table.size), FIRST, most, kept)
    assert found is not None
    return found


def test_lessons_make_exceptions_fewer(tables: Tables) -> None:
    table = tables(4)
    first = surveyed(table, 2000, 3000)
    assert len(first.keys) == len(first.open) == len(first.losing)
    assert np.all(first.open | first.losing == first.open)
    assert np.all(first.open | first.winning == first.open)
    assert not np.any(first.losing & first.winning)
    better = learn(beginning(4), beginning(4), [first], faithful=0.003, ambitious=0.1)
    second = survey(table, better, FIRST, 2000, like=first)
    assert second is not None
    assert second.exceptions < first.exceptions / 2
    found = find(table, better, FIRST)
    assert len(found.keys) < 4539 / 2, "so many has the certificate that is shipped"
    assert prove(found, FIRST).lost is None


def test_a_survey_of_all_positions_counts_them(tables: Tables) -> None:
    found = surveyed(tables(3), most=10**6)
    assert sum(row.seen for row in found.rows.values()) == 48
    assert found.exceptions == 1
    assert all(row.part == 1 for row in found.rows.values())


def test_a_survey_is_given_up_when_positions_are_far_too_many(tables: Tables) -> None:
    few = surveyed(tables(4), most=50)
    rows = {cubes: row._replace(part=1.0) for cubes, row in few.rows.items()}
    assert survey(tables(4), beginning(4), FIRST, 10**6, like=few._replace(rows=rows)) is None


@pytest.mark.parametrize("size", [4, 5])
def test_the_lines_of_a_board_add_up_to_its_score(size: int) -> None:
    rng = np.random.default_rng(size)
    mirrored = mirror_images(size)
    weights = rng.integers(-99, 99, beginning(size).shape).astype(np.int16)[..., mirrored].copy()
    weights[0] = 0
    nothing = np.zeros(0, np.uint64), np.zeros(0, np.uint8)
    board = Certificate(size, 0, weights, *nothing).board()
    for state in positions(size, 20, 5):
        own, other = masks(state.board, mover(state))
        found = np.zeros(LINES, np.int64)
        list_lines(board, mirrored, own, other, found)
        these = weights[count_bits(own | other), lead_of(own, other)]
        due = sum_up(board.shape, board.known, these, own, other)
        assert sum(weights.reshape(-1)[found].tolist()) == due
