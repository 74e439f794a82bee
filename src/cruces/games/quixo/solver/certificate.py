"""The certificate of a player who never loses: how it orders boards, and which are exceptions.

After the header (``certificate_header``) the file has three parts; all numbers are little-endian::

    weights               those of the policy, two bytes each, compressed (xz)
    groups                for each group of exceptions: the number of the mover's marks at the edge
                          and inside, the number of neutral cubes at the edge and inside, the
                          number of plain bits in a gap (one byte each), and the number of
                          exceptions (four bytes)
    gaps                  the gaps between the exceptions' numbers, in order, group by group: the
                          upper bits in unary (ones, then a zero), then the plain bits

``symmetry.canonical`` represents all boards that differ only by a symmetry. The number of such a
board in its group combines the rank of the mover's marks among the masks up to symmetry with the
rank of the neutral cubes among the ways to choose them from the free squares at the edge and
inside.
"""

import lzma
import struct
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from math import comb
from pathlib import Path
from typing import BinaryIO, NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

from cruces.core import Reason
from cruces.games.quixo.kernel.board import Masks, Shape, push_table, shape
from cruces.games.quixo.kernel.evaluation import (
    KINDS,
    PATTERNS,
    evaluation,
    mirror_images,
)
from cruces.games.quixo.kernel.lines import crossed_lines
from cruces.games.quixo.kernel.policy import LEADS
from cruces.games.quixo.kernel.search import BoardTables
from cruces.games.quixo.kernel.symmetry import (
    KEY_BIT,
    MOVER_SHIFT,
    SYMMETRIES,
    image_table,
    symmetry_table,
    transform,
)
from cruces.games.quixo.solver.certificate_header import (
    NO_COUNTS,
    CertificateHeader,
    PositionCounts,
    read_header,
    shipped_path,
)
from cruces.games.quixo.solver.index import next_mask
from cruces.kernels.cache_folder import cache_folder
from cruces.kernels.jit import INTERPRETED, compiled
from cruces.solvers.errors import TableError
from cruces.solvers.files import atomic_file

_GROUP = struct.Struct("<BBBBBI")
_CHECK = struct.Struct("<I")
Keys = npt.NDArray[np.uint64]
Bits = npt.NDArray[np.uint8]


class CertificateGroup(NamedTuple):
    """Boards with equal numbers of the mover's marks and neutral cubes, at the edge and inside."""

    own_edge: int
    own_inside: int
    neutral_edge: int
    neutral_inside: int

    @property
    def own(self) -> int:
        """The number of the mover's marks."""
        return self.own_edge + self.own_inside

    def ways(self, size: int) -> int:
        """The number of ways to place the neutral cubes, for any marks of the mover."""
        inside = (size - 2) ** 2
        free_edge, free_inside = size**2 - inside - self.own_edge, inside - self.own_inside
        if free_edge < 0 or free_inside < 0:
            return 0
        return comb(free_edge, self.neutral_edge) * comb(free_inside, self.neutral_inside)


@dataclass(frozen=True, slots=True)
class Certificate:
    """What the policy needs besides its rules.

    ``exceptions`` are canonical keys of boards with the opponent to move, sorted. ``counts`` are
    the positions that the player meets, as the file states them.
    """

    size: int
    roles: int
    weights: npt.NDArray[np.int16]
    exceptions: Keys
    counts: PositionCounts = NO_COUNTS

    def board_tables(self) -> BoardTables:
        """The tables for the kernels, with the weights of the certificate.

        A pattern gets the weight of its mirror image, whatever the certificate says: symmetric
        boards must have the same score, or the proof could not treat them as one.
        """
        default = evaluation(self.size)
        weights = np.take(self.weights, mirror_images(self.size), axis=-1)
        return BoardTables(
            shape(self.size),
            push_table(self.size),
            default._replace(weights=weights),
            crossed_lines(self.size),
            image_table(self.size),
        )


def certificate_of(size: int) -> Certificate | None:
    """The certificate that the package ships for this board, if any."""
    path = shipped_path(size)
    return read(path) if path.exists() else None


