"""The golden games are played as they always were."""

from pathlib import Path

import pytest
from tests.playthroughs import GOLDEN, PLAYTHROUGHS

from cruces.core.registry import GAMES
from cruces.games.qwixx.rules import QWIXX
from cruces.testing import playthrough
from cruces.testing.playthrough import Playthrough, transcript, write


@pytest.mark.parametrize("what", PLAYTHROUGHS, ids=lambda what: what.name)
def test_golden(what: Playthrough) -> None:
    golden = (GOLDEN / f"{what.name}.txt").read_bytes().decode()
    assert transcript(what).splitlines() == golden.splitlines(), "if that is meant: make golden"
    assert transcript(what) == golden


def test_no_golden_file_is_left_over() -> None:
    names = {what.name for what in PLAYTHROUGHS}
    assert {path.stem for path in GOLDEN.iterdir()} == names
    assert len(names) == len(PLAYTHROUGHS)


def test_all_games_and_editions_are_there() -> None:
    assert {what.game for what in PLAYTHROUGHS} == set(GAMES)
    editions = {what.options.get("edition", "es-original") for what in PLAYTHROUGHS}
    assert editions == set(QWIXX.presets)


def test_written_where_asked_and_nothing_else_left(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "golden"
    folder.mkdir(parents=True)
    (folder / "gone.txt").write_text("a former playthrough")
    write(folder, PLAYTHROUGHS)
    written = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert written == {path.name: path.read_bytes() for path in GOLDEN.iterdir()}


def test_a_game_that_does_not_end_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playthrough, "MAX_EVENTS", 3)
    assert transcript(PLAYTHROUGHS[0]).endswith("\nno end after 3 events\n")
