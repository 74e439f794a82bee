"""What others do is said on the screen, and whose turn it is also to those who look elsewhere."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.people import PHONE, Person
from tests.browser.test_rooms import arrive

HIDDEN = """Object.defineProperty(document, "visibilityState", {
  get: () => (window.away ? "hidden" : "visible") });
// A browser without windows shows no notifications, whoever allows them.
Object.defineProperty(Notification, "permission", { value: "granted" });
Notification.requestPermission = async () => "granted";
window.notified = [];
ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
  window.notified.push([title, options.tag]);
};"""
TOLD = ".told .notice"


def menu(person: Person, key: str) -> None:
    person.press(f"button[aria-label={person.text('web.menu')}]")
    person.press_text(key, "dialog")


def test_answers_and_what_was_undone_are_seen(crowd: Crowd) -> None:
    person = crowd.come(PHONE, touch=True)
    person.play("quixo")
    assert person.my_turn()
    person.decide()
    assert person.my_turn()
    menu(person, "web.ask.draw")
    declined = person.text("web.offer.declined", name="Robot Leo")
    expect(person.page.locator(TOLD).filter(has_text=declined)).to_be_visible()
    menu(person, "web.ask.take-back")
    undone = person.text("web.took-back")
    expect(person.page.locator(TOLD).filter(has_text=undone)).to_be_visible()
    expect(person.page.locator("#told")).to_contain_text(undone)


def test_what_others_crossed_is_seen_and_oneself_is_you(crowd: Crowd) -> None:
    person = crowd.come()
    person.play("qwixx")
    expect(person.page.locator(TOLD)).to_have_count(0)
    assert person.my_turn()
    person.decide()
    told = person.see(TOLD).inner_text()
    assert told.startswith("Robot Leo: ")
    person.play_out()
    headings = person.texts(".final tbody th[scope=row]")
    assert sorted(headings) == ["Robot Leo", person.text("web.you")]


def test_a_refusal_is_seen_over_a_dialog(crowd: Crowd) -> None:
    person = crowd.come()
    person.play("quixo")
    menu(person, "web.ask.take-back")  # nothing has been played yet
    person.press(f"button[aria-label={person.text('web.menu')}]")
    person.see(".dialog.menu dialog[open]")
    notice = person.see("#notices .notice.bad")
    assert notice.inner_text().endswith(person.text("error.nothing-to-take-back"))
    assert person.page.locator("#notices").evaluate("one => one.matches(':popover-open')")


def test_how_long_somebody_is_waited_for(crowd: Crowd) -> None:
    host, guest = crowd.come(), crowd.come(PHONE, touch=True)
    host.visit()
    host.choose("quixo")
    arrive(host, [guest])
    expect(host.page.locator(".patience")).to_have_count(0)
    guest.page.close()
    line = host.page.locator(".offer:has(.patience)")
    expect(line).to_contain_text(host.text("web.absent.wait", name="Player 2"))
    expect(host.page.locator(".patience")).to_have_text(re.compile(r"^[12]:[0-5]\d$"))


def test_ones_turn_in_title_and_icon(crowd: Crowd) -> None:
    person = crowd.come()
    person.play("quixo")
    assert person.my_turn()
    yours = person.text("web.your-turn")
    expect(person.page).to_have_title(f"● {yours} · {person.text('game.quixo')} · Cruces")
    icon = person.page.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", "/static/icons/icon-turn.svg")
    person.visit("/#")
    expect(person.page).to_have_title("Cruces")
    expect(icon).to_have_attribute("href", "/static/icons/icon.svg")


def test_a_notification_only_for_who_asked_for_it(crowd: Crowd) -> None:
    host, guest = crowd.come(keeps=True), crowd.come(keeps=True)
    for person in (host, guest):
        person.page.add_init_script(HIDDEN)
    host.visit()
    host.choose("quixo")
    arrive(host, [guest])
    mover, other = (host, guest) if host.page.title().startswith("●") else (guest, host)
    for person in (mover, other):
        person.until("() => navigator.serviceWorker.ready.then(() => true)")
    other.press(f"button[aria-label={other.text('web.menu')}]")
    other.press(f'button[aria-label="{other.text("web.notify")}"]')
    expect(other.page.locator("#notices")).to_contain_text(other.text("web.notify.on"))
    other.press(".dialog.menu header button")
    for person in (mover, other):
        person.page.evaluate("window.away = true")
    assert mover.my_turn()
    mover.decide()
    other.until("() => window.notified.length === 1")
    assert other.page.evaluate("window.notified") == [[other.text("web.your-turn"), other.match]]
    other.decide()
    assert mover.my_turn()
    assert mover.page.evaluate("window.notified") == []
