"""A proof that takes an hour can be interrupted: what is left to do, in a file."""

import zlib
from dataclasses import dataclass, field
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from cruces.core import Reason
from cruces.games.quixo.solver.certificate import Certificate, Keys
from cruces.games.quixo.solver.position_set import Positions
from cruces.solvers.errors import TableError
from cruces.solvers.files import written


@dataclass(slots=True)
class Work:
    """How far a proof has come: all positions with fewer than ``done`` cubes are looked at."""

    path: Path
    mark: int
    """Of what is being proven."""
    done: int = 0
    tally: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(3, np.int64))
    due: Keys = field(default_factory=lambda: np.zeros(0, np.uint64))
    met: list[Keys] = field(default_factory=list)
    """Where the player played on."""

    def keep(self, done: int, known: Positions) -> None:
        """Write down what is left; whole or not at all."""
        with written(self.path) as file:
            met = np.concatenate([np.zeros(0, np.uint64), *self.met])
            np.savez(file, mark=self.mark, done=done, tally=self.tally, due=known.due(), met=met)


def work_in(path: Path, certificate: Certificate, roles: int) -> Work:
    """Work that was begun in a file, or is about to be; refuses what is about something else."""
    parts = (certificate.weights, certificate.exceptions)
    mark = zlib.crc32(b"".join(part.tobytes() for part in parts), roles)
    if not path.exists():
        return Work(path, mark)
    try:
        with path.open("rb") as file, np.load(file) as kept:
            numbers = int(kept["mark"]), int(kept["done"])
            found = Work(path, *numbers, kept["tally"], kept["due"], [kept["met"]])
    except (ValueError, KeyError, EOFError, BadZipFile, zlib.error) as error:
        raise TableError(Reason("proof-work-damaged", {"file": str(path)})) from error
    if found.mark != mark:
        raise TableError(Reason("proof-work-foreign", {"file": str(path)}))
    return found
