"""The exact answers that come with the package, and those that are computed when asked for."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from cruces.games.quixo.kernel.board import push_table, pushed, pushed_own
from cruces.games.quixo.solver import oracle as o
from cruces.games.quixo.solver.backend import Block
from cruces.games.quixo.solver.cpu import CpuValues
from cruces.games.quixo.solver.index import Group, pairs
from cruces.games.quixo.solver.solve import solve_pair
from cruces.games.quixo.solver.table import ValueTable

MOST_CUBES = 9
DOCS = Path(__file__).parents[4] / "docs" / "tables.md"


@pytest.fixture(autouse=True)
def afresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("CRUCES_QUIXO_TABLE", raising=False)
    o.oracle.cache_clear()
    yield
    o.oracle.cache_clear()


def shipped_path() -> ValueTable:
    table = o.oracle(5)
    assert table is not None
    return table


def test_what_is_shipped_is_what_the_page_says() -> None:
    content = o.SHIPPED.read_bytes()
    assert len(content) <= 3_000_000
    assert re.findall(r"SHA-256[^`]*`([0-9a-f]{64})`", DOCS.read_text("utf-8")) == [
        hashlib.sha256(content).hexdigest()
    ]
    table = shipped_path()
    assert table.groups == {g for n in range(MOST_CUBES + 1) for pair in pairs(n) for g in pair}
    assert sum(map(sum, table.counts.values())) == 3**25
    assert [sum(counts[i] for counts in table.counts.values()) for i in range(3)] == [
        441_815_157_309,
        279_746_227_956,
        125_727_224_178,
    ]
    assert table.value(0, 0) == 0


def test_the_processor_finds_the_same_below() -> None:
    """From the positions with eight cubes, as they are shipped, follow all those with fewer."""
    table, ready = shipped_path(), CpuValues(5)
    above: dict[Group, Block] = {
        group: np.array(table.packed(group).words) for pair in pairs(8) for group in pair
    }
    for cubes in range(7, -1, -1):
        level: dict[Group, Block] = {}
        for pair in pairs(cubes):
            level |= solve_pair(ready, pair, above)
        for group, words in level.items():
            assert np.array_equal(words, table.packed(group).words), group
        above = level
    ready.close()


def test_positions_follow_from_what_pushes_make_of_them() -> None:
    table, pushes, random = shipped_path(), push_table(5), Random(5)
    movers, others = [], []
    for _ in range(3000):
        squares = random.sample(range(25), random.randint(4, 8))
        own = random.randint(1, len(squares) - 1)
        movers.append(sum(1 << square for square in squares[:own]))
        others.append(sum(1 << square for square in squares[own:]))
    seen = set()
    values = table.values(np.array(movers, np.uint32), np.array(others, np.uint32))
    for mover, other, value in zip(movers, others, values, strict=True):
        assert table.value(mover, other) == value
        after = [
            table.value(
                int(pushed(pushes, number, np.uint32(other))),
                int(pushed_own(pushes, number, np.uint32(mover))),
            )
            for number in range(len(pushes.taken))
            if not other & pushes.taken[number]
        ]
        best = max(-theirs for theirs in after if theirs is not None)
        seen.add((value, best))
    assert seen == {(1, 1), (0, 0), (-1, -1)}


def test_small_boards_are_kept_and_damage_is_mended(tmp_path: Path) -> None:
    table = o.oracle(3)
    assert table is not None
    assert (table.value(0, 0), table.distance(0, 0)) == (1, 7)
    kept = tmp_path / "cruces" / "tables" / "quixo-3.table"
    good = kept.read_bytes()
    for bad in (good[:-1], good[:-1000] + bytes(1000), b"", b"something else"):
        kept.write_bytes(bad)
        o.oracle.cache_clear()
        again = o.oracle(3)
        assert again is not None
        assert again.distance(0, 0) == 7
        assert kept.read_bytes() == good
    o.oracle.cache_clear()
    assert o.oracle(3) is not None


def test_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "cruces").write_text("a file where a folder should be")
    table = o.oracle(2)
    assert table is not None
    assert table.distance(0, 0) == 3


def test_there_is_nothing_for_larger_boards() -> None:
    assert o.oracle(6) is None


def test_a_file_that_is_named_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    mine = tmp_path / "mine.table"
    mine.write_bytes(o.SHIPPED.read_bytes())
    monkeypatch.setenv("CRUCES_QUIXO_TABLE", str(mine))
    assert shipped_path().value(0, 0) == 0
    assert not caplog.records
    for bad in (b"nothing of ours", None):
        o.oracle.cache_clear()
        mine.unlink() if bad is None else mine.write_bytes(bad)
        assert shipped_path().value(0, 0) == 0
        assert str(mine) in caplog.text
        caplog.clear()


def test_a_damaged_shipped_table_is_left_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    content = bytearray(o.SHIPPED.read_bytes())
    content[-100_000] ^= 1
    (tmp_path / "bad.table").write_bytes(content)
    monkeypatch.setattr(o, "SHIPPED", tmp_path / "bad.table")
    assert o.oracle(5) is None
    assert "bad.table" in caplog.text
