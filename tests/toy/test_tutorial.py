"""The tutorial builds exactly the toy game: its code blocks are the files, its commands run."""

import re
import shlex
from collections import defaultdict
from pathlib import Path

import pytest

from cruces.core import registry
from cruces.render.page import read_page
from cruces.render.terminal.page import set_page
from cruces.render.terminal.style import Style
from tests.toy.conftest import Program

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "docs" / "adding-a-game.md").read_text("utf-8")
BLOCK = re.compile(r"<!-- file: (\S+) -->\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"(?<!-->\n)^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_the_blocks_are_the_files() -> None:
    blocks: dict[str, list[str]] = defaultdict(list)
    for path, block in BLOCK.findall(PAGE):
        blocks[path] += _lines(block)
    package = (path for path in (HERE / "toy_race").rglob("*") if path.is_file())
    files = {path.relative_to(HERE).as_posix() for path in package if path.suffix != ".pyc"}
    assert blocks.keys() == files | {"pyproject.toml"}
    for path, lines in blocks.items():
        assert lines == _lines((HERE / path).read_text("utf-8")), path


def test_the_commands_run(cruces: Program) -> None:
    commands = [
        line.removeprefix("$ ") for block in CONSOLE.findall(PAGE) for line in _lines(block)
    ]
    assert commands[0] == "pip install ./toy"  # the fixture has done it
    for command in commands[1:]:
        program, *args = shlex.split(command)
        assert program == "cruces"
        result = cruces(*args)
        assert result.returncode == 0, (command, result.stderr)
        assert result.stdout, command


@pytest.mark.usefixtures("toy")
def test_the_position_on_a_page_is_drawn() -> None:
    (block,) = re.findall(r"^````markdown\n(.*?)^````$", PAGE, re.MULTILINE | re.DOTALL)
    game = registry.get_game("toy-race")
    shown = read_page(game, block, "en")
    assert "<figcaption>You are safe on square 12" in shown.html
    assert "12/20 p1+4 die 4" in shown.html
    assert ".fig-toy-words" in shown.style
    printed = set_page(Style("en"), game, block).splitlines()
    assert printed[0] == "12/20 p1+4 die 4"
    assert printed[1].startswith("    You are safe")


@pytest.mark.usefixtures("toy")
def test_the_other_blocks_run() -> None:
    (block,) = PYTHON.findall(PAGE)
    exec(compile(block, "docs/adding-a-game.md", "exec"), {})
