"""The certificate of a player who never loses: how it orders boards, and where it makes exceptions.

All numbers are little-endian::

    header      80 bytes  magic, version, game, size, role, number of exceptions, the lengths of the
                          four parts, their CRC-32, and how many positions there are in which a win
                          is seen, and others (eight bytes each)
    check       4 bytes   CRC-32 of the header
    weights               those of the policy, two bytes each, compressed (xz)
    groups                for each group of exceptions: how many marks the mover has and how many
                          the other (a byte each), how many bits of a gap are plain (a byte), how
                          many exceptions there are (four bytes)
    gaps                  the exceptions' numbers, in order, group by group: each gap as so many
                          ones as it has in its upper bits, a zero, and the plain bits
    choices               for each exception how many boards it passes over besides the first: as
                          many ones, and a zero

Of the boards that symmetries make equal, ``symmetry.canonical`` names one. Its number in its group:
the mover's marks are one of so many masks up to symmetry, the other's one of so many ways to choose
from the squares that are left; both are counted in the order of the masks.
"""

import lzma
import struct
import zlib
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import comb
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.core import Reason
from cruces.kernels.compiling import compiled
from cruces.kernels.quixo.board import Masks, Shape, push_table, shape
from cruces.kernels.quixo.evaluation import (
    KINDS,
    PATTERNS,
    Evaluation,
    evaluation,
    mirror_images,
)
from cruces.kernels.quixo.policy import LEADS
from cruces.kernels.quixo.search import Board
from cruces.kernels.quixo.symmetry import SYMMETRIES, symmetry_table, transform
from cruces.solvers.errors import TableError
from cruces.solvers.quixo.index import next_mask

MAGIC = b"\x89QXC\r\n\x1a\n"
VERSION = 1
GAME = b"quixo"
FIRST, SECOND = 1, 2
"""Roles, which add up: who begins, and who does not."""
_HEADER = struct.Struct("<8sHH16sBB2xIIIIIIQQ8x")
_GROUP = struct.Struct("<BBBI")
_CHECK = struct.Struct("<I")
MOVER_SHIFT, NAMED = 25, 50
"""Where ``search.key_of`` has the mover's mask, and the bit that every name has."""
Keys = npt.NDArray[np.uint64]
Bits = npt.NDArray[np.uint8]


class Tally(NamedTuple):
    """How many positions were won at sight and how many played on, some of them as exceptions."""

    won: int = 0
    played: int = 0
    exceptions: int = 0


