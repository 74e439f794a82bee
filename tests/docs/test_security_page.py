"""The page about security: every test and attack that it names exists."""

import re
from pathlib import Path

from bench.attacks.__main__ import ATTACKS
from bench.attacks.checks import CHECKS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
TESTS = re.findall(r"`([a-z]+/[a-z_]+\.py)::(test_\w+)`", PAGE)
ROWS = re.findall(r"^\| (\d+\.\d+) \| (.+) \|$", PAGE, re.MULTILINE)


def test_every_test_that_it_names_is_there() -> None:
    assert TESTS
    for file, name in TESTS:
        assert f"def {name}(" in (ROOT / "tests" / file).read_text("utf-8"), f"{file}::{name}"
    for file in re.findall(r"`([a-z]+/(?:test_\w+\.py|\w+\.test\.mjs))`", PAGE):
        assert (ROOT / "tests" / file).is_file(), file


def test_every_line_of_the_attacks_is_explained() -> None:
    """And whatever is said to be measured is."""
    cells = dict(ROWS)
    measured = {name: attack.line for name, attack in ATTACKS.items() if name != "nothing"}
    for name, line in measured.items():
        assert cells[line].endswith(f"; bench `{name}`"), name
    for line, _ in CHECKS:
        assert cells[line].endswith("; bench `checks`"), line
    named = re.findall(r"; bench `([\w-]+)` \|$", PAGE, re.MULTILINE)
    assert set(named) == {*measured, "checks"}
