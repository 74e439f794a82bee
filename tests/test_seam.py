"""The seam between the product and the games: no family is named outside its folder."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from cruces.core.registry import families

SOURCE = Path(__file__).parents[1] / "src" / "cruces"
NAMES = re.compile(r"qwixx|quixo|big.?points", re.IGNORECASE)
TEXTS = {".py", ".js", ".ts", ".css", ".html", ".json", ".md", ".webmanifest", ".svg"}
EXCEPTIONS: dict[str, list[str]] = {}
"""Lines outside `games/` that name a family, by file. It is empty, and stays so."""
FOLDERS = [
    *("analysis", "commands", "envs", "kernel", "learning", "locales"),
    *("players", "rules", "show", "solver", "tui", "web"),
]


def product_files() -> list[Path]:
    """What belongs to the product: everything but the families."""
    every = (path for path in SOURCE.rglob("*") if path.suffix in TEXTS)
    return sorted(path for path in every if path.relative_to(SOURCE).parts[0] != "games")


def test_no_family_is_named_outside_its_folder() -> None:
    files = product_files()
    assert len(files) > 100
    named = {
        str(path.relative_to(SOURCE)): lines
        for path in files
        if (lines := [line for line in path.read_text("utf-8").splitlines() if NAMES.search(line)])
    }
    assert named == EXCEPTIONS


def test_every_family_is_named_by_the_pattern() -> None:
    """So that the test above would see a mention of any of them."""
    for family in families():
        for name in (family.name, *(game.id for game in family.games)):
            assert NAMES.search(name)


def test_families_have_the_same_folders() -> None:
    for family in ("quixo", "qwixx"):
        folder = SOURCE / "games" / family
        there = sorted(each.name for each in folder.iterdir() if each.is_dir())
        assert [name for name in there if name != "__pycache__"] == FOLDERS


LIGHT = """
import json, sys
import cruces
from cruces.core.record import decode, encode
from cruces.render import picture
for name in cruces.GAMES:
    play = cruces.start(name)
    import random
    play.roll(random.Random(1))
    seat = min(play.to_act)
    play.act(seat, next(iter(play.legal(seat))))
    picture(play)
    assert cruces.load(encode(play.record())).text == play.text
    decode(encode(play.record()))
print(json.dumps(sorted({module.partition(".")[0] for module in sys.modules})))
"""


def test_rules_records_notation_and_pictures_load_little() -> None:
    process = subprocess.run(
        [sys.executable, "-c", LIGHT], capture_output=True, text=True, check=True, timeout=120
    )
    loaded = set(json.loads(process.stdout))
    assert "msgspec" in loaded
    heavy = {"numpy", "numba", "click", "litestar", "sqlalchemy", "redis", "uvicorn", "segno"}
    assert loaded & heavy == set()


@pytest.mark.parametrize(
    "part", ["cruces.server.api", "cruces.cli.commands", "cruces.match.match", "cruces.tui.app"]
)
def test_the_product_starts_without_a_compiler(part: str) -> None:
    code = f"import sys, {part}; print('numba' in sys.modules)"
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    assert process.stdout == "False\n"