NOTHING = Tally()


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a policy has to know besides its rules.

    ``keys`` are the names of exceptions as ``search.key_of`` has them, in order; ``skipped`` says
    for each how many boards it passes over. ``told`` is what its player is said to meet.
    """

    size: int
    roles: int
    weights: npt.NDArray[np.int16]
    keys: Keys
    skipped: npt.NDArray[np.uint8]
    told: Tally = NOTHING

    def board(self) -> Board:
        """What the kernels have to know, with the weights of the certificate.

        A pattern has the weight of its mirror image, whatever the certificate says: symmetric
        boards must have the same score, or they could not be one in the proof.
        """
        usual = evaluation(self.size)
        weights = np.take(self.weights, mirror_images(self.size), axis=-1)
        known = Evaluation(weights, usual.turn, usual.falling, usual.rising)
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
    own, other = _counts(certificate.keys)
    groups, coded, choices = b"", [], []
    for pair in sorted(set(zip(own.tolist(), other.tolist(), strict=True))):
        of_it = (own == pair[0]) & (other == pair[1])
        gaps = np.diff(_numbers(size, *pair, certificate.keys[of_it]), prepend=np.uint64(0))
        plain = max(int(np.mean(gaps) * np.log(2)).bit_length() - 1, 0)
        groups += _GROUP.pack(*pair, plain, len(gaps))
        coded.append(_coded(gaps, plain))
        choices.append(_coded(certificate.skipped[of_it].astype(np.uint64) - np.uint64(1), 0))
    parts = (
        lzma.compress(certificate.weights.astype("<i2").tobytes(), preset=9),
        groups,
        _packed(coded),
        _packed(choices),
    )
    header = _HEADER.pack(
        MAGIC, VERSION, 0, GAME, size, certificate.roles, len(own), *map(len, parts),
        zlib.crc32(b"".join(parts)), certificate.told.won, certificate.told.played,
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
    _, version, _, game, size, roles, count, *rest = _HEADER.unpack_from(content)
    *lengths, checksum, won, played = rest
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
    weights, groups, gaps, choices = _parts(content[told:], lengths)
    skipped = np.zeros(count if count <= 8 * len(choices) else 0, np.uint64)
    try:
        _decode(_bits(choices), 0, 0, skipped)
        found = Certificate(
            size,
            roles,
            np.frombuffer(lzma.decompress(weights), "<i2")
            .reshape(size**2 + 1, LEADS, KINDS, PATTERNS)
            .astype(np.int16),
            _keys(size, groups, _bits(gaps)),
            skipped.astype(np.uint8) + np.uint8(1),
            Tally(won, played, count),
        )
    except (ValueError, struct.error, lzma.LZMAError) as error:
        raise TableError(Reason("certificate-damaged", {"file": name})) from error
    if not count == len(found.keys) == len(found.skipped):
        raise TableError(Reason("certificate-damaged", {"file": name}))
    order = np.argsort(found.keys)
    return replace(found, keys=found.keys[order], skipped=found.skipped[order])


def _parts(content: bytes, lengths: list[int]) -> list[bytes]:
    begins = [sum(lengths[:i]) for i in range(len(lengths))]
    return [content[at : at + length] for at, length in zip(begins, lengths, strict=True)]


def _counts(keys: Keys) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """How many marks the mover has, and how many the other."""
    full = np.uint64(2**MOVER_SHIFT - 1)
    return np.bitwise_count(keys >> np.uint64(MOVER_SHIFT) & full), np.bitwise_count(keys & full)


def _keys(size: int, groups: bytes, bits: Bits) -> Keys:
    """The names of boards; ValueError if they are none."""
    found, at = [np.zeros(0, np.uint64)], 0
    for own, other, plain, count in _GROUP.iter_unpack(groups):
        if own + other > size**2 or count > len(bits):
            raise ValueError("no such group")
        gaps = np.zeros(count, np.uint64)
        at = _decode(bits, at, plain, gaps)
        found.append(_named(size, own, other, np.cumsum(gaps)))
    return np.concatenate(found)


def _numbers(size: int, own: int, other: int, keys: Keys) -> Keys:
    """The numbers of boards in their group."""
    movers = (keys >> np.uint64(MOVER_SHIFT) & np.uint64(2**MOVER_SHIFT - 1)).astype(np.uint32)
    rows = np.searchsorted(_least_masks(size, own), movers).astype(np.uint64)
    ways = np.zeros(len(keys), np.uint64)
    _number(_choices(size), size**2, keys, ways)
    numbers: Keys = rows * np.uint64(comb(size**2 - own, other)) + ways
    return numbers


def _named(size: int, own: int, other: int, numbers: Keys) -> Keys:
    """The boards that have these numbers in their group; ValueError if there are no such boards."""
    ways, movers = np.uint64(comb(size**2 - own, other)), _least_masks(size, own)
    rows = numbers // ways
    if np.max(rows) >= len(movers):
        raise ValueError("no such board")
    keys: Keys = np.uint64(1 << NAMED) | movers[rows].astype(np.uint64) << np.uint64(MOVER_SHIFT)
    _unnumber(_choices(size), size**2, own, other, numbers % ways, keys)
    return keys


@cache
def _choices(size: int) -> Keys:
    """``[n, k]``: in how many ways k of n squares can be chosen."""
    most = size**2 + 1
    return np.array([[comb(n, k) for k in range(most)] for n in range(most)], np.uint64)


@lru_cache(maxsize=1)  # groups come in order of the mover's marks
def _least_masks(size: int, count: int) -> Masks:
    """The masks of so many squares up to symmetry, in order: of equal ones the least.

    ``index.orbits`` has them too, but keeps a hundred megabytes besides.
    """
    found = np.zeros(comb(size**2, count), np.uint32)
    kept = _list_least(shape(size), symmetry_table(size), count, found)
    return found[:kept].copy()


@compiled
def _list_least(shape: Shape, symmetries: Masks, count: int, found: Masks) -> int:
    kept, mask = 0, np.uint32((1 << count) - 1)
    for _ in range(found.size):
        symmetry = 1
        while symmetry < SYMMETRIES and transform(shape, symmetries, symmetry, mask) >= mask:
            symmetry += 1
        if symmetry == SYMMETRIES:
            found[kept] = mask
            kept += 1
        mask = next_mask(mask)
    return kept


@compiled
def _number(choices: Keys, cells: int, keys: Keys, numbers: Keys) -> None:
    """Which of the ways to choose the other's squares from those that the mover leaves free."""
    for i in range(keys.size):
        mover, other = keys[i] >> np.uint64(MOVER_SHIFT), keys[i]
        chosen, free = 0, 0
        for square in range(cells):
            if (mover >> np.uint64(square)) & np.uint64(1):
                continue
            if (other >> np.uint64(square)) & np.uint64(1):
                chosen += 1
                numbers[i] += choices[free, chosen]
            free += 1


@compiled
def _unnumber(choices: Keys, cells: int, own: int, other: int, numbers: Keys, keys: Keys) -> None:
    """Put the other's squares into names that have the mover's."""
    for i in range(keys.size):
        free, chosen, left = cells - own, other, numbers[i]
        for square in range(cells - 1, -1, -1):
            if (keys[i] >> np.uint64(MOVER_SHIFT + square)) & np.uint64(1):
                continue
            free -= 1
            if chosen > 0 and choices[free, chosen] <= left:
                left -= choices[free, chosen]
                chosen -= 1
                keys[i] |= np.uint64(1) << np.uint64(square)


def _bits(content: bytes) -> Bits:
    return np.unpackbits(np.frombuffer(content, np.uint8), bitorder="little")


def _packed(coded: list[Bits]) -> bytes:
    return np.packbits(np.concatenate([np.zeros(0, np.uint8), *coded]), bitorder="little").tobytes()


def _coded(gaps: Keys, plain: int) -> Bits:
    """Gaps as bits: the upper ones counted, the lower ones as they are (Rice)."""
    bits = np.zeros(int(np.sum(gaps >> np.uint64(plain))) + len(gaps) * (plain + 1), np.uint8)
    _code(gaps, plain, bits)
    return bits


@compiled
def _code(gaps: Keys, plain: int, bits: Bits) -> None:
    at = 0
    for gap in gaps:
        upper = int(gap >> np.uint64(plain))
        bits[at : at + upper] = 1
        at += upper + 1
        for i in range(plain):
            bits[at + i] = (gap >> np.uint64(i)) & np.uint64(1)
        at += plain


@compiled
def _decode(bits: Bits, at: int, plain: int, gaps: Keys) -> int:
    """The gaps again, from a place on; where they end. ValueError if the bits end too early."""
    for number in range(gaps.size):
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
    return at
