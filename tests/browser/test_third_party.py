"""Games of other packages in a real browser: the toy game, and a third Qwixx sheet.

Both are found by their entry points; no line of the product or of the page knows them.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Crowd, wait_for
from tests.browser.people import DESKTOP, PHONE
from tests.browser.test_games import check_paper
from tests.games.qwixx.mixed_sheet import MIXED
from tests.server.process import Nursery, Server
from tests.servers import free_port
from tests.toy.conftest import install

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where both are installed."""
    folder = tmp_path_factory.mktemp("server")
    site = folder / "site"
    site.mkdir()
    install(site)
    info = site / "mixed_sheet-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mixed-sheet\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[cruces.games]\nmixed = tests.games.qwixx.mixed_sheet:FAMILY\n"
    )
    path = os.pathsep.join([str(site), str(ROOT), os.environ.get("PYTHONPATH", "")])
    with patch.dict(os.environ, {"PYTHONPATH": path}):
        nursery = Nursery()
    environment = {"CRUCES_DATABASE": f"sqlite:///{folder / 'cruces.db'}"}
    started = Server(nursery, free_port(), environment, folder / "log")
    started.start()
    wait_for(started)
    yield started
    started.kill()
    nursery.close()


@pytest.mark.parametrize(("size", "touch"), [(PHONE, True), (DESKTOP, False)])
def test_the_toy_game_to_its_end(crowd: Crowd, size: tuple[int, int], touch: bool) -> None:
    person = crowd.come(size, touch=touch)
    person.visit()
    expect(person.page.locator("[data-game=toy-race] b")).to_have_text("Toy Race")
    expect(person.page.locator("[data-game=toy-race] .toy-die")).to_be_visible()
    person.play("toy-race")
    for decisions in range(300):
        if not person.my_turn():
            break
        expect(person.page.locator(".toy-track [data-runner]")).to_have_count(2)
        if decisions == 0:
            person.press(".hint")
            person.see(".values button")
        person.press(person.any_of(".plain-actions [data-action]"))
        person.drawn()
    record = person.record()
    assert record["game"] == "toy-race"
    assert max(record["result"]["scores"]) == 40
    person.look_back()
    expect(person.page.locator(".coached li")).to_have_count(2)
    person.page.keyboard.press("Home")
    expect(person.page.locator(".toy-track li").first.locator("[data-runner]")).to_have_count(2)
    person.page.keyboard.press("End")
    person.press("[data-step=previous]")
    person.press_text("page.game.play-on", ".timeline")
    person.press(".play-on .go")
    person.until("() => location.hash.startsWith('#table=')")
    person.my_turn()  # or over, if one step was all that was missing
    assert person.record()["position"]


def test_a_third_sheet_to_its_end(crowd: Crowd) -> None:
    """Its numbers are mixed and its rows of other lengths: the view draws what it is told."""
    person = crowd.come(DESKTOP)
    person.play("mixed-qwixx")
    assert person.my_turn()
    for row in MIXED.rows:
        boxes = person.page.locator(f".sheet [data-action^='{row.id}']")
        shown = [one.get_attribute("data-action") for one in boxes.all()]
        assert shown == [f"{row.id}{number}" for number in row.numbers]
    assert person.play_out() > 5
    check_paper(person)
