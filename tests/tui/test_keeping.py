"""Damaged files of the app: nothing fails, and nothing is written elsewhere."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import Static

from cruces.locales import text
from cruces.tui import daily, keeping, statistics
from cruces.tui.app import CrucesApp
from cruces.tui.dialogs import Choice, Page
from cruces.tui.home_screen import HomeScreen
from tests.tui.driving import app, until

GOOD = {"game": "quixo", "against": "level-1", "won": True, "drawn": False, "score": 5, "at": 1}
DAY = "2026-03-01"


def write(home: Path, name: str, content: bytes) -> None:
    (home / "cruces").mkdir(exist_ok=True)
    (home / "cruces" / f"{name}.json").write_bytes(content)


@pytest.mark.parametrize("content", [b"", b"[1]", b"no", b'"\xff"', b"[" * 200_000])
def test_a_damaged_file_is_as_good_as_none(home: Path, content: bytes) -> None:
    write(home, "daily", content)
    assert keeping.read("daily") == {}


@pytest.mark.parametrize(
    "damage",
    [
        5,
        {**GOOD, "score": "x"},
        {**GOOD, "score": 10**300},
        {**GOOD, "game": ["x"]},
        {**GOOD, "against": None},
        {"game": "quixo"},
    ],
)
def test_of_the_statistics_only_games_are_counted(home: Path, damage: Any) -> None:
    write(home, "statistics", json.dumps({"games": [GOOD, damage]}).encode())
    assert statistics.games() == [GOOD]
    for games in (7, None, {"x": 1}):
        write(home, "statistics", json.dumps({"games": games}).encode())
        assert statistics.games() == []


def test_robots_that_nobody_knows_any_more_are_counted(home: Path) -> None:
    games = [{**GOOD, "against": "quarry:digger"}, {**GOOD, "game": "quarry"}]
    write(home, "statistics", json.dumps({"games": games}).encode())
    assert "Quarry:digger" in statistics.table("en").plain


def test_of_the_days_only_lists_of_games_count(home: Path) -> None:
    write(home, "daily", json.dumps({DAY: ["quixo"], "2026-03-02": 5, "x": [1]}).encode())
    assert daily.days_solved() == {DAY: ["quixo"]}


def test_the_screens_open_with_damaged_files(home: Path) -> None:
    write(home, "daily", json.dumps({DAY: 5}).encode())
    write(home, "statistics", json.dumps({"games": [5]}).encode())
    playing = app("en")

    async def run() -> None:
        async with playing.run_test(size=(80, 24)) as pilot:
            daily.choose(playing, "en")
            await until(pilot, lambda: isinstance(playing.screen, Choice))
            await until(pilot, lambda: playing.screen.focused is not None)
            playing.pop_screen()
            playing.push_screen(statistics.StatisticsScreen("en"))
            await until(pilot, lambda: isinstance(playing.screen, Page))
            await until(pilot, lambda: playing.screen.query("VerticalScroll Static"))
            shown = playing.screen.query("VerticalScroll Static").first(Static)
            assert str(shown.render()) == text("tui.statistics.none", "en")

    asyncio.run(run())


def test_a_link_is_replaced_and_not_followed(home: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere.json"
    elsewhere.write_text("{}")
    (home / "cruces").mkdir()
    (home / "cruces" / "daily.json").symlink_to(elsewhere)
    keeping.write("daily", {DAY: ["quixo"]})
    assert elsewhere.read_text() == "{}"
    assert keeping.read("daily") == {DAY: ["quixo"]}


def test_a_folder_that_cannot_be_written_is_no_trouble(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "file"))
    keeping.write("daily", {DAY: ["quixo"]})
    keeping.forget("daily")
    assert keeping.read("daily") == {}


def test_a_relative_folder_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the XDG specification has it: it would be another one in every folder."""
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    assert keeping.folder() == Path.home() / ".local" / "share" / "cruces"


@pytest.mark.parametrize("name", ["~nobody-has-this-name/game.json", ".", "a\0b", "no.json"])
def test_a_file_that_cannot_be_opened_is_named(name: str) -> None:
    assert name in told(app("en"), name)


@pytest.mark.parametrize("content", [b"", b"[" * 200_000, b" " * (4 * 2**20 + 1), b'"\xff"', b"{}"])
def test_a_file_that_is_no_record_is_refused(home: Path, content: bytes) -> None:
    (home / "game.json").write_bytes(content)
    assert "record" in told(app("en"), str(home / "game.json"))


def told(playing: CrucesApp, name: str) -> str:
    """What the app says when a file is to be opened."""

    async def run() -> None:
        async with playing.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(playing.screen, HomeScreen))
            home = playing.screen
            assert isinstance(home, HomeScreen)
            home.read(name)
            await until(pilot, lambda: playing._notifications)
            assert playing.screen is home

    asyncio.run(run())
    return "\n".join(note.message for note in playing._notifications)
