"""Each game from the first page to its end, by hand, and what the page then says of it."""

import json

import pytest
from playwright.sync_api import expect

from cruces.core.registry import family_of, load
from cruces.players.names import bot_name
from tests.browser.conftest import Crowd
from tests.browser.people import DESKTOP, PHONE, Person


def outcome(person: Person, places: list[int], own: int = 0) -> str:
    """What the page must say to one of the players."""
    if places[own] > 1:
        return person.text("web.lost")
    return person.text("web.drawn" if places.count(1) == len(places) else "web.won")


def ending(person: Person, own: int = 0) -> str:
    """What the page must say about how it ended: who did what."""
    play = load(json.dumps(person.record()))
    assert play.outcome is not None
    names = [
        bot_name(seat, person.lang) if one.bot else one.name
        for seat, one in enumerate(play.players)
    ]
    family, seats = family_of(play.game), frozenset({own})
    return family.ending(play.game, play.log, play.outcome, names, seats, person.lang)


def check_paper(person: Person) -> None:
    """Every number at the end is the record's."""
    record = person.record()
    result = record["result"]
    assert result is not None
    page = person.page
    assert page.locator(".result h2").inner_text() == outcome(person, result["places"])
    order = sorted(range(len(result["places"])), key=lambda seat: result["places"][seat])
    said = [row.locator("td").all_inner_texts() for row in page.locator(".final tbody tr").all()]
    lines = [[int(number.replace("−", "-")) for number in row] for row in said]
    assert [line[-1] for line in lines] == [result["scores"][seat] for seat in order]
    assert all(sum(parts) == total for *parts, total in lines)
    cards = person.texts("[data-points]")
    assert [int(said.replace("−", "-")) for said in cards] == result["scores"]


def check_wood(person: Person) -> None:
    """Winner, reason and line at the end are the record's."""
    result = person.record()["result"]
    assert result is not None
    page = person.page
    assert page.locator(".result h2").inner_text() == outcome(person, result["places"])
    first = page.locator(".plate:has(.tag.on)")
    winners = {int(plate.get_attribute("data-seat") or "") for plate in first.all()}
    assert winners == {seat for seat, place in enumerate(result["places"]) if place == 1}
    line = {square for announced in result["announced"] for square in announced.split()}
    assert {cube.get_attribute("data-square") for cube in page.locator(".cube.won").all()} == line
    assert page.locator(".verdict").inner_text() == ending(person)


@pytest.mark.parametrize(("game", "phone"), [("qwixx", True), ("big-points", False)])
def test_a_paper_game_to_its_end(crowd: Crowd, game: str, phone: bool) -> None:
    person = crowd.come(PHONE if phone else DESKTOP, touch=phone, keeps=True)
    person.play(game, "greedy")
    assert person.play_out() > 10
    check_paper(person)
    assert person.page.locator(".verdict").inner_text() == ending(person)
    # Whether the dice were fair is for everyone to see.
    person.press(person.page.locator(".result a[href^='/verify']"))
    expect(person.page.locator("#verdict.good")).to_be_visible()
    draws = person.page.locator(".draws li")
    assert draws.count() > 5
    assert draws.count() == person.page.locator(".draws li.good").count()


@pytest.mark.parametrize(("game", "phone"), [("quixo", False), ("quixo-teams", True)])
def test_a_wooden_game_to_its_end(crowd: Crowd, game: str, phone: bool) -> None:
    person = crowd.come(PHONE if phone else DESKTOP, touch=phone, keeps=True)
    person.play(game, "greedy")
    assert person.play_out() > 2
    check_wood(person)


@pytest.mark.parametrize("game", ["qwixx", "quixo"])
def test_with_everything_moving(crowd: Crowd, game: str) -> None:
    """Whoever likes motion waits for dice and cubes, and the game is the same."""
    person = crowd.come(motion=True, keeps=True)
    person.play(game)
    for _ in range(4):
        if not person.my_turn():
            break
        person.decide()
    person.my_turn()
    played = person.actions()
    assert len(played) >= 4
    if game == "quixo":
        marks = [
            mark for mark in person.board().values() if mark != person.text("web.cube.neutral")
        ]
        assert 1 <= len(marks) <= len(played)
        assert person.texts(".moves span") == [text.replace(">", "›") for _, text in played]
    else:
        own = sorted(text for seat, text in played if seat == 0 and text != "pass")
        assert sorted(person.crosses()) == own
