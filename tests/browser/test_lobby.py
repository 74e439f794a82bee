"""Before the start: who can come, what they are called, who is ready, and one button to begin."""

from playwright.sync_api import Route, expect

from tests.browser.conftest import Crowd
from tests.browser.people import PHONE, Person
from tests.browser.test_rooms import invite, sit_down

LONG = "María del Carmen Ruiz"
"""More than twenty letters."""


def in_the_network(person: Person) -> None:
    """As if the server had been started for the network."""

    def answer(route: Route) -> None:
        found = route.fetch().json()
        found["reach"] = "network"
        found["address"] = found["address"].replace("127.0.0.1", "192.168.1.20")
        route.fulfill(json=found)

    person.page.route("**/invitation", answer)


def start(host: Person, count: int, *, may: bool) -> None:
    button = host.page.get_by_role("button", name=host.text("web.start", count=count))
    expect(button).to_have_attribute("aria-disabled", "false" if may else "true")


def test_a_link_that_only_this_computer_opens_says_so(crowd: Crowd) -> None:
    host = crowd.come(PHONE)
    host.visit()
    invite(host)
    note = host.see(".only-here")
    assert note.inner_text().startswith(host.text("web.invite.here"))
    host.press(".only-here summary")
    assert "cruces serve --lan" in note.inner_text()
    expect(host.page.locator("img.qr")).to_have_count(0)


def test_for_the_network_there_is_a_picture_on_top_and_help(crowd: Crowd) -> None:
    host = crowd.come(PHONE)
    in_the_network(host)
    host.visit()
    host.press_text("web.friends")
    picture = host.see("img.qr")
    assert picture.evaluate("img => img.decode().then(() => img.naturalWidth)") > 0
    top = "one => one.getBoundingClientRect().top"
    assert picture.evaluate(top) < host.see(".places").evaluate(top)
    assert host.see(".address").inner_text().startswith("http://192.168.1.20:")
    expect(host.page.locator(".only-here")).to_have_count(0)
    host.press(".invite-help summary")
    port = host.url.rpartition(":")[2]
    firewall = host.text("web.invite.help.firewall", port=port)
    expect(host.page.locator(".invite-help li").nth(2)).to_have_text(firewall)
    wide = "document.documentElement.scrollWidth"
    assert host.page.evaluate(wide) <= PHONE[0]


def test_names_figures_and_being_ready(crowd: Crowd) -> None:
    """The host begins with two of five, once the guest is ready: not before, and not if not."""
    host, guest = crowd.come(), crowd.come(PHONE, touch=True, locale="es-ES")
    host.visit()
    host.choose("qwixx")
    address = invite(host)
    start(host, 1, may=False)

    guest.visit(address)
    guest.press(".newcomer .bare")
    guest.press(".figures .leaf")
    sit_down(guest, LONG)
    row = host.page.locator(".places li.human:not(.own)")
    expect(row.locator("b")).to_have_text(LONG)
    expect(row.locator(".avatar.leaf")).to_have_count(1)
    start(host, 2, may=False)
    expect(host.page.locator(".next .todo")).to_have_text(
        host.text("web.gather.unready", names=LONG)
    )

    guest.press_text("web.ready")
    start(host, 2, may=True)
    guest.press_text("web.unready")
    start(host, 2, may=False)
    guest.press_text("web.ready")
    start(host, 2, may=True)

    field = host.see(".places li.own input")
    field.fill("Luis")
    field.press("Enter")
    expect(guest.page.locator(".places li.human b")).to_have_text("Luis")
    start(host, 2, may=True)  # another name makes nobody unready
    host.press_text("web.start", count=2)
    for person in (host, guest):
        person.see("main.table")
        assert len(person.texts("main.table [data-seat]")) == 2
    expect(host.page.locator(".seat .avatar.leaf")).to_have_count(1)
    # What was once said is not asked again.
    guest.visit("/")
    guest.press_text("web.friends")
    expect(guest.page.locator(".places li.own input")).to_have_value(LONG)


def test_a_name_that_is_too_long_is_refused_in_words(crowd: Crowd) -> None:
    host = crowd.come()
    host.visit()
    invite(host)
    field = host.see(".places li.own input")
    field.fill("Ana" * 12)
    field.press("Enter")
    expect(host.page.locator("#notices")).to_contain_text(host.text("error.name-long", most=30))
    expect(field).to_have_value("Ana" * 12)  # to be made shorter, not cut
    field.fill("Ana")
    field.press("Enter")
    host.until("() => JSON.parse(localStorage['cruces.prefs'] ?? '{}').name === 'Ana'")


def test_robots_have_names_and_a_level_and_can_be_sent_away(crowd: Crowd) -> None:
    host = crowd.come()
    host.visit()
    host.choose("qwixx")
    invite(host)
    for count in (1, 2):
        host.press_text("web.bot.add")
        expect(host.page.locator(".places li.bot")).to_have_count(count)
    names = host.texts(".places li.bot b")
    assert names == ["Robot Leo", "Robot Eva"]
    assert len(set(host.texts(".places li.bot small"))) == 1
    start(host, 3, may=True)
    host.press(host.page.locator(".places li.bot button").first)
    expect(host.page.locator(".places li.bot")).to_have_count(1)
    host.press_text("web.start", count=2)
    host.see("main.table")


def test_partners_choose_their_seats(crowd: Crowd) -> None:
    host = crowd.come()
    host.visit()
    host.choose("quixo-teams")
    invite(host)
    host.press(host.page.locator("li.open[data-seat='2'] button").first)
    expect(host.page.locator("li.own[data-seat='2']")).to_have_count(1)
    for seat in (0, 1, 3):
        open_seat = host.page.locator(f"li.open[data-seat='{seat}']")
        host.press(open_seat.get_by_role("button", name=host.text("web.bot.add")))
        expect(host.page.locator(f"li.bot[data-seat='{seat}']")).to_have_count(1)
    host.press_text("web.start", count=4)
    host.see("main.table")
