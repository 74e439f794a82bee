"""The examples of docs/cli.md are what the command really prints."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs" / "cli.md"
SESSIONS = re.findall(r"^```console\n(.*?)^```", DOCS.read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """An environment in which `cruces` is ours."""
    command = tmp_path / "bin" / "cruces"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cruces "$@"\n', "utf-8")
    command.chmod(0o755)
    path = f"{command.parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "CRUCES_LANG": "en", "PYTHONUTF8": "1"}


def test_examples(shell: dict[str, str], tmp_path: Path) -> None:
    assert len(SESSIONS) >= 6
    for session in SESSIONS:
        for step in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
            line, _, expected = step.partition("\n")
            done = subprocess.run(
                ["sh", "-c", line],
                cwd=tmp_path,
                env=shell,
                capture_output=True,
                text=True,
                timeout=300,
                check=False,
            )
            pattern = re.escape(expected.rstrip("\n")).replace(r"\.\.\.", ".*")
            assert re.fullmatch(pattern, done.stdout.rstrip("\n"), re.DOTALL), line
            assert done.stderr == "", line
