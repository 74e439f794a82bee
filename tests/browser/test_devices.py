"""A player's devices, guests who are sent away, and voices that are not heard."""

from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.people import PHONE, Person
from tests.browser.test_rooms import invite

ROWS = ".devices [data-device]"


def call_oneself(person: Person, name: str) -> None:
    field = person.see(".gather input.name")
    field.fill(name)
    field.press("Enter")
    field.blur()


def test_a_player_moves_to_the_phone_and_back(crowd: Crowd) -> None:
    laptop, phone = crowd.come(), crowd.come(PHONE, touch=True, locale="es-ES")
    laptop.play("quixo")
    match = laptop.match
    laptop.visit("/#devices")
    laptop.see(ROWS)
    laptop.press_text("web.devices.show")
    code = laptop.see(".big-code").inner_text()
    assert laptop.see(".only-here").inner_text().startswith(laptop.text("web.invite.here"))

    phone.visit(f"/#device={code}")
    phone.see(ROWS)
    assert code not in phone.page.url, "the code stays in the address"
    before = phone.token
    assert before != laptop.token, "a link alone makes nobody another player"
    phone.press_text("web.devices.use")
    expect(phone.page.locator(ROWS)).to_have_count(2)
    phone.visit("/#")
    phone.see(f".continue a[href='#table={match}']")

    # Signed out from the phone, the laptop says so, keeps its token and can be somebody new.
    laptop.pardon("401")
    phone.visit("/#devices")
    expect(phone.page.locator(ROWS)).to_have_count(2)
    name = phone.page.locator(f"{ROWS} input").last
    name.fill("Portátil")
    name.press("Enter")
    phone.press(phone.page.locator(f"{ROWS} button").last)
    phone.press(".dialog .danger")
    expect(phone.page.locator(ROWS)).to_have_count(1)
    kept = laptop.token
    laptop.visit(f"/#table={match}")
    trouble = laptop.see(".device-trouble")
    expect(trouble).to_contain_text(laptop.text("error.token-revoked"))
    laptop.press_text("web.again")
    expect(trouble).to_be_visible()
    assert laptop.token == kept
    laptop.press_text("web.device.anew")
    expect(trouble).to_have_count(0)
    laptop.see("main.table")
    assert laptop.token != kept

    # The phone goes back to who it was.
    phone.press(phone.page.locator(".devices section").last.locator("button"))
    phone.until("was => JSON.parse(localStorage['cruces.device'] ?? '{}').token === was", before)


def test_a_token_is_replaced_and_the_table_goes_on(crowd: Crowd) -> None:
    person = crowd.come()
    person.play("quixo")
    match, old = person.match, person.token
    # As if it were old: the page replaces it by itself.
    person.page.evaluate(
        """() => { const device = JSON.parse(localStorage["cruces.device"]);
          localStorage["cruces.device"] = JSON.stringify({ ...device, since: 1 }); }"""
    )
    person.page.reload()
    person.until("was => JSON.parse(localStorage['cruces.device']).token !== was", old)
    person.see("main.table")
    assert person.match == match
    assert person.my_turn()
    person.decide()
    assert person.my_turn() or person.page.locator(".dialog.result").count()


def test_namesakes_guests_and_voices(crowd: Crowd) -> None:
    host, guest = crowd.come(), crowd.come(PHONE, touch=True)
    host.visit()
    host.choose("quixo")
    address = invite(host)
    call_oneself(host, "Ana")
    guest.page.add_init_script("localStorage['cruces.prefs'] ??= '{\"name\":\"ana\"}'")
    guest.visit(address)
    expect(guest.page.locator(".gather input.name")).to_have_value("ana 2")

    guest.press(f"button[aria-label={guest.text('web.chat')}]")
    phrases = guest.page.locator(".phrases:not(.mutes) button")
    guest.press(phrases.first)
    expect(host.page.locator(".badge")).to_have_text("1")
    host.press(f"button[aria-label={host.text('web.chat')}]")
    expect(host.page.locator(".lines li span")).to_have_count(1)
    host.press(".mutes button")
    expect(host.page.locator(".lines li")).to_have_count(0)
    host.press(".dialog.chat header button")
    guest.press(phrases.last)
    expect(guest.page.locator(".lines li.own")).to_have_count(2)
    while sum(message.get("chat", []) != [] for message in host.heard) < 2:
        host.page.wait_for_timeout(20)  # it has been heard, and not shown
    host.drawn()
    expect(host.page.locator(".badge")).to_have_count(0)
    host.page.reload()
    host.press(f"button[aria-label={host.text('web.chat')}]")
    expect(host.page.locator(".dialog.chat .empty")).to_have_text(host.text("web.muted", count=2))
    host.press(".mutes button")
    expect(host.page.locator(".lines li span")).to_have_count(2)
    host.press(".dialog.chat header button")

    guest.press(".dialog.chat header button")
    host.press(host.page.locator(".places li.human:not(.own) button"))
    host.press(".dialog .danger")
    expect(host.page.locator(".places li.human")).to_have_count(1)
    expect(guest.page.locator(".gather .todo")).to_have_text(guest.text("error.removed"))
    expect(guest.page.locator(".gather button")).to_have_count(0)
    guest.visit(address)
    expect(guest.page.locator("#notices")).to_contain_text(guest.text("error.removed"))
