"""A better order of boards: it is learned from what a table says, and needs fewer exceptions."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from cruces.games.quixo.kernel.evaluation import PATTERNS, mirror_images, sum_weights
from cruces.games.quixo.kernel.lines import MOST
from cruces.games.quixo.kernel.policy import lead_of
from cruces.games.quixo.players.engine import masks
from cruces.games.quixo.solver import certificate, certificate_search
from cruces.games.quixo.solver.certificate import Certificate, Keys, certificate_of
from cruces.games.quixo.solver.certificate_header import FIRST, shipped_path
from cruces.games.quixo.solver.certificate_search import (
    Level,
    Weights,
    find_certificate,
    without_exceptions,
)
from cruces.games.quixo.solver.certificate_training import (
    TOO_MANY,
    Attempt,
    TrainingOptions,
    improver,
    initial_weights,
    line_indexes,
    training_set,
    visit,
)
from cruces.games.quixo.solver.oracle import _store
from cruces.games.quixo.solver.prove import prove
from cruces.games.quixo.solver.table import ValueTable, open_table
from cruces.parallel import Processes, Threads
from tests.games.quixo.players.test_engine import mover, positions

Tables = Callable[[int], ValueTable]


def improved(
    table: ValueTable, effort: TrainingOptions, threads: int
) -> tuple[Certificate, list[Attempt]]:
    tries: list[Attempt] = []
    better = improver(table, effort, tries.append, threads)
    return find_certificate(
        table, initial_weights(table.size), FIRST, threads=threads, better=better
    ), tries


def test_lessons_make_exceptions_fewer(tables: Tables) -> None:
    found, tries = improved(tables(4), TrainingOptions(since=7, tries=3), threads=2)
    shipped_path = certificate_of(4)
    assert shipped_path is not None
    assert len(found.exceptions) < len(shipped_path.exceptions) / 20
    verdict = prove(found, FIRST)
    assert verdict.lost is None
    assert verdict.tally == found.counts
    assert {each.cubes for each in tries} == set(range(7, 17)), "others are left alone"
    assert all(np.array_equal(found.weights[i], initial_weights(4)[i]) for i in range(7))
    for each in tries:
        first = tries[tries.index(each) - each.number]
        assert each.drawn == first.drawn
        assert each.met <= TOO_MANY * (first.met + first.further)


def test_training_is_the_same_on_any_number_of_cores(tables: Tables) -> None:
    effort = TrainingOptions(since=9, tries=2, most=3000, kept=2000)
    (one, _), (many, _) = (improved(tables(4), effort, threads) for threads in (1, 3))
    assert np.array_equal(one.weights, many.weights)
    assert np.array_equal(one.exceptions, many.exceptions)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "positions"), [(3, 9), (4, 20_000)])
def test_processes_find_the_same_certificate_in_a_table_on_disk(
    size: int, positions: int, tables: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificate_search, "PART_POSITIONS", positions)
    path = tmp_path / "quixo.table"
    _store(path, tables(size))
    table, written = open_table(path), BytesIO()
    found = find_certificate(table, initial_weights(size), FIRST, place=Processes(2))
    certificate.write(written, found)
    assert written.getvalue() == shipped_path(size).read_bytes()


@pytest.mark.slow
def test_training_in_small_parts_and_in_processes_is_the_same(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    effort = TrainingOptions(since=13, tries=2, most=3000, kept=2000)
    one, _ = improved(tables(4), effort, threads=1)
    monkeypatch.setattr(certificate_search, "PART_POSITIONS", 1500)
    better = improver(tables(4), effort, lambda attempt: None, 1, Processes(2))
    many = find_certificate(tables(4), initial_weights(4), FIRST, threads=2, better=better)
    assert np.array_equal(one.weights, many.weights)
    assert np.array_equal(one.exceptions, many.exceptions)


def test_training_does_no_harm_where_there_is_next_to_nothing_to_learn(tables: Tables) -> None:
    found, tries = improved(tables(3), TrainingOptions(since=0, tries=2), threads=1)
    assert sum(each.exceptions for each in tries if each.number == 0) == 1
    assert len(found.exceptions) <= 1


def level_at(table: ValueTable, cubes: int) -> tuple[Level, Keys]:
    """A level of a board, and the positions with which it begins."""
    caught: dict[int, Keys] = {}

    def catch(weights: Weights, keys: Keys, cubes: int) -> Weights:
        caught[cubes] = keys
        return weights

    weights = initial_weights(table.size)
    find_certificate(table, weights, FIRST, better=catch)
    return Level(table, cubes, weights), caught[cubes]


def test_a_training_set_has_the_pushes_that_do_not_visibly_lose(tables: Tables) -> None:
    level, keys = level_at(tables(4), 9)
    found = training_set(level, keys, Threads(2))
    assert 0 < len(found.keys) < len(keys), "where a win is seen there is nothing to learn"
    assert np.all(found.open | found.losing == found.open)
    assert np.all(found.open | found.winning == found.open)
    assert not np.any(found.losing & found.winning)
    assert np.all(found.open != found.losing), "a player who can win is never lost"
    assert np.any(found.losing)
    assert np.any(found.winning)


def test_visiting_ends_when_there_are_too_many_positions(tables: Tables) -> None:
    level, keys = level_at(tables(4), 11)
    met = visit(level, keys, np.inf, Threads(2), 2)
    assert len(met.keys) > len(keys)
    assert len(np.unique(met.keys)) == len(met.keys)
    assert len(visit(level, keys, 0, Threads(2), 2).keys) == len(keys)


@pytest.mark.parametrize("size", [4, 5])
def test_the_lines_of_a_board_add_up_to_its_score(size: int) -> None:
    rng = np.random.default_rng(size)
    mirrored = mirror_images(size)
    weights = rng.integers(-99, 99, initial_weights(size).shape[1:]).astype(np.int16)[..., mirrored]
    weights[0, 0, PATTERNS - 1] = 0  # stands for the lines that smaller boards do not have
    board_tables = without_exceptions(size, 0, initial_weights(size)).board_tables()
    for state in positions(size, 20, 5):
        own, other = masks(state.board, mover(state))
        found = np.zeros(MOST, np.int64)
        line_indexes(board_tables, mirrored, own, other, found)
        these = np.ascontiguousarray(weights[lead_of(own, other)])
        due = sum_weights(board_tables.evaluation, these, own, other)
        assert sum(weights.reshape(-1)[found].tolist()) == due
