"""The file format of a value table. All numbers are little-endian.

::

    header     64 bytes   magic, version, game, size, contents, number of groups,
                          length of the whole file
    directory  64 bytes   for each group: its numbers of cubes, the offset, length and CRC-32 of its
                          body, and how many boards are won, lost and drawn
    check      4 bytes    CRC-32 of header and directory, then zeros up to the first body
    bodies                words of sixteen values; then, if the file holds distances, a byte for
                          each place. Each begins at a multiple of 64 bytes. In a compressed file
                          each body is deflated (zlib), and unpacked when it is first needed.

A group may have no body: then its counts are known, but not its positions. The length of a body
follows from the size and the group, and is checked.
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
from cruces.games.quixo.solver.backend import PackedGroup
from cruces.games.quixo.solver.index import STATES_A_WORD, Group, rows, stride
from cruces.games.quixo.solver.solve import GroupCounts
from cruces.solvers.errors import TableError
from cruces.solvers.files import (
    MAGIC,
    check_game,
    check_length,
    check_magic,
    check_version,
    map_file,
)

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
    counts: GroupCounts


class Directory(NamedTuple):
    """The header and directory of a file."""

    size: int
    distances: bool
    compressed: bool
    entries: dict[Group, Entry]


StoredGroup = tuple[PackedGroup | None, GroupCounts]
"""What is stored of a group: its positions, if any, and its counts."""


def body_length(size: int, group: Group, distances: bool) -> int:
    """The length of a group's body in bytes, before compression."""
    words = rows(size, group) * stride(size, group)
    return words * (4 + STATES_A_WORD * distances)


def write(
    file: BinaryIO,
    size: int,
    distances: bool,
    parts: Mapping[Group, StoredGroup],
    compressed: bool = False,
) -> None:
    """Write a table; each body is read from ``parts`` twice, one at a time."""
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
    head = header + b"".join(entries)
    file.write((head + _CHECK.pack(zlib.crc32(head))).ljust(begin, b"\0"))
    for group in parts:
        length = sum(file.write(piece) for piece in _pieces(parts[group][0], compressed))
        file.write(bytes(_aligned(length) - length))


@dataclass(frozen=True, slots=True)
class TableFile:
    """A table file mapped into memory."""

    path: Path
    directory: Directory
    content: mmap.mmap

    def stored(self, group: Group) -> memoryview:
        """A group's body as stored in the file, after checking its checksum."""
        entry = self.directory.entries[group]
        stored_bytes = memoryview(self.content)[entry.offset : entry.offset + entry.length]
        if zlib.crc32(stored_bytes) != entry.checksum:
            raise self._damaged(group)
        return stored_bytes

    def body(self, group: Group) -> PackedGroup:
        """A group's words and distances, without a copy unless they are compressed."""
        size, stored_bytes = self.directory.size, self.stored(group)
        if self.directory.compressed:
            content = _decompress(stored_bytes, body_length(size, group, self.directory.distances))
            if content is None:
                raise self._damaged(group)
            stored_bytes = memoryview(content)
        words = 4 * rows(size, group) * stride(size, group)
        distances = (
            np.frombuffer(stored_bytes[words:], np.uint8) if self.directory.distances else None
        )
        return PackedGroup(np.frombuffer(stored_bytes[:words], "<u4"), distances)

    def _damaged(self, group: Group) -> TableError:
        where = {"file": str(self.path), "own": group.own, "other": group.other}
        return TableError(Reason("table-damaged", where))


def read(path: Path, size: int | None = None) -> TableFile:
    """Open a file and check everything but its bodies."""
    content = map_file(path)
    with memoryview(content) as whole:
        return TableFile(path, _directory(str(path), whole, size), content)


def _directory(name: str, content: memoryview, expected_size: int | None) -> Directory:
    check_magic(name, content, _HEADER.size)
    _, version, _, game, size, holds, count, length = _HEADER.unpack_from(content)
    check_version(name, version, VERSION)
    head_length = _HEADER.size + _ENTRY.size * count
    if len(content) < head_length + _CHECK.size:
        raise TableError(Reason("table-cut", {"file": name}))
    if _CHECK.unpack_from(content, head_length)[0] != zlib.crc32(content[:head_length]):
        raise TableError(Reason("table-header", {"file": name}))
    check_game(name, game, GAME)
    if expected_size is not None and size != expected_size:
        raise TableError(
            Reason("table-size", {"file": name, "size": size, "wanted": expected_size})
        )
    entries = [_entry(content, _HEADER.size + _ENTRY.size * i) for i in range(count)]
    directory = Directory(
        size,
        bool(holds & HOLDS_DISTANCES),
        bool(holds & COMPRESSED),
        {entry.group: entry for entry in entries},
    )
    begin = _aligned(head_length + _CHECK.size)
    if len(directory.entries) != count or not _consistent(directory, begin, length):
        raise TableError(Reason("table-contents", {"file": name}))
    check_length(name, content, length)
    return directory


def _entry(content: memoryview, at: int) -> Entry:
    own, other, checksum, offset, length, won, lost, drawn = _ENTRY.unpack_from(content, at)
    return Entry(Group(own, other), checksum, offset, length, GroupCounts(won, lost, drawn))


def _consistent(directory: Directory, begin: int, end: int) -> bool:
    """Whether the bodies have the right lengths and follow each other without a gap."""
    for entry in directory.entries.values():
        if not 0 <= entry.group.cubes <= directory.size**2:
            return False
        if entry.length:
            expected = body_length(directory.size, entry.group, directory.distances)
            if entry.offset != begin or (entry.length != expected and not directory.compressed):
                return False
            begin = _aligned(begin + entry.length)
    return begin == end


def _decompress(body: memoryview, expected: int) -> bytes | None:
    """Decompress a body, or None if its length is wrong; never decompresses more than that."""
    reader = zlib.decompressobj()
    try:
        content = reader.decompress(body, expected + 1)
    except zlib.error:
        return None
    return content if len(content) == expected and reader.eof and not reader.unused_data else None


def _pieces(packed: PackedGroup | None, compressed: bool) -> list[memoryview]:
    if packed is None:
        return []
    words = np.ascontiguousarray(packed.words, "<u4").view(np.uint8)
    arrays = [words] if packed.distances is None else [words, packed.distances]
    plain = [np.ascontiguousarray(array).data for array in arrays]
    return [memoryview(zlib.compress(b"".join(plain), 9))] if compressed else plain


def _aligned(length: int) -> int:
    return -(-length // ALIGNMENT) * ALIGNMENT