def kept_certificate(size: int) -> Certificate | None:
    """The same for bots: the exceptions are unpacked once and kept in the cache folder.

    A process without machine code does not unpack them: it gets None until another process has.
    """
    path = shipped_path(size)
    if not path.exists():
        return None
    name, content = str(path), path.read_bytes()
    kept = cache_folder() / "tables" / f"quixo-{size}-{sha256(content).hexdigest()[:16]}.exceptions"
    exceptions = _kept(kept)
    if exceptions is None and INTERPRETED:
        return None
    found = parse(name, content, exceptions)
    if exceptions is None:
        with suppress(OSError):  # full or read-only disk: it is unpacked again next time
            _keep(kept, found.exceptions)
    return found


def _kept(path: Path) -> Keys | None:
    """What ``_keep`` wrote, if it is complete."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    body = content[: -_CHECK.size]
    if len(body) % 8 or content[-_CHECK.size :] != _CHECK.pack(crc32(body)):
        return None
    return np.frombuffer(body, "<u8").astype(np.uint64, copy=False)


def _keep(path: Path, exceptions: Keys) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    for old in path.parent.glob(f"{path.name.rsplit('-', 1)[0]}-*{path.suffix}"):
        old.unlink()  # of another certificate for the same board
    body = exceptions.astype("<u8").tobytes()
    with atomic_file(path) as file:
        file.write(body + _CHECK.pack(crc32(body)))


def opening_policy(size: int) -> tuple[Certificate, int]:
    """The shipped policy without its exceptions, and the fewest marked cubes of any exception.

    With fewer marked cubes both are the same. Reading it needs no machine code.

    >>> opening_policy(5)[1]
    8
    """
    header = read_header(str(shipped_path(size)), shipped_path(size).read_bytes())
    weights, groups, _ = header.parts
    exception_groups = [CertificateGroup(*marks) for *marks, _, _ in _GROUP.iter_unpack(groups)]
    marks = (size**2 - each.neutral_edge - each.neutral_inside for each in exception_groups)
    none = np.zeros(0, np.uint64)
    return Certificate(size, header.roles, _weights(size, weights), none), min(marks, default=99)


def write(file: BinaryIO, certificate: Certificate) -> None:
    """Write a certificate."""
    size = certificate.size
    by_group = _groups(size, certificate.exceptions)
    groups, encoded = b"", []
    for group, keys in sorted(by_group.items(), key=lambda item: (item[0].own, item[0])):
        numbers = np.sort(_numbers_of_keys(size, group, keys))
        gaps: Keys = np.diff(numbers, prepend=np.uint64(0)).astype(np.uint64)
        plain = max(int(np.mean(gaps) * np.log(2)).bit_length() - 1, 0)
        groups += _GROUP.pack(*group, plain, len(gaps))
        encoded.append(_encode(gaps, plain))
    weights = lzma.compress(certificate.weights.astype("<i2").tobytes(), preset=9)
    parts = weights, groups, _pack_bits(encoded)
    total = len(certificate.exceptions)
    file.write(bytes(CertificateHeader(size, certificate.roles, total, certificate.counts, parts)))


def read(path: Path) -> Certificate:
    """Read a certificate; raises TableError if the file is not a valid one."""
    return parse(str(path), path.read_bytes())


def parse(name: str, content: bytes, exceptions: Keys | None = None) -> Certificate:
    """Decode a certificate; ``name`` is for error messages.

    The exceptions are not unpacked if they are given.
    """
    header = read_header(name, content)
    weights, groups, gaps = header.parts
    try:
        certificate = Certificate(
            header.size,
            header.roles,
            _weights(header.size, weights),
            np.unique(_keys(header.size, groups, _unpack_bits(gaps)))
            if exceptions is None
            else exceptions,
            header.counts,
        )
    except (ValueError, struct.error, lzma.LZMAError) as error:
        raise TableError(Reason("certificate-damaged", {"file": name})) from error
    if len(certificate.exceptions) != header.exceptions:
        raise TableError(Reason("certificate-damaged", {"file": name}))
    return certificate


def _weights(size: int, packed: bytes) -> npt.NDArray[np.int16]:
    """The weights of the policy; ValueError or LZMAError if they are none."""
    found = np.frombuffer(lzma.decompress(packed), "<i2")
    return found.reshape(size**2 + 1, LEADS, KINDS, PATTERNS).astype(np.int16)


def _groups(size: int, keys: Keys) -> dict[CertificateGroup, Keys]:
    """Sort boards into their groups."""
    full = np.uint64(shape(size).full)
    mover = keys >> np.uint64(MOVER_SHIFT) & full
    neutral = ~(mover | keys) & full
    edge, inside = np.uint64(_edge(size)), np.uint64(~_edge(size) & int(full))
    parts = mover & edge, mover & inside, neutral & edge, neutral & inside
    group_counts = np.stack([np.bitwise_count(part) for part in parts], axis=1)
    distinct, places = np.unique(group_counts, axis=0, return_inverse=True)
    return {
        CertificateGroup(*each): keys[places.ravel() == i]
        for i, each in enumerate(distinct.tolist())
    }


def _keys(size: int, groups: bytes, bits: Bits) -> Keys:
    """Decode the keys of all exceptions; ValueError if the groups are invalid."""
    keys, at = [np.zeros(0, np.uint64)], 0
    for *marks, plain, count in _GROUP.iter_unpack(groups):
        group = CertificateGroup(*marks)
        if not group.ways(size) or not 0 < count <= len(bits):
            raise ValueError("invalid group")
        gaps = np.zeros(count, np.uint64)
        at = _decode(bits, at, plain, gaps)
        keys.append(_keys_of_numbers(size, group, np.cumsum(gaps)))
    return np.concatenate(keys)


def _numbers_of_keys(size: int, group: CertificateGroup, keys: Keys) -> Keys:
    """The numbers of boards in their group, from their keys."""
    movers = (keys >> np.uint64(MOVER_SHIFT) & np.uint64(2**MOVER_SHIFT - 1)).astype(np.uint32)
    masks = _mover_masks(size, group.own_edge, group.own_inside)
    rows = np.searchsorted(masks, movers).astype(np.uint64)
    ways = np.zeros(len(keys), np.uint64)
    _rank_neutral(_binomials(size), shape(size).cells, _edge(size), keys, ways)
    numbers: Keys = rows * np.uint64(group.ways(size)) + ways
    return numbers


def _keys_of_numbers(size: int, group: CertificateGroup, numbers: Keys) -> Keys:
    """The keys of the boards with these numbers in their group; ValueError if there are none."""
    ways = np.uint64(group.ways(size))
    movers = _mover_masks(size, group.own_edge, group.own_inside)
    rows = numbers // ways
    if np.max(rows) >= len(movers):
        raise ValueError("invalid board")
    keys: Keys = np.uint64(1 << KEY_BIT) | movers[rows].astype(np.uint64) << np.uint64(MOVER_SHIFT)
    neutral = group.neutral_edge, group.neutral_inside
    _place_opponent(
        _binomials(size), shape(size).cells, _edge(size), *neutral, numbers % ways, keys
    )
    return keys


@lru_cache(maxsize=1)  # groups come in order of the mover's marks
def _mover_masks(size: int, edge: int, inside: int) -> Masks:
    """The masks up to symmetry with these numbers of squares at the edge and inside, sorted."""
    masks = _orbit_masks(size, edge + inside)
    rows: Masks = masks[np.bitwise_count(masks & np.uint32(_edge(size))) == edge]
    return rows


def _edge(size: int) -> int:
    """The squares at the edge of a board, as a mask."""
    inside = sum(((1 << size - 2) - 1) << size * row + 1 for row in range(1, size - 1))
    return shape(size).full & ~inside


@cache
def _binomials(size: int) -> Keys:
    """``[n, k]``: the number of ways to choose k of n squares."""
    most = size**2 + 1
    return np.array([[comb(n, k) for k in range(most)] for n in range(most)], np.uint64)


@lru_cache(maxsize=1)
def _orbit_masks(size: int, count: int) -> Masks:
    """The masks with ``count`` squares up to symmetry, sorted: of each orbit the least.

    ``index.orbits`` has them too, but keeps a hundred megabytes of other data.
    """
    masks = np.zeros(comb(size**2, count), np.uint32)
    length = _list_orbit_masks(shape(size), symmetry_table(size), count, masks)
    return masks[:length].copy()


@compiled
def _list_orbit_masks(shape: Shape, symmetries: Masks, count: int, masks: Masks) -> int:
    length, mask = 0, np.uint32((1 << count) - 1)
    for _ in range(masks.size):
        symmetry = 1
        while symmetry < SYMMETRIES and transform(shape, symmetries, symmetry, mask) >= mask:
            symmetry += 1
        if symmetry == SYMMETRIES:
            masks[length] = mask
            length += 1
        mask = next_mask(mask)
    return length


@compiled
def _rank_neutral(binomials: Keys, cells: int, edge: int, keys: Keys, numbers: Keys) -> None:
    """Rank the choice of neutral squares among the squares that the mover leaves free."""
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
                number[zone] += binomials[free[zone], chosen[zone]]
            free[zone] += 1
        numbers[i] = number[1] * binomials[free[0], chosen[0]] + number[0]


@compiled
def _place_opponent(
    binomials: Keys,
    cells: int,
    edge: int,
    neutral_edge: int,
    neutral_inside: int,
    numbers: Keys,
    keys: Keys,
) -> None:
    """Add the opponent's squares to keys that contain only the mover's."""
    one = np.uint64(1)
    free, chosen = np.empty(2, np.int64), np.empty(2, np.int64)  # inside, at the edge
    number = np.empty(2, np.uint64)
    for i in range(keys.size):
        free[:] = 0
        for square in range(cells):
            free[edge >> square & 1] += not keys[i] >> np.uint64(MOVER_SHIFT + square) & one
        chosen[0], chosen[1] = neutral_inside, neutral_edge
        ways = binomials[free[0], neutral_inside]
        number[0], number[1] = numbers[i] % ways, numbers[i] // ways
        for square in range(cells - 1, -1, -1):
            if keys[i] >> np.uint64(MOVER_SHIFT + square) & one:
                continue
            zone = edge >> square & 1
            free[zone] -= 1
            if chosen[zone] > 0 and binomials[free[zone], chosen[zone]] <= number[zone]:
                number[zone] -= binomials[free[zone], chosen[zone]]
                chosen[zone] -= 1
            else:
                keys[i] |= one << np.uint64(square)


def _unpack_bits(content: bytes) -> Bits:
    return np.unpackbits(np.frombuffer(content, np.uint8), bitorder="little")


def _pack_bits(encoded: list[Bits]) -> bytes:
    return np.packbits(
        np.concatenate([np.zeros(0, np.uint8), *encoded]), bitorder="little"
    ).tobytes()


def _encode(gaps: Keys, plain: int) -> Bits:
    """Encode gaps as bits (Rice code): the upper bits in unary, the lower ones as they are."""
    bits = np.zeros(int(np.sum(gaps >> np.uint64(plain))) + len(gaps) * (plain + 1), np.uint8)
    _fill_encoding(gaps, plain, bits)
    return bits


@compiled
def _fill_encoding(gaps: Keys, plain: int, bits: Bits) -> None:
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
    """Decode gaps from bit ``at`` on; returns where they end. ValueError if bits are missing."""
    for number in range(gaps.size):
        upper = 0
        while at < bits.size and bits[at] == 1:
            upper += 1
            at += 1
        at += 1
        if at + plain > bits.size:
            raise ValueError("truncated")
        gap = np.uint64(upper) << np.uint64(plain)
        for i in range(plain):
            gap |= np.uint64(bits[at + i]) << np.uint64(i)
        gaps[number] = gap
        at += plain
    return at
