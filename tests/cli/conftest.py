"""The command line, run in this process and in others."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cruces.cli.commands import build

Run = Callable[..., Result]
Program = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(autouse=True)
def _quiet_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test in a folder of its own, in no particular language."""
    monkeypatch.chdir(tmp_path)
    for name in ("CRUCES_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def cruces() -> Run:
    """``cruces("play", "qwixx", lang="es", input="…")``"""

    def run(*args: str, lang: str = "en", input: str = "") -> Result:
        return CliRunner().invoke(build(lang), list(args), input=input)

    return run


@pytest.fixture
def program() -> Program:
    """The same as a program of its own."""

    def run(
        *args: str, input: str = "", env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "cruces", *args],
            input=input,
            env={**os.environ, "PYTHONUTF8": "1", **(env or {})},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    return run


@pytest.fixture
def game_file(cruces: Run, tmp_path: Path) -> Path:
    """A finished game of Quixo between bots."""
    path = tmp_path / "game.json"
    done = cruces(
        "play",
        "quixo",
        *("--player", "bot:random", "--player", "bot:random"),
        *("--seed", "1", "--save", str(path)),
    )
    assert done.exit_code == 0, done.output
    assert json.loads(path.read_text("utf-8"))["result"] is not None
    return path
