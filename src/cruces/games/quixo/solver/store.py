"""Where finished groups are kept while the solver works: in memory, or in a folder.

A folder holds one small table file for each pair of groups, so what is refused in a table is
refused here. The files come whole or not at all: killed at any moment, the solver goes on from the
last pair that it finished.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from cruces.core import Reason
from cruces.games.quixo.solver import file
from cruces.games.quixo.solver.backend import Packed
from cruces.games.quixo.solver.file import Part
from cruces.games.quixo.solver.index import Group, groups, pairs
from cruces.games.quixo.solver.solve import Counts
from cruces.solvers.errors import TableError
from cruces.solvers.files import written

_NAME = re.compile(r"\d+-\d+\.pair")


class MemoryStore:
    """Keeps everything until it is forgotten itself."""

    def __init__(self) -> None:
        self._parts: dict[Group, tuple[Packed, Counts]] = {}

    def known(self, group: Group) -> Counts | None:
        return self._parts[group][1] if group in self._parts else None

    def load(self, group: Group) -> Packed:
        return self._parts[group][0]

    def keep(self, pair: Mapping[Group, tuple[Packed, Counts]]) -> None:
        self._parts.update(pair)

    def drop(self, cubes: int) -> None:
        """Nothing is dropped: the table is made of it."""


class FolderStore:
    """Keeps groups in a folder: all counts, and positions while the work or the table needs them.

    The table is to hold the groups with at most ``most_cubes`` marked cubes.
    """

    def __init__(self, folder: Path, size: int, distances: bool, most_cubes: int) -> None:
        self.folder = folder
        self.size = size
        self.distances = distances
        self.most_cubes = most_cubes
        folder.mkdir(exist_ok=True)
        self._found: dict[Group, file.Opened] = {}
        for path in sorted(folder.iterdir()):
            if _NAME.fullmatch(path.name):
                self._open(path)

    def known(self, group: Group) -> Counts | None:
        opened = self._found.get(group)
        return opened.directory.entries[group].counts if opened else None

    def load(self, group: Group) -> Packed:
        return self._found[group].body(group)

    def keep(self, pair: Mapping[Group, Part]) -> None:
        path = self._path(next(iter(pair)))
        with written(path) as target:
            file.write(target, self.size, self.distances, pair)
        self._open(path)

    def drop(self, cubes: int) -> None:
        """Keep the counts only, unless the table needs more."""
        if self.most_cubes < cubes <= self.size**2:
            for pair in pairs(cubes):
                self.keep({group: (None, self._counts(group)) for group in pair})

    def finish(self, target: Path, compressed: bool = False) -> None:
        """Make the table of all that was kept, and clear the folder away."""
        parts: dict[Group, Part] = {}
        for group in groups(self.size):
            wanted = group.cubes <= self.most_cubes
            parts[group] = (self.load(group) if wanted else None, self._counts(group))
        with written(target) as whole:
            file.write(whole, self.size, self.distances, parts, compressed)
        for group in groups(self.size):
            self._path(group).unlink(missing_ok=True)
        for draft in self.folder.glob(".*.pair.*.part"):  # of a run that was killed
            draft.unlink(missing_ok=True)
        with suppress(OSError):  # somebody put something of his own there
            self.folder.rmdir()

    def _open(self, path: Path) -> None:
        opened = file.read(path, self.size)
        for group, entry in opened.directory.entries.items():
            too_little = not entry.length and group.cubes <= self.most_cubes
            if opened.directory.distances != self.distances or too_little:
                raise TableError(Reason("work-foreign", {"folder": str(self.folder)}))
            self._found[group] = opened

    def _counts(self, group: Group) -> Counts:
        return self._found[group].directory.entries[group].counts

    def _path(self, group: Group) -> Path:
        return self.folder / f"{min(group)}-{max(group)}.pair"
