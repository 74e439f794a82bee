"""The certificate of a player who never loses: how it orders boards, and where it makes exceptions.

All numbers are little-endian::

    header      64 bytes  magic, version, game, size, role, number of exceptions, how many bits of
                          each gap are plain, the lengths of the three parts, their CRC-32
    check       4 bytes   CRC-32 of the header
    weights               those of the evaluation, two bytes each, deflated
    gaps                  the exceptions' boards as numbers to the base of three, in order: each gap
                          as so many ones as it has in its upper bits, a zero, and the plain bits
    choices               for each exception how many boards it passes over, a byte, deflated

A board's number has the digit 1 where the mover's mark is, 2 where the other's, a1 the lowest; of
the boards that symmetries make equal, the one that ``symmetry.canonical`` names.
"""

import struct
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from cruces.core import Reason
from cruces.kernels.compiling import compiled
from cruces.kernels.quixo.board import push_table, shape
from cruces.kernels.quixo.evaluation import KINDS, PATTERNS, Evaluation, evaluation
from cruces.kernels.quixo.search import Board
from cruces.kernels.quixo.symmetry import symmetry_table
from cruces.solvers.errors import TableError

MAGIC = b"\x89QXC\r\n\x1a\n"
VERSION = 1
GAME = b"quixo"
FIRST, SECOND = 1, 2
"""Roles, which add up: who begins, and who does not."""
_HEADER = struct.Struct("<8sHH16sBBHIIIII12x")
_CHECK = struct.Struct("<I")
MOVER_SHIFT, NAMED = 25, 50
"""Where ``search.key_of`` has the mover's mask, and the bit that every name has."""
Keys = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a policy has to know besides its rules.

    ``keys`` are the names of exceptions as ``search.key_of`` has them, in order; ``skipped`` says
    for each how many boards it passes over.
    """

    size: int
    roles: int
    weights: npt.NDArray[np.int16]
    keys: Keys
    skipped: npt.NDArray[np.uint8]

    def board(self) -> Board:
        """What the kernels have to know, with the weights of the certificate."""
        usual = evaluation(self.size)
        known = Evaluation(self.weights, usual.turn, usual.falling, usual.rising)
        return Board(shape(self.size), push_table(self.size), known, symmetry_table(self.size))

    def passed(self, key: np.uint64) -> int:
        """How many boards are passed over in a position with this name."""
        place = int(np.searchsorted(self.keys, key))
        found = place < len(self.keys) and self.keys[place] == key
        return int(self.skipped[place]) if found else 0


def certificate_of(size: int) -> Certificate | None:
    """The certificate that comes with the package, if there is one for this board."""
    path = Path(__file__).with_name(f"quixo-{size}.certificate")
    return read(path) if path.exists() else None


def write(file: BinaryIO, certificate: Certificate) -> None:
    """Write a certificate."""
    size = certificate.size
    numbers = np.sort(_numbers(size, certificate.keys))
    gaps = np.diff(numbers, prepend=np.uint64(0))
    plain = max(int(np.mean(gaps) * np.log(2)).bit_length() - 1, 0) if len(gaps) else 0
    in_order = np.argsort(_numbers(size, certificate.keys), kind="stable")
    parts = (
        zlib.compress(certificate.weights.astype("<i2").tobytes(), 9),
        np.packbits(_coded(gaps, plain), bitorder="little").tobytes(),
        zlib.compress(certificate.skipped[in_order].tobytes(), 9),
    )
    header = _HEADER.pack(
        MAGIC, VERSION, 0, GAME, size, certificate.roles, plain, len(gaps), *map(len, parts),
        zlib.crc32(b"".join(parts)),
    )  # fmt: skip
    file.write(header + _CHECK.pack(zlib.crc32(header)) + b"".join(parts))


def read(path: Path) -> Certificate:
    """The certificate in a file, if it is one and nothing is wrong with it."""
    return parse(str(path), path.read_bytes())


def parse(name: str, content: bytes) -> Certificate:
    """The certificate in some bytes."""
    told = _HEADER.size + _CHECK.size
    if content[: len(MAGIC)] != MAGIC[: len(content)] or not content:
        raise TableError(Reason("certificate-foreign", {"file": name}))
    if len(content) < told:
        raise TableError(Reason("certificate-cut", {"file": name}))
    _, version, _, game, size, roles, plain, count, *lengths, checksum = _HEADER.unpack_from(
        content
    )
    if version > VERSION:
        known = {"file": name, "version": version, "known": VERSION}
        raise TableError(Reason("certificate-newer", known))
    header_right = _CHECK.unpack_from(content, _HEADER.size)[0] == zlib.crc32(
        content[: _HEADER.size]
    )
    if not header_right or game.rstrip(b"\0") != GAME or not 2 <= size <= 5:
        raise TableError(Reason("certificate-damaged", {"file": name}))
    if len(content) < told + sum(lengths):
        raise TableError(Reason("certificate-cut", {"file": name}))
    if len(content) > told + sum(lengths) or zlib.crc32(content[told:]) != checksum:
        raise TableError(Reason("certificate-damaged", {"file": name}))
    weights, gaps, choices = _parts(content[told:], lengths)
    bits = np.unpackbits(np.frombuffer(gaps, np.uint8), bitorder="little")
    try:
        found = Certificate(
            size,
            roles,
            np.frombuffer(zlib.decompress(weights), "<i2")
            .reshape(size**2 + 1, KINDS, PATTERNS)
            .astype(np.int16),
            _keys(size, np.cumsum(_decoded(bits, plain, count))),
            np.frombuffer(zlib.decompress(choices), np.uint8),
        )
    except (ValueError, zlib.error) as error:
        raise TableError(Reason("certificate-damaged", {"file": name})) from error
    if len(found.skipped) != count:
        raise TableError(Reason("certificate-damaged", {"file": name}))
    order = np.argsort(found.keys)
    return replace(found, keys=found.keys[order], skipped=found.skipped[order])


def _parts(content: bytes, lengths: list[int]) -> list[bytes]:
    begins = [sum(lengths[:i]) for i in range(len(lengths))]
    return [content[at : at + length] for at, length in zip(begins, lengths, strict=True)]


def _numbers(size: int, keys: Keys) -> Keys:
    """Boards to the base of three."""
    numbers = np.zeros(len(keys), np.uint64)
    for square in range(size**2):
        for digit, shift in ((1, MOVER_SHIFT), (2, 0)):
            marks = keys >> np.uint64(shift + square) & np.uint64(1)
            numbers += marks * np.uint64(digit * 3**square)
    return numbers


def _keys(size: int, numbers: Keys) -> Keys:
    """The names of boards that were numbers."""
    keys = np.full(len(numbers), 1 << NAMED, np.uint64)
    for square in range(size**2):
        numbers, digits = np.divmod(numbers, np.uint64(3))
        keys |= (digits == 1).astype(np.uint64) << np.uint64(MOVER_SHIFT + square)
        keys |= (digits == 2).astype(np.uint64) << np.uint64(square)
    return keys


def _coded(gaps: Keys, plain: int) -> npt.NDArray[np.uint8]:
    """Gaps as bits: the upper ones counted, the lower ones as they are (Rice)."""
    bits = np.zeros(int(np.sum(gaps >> np.uint64(plain))) + len(gaps) * (plain + 1), np.uint8)
    _code(gaps, plain, bits)
    return bits


@compiled
def _code(gaps: Keys, plain: int, bits: npt.NDArray[np.uint8]) -> None:
    at = 0
    for gap in gaps:
        upper = int(gap >> np.uint64(plain))
        bits[at : at + upper] = 1
        at += upper + 1
        for i in range(plain):
            bits[at + i] = (gap >> np.uint64(i)) & np.uint64(1)
        at += plain


@compiled
def _decoded(bits: npt.NDArray[np.uint8], plain: int, count: int) -> Keys:
    """The gaps again; ValueError if the bits end too early."""
    gaps, at = np.zeros(count, np.uint64), 0
    for number in range(count):
        upper = 0
        while at < bits.size and bits[at] == 1:
            upper += 1
            at += 1
        at += 1
        if at + plain > bits.size:
            raise ValueError("cut")
        gap = np.uint64(upper) << np.uint64(plain)
        for i in range(plain):
            gap |= np.uint64(bits[at + i]) << np.uint64(i)
        gaps[number] = gap
        at += plain
    return gaps
