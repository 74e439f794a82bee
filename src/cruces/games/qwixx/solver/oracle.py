"""The tables that are at hand: computed when first asked for, and kept in the user's folder."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache

from cruces.games.qwixx.rules import QWIXX
from cruces.games.qwixx.solver import RULINGS, file
from cruces.games.qwixx.solver.solve import solve
from cruces.games.qwixx.solver.table import Table
from cruces.kernels.cache_folder import cache_folder
from cruces.solvers.errors import TableError
from cruces.solvers.files import written


@cache
def oracle(players: int = 1, ruling: str = RULINGS[0]) -> Table:
    """The exact values for one player, or for a friendly game; may take seconds the first time."""
    return found(players, ruling)


def found(
    players: int,
    ruling: str,
    progress: Callable[[float], None] | None = None,
    refused: Callable[[TableError], None] | None = None,
) -> Table:
    """The same, telling how far it is, and why a file that was there is not used."""
    QWIXX.check_seats(players)
    QWIXX.resolve({"after_second_lock": ruling})
    path = cache_folder() / "tables" / f"qwixx-{players}-{ruling}.table"
    try:
        return Table(ruling, file.read(path, players, ruling))
    except TableError as error:
        if refused is not None:
            refused(error)
    except OSError:
        pass  # not there yet, or not ours to read
    values = solve(players, ruling == "ends", progress)
    values.setflags(write=False)
    with suppress(OSError):  # a disk that is full or not ours: it is computed again next time
        path.parent.mkdir(parents=True, exist_ok=True)
        with written(path) as target:
            file.write(target, ruling, values)
    return Table(ruling, values)
