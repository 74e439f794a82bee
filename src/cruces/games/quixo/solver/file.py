"""The table's file, byte by byte. All numbers are little-endian.

::

    header     64 bytes   magic, version, game, size, what it holds, number of groups,
                          length of the whole file
    directory  64 bytes   for each group: its numbers of cubes, where its body begins, how long
                          it is, its CRC-32, and how many boards are won, lost and drawn
    check      4 bytes    CRC-32 of header and directory, then zeros up to the first body
    bodies                words of sixteen values; then, if the file holds distances, a byte for
                          each place. Each begins at a multiple of 64 bytes. In a compressed file
                          each body is deflated (zlib), and unpacked when it is first needed.

A group may be without a body: then its counts are known, but not its positions. How long a body has
to be follows from the size and the group, so a directory cannot claim anything else.
"""

import mmap
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from cruces.core import Reason
from cruces.games.quixo.solver.backend import Packed
from cruces.games.quixo.solver.index import STATES_A_WORD, Group, rows, stride
from cruces.games.quixo.solver.solve import Counts
from cruces.solvers.errors import TableError
from cruces.solvers.files import MAGIC, check_game, check_length, check_magic, check_version, mapped

VERSION = 1
GAME = b"quixo"
HOLDS_DISTANCES, COMPRESSED = 1, 2
ALIGNMENT = 64
_HEADER = struct.Struct("<8sHH16sHHIQ20x")
_ENTRY = struct.Struct("<BB2xIQQQQQ16x")
_CHECK = struct.Struct("<I")


class Entry(NamedTuple):
    """A group in the directory; without a body ``length`` is 0."""

    group: Group
    checksum: int
    offset: int
    length: int
    counts: Counts


class Directory(NamedTuple):
    """What a file says of itself."""

    size: int
    distances: bool
    compressed: bool
    entries: dict[Group, Entry]


Part = tuple[Packed | None, Counts]
"""What is to be stored of a group."""


def body_length(size: int, group: Group, distances: bool) -> int:
    """How many bytes a group's body has to have."""
    words = rows(size, group) * stride(size, group)
    return words * (4 + STATES_A_WORD * distances)


def write(
    file: BinaryIO,
    size: int,
    distances: bool,
    parts: Mapping[Group, Part],
    compressed: bool = False,
) -> None:
    """Write a table; bodies are taken from ``parts`` one at a time, twice."""
    entries = []
    offset = begin = _aligned(_HEADER.size + _ENTRY.size * len(parts) + _CHECK.size)
    for group in parts:
        packed, counts = parts[group]
        pieces = _pieces(packed, compressed)
        length = sum(len(piece) for piece in pieces)
        checksum = 0
        for piece in pieces:
            checksum = zlib.crc32(piece, checksum)
        entries.append(_ENTRY.pack(*group, checksum, offset if length else 0, length, *counts))
        offset = _aligned(offset + length)
    holds = HOLDS_DISTANCES * distances | COMPRESSED * compressed
    header = _HEADER.pack(MAGIC, VERSION, 0, GAME, size, holds, len(entries), offset)
    told = header + b"".join(entries)
    file.write((told + _CHECK.pack(zlib.crc32(told))).ljust(begin, b"\0"))
    for group in parts:
        length = sum(file.write(piece) for piece in _pieces(parts[group][0], compressed))
        file.write(bytes(_aligned(length) - length))


@dataclass(frozen=True, slots=True)
class Opened:
    """A file in memory, as far as the system has brought it there."""

    path: Path
    directory: Directory
    content: mmap.mmap

    def stored(self, group: Group) -> memoryview:
        """A group's body as it is in the file, once its checksum has been found right."""
        entry = self.directory.entries[group]
        whole = memoryview(self.content)[entry.offset : entry.offset + entry.length]
        if zlib.crc32(whole) != entry.checksum:
            raise self._damaged(group)
        return whole

    def body(self, group: Group) -> Packed:
        """A group's words and distances, in place unless they are compressed."""
        size, whole = self.directory.size, self.stored(group)
        if self.directory.compressed:
            unpacked = _unpacked(whole, body_length(size, group, self.directory.distances))
            if unpacked is None:
                raise self._damaged(group)
            whole = memoryview(unpacked)
        words = 4 * rows(size, group) * stride(size, group)
        distances = np.frombuffer(whole[words:], np.uint8) if self.directory.distances else None
        return Packed(np.frombuffer(whole[:words], "<u4"), distances)

    def _damaged(self, group: Group) -> TableError:
        where = {"file": str(self.path), "own": group.own, "other": group.other}
        return TableError(Reason("table-damaged", where))


def read(path: Path, size: int | None = None) -> Opened:
    """Open a file and judge it as far as one can without looking at its bodies."""
    content = mapped(path)
    with memoryview(content) as whole:
        return Opened(path, _directory(str(path), whole, size), content)


def _directory(name: str, content: memoryview, wanted: int | None) -> Directory:
    check_magic(name, content, _HEADER.size)
    _, version, _, game, size, holds, count, length = _HEADER.unpack_from(content)
    check_version(name, version, VERSION)
    told = _HEADER.size + _ENTRY.size * count
    if len(content) < told + _CHECK.size:
        raise TableError(Reason("table-cut", {"file": name}))
    if _CHECK.unpack_from(content, told)[0] != zlib.crc32(content[:told]):
        raise TableError(Reason("table-header", {"file": name}))
    check_game(name, game, GAME)
    if wanted is not None and size != wanted:
        raise TableError(Reason("table-size", {"file": name, "size": size, "wanted": wanted}))
    entries = [_entry(content, _HEADER.size + _ENTRY.size * i) for i in range(count)]
    directory = Directory(
        size,
        bool(holds & HOLDS_DISTANCES),
        bool(holds & COMPRESSED),
        {entry.group: entry for entry in entries},
    )
    begin = _aligned(told + _CHECK.size)
    if len(directory.entries) != count or not _consistent(directory, begin, length):
        raise TableError(Reason("table-contents", {"file": name}))
    check_length(name, content, length)
    return directory


def _entry(content: memoryview, at: int) -> Entry:
    own, other, checksum, offset, length, won, lost, drawn = _ENTRY.unpack_from(content, at)
    return Entry(Group(own, other), checksum, offset, length, Counts(won, lost, drawn))


def _consistent(directory: Directory, begin: int, end: int) -> bool:
    """Whether the bodies are as long as they have to be, and follow each other without a gap."""
    for entry in directory.entries.values():
        if not 0 <= entry.group.cubes <= directory.size**2:
            return False
        if entry.length:
            due = body_length(directory.size, entry.group, directory.distances)
            if entry.offset != begin or (entry.length != due and not directory.compressed):
                return False
            begin = _aligned(begin + entry.length)
    return begin == end


def _unpacked(body: memoryview, due: int) -> bytes | None:
    """A compressed body, if it is as long as it has to be; no more than that is ever unpacked."""
    reader = zlib.decompressobj()
    try:
        unpacked = reader.decompress(body, due + 1)
    except zlib.error:
        return None
    return unpacked if len(unpacked) == due and reader.eof and not reader.unused_data else None


def _pieces(packed: Packed | None, compressed: bool) -> list[memoryview]:
    if packed is None:
        return []
    words = np.ascontiguousarray(packed.words, "<u4").view(np.uint8)
    arrays = [words] if packed.distances is None else [words, packed.distances]
    plain = [np.ascontiguousarray(array).data for array in arrays]
    return [memoryview(zlib.compress(b"".join(plain), 9))] if compressed else plain


def _aligned(length: int) -> int:
    return -(-length // ALIGNMENT) * ALIGNMENT
