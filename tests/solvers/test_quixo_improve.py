"""A better order of boards: it is learned from what a table says, and needs fewer exceptions."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import numpy as np
import pytest

from cruces.games.quixo.kernel.evaluation import PATTERNS, mirror_images, sum_up
from cruces.games.quixo.kernel.policy import lead_of
from cruces.games.quixo.kernel.search import Board
from cruces.games.quixo.players.engine import masks
from cruces.games.quixo.solver.certificate import Certificate, Keys, certificate_of
from cruces.games.quixo.solver.certificate_header import FIRST
from cruces.games.quixo.solver.certificate_search import Level, Weights, find, without_exceptions
from cruces.games.quixo.solver.certificate_training import (
    LINES,
    TOO_MANY,
    Effort,
    School,
    Try,
    beginning,
    improving,
    list_lines,
    meet,
    study,
)
from cruces.games.quixo.solver.prove import prove
from cruces.games.quixo.solver.table import Table
from tests.players.test_engine_quixo import mover, positions

Tables = Callable[[int], Table]


def improved(table: Table, effort: Effort, threads: int) -> tuple[Certificate, list[Try]]:
    tries: list[Try] = []
    better = improving(table.size, effort, tries.append, threads)
    return find(table, beginning(table.size), FIRST, threads=threads, better=better), tries


def test_lessons_make_exceptions_fewer(tables: Tables) -> None:
    found, tries = improved(tables(4), Effort(since=7, tries=3), threads=2)
    shipped = certificate_of(4)
    assert shipped is not None
    assert len(found.exceptions) < len(shipped.exceptions) / 20
    verdict = prove(found, FIRST)
    assert verdict.lost is None
    assert verdict.tally == found.told
    assert {each.cubes for each in tries} == set(range(7, 17)), "others are left alone"
    assert all(np.array_equal(found.weights[i], beginning(4)[i]) for i in range(7))
    for each in tries:
        first = tries[tries.index(each) - each.number]
        assert each.drawn == first.drawn
        assert each.met <= TOO_MANY * (first.met + first.further)


def test_lessons_are_the_same_on_any_number_of_cores(tables: Tables) -> None:
    effort = Effort(since=9, tries=2, most=3000, kept=2000)
    (one, _), (many, _) = (improved(tables(4), effort, threads) for threads in (1, 3))
    assert np.array_equal(one.weights, many.weights)
    assert np.array_equal(one.exceptions, many.exceptions)


def test_where_there_is_next_to_nothing_to_learn_lessons_do_no_harm(tables: Tables) -> None:
    found, tries = improved(tables(3), Effort(since=0, tries=2), threads=1)
    assert sum(each.exceptions for each in tries if each.number == 0) == 1
    assert len(found.exceptions) <= 1


@contextmanager
def lesson(table: Table, cubes: int) -> Iterator[tuple[School, Board, Keys]]:
    """A level of a board, and the positions with which it begins."""
    caught: dict[int, tuple[Keys, Level, Level]] = {}

    def catch(weights: Weights, keys: Keys, here: Level, above: Level) -> Weights:
        caught[here.cubes] = keys, here, above
        return weights

    find(table, beginning(table.size), FIRST, better=catch)
    keys, here, above = caught[cubes]
    with ThreadPoolExecutor(2) as pool:
        board = without_exceptions(table.size, FIRST, beginning(table.size)).board()
        yield School(pool, 2, here, above), board, keys


def test_what_is_studied_are_the_pushes_that_are_not_seen_to_lose(tables: Tables) -> None:
    with lesson(tables(4), 9) as (school, board, keys):
        found = study(school, board, keys)
    assert 0 < len(found.keys) < len(keys), "where a win is seen there is nothing to learn"
    assert np.all(found.open | found.losing == found.open)
    assert np.all(found.open | found.winning == found.open)
    assert not np.any(found.losing & found.winning)
    assert np.all(found.open != found.losing), "a player who can win is never lost"
    assert np.any(found.losing)
    assert np.any(found.winning)


def test_meeting_positions_ends_when_they_are_too_many(tables: Tables) -> None:
    with lesson(tables(4), 11) as (school, board, keys):
        met = meet(school, board, keys, np.inf)
        assert len(met.keys) > len(keys)
        assert len(np.unique(met.keys)) == len(met.keys)
        assert len(meet(school, board, keys, 0).keys) == len(keys)


@pytest.mark.parametrize("size", [4, 5])
def test_the_lines_of_a_board_add_up_to_its_score(size: int) -> None:
    rng = np.random.default_rng(size)
    mirrored = mirror_images(size)
    weights = rng.integers(-99, 99, beginning(size).shape[1:]).astype(np.int16)[..., mirrored]
    weights[0, 0, PATTERNS - 1] = 0  # stands for the lines that smaller boards do not have
    board = without_exceptions(size, 0, beginning(size)).board()
    for state in positions(size, 20, 5):
        own, other = masks(state.board, mover(state))
        found = np.zeros(LINES, np.int64)
        list_lines(board, mirrored, own, other, found)
        these = np.ascontiguousarray(weights[lead_of(own, other)])
        due = sum_up(board.shape, board.known, these, own, other)
        assert sum(weights.reshape(-1)[found].tolist()) == due
