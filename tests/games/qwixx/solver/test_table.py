"""Files of Qwixx tables: whole, or refused with the reason; computed when they are not there."""

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from cruces.core import BadOptionError
from cruces.games.qwixx.rules import QWIXX_LAYOUT, Sheet
from cruces.games.qwixx.solver import file, oracle
from cruces.games.qwixx.solver.index import PENALTIES, PLACES
from cruces.games.qwixx.solver.turn import Floats
from cruces.locales import languages
from cruces.solvers.errors import TableError
from cruces.solvers.files import atomic_file

HEADER = 64


@pytest.fixture(scope="module")
def values() -> Floats:
    return np.random.default_rng(1).random((1, PLACES, PENALTIES))


@pytest.fixture(scope="module")
def good(values: Floats, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("good") / "table"
    with atomic_file(path) as target:
        file.write(target, "ends", values)
    assert (file.read(path, 1, "ends") == values).all()
    return path.read_bytes()


def changed(content: bytes, at: int, new: bytes) -> bytes:
    return content[:at] + new + content[at + len(new) :]


def sealed(content: bytes) -> bytes:
    """The content with checksums that fit it: damage that a checksum cannot show."""
    begin = changed(content[:60], 32, struct.pack("<I", zlib.crc32(content[HEADER:])))
    return begin + struct.pack("<I", zlib.crc32(begin)) + content[HEADER:]


DAMAGE: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "empty": ("table-empty", lambda good: b""),
    "half a magic number": ("table-cut", lambda good: good[:5]),
    "half a header": ("table-cut", lambda good: good[:63]),
    "something else": ("table-foreign", lambda good: b"SQLite format 3\0" * 9),
    "newer": ("table-newer", lambda good: changed(good, 8, b"\2")),
    "another game": ("table-game", lambda good: sealed(changed(good, 12, b"quixo"))),
    "other players": ("table-other", lambda good: sealed(changed(good, 28, b"\2"))),
    "another ruling": ("table-other", lambda good: sealed(changed(good, 30, b"\1"))),
    "no ruling": ("table-other", lambda good: sealed(changed(good, 30, b"\7"))),
    "a flipped bit in the header": ("table-header", lambda good: changed(good, 28, b"\5")),
    "a flipped bit behind it": ("table-header", lambda good: changed(good, 50, b"\1")),
    "half a body": ("table-cut", lambda good: good[:-80]),
    "something behind it": ("table-trailing", lambda good: good + b"\0"),
    "a flipped bit in the body": (
        "table-values",
        lambda good: changed(good, 5000, bytes([good[5000] ^ 16])),
    ),
    "too few values": (
        "table-values",
        lambda good: sealed(changed(good[:-8], 36, struct.pack("<Q", len(good) - 8))),
    ),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_refused(good: bytes, tmp_path: Path, kind: str) -> None:
    slug, damage = DAMAGE[kind]
    path = tmp_path / "table"
    path.write_bytes(damage(good))
    with pytest.raises(TableError) as refused:
        file.read(path, 1, "ends")
    assert refused.value.reason.slug == slug
    for lang in languages():
        assert str(path) in refused.value.message(lang)


def test_computed_once(values: Floats, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    computed: list[tuple[int, bool]] = []

    def solve(players: int, ends: bool, progress: object) -> Floats:
        computed.append((players, ends))
        return values.copy()

    monkeypatch.setattr(oracle, "solve", solve)
    oracle.oracle.cache_clear()
    refused: list[str] = []
    for _ in range(2):
        table = oracle.load_or_solve(
            1, "ends", on_refusal=lambda error: refused.append(error.reason.slug)
        )
        assert table.value(Sheet.empty(QWIXX_LAYOUT)) == values[0, 0, 0]
    assert oracle.oracle() is oracle.oracle()
    assert computed == [(1, True)]
    (path,) = (tmp_path / "cruces" / "tables").iterdir()
    path.write_bytes(b"")
    for _ in range(2):
        oracle.load_or_solve(1, "ends", on_refusal=lambda error: refused.append(error.reason.slug))
    assert refused == ["table-empty"]
    assert computed == [(1, True)] * 2
    oracle.oracle.cache_clear()


def test_without_a_place_to_keep_it(
    values: Floats, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cruces").write_bytes(b"a file where a folder should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(oracle, "solve", lambda *_: values.copy())
    assert oracle.load_or_solve(1, "ends").value(Sheet.empty(QWIXX_LAYOUT)) == values[0, 0, 0]


def test_tables_that_do_not_exist_are_refused() -> None:
    for players, ruling in ((0, "ends"), (6, "ends"), (1, "never")):
        with pytest.raises(BadOptionError):
            oracle.load_or_solve(players, ruling)
