"""`cruces solve`: counts, tables, refusals, and going on after an interruption."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from click.testing import Result

from cruces.cli.progress import Bar
from cruces.games.quixo.solver.table import open_table

Run = Callable[..., Result]


def test_counts(cruces: Run) -> None:
    shown = cruces("solve", "quixo", "--size", "3")
    assert shown.exit_code == 0
    lines = [" ".join(line.split()) for line in shown.output.splitlines()]
    assert lines == [
        "Quixo 3×3: 19,683 boards, for the player to move",
        "won 12,748",
        "lost 6,935",
        "drawn 0",
        "The first player wins in 7 turns.",
    ]
    spanish = cruces("solve", "quixo", "--size", "2", lang="es")
    assert "Quien empieza gana en 3 jugadas." in spanish.output


def test_as_data(cruces: Run) -> None:
    found = json.loads(cruces("solve", "quixo", "--size", "3", "--json").output)
    assert found.pop("seconds") > 0
    levels = found.pop("levels")
    assert [level["cubes"] for level in levels] == list(range(10))
    assert sum(level["won"] for level in levels) == 12748
    assert found == {
        "game": "quixo",
        "size": 3,
        "device": "cpu",
        "boards": 19683,
        "won": 12748,
        "lost": 6935,
        "drawn": 0,
        "start": {"value": "won", "distance": 7},
    }


def test_a_table(cruces: Run, tmp_path: Path) -> None:
    args = ("solve", "quixo", "--size", "3", "--out", "quixo3.table")
    assert cruces(*args).exit_code == 0
    assert open_table(tmp_path / "quixo3.table", 3).distance(0, 0) == 7
    whole = (tmp_path / "quixo3.table").read_bytes()
    again = cruces(*args)
    assert again.exit_code == 1
    assert "exists" in again.output
    assert cruces(*args, "--force", "--max-cubes", "2").exit_code == 0
    assert (tmp_path / "quixo3.table").stat().st_size < len(whole)
    assert cruces(*args, "--force", "--compress").exit_code == 0
    assert (tmp_path / "quixo3.table").stat().st_size < len(whole) / 2
    assert [path.name for path in tmp_path.iterdir()] == ["quixo3.table"]


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("big-points",), 1, "does not work for big-points"),
        (("qwixx", "--size", "3"), 2, "--size does not work for qwixx"),
        (("qwixx", "--device", "cpu"), 2, "--device does not work for qwixx"),
        (("qwixx", "--out", "table"), 2, "--out does not work for qwixx"),
        (("qwixx", "--max-cubes", "3"), 2, "--max-cubes does not work for qwixx"),
        (("qwixx", "--force"), 2, "--force does not work for qwixx"),
        (("qwixx", "--players", "6"), 2, "6"),
        (("qwixx", "--ruling", "never"), 2, "ends, finish-turn"),
        (("quixo", "--size", "3", "--players", "2"), 2, "--players does not work for quixo"),
        (("quixo", "--size", "3", "--ruling", "ends"), 2, "--ruling does not work for quixo"),
        (("quixo-teams", "--size", "3"), 1, "does not work for quixo-teams"),
        (("quixo", "--size", "6"), 2, "6"),
        (("quixo",), 2, "--size"),
        (("quixo", "--size", "3", "--device", "tpu"), 2, "cpu, cuda"),
        (("quixo", "--size", "3", "--device", "cuda"), 1, "CUDA"),
        (("quixo", "--size", "3", "--max-cubes", "2"), 2, "--out"),
        (("quixo", "--size", "3", "--compress"), 2, "--out"),
        (("quixo", "--size", "3", "--out", "no/such/folder"), 1, "no/such/folder"),
        (("quixo", "--size", "3", "--out", "."), 1, "."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_refusals(cruces: Run, args: tuple[str, ...], code: int, said: str) -> None:
    shown = cruces("solve", *args)
    assert shown.exit_code == code
    assert said in shown.output


def test_damaged_work(cruces: Run, tmp_path: Path) -> None:
    (tmp_path / "table.work").mkdir()
    (tmp_path / "table.work" / "0-9.pair").write_bytes(b"")
    shown = cruces("solve", "quixo", "--size", "3", "--out", "table", "--json")
    assert shown.exit_code == 1
    assert '"reason": "table-empty"' in shown.output


def test_killed_stopped_and_finished(tmp_path: Path) -> None:
    """A table that came about in three runs is the same as one made at once."""

    def start(name: str) -> subprocess.Popen[bytes]:
        args = ("solve", "quixo", "--size", "4", "--out", name)
        return subprocess.Popen(
            [sys.executable, "-m", "cruces", *args],
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONUTF8": "1"},
        )

    work = tmp_path / "parts.work"
    pairs = 0
    for how, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)):
        process = start("parts")
        while process.poll() is None and (
            not work.exists() or len(list(work.iterdir())) < pairs + 9
        ):
            time.sleep(0.01)
        process.send_signal(how)
        assert process.wait(timeout=60) == code
        (work / ".0-9.pair.1.part").write_bytes(b"begun")  # as a kill may leave behind
        pairs = len(list(work.iterdir()))
    for name in ("parts", "whole"):
        assert start(name).wait(timeout=300) == 0
    assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["parts", "whole"]


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, times = Terminal(), iter([0.0, 10.0, 10.1, 3690.0])
    monkeypatch.setattr(sys, "stderr", screen)
    bar = Bar("en", lambda: next(times))
    for part in (0.25, 0.26, 0.5):
        bar(part)
    bar.clear()
    drawn = screen.getvalue().split("\r\x1b[K")
    assert [line.split("%  ")[-1] for line in drawn] == [
        "",
        "about 0:30 left",
        "about 1:01:30 left",
        "",
    ]
    assert "25.0" in drawn[1]


def test_no_progress_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    bar = Bar("es")
    bar(0.5)
    bar.clear()
    assert screen.getvalue() == ""
    assert "…" in bar.line(0, 0)
