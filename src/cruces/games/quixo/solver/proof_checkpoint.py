"""Checkpoints of a proof, which may take an hour: what remains to be done, in a file."""

import zlib
from dataclasses import dataclass, field
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from cruces.core import Reason
from cruces.games.quixo.solver.certificate import Certificate, Keys
from cruces.games.quixo.solver.position_set import PositionSet
from cruces.solvers.errors import TableError
from cruces.solvers.files import atomic_file


@dataclass(slots=True)
class ProofCheckpoint:
    """The progress of a proof: all positions with fewer than ``done`` marked cubes are proven."""

    path: Path
    checksum: int
    """A checksum of what is being proven."""
    done: int = 0
    tally: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(3, np.int64))
    pending: Keys = field(default_factory=lambda: np.zeros(0, np.uint64))
    met: list[Keys] = field(default_factory=list)
    """The positions without a visible win."""

    def save(self, done: int, positions: PositionSet) -> None:
        """Write the file, atomically."""
        with atomic_file(self.path) as file:
            met = np.concatenate([np.zeros(0, np.uint64), *self.met])
            np.savez(
                file,
                mark=self.checksum,
                done=done,
                tally=self.tally,
                due=positions.pending(),
                met=met,
            )


def load_checkpoint(path: Path, certificate: Certificate, roles: int) -> ProofCheckpoint:
    """The checkpoint in a file, or a new one; raises TableError if it belongs to another proof."""
    parts = (certificate.weights, certificate.exceptions)
    checksum = zlib.crc32(b"".join(part.tobytes() for part in parts), roles)
    if not path.exists():
        return ProofCheckpoint(path, checksum)
    try:
        with path.open("rb") as file, np.load(file) as data:
            numbers = int(data["mark"]), int(data["done"])
            checkpoint = ProofCheckpoint(path, *numbers, data["tally"], data["due"], [data["met"]])
    except (ValueError, KeyError, EOFError, BadZipFile, zlib.error) as error:
        raise TableError(Reason("proof-work-damaged", {"file": str(path)})) from error
    if checkpoint.checksum != checksum:
        raise TableError(Reason("proof-work-foreign", {"file": str(path)}))
    return checkpoint
