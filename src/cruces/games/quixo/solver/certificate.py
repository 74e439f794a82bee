"""The certificate of a player who never loses: how it orders boards, and which are exceptions.

Behind what it claims (``claim``) the file has three parts; all numbers are little-endian::

    weights               those of the policy, two bytes each, compressed (xz)
    groups                for each group of exceptions: how many marks the mover has at the edge and
                          how many inside, how many cubes are neutral at the edge and how many
                          inside, how many bits of a gap are plain (a byte each), how many
                          exceptions there are (four bytes)
    gaps                  the exceptions' numbers, in order, group by group: each gap as so many
                          ones as it has in its upper bits, a zero, and the plain bits

Of the boards that symmetries make equal, ``symmetry.canonical`` names one. Its number in its group:
the mover's marks are one of so many masks up to symmetry, the neutral cubes one of so many ways to
choose from the squares that are left at the edge and of so many inside; all are counted in order.
"""

import lzma
import struct
from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np
import numpy.typing as npt

from cruces.core import Reason
from cruces.games.quixo.kernel.board import Masks, Shape, push_table, shape
from cruces.games.quixo.kernel.evaluation import (
    KINDS,
    PATTERNS,
    Evaluation,
    evaluation,
    mirror_images,
)
from cruces.games.quixo.kernel.policy import LEADS
from cruces.games.quixo.kernel.search import Board
from cruces.games.quixo.kernel.symmetry import SYMMETRIES, symmetry_table, transform
from cruces.games.quixo.solver.certificate_header import NOTHING, Claim, Tally, read_claim, shipped
from cruces.games.quixo.solver.index import next_mask
from cruces.kernels.jit import compiled
from cruces.solvers.errors import TableError

_GROUP = struct.Struct("<BBBBBI")
MOVER_SHIFT, NAMED = 25, 50
"""Where ``search.key_of`` has the mover's mask, and the bit that every name has."""
Keys = npt.NDArray[np.uint64]
Bits = npt.NDArray[np.uint8]


