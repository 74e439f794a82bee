"""The header of a certificate file, and its integrity checks; unpacking it needs a compiler.

All numbers are little-endian::

    header      80 bytes  magic, version, game, size, role, number of exceptions, the lengths of the
                          parts, their CRC-32, and the numbers of positions with a visible win, of
                          other positions, and of those in which an exception is skipped (eight
                          bytes each)
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
"""Roles, as flags: the first player and the second."""
_HEADER = struct.Struct("<8sHH16sBB2xIIIIIQQQ4x")
_CHECK = struct.Struct("<I")


class PositionCounts(NamedTuple):
    """Positions with a visible win, other positions, and those of them that skip an exception."""

    won: int = 0
    played: int = 0
    past: int = 0


NO_COUNTS = PositionCounts()


class CertificateHeader(NamedTuple):
    """A certificate file: the board, the roles in which its player never loses, and the parts."""

    size: int
    roles: int
    exceptions: int
    counts: PositionCounts
    parts: tuple[bytes, ...]
    """Weights, groups and gaps."""

    def __bytes__(self) -> bytes:
        """The bytes of the file."""
        parts = b"".join(self.parts)
        header = _HEADER.pack(
            MAGIC, VERSION, 0, GAME, self.size, self.roles, self.exceptions,
            *map(len, self.parts), zlib.crc32(parts), *self.counts,
        )  # fmt: skip
        return header + _CHECK.pack(zlib.crc32(header)) + parts


def shipped_path(size: int) -> Path:
    """The path of the certificate that the package ships for a board, whether or not it exists."""
    return Path(__file__).with_name(f"quixo-{size}.certificate")


def shipped_header(size: int) -> CertificateHeader | None:
    """The header of the certificate that the package ships for this board, if any."""
    path = shipped_path(size)
    return read_header(str(path), path.read_bytes()) if path.exists() else None


def read_header(name: str, content: bytes) -> CertificateHeader:
    """Decode and check a certificate file; raises TableError if it is not a valid one."""
    begin = _HEADER.size + _CHECK.size
    if content[: len(MAGIC)] != MAGIC[: len(content)] or not content:
        raise TableError(Reason("certificate-foreign", {"file": name}))
    if len(content) < begin:
        raise TableError(Reason("certificate-cut", {"file": name}))
    _, version, _, game, size, roles, count, *rest = _HEADER.unpack_from(content)
    *lengths, checksum = rest[:4]
    if version > VERSION:
        params = {"file": name, "version": version, "known": VERSION}
        raise TableError(Reason("certificate-newer", params))
    header_is_valid = _CHECK.unpack_from(content, _HEADER.size)[0] == zlib.crc32(
        content[: _HEADER.size]
    )
    is_known = game.rstrip(b"\0") == GAME and 2 <= size <= 5 and FIRST <= roles <= FIRST | SECOND
    if not header_is_valid or not is_known:
        raise TableError(Reason("certificate-damaged", {"file": name}))
    if len(content) < begin + sum(lengths):
        raise TableError(Reason("certificate-cut", {"file": name}))
    if len(content) > begin + sum(lengths) or zlib.crc32(content[begin:]) != checksum:
        raise TableError(Reason("certificate-damaged", {"file": name}))
    ends = [begin + sum(lengths[: i + 1]) for i in range(len(lengths))]
    parts = (content[end - length : end] for end, length in zip(ends, lengths, strict=True))
    return CertificateHeader(size, roles, count, PositionCounts(*rest[4:]), tuple(parts))
