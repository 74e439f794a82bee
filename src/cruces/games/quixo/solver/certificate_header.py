"""What the file of a certificate claims, and that it is whole; to unpack it takes a compiler.

All numbers are little-endian::

    header      80 bytes  magic, version, game, size, role, number of exceptions, the lengths of the
                          parts, their CRC-32, and how many positions there are in which a win is
                          seen, how many others, and in how many of these an exception is passed
                          over (eight bytes each)
    check       4 bytes   CRC-32 of the header
    parts                 weights, groups and gaps: see ``certificate``
"""

import struct
import zlib
from pathlib import Path
from typing import NamedTuple

from cruces.core import Reason
from cruces.solvers.errors import TableError

MAGIC = b"\x89QXC\r\n\x1a\n"
VERSION = 1
GAME = b"quixo"
FIRST, SECOND = 1, 2
"""Roles, which add up: who begins, and who does not."""
_HEADER = struct.Struct("<8sHH16sBB2xIIIIIQQQ4x")
_CHECK = struct.Struct("<I")


class Tally(NamedTuple):
    """How many positions were won at sight and how many played on, some past an exception."""

    won: int = 0
    played: int = 0
    past: int = 0


NOTHING = Tally()


class Claim(NamedTuple):
    """On what board the player never loses, in which roles, and what it meets there."""

    size: int
    roles: int
    exceptions: int
    told: Tally
    parts: tuple[bytes, ...]
    """Weights, groups and gaps."""

    def __bytes__(self) -> bytes:
        """The file."""
        parts = b"".join(self.parts)
        header = _HEADER.pack(
            MAGIC, VERSION, 0, GAME, self.size, self.roles, self.exceptions,
            *map(len, self.parts), zlib.crc32(parts), *self.told,
        )  # fmt: skip
        return header + _CHECK.pack(zlib.crc32(header)) + parts


def shipped(size: int) -> Path:
    """Where the certificate of a board would be that comes with the package."""
    return Path(__file__).with_name(f"quixo-{size}.certificate")


def claim_of(size: int) -> Claim | None:
    """What the certificate claims that comes with the package, if there is one for this board."""
    path = shipped(size)
    return read_claim(str(path), path.read_bytes()) if path.exists() else None


def read_claim(name: str, content: bytes) -> Claim:
    """What a file claims, if it is a certificate and nothing was changed in it."""
    begin = _HEADER.size + _CHECK.size
    if content[: len(MAGIC)] != MAGIC[: len(content)] or not content:
        raise TableError(Reason("certificate-foreign", {"file": name}))
    if len(content) < begin:
        raise TableError(Reason("certificate-cut", {"file": name}))
    _, version, _, game, size, roles, count, *rest = _HEADER.unpack_from(content)
    *lengths, checksum = rest[:4]
    if version > VERSION:
        known = {"file": name, "version": version, "known": VERSION}
        raise TableError(Reason("certificate-newer", known))
    header_right = _CHECK.unpack_from(content, _HEADER.size)[0] == zlib.crc32(
        content[: _HEADER.size]
    )
    if not header_right or game.rstrip(b"\0") != GAME or not 2 <= size <= 5:
        raise TableError(Reason("certificate-damaged", {"file": name}))
    if len(content) < begin + sum(lengths):
        raise TableError(Reason("certificate-cut", {"file": name}))
    if len(content) > begin + sum(lengths) or zlib.crc32(content[begin:]) != checksum:
        raise TableError(Reason("certificate-damaged", {"file": name}))
    ends = [begin + sum(lengths[: i + 1]) for i in range(len(lengths))]
    parts = (content[end - length : end] for end, length in zip(ends, lengths, strict=True))
    return Claim(size, roles, count, Tally(*rest[4:]), tuple(parts))
