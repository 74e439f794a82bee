"""Small boards, solved once for all tests."""

from collections.abc import Callable
from functools import cache

import pytest

from cruces.games.quixo.solver.devices import backend
from cruces.games.quixo.solver.table import ValueTable, solve_table

Tables = Callable[[int], ValueTable]


@cache
def _table(size: int) -> ValueTable:
    ready = backend("cpu", size)
    try:
        return solve_table(ready)
    finally:
        ready.close()


@pytest.fixture(scope="session")
def tables() -> Tables:
    """``tables(4)``: the table of 4×4, with distances."""
    return _table
