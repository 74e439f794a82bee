"""`cruces render`: pictures of games and of positions."""

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import Result

Run = Callable[..., Result]


EMPTY = "...../...../...../...../..... X 1"
POSITIONS = [
    EMPTY,
    "O..../...../...../...../X.... X 3",
    "1..../...../...../...../..... 2 2",
    "r3,5 y2 | - ; p1 roll",
    "r5 ry5 | - ; p1 roll",
]


@pytest.mark.parametrize("written", POSITIONS)
def test_a_position_to_standard_output(cruces: Run, written: str) -> None:
    drawn = cruces("render", written, "--out", "-")
    assert drawn.exit_code == 0, drawn.output
    assert ElementTree.fromstring(drawn.output).tag.endswith("svg")


def test_a_game_and_one_of_its_positions(cruces: Run, game_file: Path, tmp_path: Path) -> None:
    for args in ([], ["--event", "0"], ["--event", "3", "--theme", "dark"]):
        out = tmp_path / f"{len(args)}.svg"
        assert cruces("render", str(game_file), "--out", str(out), *args).exit_code == 0
        assert ElementTree.parse(out).getroot().tag.endswith("svg")
    assert len({path.read_text("utf-8") for path in tmp_path.glob("*.svg")}) == 3


def test_themes_and_options(cruces: Run) -> None:
    plain, dark = (
        cruces("render", EMPTY, "--out", "-", "--theme", t).output for t in ("light", "dark")
    )
    assert plain != dark
    given = cruces("render", EMPTY, "--out", "-", "--game", "quixo", "--set", "repetition=none")
    assert given.exit_code == 0


def test_it_does_not_overwrite(cruces: Run, tmp_path: Path) -> None:
    out = tmp_path / "x.svg"
    out.write_text("mine", "utf-8")
    refused = cruces("render", EMPTY, "--out", str(out))
    assert refused.exit_code == 1
    assert refused.stderr.endswith("already exists. Use --force to overwrite it.\n")
    assert out.read_text("utf-8") == "mine"
    assert cruces("render", EMPTY, "--out", str(out), "--force").exit_code == 0
    assert out.read_text("utf-8").startswith("<svg")
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize(
    ("args", "code", "sentence"),
    [
        (["nonsense"], 1, "“nonsense” is neither an existing file nor a valid position."),
        ([EMPTY, "--game", "qwixx"], 1, "is not a Qwixx position"),
        ([EMPTY, "--event", "1"], 2, "A position has no events"),
        ([EMPTY, "--set", "start=lot"], 1, "is neither an existing file nor a valid position"),
    ],
)
def test_what_cannot_be_drawn(cruces: Run, args: list[str], code: int, sentence: str) -> None:
    failed = cruces("render", *args, "--out", "-")
    assert failed.exit_code == code
    assert sentence in failed.stderr
    assert failed.stdout == ""


def test_a_saved_game_says_what_is_played(cruces: Run, game_file: Path) -> None:
    failed = cruces("render", str(game_file), "--out", "-", "--game", "qwixx")
    assert failed.exit_code == 2
    assert "already says what is played" in failed.stderr
