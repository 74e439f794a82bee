"""The games of a device: found again, counted, taken to another device, deleted."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from cruces.locales import number
from tests.browser.conftest import Crowd
from tests.browser.people import PHONE, Person
from tests.browser.test_install import passed_out

ROWS = ".my-games section:last-of-type .list li"
DAY = 86_400_000


def played(day: int, **some: object) -> dict[str, Any]:
    """A line of the history, of a day."""
    usual = {
        "match": f"m{day}",
        "game": "qwixx",
        "at": 1_760_000_000_000 + day * DAY,
        "result": "won" if day % 3 else "lost",
        "against": "level-3",
        "names": [],
        "counts": {"points": 30 + day * 5 % 70, "penalties": day % 2},
    }
    return {**usual, **some}


MANY = [
    *(played(day) for day in range(29, 9, -1)),
    *(played(day, against="people", names=["Maximiliana", "Leo"]) for day in range(9, 4, -1)),
    played(4, game="quixo", result="drawn", counts={"moves": 21}),
    played(3, game="big-points", against="here", counts={"points": 120}),
]


def remember(person: Person, games: list[dict[str, Any]]) -> None:
    """Open the page on a device that has these."""
    person.visit()
    kept = json.dumps({"since": 0, "games": games})
    person.page.evaluate("kept => localStorage.setItem('cruces.history', kept)", kept)
    person.visit("/#games")
    person.see(ROWS)


def tiles(person: Person, within: str) -> dict[str, str]:
    """The figures in a part of the page."""
    names, numbers = (person.texts(f"{within} > .tiles {tag}") for tag in ("dt", "dd"))
    return dict(zip(names, numbers, strict=True))


def test_a_game_is_listed_when_it_has_ended_and_before(crowd: Crowd) -> None:
    person = crowd.come()
    person.play("quixo")
    assert person.my_turn()
    running = person.match
    match = passed_out(person)
    record = person.record()
    person.visit()
    person.press("a[href='#games']")
    expect(person.page.locator(f"a[href='#table={running}']")).to_be_visible()
    row = person.page.locator(f"a[href='#game={match}']")
    points = number(record["result"]["scores"][0], "en")
    expect(row).to_contain_text(f"{person.text('page.games.count.points')}: {points}")
    assert tiles(person, ".figures-of-games")[person.text("page.games.games")] == "1"
    titles = person.texts(".count h3")
    names = ("points", "crosses", "penalties", "closed")
    assert titles == [person.text(f"page.games.count.{name}") for name in names]
    penalties = tiles(person, ".count:nth-of-type(3)")
    assert penalties[person.text("page.games.highest")] == "4"
    row.click()
    person.see(".look-back")


def test_figures_follow_game_opponent_and_words(crowd: Crowd) -> None:
    person = crowd.come(locale="es-ES")
    remember(person, MANY)
    said = {key: person.text(f"page.games.{key}") for key in ("games", "won", "streak", "longest")}
    all_games = tiles(person, ".figures-of-games")
    assert all_games == {
        said["games"]: "26",  # not the one of several people on this device
        said["won"]: "65 %",
        said["streak"]: "2",
        said["longest"]: "2",
    }
    expect(person.page.locator(ROWS)).to_have_count(20)
    person.press_text("page.games.more")
    expect(person.page.locator(ROWS)).to_have_count(27)
    keys = person.page.keyboard
    person.page.locator("select[name=game]").focus()
    keys.press("Q")
    expect(person.page.locator("select[name=game]")).to_have_value("qwixx")
    expect(person.page.locator(".count .plot svg[role=img]")).to_have_count(4)
    assert tiles(person, ".count:first-of-type")[person.text("page.games.highest")] == "95"
    person.page.locator("select[name=against]").select_option("people")
    expect(person.page.locator(ROWS)).to_have_count(5)
    person.page.locator("select[name=against]").select_option("")
    person.page.locator("select[name=against]").focus()
    keys.press("Tab")
    keys.type("maxim")
    expect(person.page.locator(ROWS)).to_have_count(5)
    keys.type("x")
    expect(person.page.locator(ROWS)).to_have_count(0)
    expect(person.page.locator(".my-games")).to_contain_text(person.text("page.games.none-such"))


def test_games_go_to_another_device_and_can_be_deleted(crowd: Crowd, tmp_path: Path) -> None:
    person, other = crowd.come(), crowd.come(PHONE)
    remember(person, MANY)
    with person.page.expect_download() as saving:
        person.press_text("page.games.export")
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    assert file.suffix == ".json"

    remember(other, [played(30), played(29)])
    other.page.set_input_files("input[type=file]", file)
    expect(other.page.locator(".notice")).to_have_text(
        other.text("page.games.imported", count=len(MANY) - 1)
    )
    assert tiles(other, ".figures-of-games")[other.text("page.games.games")] == "27"
    broken = tmp_path / "other.json"
    broken.write_text('{"format": "cruces-games", "games": 3}', "utf-8")
    other.page.set_input_files("input[type=file]", broken)
    expect(other.page.locator(".notice")).to_have_text(other.text("page.games.not-ours"))

    other.press_text("page.games.delete")
    other.press(".dialog .quiet")
    expect(other.page.locator(ROWS)).to_have_count(20)
    other.press_text("page.games.delete")
    other.press(".dialog .danger")
    expect(other.page.locator(".my-games .empty")).to_have_text(other.text("page.games.none"))
    other.page.reload()
    expect(other.page.locator(".my-games .empty")).to_have_text(other.text("page.games.none"))
    other.page.set_input_files("input[type=file]", file)
    expect(other.page.locator(ROWS)).to_have_count(20)
