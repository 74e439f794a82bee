"""The value tables that are available, wherever they come from.

Boards up to 4×4 are solved when they are first needed, and kept in the user's cache folder. For 5×5
the package ships the positions with few marked cubes; a complete table is used if the environment
variable CRUCES_QUIXO_TABLE names its file.
"""

import logging
import os
from contextlib import suppress
from functools import cache
from pathlib import Path

from cruces.games.quixo.solver import file
from cruces.games.quixo.solver.backend import DISTANCES_UP_TO
from cruces.games.quixo.solver.devices import backend
from cruces.games.quixo.solver.index import groups
from cruces.games.quixo.solver.table import ValueTable, open_table, solve_table
from cruces.kernels.cache_folder import cache_folder
from cruces.kernels.jit import INTERPRETED
from cruces.solvers.errors import TableError
from cruces.solvers.files import atomic_file

LOG = logging.getLogger(__name__)
SHIPPED_SIZE = 5
SHIPPED = Path(__file__).with_name("quixo-5.table")
"""Made by ``cruces solve quixo --size 5 --device cuda --out FILE --max-cubes 9 --compress``."""


@cache
def oracle(size: int) -> ValueTable | None:
    """The most complete table available for a board; may take seconds the first time.

    An unusable file is ignored with a warning, because players can do without it.
    """
    if size <= DISTANCES_UP_TO:
        return _small_table(size)
    if size != SHIPPED_SIZE:
        return None
    configured = os.environ.get("CRUCES_QUIXO_TABLE")
    complete = _open(Path(configured), check=False) if configured else None
    return complete or _open(SHIPPED, check=True)


def _open(path: Path, check: bool) -> ValueTable | None:
    """The table in a file, or None; checking a complete one would take a minute."""
    try:
        table = open_table(path, SHIPPED_SIZE)
        if check:
            table.check()
    except (OSError, TableError) as error:
        LOG.warning("ignoring %s: %s", path, error)
        return None
    return table


def _small_table(size: int) -> ValueTable | None:
    path = cache_folder() / "tables" / f"quixo-{size}.table"
    with suppress(OSError, TableError):
        table = open_table(path, size)
        table.check()
        if table.distances and len(table.groups) == len(groups(size)):
            return table
    if INTERPRETED:  # it would take hours: another process is at it
        return None
    table = solve_table(backend("cpu", size))
    with suppress(OSError):  # the disk is full or read-only: it is computed again next time
        _store(path, table)
    return table


def _store(path: Path, table: ValueTable) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with atomic_file(path) as target:
        parts = {group: (table.packed(group), table.counts[group]) for group in groups(table.size)}
        file.write(target, table.size, table.distances, parts)
