"""Table files: what was written is read; whatever else is refused, and why."""

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from cruces.games.quixo.solver import file
from cruces.games.quixo.solver.cpu import CpuDistances, CpuValues
from cruces.games.quixo.solver.index import Group, groups
from cruces.games.quixo.solver.solve import solve
from cruces.games.quixo.solver.store import FolderStore
from cruces.games.quixo.solver.table import ValueTable, open_table
from cruces.locales import languages
from cruces.solvers.errors import TableError
from cruces.solvers.files import atomic_file
from tests.games.quixo.solver import naive

SIZE = 3
CELLS = SIZE**2
HEADER, ENTRY = 64, 64
Tables = Callable[[int], ValueTable]


def make(target: Path, most_cubes: int = CELLS, stop_after: int | None = None) -> None:
    """Solve 3×3 into a file, or stop after some pairs as if somebody had pulled the plug."""
    ready = CpuDistances(SIZE, threads=1)
    told: list[float] = []

    def progress(part: float) -> None:
        told.append(part)
        if len(told) == stop_after:
            raise KeyboardInterrupt

    try:
        store = FolderStore(target.with_name("work"), SIZE, True, most_cubes)
        solve(ready, store, progress)
        store.finish(target)
    finally:
        ready.close()


def compressed(good: bytes, path: Path) -> bytearray:
    """The same table, compressed."""
    path.write_bytes(good)
    table = open_table(path)
    with atomic_file(path) as target:
        parts = {group: (table.packed(group), table.counts[group]) for group in groups(SIZE)}
        file.write(target, SIZE, True, parts, compressed=True)
    return bytearray(path.read_bytes())


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    target = tmp_path_factory.mktemp("good") / "table"
    make(target)
    assert [path.name for path in target.parent.iterdir()] == ["table"]
    return target.read_bytes()


def test_what_was_written_is_read(tables: Tables, good: bytes, tmp_path: Path) -> None:
    (tmp_path / "table").write_bytes(good)
    table = open_table(tmp_path / "table", SIZE)
    table.check()
    assert table.counts == tables(SIZE).counts
    assert table.groups == set(groups(SIZE))
    for group in (Group(0, 0), Group(2, 3), Group(4, 4)):
        for board in naive.boards(SIZE, group):
            masks = naive.masks(board)
            assert table.value(*masks) == tables(SIZE).value(*masks)
            assert table.distance(*masks) == tables(SIZE).distance(*masks)


def test_a_table_of_few_cubes(good: bytes, tmp_path: Path) -> None:
    make(tmp_path / "table", most_cubes=3)
    table = open_table(tmp_path / "table")
    assert {group.cubes for group in table.groups} == {0, 1, 2, 3}
    assert set(table.counts) == set(groups(SIZE))
    assert table.value(0, 0) == 1
    assert table.value(0b11, 0b1100) is None
    assert table.distance(0b11, 0b1100) is None
    assert (tmp_path / "table").stat().st_size < len(good)


def test_without_distances(tmp_path: Path) -> None:
    ready = CpuValues(2, threads=1)
    store = FolderStore(tmp_path / "work", 2, False, 4)
    solve(ready, store)
    ready.close()
    store.finish(tmp_path / "table")
    table = open_table(tmp_path / "table", 2)
    assert table.value(0, 0) == 1
    assert table.distance(0, 0) is None


@pytest.mark.parametrize("most_cubes", [CELLS, 2])
@pytest.mark.parametrize("step", [1, 7])
def test_interrupted_again_and_again(tmp_path: Path, most_cubes: int, step: int) -> None:
    make(tmp_path / "whole", most_cubes)
    for _ in range(60):
        try:
            make(tmp_path / "table", most_cubes, stop_after=step)
        except KeyboardInterrupt:
            step += 1
        else:
            break
    assert (tmp_path / "table").read_bytes() == (tmp_path / "whole").read_bytes()
    assert not (tmp_path / "work").exists()


