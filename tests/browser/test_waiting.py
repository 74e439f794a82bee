"""A server that asks to wait: the page says so, waits and tries again, and loses nothing."""

import json

from playwright.sync_api import FilePayload, Route, expect

from tests.browser.conftest import Crowd
from tests.browser.people import Person
from tests.browser.test_rooms import invite


class BusyServer:
    """Refuses some requests for now, so many times, and says how many seconds to wait."""

    def __init__(
        self, person: Person, path: str, times: int, wait: int = 0, status: int = 429
    ) -> None:
        self.refused, self._times, self._wait, self._status = 0, times, wait, status
        person.pardon("Failed to load resource")
        person.page.route(path, self._answer)

    def _answer(self, route: Route) -> None:
        if self.refused == self._times:
            route.continue_()
            return
        self.refused += 1
        body = {"code": "slow-down", "reason": "slow-down", "message": "Not now."}
        route.fulfill(
            status=self._status,
            headers={"Retry-After": str(self._wait)},
            content_type="application/json",
            body=json.dumps(body),
        )


def test_an_invitation_leads_to_the_table_in_the_end(crowd: Crowd) -> None:
    host, guest = crowd.come(), crowd.come(locale="es-ES")
    host.visit("/")
    address = invite(host)
    busy = BusyServer(guest, "**/api/join", 2)
    guest.visit(address)
    guest.see(".places")
    assert busy.refused == 2


def test_whoever_waits_is_told_and_keeps_the_code(crowd: Crowd) -> None:
    guest = crowd.come(locale="es-ES")
    BusyServer(guest, "**/api/join", 1, wait=50)
    guest.visit("/#join=ABCD2345")
    expect(guest.page.locator("#notices")).to_contain_text(guest.text("web.wait", seconds=50))
    expect(guest.page.locator(".join input")).to_have_value("ABCD2345")
    assert "ABCD" not in guest.page.url


def test_a_start_that_has_to_wait_ends_well(crowd: Crowd) -> None:
    person = crowd.come()
    games = BusyServer(person, "**/api/games", 1)
    texts = BusyServer(person, "**/api/texts/*", 1)
    person.visit("/")
    person.see(".home-page .starter")
    assert (games.refused, texts.refused) == (1, 1)


def test_the_verification_page_says_that_nothing_was_checked(crowd: Crowd) -> None:
    person = crowd.come()
    BusyServer(person, "**/api/verify", 1, status=413)
    person.visit("/verify")
    record = FilePayload(name="game.json", mimeType="application/json", buffer=b"{}")
    person.page.locator("input[type=file]").set_input_files(record)
    verdict = person.page.locator("#verdict")
    expect(verdict).to_contain_text(person.text("verify.failed"))
    expect(verdict).to_have_class("verdict failed")
    expect(person.page.locator(".points")).to_contain_text(person.text("verify.failed.command"))
