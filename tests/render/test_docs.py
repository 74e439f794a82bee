"""The pictures of the documentation are drawn by the tool, and up to date."""

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cruces.core.registry import GAMES

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "pictures.py"


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(TOOL))


@pytest.mark.parametrize("seed", ["0", "1"])
def test_the_pictures_are_up_to_date_whatever_the_hash_seed(seed: str) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    process = subprocess.run(
        [sys.executable, str(TOOL), "--check"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (process.returncode, process.stderr) == (0, "")


def test_a_picture_that_differs_or_lacks_is_found_and_drawn_again(
    tool: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "img"
    shutil.copytree(ROOT / "docs" / "img", folder)
    before = (folder / "quixo.svg").read_bytes()
    (folder / "quixo.svg").write_bytes(before.replace(b"<desc>", b"<desc> "))
    (folder / "qwixx.svg").unlink()
    assert tool["main"](["--check"], folder) == 1
    assert sorted(line.split(".")[0] for line in capsys.readouterr().err.splitlines()) == [
        "quixo",
        "qwixx",
    ]
    assert tool["main"]([], folder) == 0
    assert tool["main"](["--check"], folder) == 0
    assert (folder / "quixo.svg").read_bytes() == before


def test_there_is_one_picture_of_every_game_and_each_marks_what_happened_last() -> None:
    pictures = (ROOT / "docs" / "img").glob("*.svg")
    files = [file for file in pictures if not file.stem.startswith("terminal-")]
    assert {file.stem for file in files} == set(GAMES)
    for file in files:
        classes = {
            name.split("-", 1)[1]
            for element in ElementTree.parse(file).iter()
            for name in element.get("class", "").split()
        }
        assert classes & {"last", "to"}, file.name
