"""Who runs which tests: a family's compiler works once, and a file's servers are started once."""

import re
import subprocess
import sys

import pytest

from tests.conftest import group


def test_families_and_files_stay_together() -> None:
    compiled = ("games/{}/kernel/test_kernel.py", "games/{}/players/test_levels.py")
    for family in ("qwixx", "quixo"):
        assert {group(f"tests/{file.format(family)}::test_it[1]") for file in compiled} == {family}
    assert group("tests/cli/test_train.py::test_it") == "qwixx"
    news = {group(f"tests/server/test_news.py::test_it[{number}]") for number in range(3)}
    assert news == {"server/test_news.py"}
    assert group("src/cruces/core/log.py::cruces.core.log") == "src/cruces/core/log.py"
    fuzz = {group(f"tests/testing/test_fuzz.py::test_it[{number}]") for number in range(3)}
    assert len(fuzz) == 3


@pytest.mark.slow
def test_the_workers_keep_to_it() -> None:
    """pytest-xdist and pytest have to agree about this, and once they did not."""
    files = ["tests/locales/test_negotiation.py", "tests/locales/test_plurals.py"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-n", "2", "--color=no", *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    found = re.findall(r"^\[(gw\d)\].* PASSED (tests/[a-z_/]+\.py)::", done.stdout, re.MULTILINE)
    assert {file for _, file in found} == set(files)
    assert len(set(found)) == len(files), "one worker for each file"
