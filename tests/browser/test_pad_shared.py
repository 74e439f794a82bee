"""At a real table with a phone each: sheets that are shared by a code."""

from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.people import PHONE, Person
from tests.browser.test_install import installed
from tests.browser.test_pad import cross, totals
from tests.browser.test_trouble import LOST, UNREACHED
from tests.server.process import Server


def share(person: Person, name: str) -> str:
    """Open a pad for others; the code."""
    person.visit("/#pad")
    person.press(".pads label:has(input[value=shared])")
    person.page.locator(".pads form[data-game] input[name=name]").fill(name)
    person.press(".pads form[data-game] .go")
    code = person.see("dialog[open] .big-code").inner_text()
    person.press("dialog[open] header button")
    person.see(".pad-sheet")
    return code


def join(person: Person, code: str, name: str) -> None:
    """Come with the link of the invitation."""
    person.visit(f"/#pad&code={code}")
    expect(person.page.locator(".pad-join input[name=code]")).to_have_value(code)
    assert code not in person.page.url
    person.page.locator(".pad-join input[name=name]").fill(name)
    person.press(".pad-join button")
    person.see(".pad-sheet")


def test_two_phones_one_of_which_is_lost_for_a_while(crowd: Crowd, server: Server) -> None:
    ana = crowd.come(PHONE, touch=True, locale="es-ES")
    leo = crowd.come(PHONE, touch=True, keeps=True)
    leo.pardon(LOST, UNREACHED)
    leo.visit()
    leo.see(".play-now")
    installed(leo)
    join(leo, share(ana, "Ana"), "Leo")
    expect(ana.page.locator("[data-person='1'] span").first).to_have_text("Leo")
    cross(ana, "r2", "r3", "r4", "r5", "r6", "g12")
    cross(leo, "y3", "y4")
    expect(leo.page.locator("[data-person='1'] b")).to_have_text("16")
    expect(ana.page.locator("[data-person='1'] .mini .on")).to_have_count(2)

    # Leo's phone loses the network, and even its page: Leo goes on.
    leo.page.context.set_offline(True)
    cross(leo, "y5")
    leo.see(".pad-online.away")
    cross(ana, "r12")
    leo.page.reload()
    cross(leo, "b11")
    leo.press(".penalties")
    expect(leo.page.locator(".penalties .crossed")).to_have_count(1)
    expect(leo.page.locator("[data-close=r].snapped")).to_have_count(0)
    leo.page.context.set_offline(False)
    expect(leo.page.locator("[data-close=r].snapped")).to_be_visible()
    expect(leo.page.locator(".pad-online.away")).to_have_count(0)
    expect(ana.page.locator("[data-person='1'] b")).to_have_text("2")
    assert totals(ana) == [29, 2]
    assert totals(leo) == [2, 29]

    # Ana takes the closing back, and does it again; the sheet of another is only looked at.
    ana.press("[data-tool=undo]")
    expect(leo.page.locator("[data-close=r].snapped")).to_have_count(0)
    ana.press("[data-tool=redo]")
    expect(leo.page.locator("[data-close=r].snapped")).to_be_visible()
    ana.press("[data-person='1']")
    expect(ana.page.locator(".pad-sheet.foreign .box.crossed")).to_have_count(4)
    ana.press("[data-action=y9]", anyway=True)
    expect(ana.page.locator("#notices")).to_contain_text("Leo")
    ana.press("[data-person='0']")

    # The fourth penalty ends the game for both, who count and compare.
    for count in (2, 3, 4):
        leo.press(".penalties")
        expect(leo.page.locator(".penalties .crossed")).to_have_count(count)
    expect(ana.page.locator(".pad-end")).to_contain_text(ana.text("reason.fourth-penalty"))
    for person in (ana, leo):
        person.press(".pad-end .go")
    assert ana.see(".compared .verdict").inner_text() == "Gana Ana"
    assert leo.see(".compared .verdict").inner_text() == "Ana wins"
    ana.press(".compared .go")
    expect(leo.page.locator(".compared .sum b").first).to_have_text("29")
    expect(ana.page.locator(".pad-sheet .box.crossed")).to_have_count(0)

    # A phone that has forgotten its sheet gets it back with the code.
    cross(ana, "b9")
    code = ana.page.evaluate("JSON.parse(localStorage['cruces.pads']).qwixx.shared.code")
    expect(leo.page.locator(".compared")).to_be_visible()
    ana.page.evaluate("""async () => {
      const { shared } = JSON.parse(localStorage["cruces.pads"]).qwixx;
      const { token } = JSON.parse(localStorage["cruces.device"]);
      const stored = async () => {
        const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
        const order = { method: "POST", headers, body: "{}" };
        const { members } = await (await fetch(`/api/pads/${shared.id}`, order)).json();
        return members[0].sheet.sheet;
      };
      while ((await stored()) !== "b9") await new Promise((done) => setTimeout(done, 50));
      localStorage.removeItem("cruces.pads");
    }""")
    ana.visit("/#print")
    ana.page.reload()
    join(ana, code, "Ana")
    expect(ana.page.locator(".pad-sheet .box.crossed")).to_have_count(1)


def test_without_a_server_one_is_told_and_plays_alone(crowd: Crowd, server: Server) -> None:
    person = crowd.come(PHONE, touch=True, keeps=True)
    person.pardon(LOST, UNREACHED)
    person.visit("/#pad")
    person.see(".pads form")
    person.press(".pads label:has(input[value=shared])")
    person.page.locator(".pads form[data-game] input[name=name]").fill("Ana")
    person.page.context.set_offline(True)
    person.press(".pads form[data-game] .go")
    expect(person.page.locator("#notices")).to_contain_text(
        person.text("page.pad.shared.no-server")
    )
    person.press(".pads label:has(input[value=here])")
    person.press(".pads form[data-game] .go")
    cross(person, "r5")
    person.page.context.set_offline(False)