def test_work_begun_otherwise(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        make(tmp_path / "table", most_cubes=2, stop_after=20)
    (tmp_path / "work" / "notes.txt").write_text("not ours")
    with pytest.raises(TableError) as refused:
        FolderStore(tmp_path / "work", SIZE, True, CELLS)
    assert refused.value.reason.slug == "work-foreign"
    with pytest.raises(TableError) as refused:
        FolderStore(tmp_path / "work", SIZE, False, 2)
    assert refused.value.reason.slug == "work-foreign"
    with pytest.raises(TableError) as refused:
        FolderStore(tmp_path / "work", 4, True, 2)
    assert refused.value.reason.slug == "table-size"
    make(tmp_path / "table", most_cubes=2)
    assert (tmp_path / "work" / "notes.txt").exists()


def sealed(content: bytearray) -> bytes:
    """The content with a header checksum that fits it: damage that a checksum cannot show."""
    (count,) = struct.unpack_from("<I", content, 32)
    end = HEADER + ENTRY * count
    content[end : end + 4] = struct.pack("<I", zlib.crc32(content[:end]))
    return bytes(content)


def changed(content: bytes, at: int, new: bytes) -> bytearray:
    return bytearray(content[:at] + new + content[at + len(new) :])


LAST_BODY = HEADER + ENTRY * (len(groups(SIZE)) - 1)
DAMAGE: dict[str, tuple[str, Callable[[bytes], bytes]]] = {
    "empty": ("table-empty", lambda good: b""),
    "half a magic number": ("table-cut", lambda good: good[:5]),
    "half a header": ("table-cut", lambda good: good[:40]),
    "half a directory": ("table-cut", lambda good: good[:300]),
    "something else": ("table-foreign", lambda good: b"SQLite format 3\0" * 9),
    "changed line ends": ("table-foreign", lambda good: good.replace(b"\r\n", b"\n")),
    "newer": ("table-newer", lambda good: bytes(changed(good, 8, b"\2"))),
    "another game": ("table-game", lambda good: sealed(changed(good, 12, b"chess"))),
    "another size": ("table-size", lambda good: sealed(changed(good, 28, b"\4"))),
    "a flipped bit in the header": ("table-header", lambda good: bytes(changed(good, 30, b"\0"))),
    "a flipped bit in the directory": (
        "table-header",
        lambda good: bytes(changed(good, 90, bytes([good[90] ^ 4]))),
    ),
    "a wrong length": (
        "table-contents",
        lambda good: sealed(changed(good, LAST_BODY + 16, struct.pack("<Q", 64))),
    ),
    "a wrong offset": (
        "table-contents",
        lambda good: sealed(changed(good, LAST_BODY + 8, struct.pack("<Q", 2**40))),
    ),
    "a group twice": (
        "table-contents",
        lambda good: sealed(changed(good, HEADER, good[HEADER + ENTRY : HEADER + 2 * ENTRY])),
    ),
    "an impossible group": (
        "table-contents",
        lambda good: sealed(changed(good, LAST_BODY, b"\xff\xff")),
    ),
    "half a body": ("table-cut", lambda good: good[:-64]),
    "one byte missing": ("table-cut", lambda good: good[:-1]),
    "something behind it": ("table-trailing", lambda good: good + b"\0"),
    "a flipped bit in a body": (
        "table-damaged",
        lambda good: bytes(changed(good, len(good) - 64, bytes([good[-64] ^ 1]))),
    ),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damage_is_refused(good: bytes, tmp_path: Path, kind: str) -> None:
    slug, damage = DAMAGE[kind]
    path = tmp_path / "table"
    path.write_bytes(damage(good))
    with pytest.raises(TableError) as refused:
        open_table(path, SIZE).check()
    assert refused.value.reason.slug == slug
    assert refused.value.code == "table"
    for lang in languages():
        assert str(path) in refused.value.message(lang)


def test_compressed_is_the_same(tables: Tables, good: bytes, tmp_path: Path) -> None:
    content = compressed(good, tmp_path / "table")
    assert len(content) < len(good) / 2
    table = open_table(tmp_path / "table", SIZE)
    table.check()
    for group in groups(SIZE):
        for mine, plain in zip(table.packed(group), tables(SIZE).packed(group), strict=True):
            assert mine is not None
            assert plain is not None
            assert bytes(mine) == bytes(plain)


def test_what_unpacks_to_something_else_is_refused(good: bytes, tmp_path: Path) -> None:
    path = tmp_path / "table"
    content = compressed(good, path)
    _, _, _, offset, length = struct.unpack_from("<BB2xIQQ", content, LAST_BODY)
    last = Group(*content[LAST_BODY : LAST_BODY + 2])
    due = file.body_length(SIZE, last, distances=True)
    for body in (zlib.compress(bytes(due + 10**6)), zlib.compress(b""), b"no such format"):
        stored = body[:length].ljust(length, b"\0")
        content[offset : offset + length] = stored
        struct.pack_into("<I", content, LAST_BODY + 4, zlib.crc32(stored))
        path.write_bytes(sealed(content))
        table = open_table(path, SIZE)
        with pytest.raises(TableError) as refused:
            table.packed(last)
        assert refused.value.reason.slug == "table-damaged"


def test_a_folder_is_refused_as_a_table(tmp_path: Path) -> None:
    with pytest.raises(TableError) as refused:
        open_table(tmp_path)
    assert refused.value.reason.slug == "table-folder"
    with pytest.raises(FileNotFoundError):
        open_table(tmp_path / "nowhere")


def test_a_failed_write_leaves_what_was_there(good: bytes, tmp_path: Path) -> None:
    path = tmp_path / "table"
    path.write_bytes(good)

    def fail() -> None:
        with atomic_file(path) as target:
            target.write(b"half")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert path.read_bytes() == good
    assert [one.name for one in tmp_path.iterdir()] == ["table"]


def test_bodies_are_as_long_as_they_must_be(tables: Tables) -> None:
    for group in groups(SIZE):
        packed = tables(SIZE).packed(group)
        assert packed.distances is not None
        length = packed.words.nbytes + packed.distances.nbytes
        assert length == file.body_length(SIZE, group, True)
