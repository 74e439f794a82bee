"""The exact answers that are at hand, wherever they come from.

Boards up to 4×4 are solved when they are first asked for, and kept in the user's folder.
"""

from contextlib import suppress
from functools import cache
from pathlib import Path

from cruces.kernels.folder import cache_folder
from cruces.solvers.errors import TableError
from cruces.solvers.files import written
from cruces.solvers.quixo import file
from cruces.solvers.quixo.backend import DISTANCES_UP_TO
from cruces.solvers.quixo.devices import backend
from cruces.solvers.quixo.index import groups
from cruces.solvers.quixo.table import Table, computed, open_table


@cache
def oracle(size: int) -> Table | None:
    """The table of a board, as complete as it is here; may take seconds the first time."""
    return _small(size) if size <= DISTANCES_UP_TO else None


def _small(size: int) -> Table:
    path = cache_folder() / "tables" / f"quixo-{size}.table"
    with suppress(OSError, TableError):
        table = open_table(path, size)
        table.check()
        if table.distances and len(table.groups) == len(groups(size)):
            return table
    table = computed(backend("cpu", size))
    with suppress(OSError):  # a disk that is full or not ours: it is computed again next time
        _keep(path, table)
    return table


def _keep(path: Path, table: Table) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with written(path) as target:
        parts = {group: (table.packed(group), table.counts[group]) for group in groups(table.size)}
        file.write(target, table.size, table.distances, parts)
