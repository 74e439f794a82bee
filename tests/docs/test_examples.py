"""The examples of the pages run, and the notebooks show what they show when they are run."""

import doctest
import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if ">>> " in page.read_text("utf-8")]
NOTEBOOKS = sorted(DOCS.rglob("*.ipynb"))
LEARNING = DOCS / "notebooks" / "learning-solo-qwixx.ipynb"
"""Takes minutes, so it is run with fewer games, and shows something else."""
SHORT = "GAMES, JUDGED = 6_000, 3"


def name(file: Path) -> str:
    return file.relative_to(DOCS).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_examples_of_a_page(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried > 0
    assert not failed


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "notebooks.py"))


@pytest.mark.filterwarnings("default")  # of the packages that run notebooks
@pytest.mark.parametrize("file", [file for file in NOTEBOOKS if file != LEARNING], ids=name)
def test_a_notebook_shows_what_it_shows_when_it_is_run(
    tool: dict[str, Any], file: Path, tmp_path: Path
) -> None:
    again = tool["outputs"](tool["run"](file, str(tmp_path)))
    assert again == tool["outputs"](tool["load"](file)), "run `make pictures`"


@pytest.mark.filterwarnings("default")
def test_the_agent_learns_in_fewer_games_too(tool: dict[str, Any], tmp_path: Path) -> None:
    *_, last = tool["outputs"](tool["load"](LEARNING))
    assert float(last["data"]["text/plain"].strip("'").split()[0]) < 5, "after the whole run"
    tool["run"](LEARNING, str(tmp_path), SHORT)  # its last cell says whether it learned
