"""Two servers on one SQLite file are refused, and a crash leaves nothing in the way."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cruces.core import BadOptionError
from cruces.storage import Store, export, only_server, upgrade

HOLD = """
import sys
from cruces.storage import only_server
with only_server(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_server_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    file = tmp_path / "cruces.db"
    url = f"sqlite:///{file}"
    (tmp_path / "other.db").symlink_to(file)
    command = [sys.executable, "-c", HOLD, url]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "held\n"
        for name in (url, f"sqlite:///{tmp_path / 'other.db'}"):
            with pytest.raises(BadOptionError) as refused, only_server(name):
                pass
            assert refused.value.reason.slug == "database-in-use"
            assert str(file) in refused.value.message("es")
        store = Store(url)  # maintenance goes on
        upgrade(store.engine)
        assert list(export(store)) == []
        store.close()
        os.kill(first.pid, signal.SIGKILL)
    with only_server(url):
        pass
    assert (tmp_path / "cruces.db.lock").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "postgresql://db/cruces"])
def test_what_is_no_file_needs_no_lock(url: str) -> None:
    with only_server(url), only_server(url):
        pass


def test_serve_says_so_in_one_sentence(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'cruces.db'}"
    command = [sys.executable, "-m", "cruces", "serve", "--database", url, "--port", "0"]
    with only_server(url):
        process = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert process.returncode == 2
    assert len(process.stderr.splitlines()) == 1
    assert "cruces.db" in process.stderr
