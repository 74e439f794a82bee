"""The browser's modules without a browser: `node --test` on everything beside this file."""

import re
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
FEWEST = 40
"""Tests that there are at least: a run that finds none would be content, too."""


def test_the_modules() -> None:
    node = shutil.which("node")
    assert node, "tests of the browser's modules need Node: sh tools/system.sh says how"
    command = [
        node,
        "--import",
        "./setup.mjs",
        "--test",
        *sorted(map(str, HERE.glob("*.test.mjs"))),
    ]
    done = subprocess.run(
        command, cwd=HERE, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"^# pass (\d+)$", done.stdout, re.MULTILINE)
    assert passed is not None, done.stdout
    assert int(passed[1]) >= FEWEST
