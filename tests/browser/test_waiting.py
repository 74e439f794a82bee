"""A server that asks to wait: the page says so, waits and tries again, and loses nothing."""

import json

from playwright.sync_api import FilePayload, Route, expect

from tests.browser.conftest import Crowd
from tests.browser.people import Person
from tests.browser.test_rooms import invite


class BusyServer:
    """Refuses some requests for now, so many times."""

    def __init__(self, person: Person, path: str, times: int, status: int = 429) -> None:
        self.refused, self._times, self._status = 0, times, status
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
            headers={"Retry-After": "1"},
            content_type="application/json",
            body=json.dumps(body),
        )


def test_an_invitation_waits_and_leads_to_the_table(crowd: Crowd) -> None:
    host = crowd.come(locale="es-ES")
    host.visit("/")
    address = invite(host)
    guest = crowd.come(locale="es-ES")
    busy = BusyServer(guest, "**/api/join", 2)
    guest.visit(address)
    expect(guest.page.locator("#notices")).to_contain_text(guest.text("web.wait", seconds=1))
    expect(guest.page.locator(".join input").first).to_have_value(address.partition("=")[2])
    guest.see(".places")
    assert busy.refused == 2


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
