"""`cruces db`: what it writes and reads by default."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from cruces.match import authority
from cruces.match import messages as m
from cruces.match.authority import Moment
from cruces.storage import Append, open_store

Program = Callable[..., subprocess.CompletedProcess[str]]


def test_an_archive_goes_to_standard_output_and_comes_back(
    program: Program, tmp_path: Path
) -> None:
    old, new = (f"sqlite:///{tmp_path / name}.db" for name in ("old", "new"))
    empty = program("db", "export", "--database", old)
    assert (empty.returncode, empty.stderr) == (0, "0 matches exported\n")
    store = open_store(old)
    secret = bytes(32)
    match, events = authority.open_match(
        m.Setup("quixo"), "host", "match", "CODE2345", Moment(1, secret)
    )
    assert store.append_all([Append(0, events, match, "", None, secret)]) == [True]
    store.close()
    done = program("db", "export", "--database", old)
    assert done.returncode == 0, done.stderr
    entries = [json.loads(line) for line in done.stdout.splitlines()]
    assert [entry["events"][0][1]["match"] for entry in entries if "events" in entry] == ["match"]
    again = program("db", "import", "--database", new, input=done.stdout)
    assert (again.returncode, again.stderr) == (0, "1 match imported\n")
