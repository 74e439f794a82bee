"""Installed on a device: what is there without a network, and what comes back with it."""

import httpx
from playwright.sync_api import expect

from tests.browser.conftest import Crowd, wait_for
from tests.browser.people import Person
from tests.browser.test_trouble import LOST, UNREACHED
from tests.server.process import Server

KEPT = """async () => {
  await navigator.serviceWorker.ready;
  const state = (await navigator.serviceWorker.getRegistration()).active.state;
  return state === "activated" && !!navigator.serviceWorker.controller;
}"""


def installed(person: Person) -> None:
    """Wait until the page is kept on the device."""
    person.until(KEPT)


def passed_out(person: Person) -> str:
    """Play a game to its end, the quickest way; which match it was."""
    person.play("qwixx")
    while person.my_turn():
        person.cross(passing=1)
    return person.match


def test_it_can_be_installed(crowd: Crowd) -> None:
    person = crowd.come(keeps=True)
    person.visit()
    person.see(".play-now")
    client = person.page.context.new_cdp_session(person.page)
    manifest = client.send("Page.getAppManifest")
    assert manifest["url"] == f"{person.url}/manifest.webmanifest"
    assert manifest["errors"] == []
    errors = client.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Every context of Playwright's is a private window, in which nothing is installed.
    assert [error["errorId"] for error in errors if error["errorId"] != "in-incognito"] == []
    read = httpx.get(manifest["url"], trust_env=False).json()
    assert (read["start_url"], read["display"]) == ("/", "standalone")
    sizes = set()
    for icon in read["icons"]:
        found = httpx.get(person.url + icon["src"], trust_env=False)
        assert found.headers["content-type"].startswith(icon["type"])
        sizes.add(icon["sizes"])
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(found.content[at : at + 4], "big") for at in (16, 20))
            assert icon["sizes"] == f"{width}x{height}"
    assert {"192x192", "512x512"} <= sizes
    installed(person)


def test_without_a_network_finished_games_are_there(crowd: Crowd) -> None:
    person = crowd.come(keeps=True)
    person.pardon(LOST, UNREACHED)
    match = passed_out(person)
    scores = person.record()["result"]["scores"]
    installed(person)
    person.page.context.set_offline(True)
    person.visit()
    person.page.reload()
    said = person.text("web.offline")
    expect(person.page.locator(".notice-card")).to_have_text(said)
    expect(person.page.locator(".starter button[aria-disabled='true']")).to_have_count(3)
    expect(person.page.locator(".starter select, .join")).to_have_count(0)
    person.press("a[href='#games']")
    person.press(person.see(f"a[href='#saved={match}']"))
    person.see(".saved .total")
    shown = [int(said.replace("−", "-")) for said in person.texts(".saved .total")]
    assert shown == scores
    person.page.context.set_offline(False)
    person.press("a.home")
    expect(person.page.locator(".notice-card")).to_have_count(0)
    expect(person.page.locator(".starter button[aria-disabled='false']")).to_have_count(3)
    expect(person.page.locator(".join")).to_be_visible()


def test_a_game_waits_for_the_server(crowd: Crowd, server: Server) -> None:
    """The server is away, the page is opened anew: it says so, and goes on when it is back."""
    person = crowd.come(keeps=True)
    person.pardon(LOST, UNREACHED)
    person.play("quixo")
    assert person.my_turn()
    person.decide()
    assert person.my_turn()
    installed(person)
    match, board, played = person.match, person.board(), person.actions()
    server.stop()
    try:
        person.page.reload()
        expect(person.page.locator("main")).to_contain_text(person.text("web.connecting"))
        person.press("a.home")
        expect(person.page.locator(".notice-card")).to_have_text(person.text("web.offline"))
        person.visit(f"/#table={match}")
    finally:
        server.start()
    wait_for(server)
    assert person.my_turn()
    assert (person.board(), person.actions()) == (board, played)
    person.decide()
    assert person.my_turn()
    assert len(person.actions()) > len(played)
