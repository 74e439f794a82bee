"""Where finished groups are kept during solving: in memory, or in a folder.

A folder holds one small table file for each pair of groups, with the same checks as any table.
Files are written atomically: if the solver is killed, it continues after the last pair that it
finished.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from cruces.core import Reason
from cruces.games.quixo.solver import file
from cruces.games.quixo.solver.backend import PackedGroup
from cruces.games.quixo.solver.file import StoredGroup
from cruces.games.quixo.solver.index import Group, groups, pairs
from cruces.games.quixo.solver.solve import GroupCounts
from cruces.solvers.errors import TableError
from cruces.solvers.files import atomic_file

_NAME = re.compile(r"\d+-\d+\.pair")


class MemoryStore:
    """Keeps everything in memory."""

    def __init__(self) -> None:
        self._parts: dict[Group, tuple[PackedGroup, GroupCounts]] = {}

    def known(self, group: Group) -> GroupCounts | None:
        return self._parts[group][1] if group in self._parts else None

    def load(self, group: Group) -> PackedGroup:
        return self._parts[group][0]

    def keep(self, pair: Mapping[Group, tuple[PackedGroup, GroupCounts]]) -> None:
        self._parts.update(pair)

    def drop(self, cubes: int) -> None:
        """Does nothing: the table needs all groups."""


class FolderStore:
    """Keeps groups in a folder: all counts, and positions while the solver or the table needs them.

    The table will hold the groups with at most ``most_cubes`` marked cubes.
    """

    def __init__(self, folder: Path, size: int, distances: bool, most_cubes: int) -> None:
        self.folder = folder
        self.size = size
        self.distances = distances
        self.most_cubes = most_cubes
        folder.mkdir(exist_ok=True)
        self._files: dict[Group, file.TableFile] = {}
        for path in sorted(folder.iterdir()):
            if _NAME.fullmatch(path.name):
                self._open(path)

    def known(self, group: Group) -> GroupCounts | None:
        table_file = self._files.get(group)
        return table_file.directory.entries[group].counts if table_file else None

    def load(self, group: Group) -> PackedGroup:
        return self._files[group].body(group)

    def keep(self, pair: Mapping[Group, StoredGroup]) -> None:
        path = self._path(next(iter(pair)))
        with atomic_file(path) as target:
            file.write(target, self.size, self.distances, pair)
        self._open(path)

    def drop(self, cubes: int) -> None:
        """Keep only the counts, unless the table needs the positions."""
        if self.most_cubes < cubes <= self.size**2:
            for pair in pairs(cubes):
                self.keep({group: (None, self._counts(group)) for group in pair})

    def finish(self, target: Path, compressed: bool = False) -> None:
        """Write the table, and remove the folder."""
        parts: dict[Group, StoredGroup] = {}
        for group in groups(self.size):
            in_table = group.cubes <= self.most_cubes
            parts[group] = (self.load(group) if in_table else None, self._counts(group))
        with atomic_file(target) as table:
            file.write(table, self.size, self.distances, parts, compressed)
        for group in groups(self.size):
            self._path(group).unlink(missing_ok=True)
        for draft in self.folder.glob(".*.pair.*.part"):  # left by a run that was killed
            draft.unlink(missing_ok=True)
        with suppress(OSError):  # somebody put other files there
            self.folder.rmdir()

    def _open(self, path: Path) -> None:
        table_file = file.read(path, self.size)
        for group, entry in table_file.directory.entries.items():
            incomplete = not entry.length and group.cubes <= self.most_cubes
            if table_file.directory.distances != self.distances or incomplete:
                raise TableError(Reason("work-foreign", {"folder": str(self.folder)}))
            self._files[group] = table_file

    def _counts(self, group: Group) -> GroupCounts:
        return self._files[group].directory.entries[group].counts

    def _path(self, group: Group) -> Path:
        return self.folder / f"{min(group)}-{max(group)}.pair"
