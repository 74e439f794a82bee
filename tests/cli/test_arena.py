"""`cruces arena`: tables, charts, files, going on, and Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run

POLICY = "def choose(view):\n    return next(iter(view.legal))\n"


@pytest.fixture
def arena(cruces: Run, tmp_path: Path) -> Run:
    """``arena("--games", "8")``: a function against a robot."""
    (tmp_path / "mine.py").write_text(POLICY)

    def run(*args: str, lang: str = "en") -> object:
        given = ("--players", "mine.py,random", "--workers", "1", *args)
        return cruces("arena", "quixo", *given, lang=lang)

    return run  # type: ignore[return-value]


@pytest.mark.parametrize(("lang", "title"), [("en", "Quixo: 8 games"), ("es", "Quixo: 8 partidas")])
def test_a_table(arena: Run, lang: str, title: str) -> None:
    done = arena("--games", "8", "--sprt", "0,50", lang=lang)
    assert done.exit_code == 0, done.output
    assert title in done.output
    assert "mine " in done.output
    assert "±" in done.output


def test_data_files_and_charts(arena: Run, tmp_path: Path) -> None:
    extra = ("--parquet", "games.parquet", "--plot", "chart.png", "--save", "run.jsonl")
    done = arena("--games", "8", "--json", *extra)
    found = json.loads(done.output)
    assert (found["game"], found["games"], len(found["players"])) == ("quixo", 8, 2)
    assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "games.parquet").stat().st_size > 100
    assert arena("--plot", "-").output.startswith("<svg")
    refused = arena("--save", "run.jsonl")
    assert refused.exit_code == 1
    assert "run.jsonl" in refused.output
    again = arena("--games", "8", "--json", "--save", "run.jsonl", "--resume")
    assert json.loads(again.output) == found


def test_faults_are_told(arena: Run) -> None:
    done = arena("--players", f"program:{sys.executable} -c 5", "--games", "6")
    assert done.exit_code == 0
    assert "lost game" in done.output
    assert "exit code 0" in done.output


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["--resume"], 2),
        (["--resume", "--save", "none.jsonl"], 1),
        (["--sprt", "five"], 2),
        (["--players", "nobody"], 2),
        (["--players", "missing.py"], 1),
        (["--players", "random"], 2),
    ],
)
def test_what_cannot_be(arena: Run, args: list[str], code: int) -> None:
    done = arena(*args)
    assert done.exit_code == code, done.output
    assert done.stderr


SLOW = "import os, time\ndef choose(view):\n    open('begun', 'w').close()\n    time.sleep(600)\n"


@pytest.mark.slow
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_ends_at_once_and_says_how_to_go_on(tmp_path: Path, workers: str) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    command = ["arena", "quixo", "--players", "slow.py,random", "--save", "run.jsonl"]
    process = subprocess.Popen(
        [sys.executable, "-m", "cruces", *command, "--workers", workers],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "CRUCES_LANG": "en", "PYTHONUTF8": "1"},
    )
    while not Path("begun").exists():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "Stopped after 0 games" in told
    assert f"cruces {' '.join(command)} --workers {workers} --resume" in told
