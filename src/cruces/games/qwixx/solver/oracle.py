"""The value tables: computed when first needed, and kept in the user's cache folder."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache

from cruces.games.qwixx.rules import QWIXX
from cruces.games.qwixx.solver import RULINGS, file
from cruces.games.qwixx.solver.solve import solve
from cruces.games.qwixx.solver.table import ValueTable
from cruces.kernels.cache_folder import cache_folder
from cruces.solvers.errors import TableError
from cruces.solvers.files import atomic_file
from cruces.solvers.progress import ProgressCallback


@cache
def oracle(players: int = 1, ruling: str = RULINGS[0]) -> ValueTable:
    """The table for one player, or for a friendly game; may take seconds the first time."""
    return load_or_solve(players, ruling)


def load_or_solve(
    players: int,
    ruling: str,
    progress: ProgressCallback | None = None,
    on_refusal: Callable[[TableError], None] | None = None,
) -> ValueTable:
    """The same, with callbacks for progress and for a cached file that is refused."""
    QWIXX.check_seats(players)
    QWIXX.resolve({"after_second_lock": ruling})
    path = cache_folder() / "tables" / f"qwixx-{players}-{ruling}.table"
    try:
        return ValueTable(ruling, file.read(path, players, ruling))
    except TableError as error:
        if on_refusal is not None:
            on_refusal(error)
    except OSError:
        pass  # missing or not readable
    values = solve(players, ruling == "ends", progress)
    values.setflags(write=False)
    with suppress(OSError):  # the disk is full or read-only: it is computed again next time
        path.parent.mkdir(parents=True, exist_ok=True)
        with atomic_file(path) as target:
            file.write(target, ruling, values)
    return ValueTable(ruling, values)
