"""The file format of a value table. All numbers are little-endian.

::

    header  64 bytes   magic, version, game, players, ruling, CRC-32 of the body, length of the
                       whole file; the last four bytes are the CRC-32 of those before them
    body               values[w, place, penalties] as in ``solve``, eight bytes each
"""

import struct
import zlib
from pathlib import Path
from typing import BinaryIO

import numpy as np

from cruces.core import Reason
from cruces.games.qwixx.solver import RULINGS
from cruces.games.qwixx.solver.index import PENALTIES, PLACES
from cruces.games.qwixx.solver.turn import Floats
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
GAME = b"qwixx"
_HEADER = struct.Struct("<8sHH16sHHIQ16x")
_CHECK = struct.Struct("<I")
BODY = _HEADER.size + _CHECK.size


def write(file: BinaryIO, ruling: str, values: Floats) -> None:
    """Write a table."""
    body = np.ascontiguousarray(values, "<f8").view(np.uint8).reshape(-1).data
    header = _HEADER.pack(
        MAGIC,
        VERSION,
        0,
        GAME,
        len(values),
        RULINGS.index(ruling),
        zlib.crc32(body),
        BODY + len(body),
    )
    file.write(header + _CHECK.pack(zlib.crc32(header)))
    file.write(body)


def read(path: Path, players: int, ruling: str) -> Floats:
    """The values in a file, without a copy; raises TableError if it is not the right table."""
    name, content = str(path), memoryview(map_file(path))
    check_magic(name, content, BODY)
    _, version, _, game, for_players, ruling_number, checksum, length = _HEADER.unpack_from(content)
    check_version(name, version, VERSION)
    if _CHECK.unpack_from(content, _HEADER.size)[0] != zlib.crc32(content[: _HEADER.size]):
        raise TableError(Reason("table-header", {"file": name}))
    check_game(name, game, GAME)
    if (for_players, ruling_number) != (players, RULINGS.index(ruling)):
        params = {"players": for_players, "ruling": _ruling_name(ruling_number), "wanted": players}
        why = Reason("table-other", {"file": name, **params, "wanted_ruling": ruling})
        raise TableError(why)
    check_length(name, content, length)
    shape = (players, PLACES, PENALTIES)
    if length != BODY + 8 * int(np.prod(shape)) or zlib.crc32(content[BODY:]) != checksum:
        raise TableError(Reason("table-values", {"file": name}))
    return np.frombuffer(content[BODY:], "<f8").reshape(shape)


def _ruling_name(ruling_number: int) -> str:
    return RULINGS[ruling_number] if ruling_number < len(RULINGS) else "?"
