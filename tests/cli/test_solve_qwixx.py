"""`cruces solve qwixx`: from a table that is there, from a damaged one, from none."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result

from cruces.games.qwixx.solver import file, oracle
from cruces.games.qwixx.solver.index import PENALTIES, PLACES
from cruces.games.qwixx.solver.turn import Floats
from cruces.solvers.files import atomic_file

Run = Callable[..., Result]


def made_up(players: int) -> Floats:
    """A table in which the start is worth 101, 102, … points."""
    values = np.zeros((players, PLACES, PENALTIES))
    values[:, 0, 0] = np.arange(players) + 101
    return values


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's tables, one of them there already; what is computed is made up."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(oracle, "solve", lambda players, *_: made_up(players) + 0.5)
    folder = tmp_path / "cruces" / "tables"
    folder.mkdir(parents=True)
    with atomic_file(folder / "qwixx-3-finish-turn.table") as target:
        file.write(target, "finish-turn", made_up(3))
    return folder


def test_each_seat(cruces: Run, tables: Path) -> None:
    asked = ("solve", "qwixx", "--players", "3", "--ruling", "finish-turn")
    assert cruces(*asked).output == (
        "Friendly Qwixx for 3: 5,468,124 sheets (after_second_lock=finish-turn)\n"
        "With best play the expected score is:\n"
        "  seat 1  101.0000\n"
        "  seat 2  102.0000\n"
        "  seat 3  103.0000\n"
    )
    found = json.loads(cruces(*asked, "--json").output)
    assert found.pop("seconds") > 0
    assert found == {
        "game": "qwixx",
        "players": 3,
        "ruling": "finish-turn",
        "sheets": 5468124,
        "seats": [101, 102, 103],
    }


def test_the_first_time(cruces: Run, tables: Path) -> None:
    shown = cruces("solve", "qwixx", lang="es")
    assert shown.output.splitlines()[0] == (
        "Qwixx en solitario: 5\u00a0468\u00a0124 hojas (after_second_lock=ends)"
    )
    assert "  sitio 1  101,5000" in shown.output
    assert (tables / "qwixx-1-ends.table").exists()


def test_a_damaged_table(cruces: Run, tables: Path) -> None:
    path = tables / "qwixx-3-finish-turn.table"
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    asked = ("solve", "qwixx", "--players", "3", "--ruling", "finish-turn", "--json")
    shown = cruces(*asked)
    assert shown.exit_code == 0
    assert "damaged" in shown.stderr
    assert "Computing it again" in shown.stderr
    assert json.loads(shown.stdout)["seats"] == [101.5, 102.5, 103.5]
    assert cruces(*asked).stderr == ""
