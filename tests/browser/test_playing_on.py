"""Playing on against robots, from a moment of a game that is over and from a position set up."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from cruces.match.verify import verified
from cruces.storage import open_store
from tests.browser.conftest import Crowd, wait_for
from tests.browser.people import DESKTOP, GAMES, PHONE, Person
from tests.server.process import Nursery, Server
from tests.servers import free_port
from tests.storage.walk import Walk, write

POSITION = "O..../...../...../...../X.... X 3"


@pytest.fixture(scope="module")
def server(nursery: Nursery, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a finished game of every kind."""
    folder: Path = tmp_path_factory.mktemp("server")
    database = f"sqlite:///{folder / 'cruces.db'}"
    store = open_store(database)
    for game in GAMES:
        write(store, Walk(game, 2, match_id=game))
    store.close()
    started = Server(nursery, free_port(), {"CRUCES_DATABASE": database}, folder / "log")
    started.start()
    wait_for(started)
    yield started
    started.kill()


def play_on(person: Person, seat: int) -> None:
    """Take this seat against the weakest, in the dialog that is open."""
    person.see(".play-on dialog[open]")
    person.press(f".play-on label:has(input[name=seat][value='{seat}'])")
    expect(person.page.locator(f".play-on input[value='{seat}']")).to_be_checked()
    person.page.locator(".play-on .levels select").select_option(index=0)
    person.press(".play-on .go")
    person.until("() => location.hash.startsWith('#table=')")


def resign(person: Person) -> None:
    """End the game, and look at it."""
    assert person.my_turn()
    person.press(f"button[aria-label={person.text('web.menu')}]")
    person.press_text("web.resign", ".dialog.menu")
    person.press(".dialog.question .danger")
    person.see(".dialog.result dialog[open]")
    expect(person.page.locator(".alarm")).to_have_count(0)
    person.press(".result .look-back")
    person.see(".timeline")


@pytest.mark.parametrize(
    ("game", "size", "lang"),
    [
        ("qwixx", PHONE, "es-ES"),
        ("big-points", DESKTOP, "en-GB"),
        ("quixo", DESKTOP, "es-ES"),
        ("quixo-teams", PHONE, "en-GB"),
    ],
)
def test_from_a_moment_of_a_game_and_back(
    crowd: Crowd, game: str, size: tuple[int, int], lang: str
) -> None:
    person = crowd.come(size, touch=size == PHONE, locale=lang)
    at = 7
    person.visit(f"/#game={game}&at={at}")
    person.see(".timeline")
    moment = person.ask(f"/api/matches/{game}/moments")["moments"][at]
    person.press_text("page.game.play-on", ".timeline")
    play_on(person, moment["to_act"][0])
    assert person.my_turn()
    assert person.record()["position"] == moment["position"]
    shown = person.ask(f"/api/matches/{person.match}")
    assert shown["table"] == moment["table"]
    person.see(".hint")
    resign(person)
    assert verified(json.dumps(person.record())).dice == "checked"
    person.press_text("web.origin", ".about")
    person.until("hash => location.hash === hash", f"#game={game}&at={at}")
    expect(person.page.locator(".timeline .number")).to_contain_text(f"{at} /")


def test_at_the_end_there_is_nothing_to_play_unless_somebody_gave_up(crowd: Crowd) -> None:
    person = crowd.come()
    person.visit("/#game=quixo")
    person.see(".timeline")
    button = person.page.locator(".timeline").get_by_text(person.text("page.game.play-on"))
    expect(button).to_have_count(0)
    person.press("[data-step=previous]")
    expect(button).to_be_visible()
    person.press(button)
    play_on(person, 1)
    resign(person)
    expect(button).to_be_visible()
    person.press(button)
    person.see(".play-on dialog[open]")
    expect(person.page.locator(".play-on input[value='1']")).to_be_checked()


def test_a_game_that_did_not_begin_at_the_beginning_counts_for_nothing(crowd: Crowd) -> None:
    person = crowd.come()
    person.visit(f"/#explore=quixo&position={POSITION.replace(' ', '+')}")
    person.press_text("page.explore.play-on", ".about-it")
    play_on(person, 0)
    assert person.my_turn()
    assert person.record()["position"] == POSITION
    resign(person)
    expect(person.page.locator(".about")).to_contain_text(person.text("page.game.from-position"))
    match = person.match
    person.visit("/#games")
    row = person.page.locator(f"a[href='#game={match}']")
    expect(row).to_contain_text(person.text("page.games.start"))
    expect(person.page.locator(".figures-of-games")).to_have_count(0)