class Group(NamedTuple):
    """Boards with so many marks of the mover's and so many neutral cubes, by where these are."""

    own_edge: int
    own_inside: int
    neutral_edge: int
    neutral_inside: int

    @property
    def own(self) -> int:
        """How many marks the mover has."""
        return self.own_edge + self.own_inside

    def ways(self, size: int) -> int:
        """In how many ways cubes can be neutral, wherever the mover's marks are."""
        inside = (size - 2) ** 2
        free_edge, free_inside = size**2 - inside - self.own_edge, inside - self.own_inside
        if free_edge < 0 or free_inside < 0:
            return 0
        return comb(free_edge, self.neutral_edge) * comb(free_inside, self.neutral_inside)


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a policy has to know besides its rules.

    ``exceptions`` are the names of boards as ``search.key_of`` has them, with the other to move, in
    order. ``told`` is what its player is said to meet.
    """

    size: int
    roles: int
    weights: npt.NDArray[np.int16]
    exceptions: Keys
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


def certificate_of(size: int) -> Certificate | None:
    """The certificate that comes with the package, if there is one for this board."""
    path = shipped(size)
    return read(path) if path.exists() else None


def write(file: BinaryIO, certificate: Certificate) -> None:
    """Write a certificate."""
    size = certificate.size
    found = _groups(size, certificate.exceptions)
    groups, coded = b"", []
    for group, keys in sorted(found.items(), key=lambda item: (item[0].own, item[0])):
        numbers = np.sort(_numbers(size, group, keys))
        gaps: Keys = np.diff(numbers, prepend=np.uint64(0)).astype(np.uint64)
        plain = max(int(np.mean(gaps) * np.log(2)).bit_length() - 1, 0)
        groups += _GROUP.pack(*group, plain, len(gaps))
        coded.append(_coded(gaps, plain))
    weights = lzma.compress(certificate.weights.astype("<i2").tobytes(), preset=9)
    parts = weights, groups, _packed(coded)
    count = len(certificate.exceptions)
    file.write(bytes(Claim(size, certificate.roles, count, certificate.told, parts)))


def read(path: Path) -> Certificate:
    """The certificate in a file, if it is one and nothing is wrong with it."""
    return parse(str(path), path.read_bytes())


def parse(name: str, content: bytes) -> Certificate:
    """The certificate in some bytes."""
    claim = read_claim(name, content)
    weights, groups, gaps = claim.parts
    shape_of_weights = claim.size**2 + 1, LEADS, KINDS, PATTERNS
    try:
        found = Certificate(
            claim.size,
            claim.roles,
            np.frombuffer(lzma.decompress(weights), "<i2")
            .reshape(shape_of_weights)
            .astype(np.int16),
            np.unique(_keys(claim.size, groups, _bits(gaps))),
            claim.told,
        )
    except (ValueError, struct.error, lzma.LZMAError) as error:
        raise TableError(Reason("certificate-damaged", {"file": name})) from error
    if len(found.exceptions) != claim.exceptions:
        raise TableError(Reason("certificate-damaged", {"file": name}))
    return found


def _groups(size: int, keys: Keys) -> dict[Group, Keys]:
    """Boards by their group."""
    full = np.uint64(shape(size).full)
    mover = keys >> np.uint64(MOVER_SHIFT) & full
    neutral = ~(mover | keys) & full
    edge, inside = np.uint64(_edge(size)), np.uint64(~_edge(size) & int(full))
    parts = mover & edge, mover & inside, neutral & edge, neutral & inside
    counts = np.stack([np.bitwise_count(part) for part in parts], axis=1)
    found, places = np.unique(counts, axis=0, return_inverse=True)
    return {Group(*each): keys[places.ravel() == i] for i, each in enumerate(found.tolist())}


def _keys(size: int, groups: bytes, bits: Bits) -> Keys:
    """The names of boards; ValueError if they are none."""
    found, at = [np.zeros(0, np.uint64)], 0
    for *counts, plain, count in _GROUP.iter_unpack(groups):
        group = Group(*counts)
        if not group.ways(size) or not 0 < count <= len(bits):
            raise ValueError("no such group")
        gaps = np.zeros(count, np.uint64)
        at = _decode(bits, at, plain, gaps)
        found.append(_named(size, group, np.cumsum(gaps)))
    return np.concatenate(found)


def _numbers(size: int, group: Group, keys: Keys) -> Keys:
    """The numbers of boards in their group."""
    movers = (keys >> np.uint64(MOVER_SHIFT) & np.uint64(2**MOVER_SHIFT - 1)).astype(np.uint32)
    known = _rows(size, group.own_edge, group.own_inside)
    rows = np.searchsorted(known, movers).astype(np.uint64)
    ways = np.zeros(len(keys), np.uint64)
    _number(_choices(size), shape(size).cells, _edge(size), keys, ways)
    numbers: Keys = rows * np.uint64(group.ways(size)) + ways
    return numbers


def _named(size: int, group: Group, numbers: Keys) -> Keys:
    """The boards that have these numbers in their group; ValueError if there are no such boards."""
    ways = np.uint64(group.ways(size))
    movers = _rows(size, group.own_edge, group.own_inside)
    rows = numbers // ways
    if np.max(rows) >= len(movers):
        raise ValueError("no such board")
    keys: Keys = np.uint64(1 << NAMED) | movers[rows].astype(np.uint64) << np.uint64(MOVER_SHIFT)
    neutral = group.neutral_edge, group.neutral_inside
    _unnumber(_choices(size), shape(size).cells, _edge(size), *neutral, numbers % ways, keys)
    return keys


@lru_cache(maxsize=1)  # groups come in order of the mover's marks
def _rows(size: int, edge: int, inside: int) -> Masks:
    """The masks up to symmetry with so many squares at the edge and inside, in order."""
    masks = _least_masks(size, edge + inside)
    rows: Masks = masks[np.bitwise_count(masks & np.uint32(_edge(size))) == edge]
    return rows


def _edge(size: int) -> int:
    """The squares at the edge of a board, as a mask."""
    inside = sum(((1 << size - 2) - 1) << size * row + 1 for row in range(1, size - 1))
    return shape(size).full & ~inside


@cache
def _choices(size: int) -> Keys:
    """``[n, k]``: in how many ways k of n squares can be chosen."""
    most = size**2 + 1
    return np.array([[comb(n, k) for k in range(most)] for n in range(most)], np.uint64)


@lru_cache(maxsize=1)
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
def _number(choices: Keys, cells: int, edge: int, keys: Keys, numbers: Keys) -> None:
    """Which of the ways to choose neutral squares from those that the mover leaves free."""
    one = np.uint64(1)
    free, chosen = np.empty(2, np.int64), np.empty(2, np.int64)  # inside, at the edge
    number = np.empty(2, np.uint64)
    for i in range(keys.size):
        free[:], chosen[:], number[:] = 0, 0, 0
        for square in range(cells):
            if keys[i] >> np.uint64(MOVER_SHIFT + square) & one:
                continue
            zone = edge >> square & 1
            if not keys[i] >> np.uint64(square) & one:
                chosen[zone] += 1
                number[zone] += choices[free[zone], chosen[zone]]
            free[zone] += 1
        numbers[i] = number[1] * choices[free[0], chosen[0]] + number[0]


@compiled
def _unnumber(
    choices: Keys,
    cells: int,
    edge: int,
    neutral_edge: int,
    neutral_inside: int,
    numbers: Keys,
    keys: Keys,
) -> None:
    """Put the other's squares into names that have the mover's."""
    one = np.uint64(1)
    free, chosen = np.empty(2, np.int64), np.empty(2, np.int64)  # inside, at the edge
    number = np.empty(2, np.uint64)
    for i in range(keys.size):
        free[:] = 0
        for square in range(cells):
            free[edge >> square & 1] += not keys[i] >> np.uint64(MOVER_SHIFT + square) & one
        chosen[0], chosen[1] = neutral_inside, neutral_edge
        ways = choices[free[0], neutral_inside]
        number[0], number[1] = numbers[i] % ways, numbers[i] // ways
        for square in range(cells - 1, -1, -1):
            if keys[i] >> np.uint64(MOVER_SHIFT + square) & one:
                continue
            zone = edge >> square & 1
            free[zone] -= 1
            if chosen[zone] > 0 and choices[free[zone], chosen[zone]] <= number[zone]:
                number[zone] -= choices[free[zone], chosen[zone]]
                chosen[zone] -= 1
            else:
                keys[i] |= one << np.uint64(square)


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
