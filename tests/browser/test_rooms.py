"""Several browsers at one table."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.people import PHONE, Person, next_of

SIDES = ("south", "west", "north", "east")


def invite(host: Person) -> str:
    """Lay a table for friends; the address one gives them."""
    host.press_text("web.friends")
    code = host.see(".big-code").inner_text()
    address = host.see(".address").inner_text()
    assert address == f"{host.url}/#join={code}"
    return address.removeprefix(host.url)


def sit_down(guest: Person, name: str = "") -> None:
    """Say one's name, or not, and take a seat."""
    field = guest.see(".newcomer input.name")
    if name:
        field.fill(name)
    guest.press_text("web.sit", ".newcomer")
    guest.see(".places li.own")


def gather(host: Person, guests: list[Person]) -> None:
    """Everybody is ready, and the host begins, with empty seats or without."""
    for person in guests:
        person.press_text("web.ready")
    start = host.page.get_by_role("button", name=host.text("web.start", count=1 + len(guests)))
    expect(start).to_have_attribute("aria-disabled", "false")
    host.press(start)
    for person in (host, *guests):
        person.see("main.table")
        assert len(person.texts("main.table [data-seat]")) == 1 + len(guests)


def arrive(host: Person, guests: list[Person]) -> None:
    """Friends come by the link, one after the other."""
    address = invite(host)
    for number, guest in enumerate(guests, 2):
        guest.visit(address)
        sit_down(guest)
        assert "join" not in guest.page.url, "the code stays in the address"
        expect(host.page.locator(".places li.human")).to_have_count(number)
    gather(host, guests)


def play_together(people: list[Person], most: int) -> int:
    """Play until the end or for some turns; how many it were."""
    for turns in range(most):
        person = next_of(people)
        if person is None:
            return turns
        person.decide()
    return most


def test_friends_play_talk_and_play_again(crowd: Crowd) -> None:
    host, guest = crowd.come(), crowd.come(PHONE, touch=True)
    host.visit()
    host.choose("quixo")
    host.option("option.size", "3")
    arrive(host, [guest])

    guest.press(f"button[aria-label={guest.text('web.chat')}]")
    phrase = guest.text("web.phrases").split(" | ")[0]
    guest.press(guest.page.locator(".phrases button", has_text=phrase))
    expect(guest.page.locator(".lines li.own span")).to_have_text(phrase)
    guest.press(".dialog.chat header button")
    expect(host.page.locator(".badge")).to_have_text("1")
    host.press(f"button[aria-label={host.text('web.chat')}]")
    expect(host.page.locator(".lines li span")).to_have_text(phrase)
    host.page.keyboard.press("Escape")
    expect(host.page.locator("dialog[open]")).to_have_count(0)
    expect(host.page.locator(".badge")).to_have_count(0)

    assert play_together([host, guest], 2) == 2
    host.press(f"button[aria-label={host.text('web.menu')}]")
    host.press_text("web.ask.draw", "dialog")
    offer = guest.see(".offer[role=alertdialog]")
    assert host.text("web.offer.draw", name="").strip() in offer.inner_text()
    expect(host.page.locator(".act .offer")).to_be_visible()
    guest.press_text("web.decline", ".offer")
    expect(guest.page.locator(".offer")).to_have_count(0)
    expect(host.page.locator(".offer")).to_have_count(0)
    declined = re.compile(re.escape(host.text("web.offer.declined", name="").strip()))
    expect(host.page.locator("#told")).to_have_text(declined)

    play_together([host, guest], 300)
    result = host.record()["result"]
    for seat, person in enumerate((host, guest)):
        drawn = result["places"].count(1) == 2
        said = "drawn" if drawn else "won" if result["places"][seat] == 1 else "lost"
        assert person.see(".result h2").inner_text() == person.text(f"web.{said}")
    assert guest.record() == host.record()
    assert host.board() == guest.board()

    before = host.match
    guest.press_text("web.rematch", ".result")
    waiting = guest.text("web.offer.waiting", what=guest.text("web.offer.name.rematch"))
    expect(guest.page.locator(".result .offer")).to_have_text(waiting)
    offer = host.see(".result .offer")
    assert host.text("web.offer.rematch", name="").strip() in offer.inner_text()
    host.press_text("web.rematch", ".result")
    for person in (host, guest):
        person.until("before => !location.hash.includes(before)", before)
        person.see("main.table")
    assert host.match == guest.match
    assert play_together([host, guest], 2) == 2


def told_of_choices(person: Person, since: int) -> list[dict[str, Any]]:
    """What somebody was told about choices, without what counts and dates them."""
    found = []
    for frame in person.heard[since:]:
        if frame["type"] == "events" and any(e["type"] == "chose" for _, e in frame["events"]):
            events = [{k: v for k, v in e.items() if k != "at"} for _, e in frame["events"]]
            now = {k: v for k, v in frame["now"].items() if k != "version"}
            found.append({"events": events, "now": now})
    return found


def choose(person: Person, action: str) -> None:
    """Decide, though others have not."""
    person.press(f"button[data-action={action}]")
    if action != "pass":
        person.press(".act .buttons .go")
    decided = person.text("web.todo.decided")
    expect(person.page.locator(".act .todo")).to_have_text(decided)
    expect(person.page.locator(f"button[data-action={action}].held")).to_be_visible()


def test_who_has_decided_is_seen_but_not_what(crowd: Crowd) -> None:
    """Whatever the one chooses, the other is told the very same, until both have chosen."""
    host, guest = crowd.come(), crowd.come()
    host.visit()
    host.choose("qwixx")
    arrive(host, [guest])
    while host.my_turn() and guest.my_turn():
        free = host.page.locator(".box.can")
        if "white" in str(host.ask(f"/api/matches/{host.match}")["table"]["phase"]):
            if free.count():
                break
            guest.decide()
        host.decide()
    action = free.first.get_attribute("data-action") or ""
    since, own = len(guest.heard), len(host.heard)
    shown = []
    for choice in (action, "pass", action):
        count = len(told_of_choices(guest, since))
        choose(host, choice)
        while len(told_of_choices(guest, since)) == count:
            guest.page.wait_for_timeout(20)
        expect(guest.page.locator(".seat[data-seat='0'] .state")).to_have_text(
            guest.text("web.status.decided")
        )
        guest.drawn()
        shown.append(guest.page.evaluate("document.body.innerHTML"))
    told = told_of_choices(guest, since)
    assert len(told) == 3
    assert told[0] == told[1] == told[2]
    assert told[0]["events"] == [{"type": "chose", "seat": 0, "action": ""}]
    assert not told[0]["now"]["chosen"]
    assert shown[0] == shown[1] == shown[2]
    # The one who chose was told each time something else.
    mine = told_of_choices(host, own)
    assert [frame["now"]["chosen"] for frame in mine] == [
        {"0": c} for c in (action, "pass", action)
    ]

    assert guest.my_turn()
    guest.decide()
    expect(guest.page.locator(".seat[data-seat='0'] .lately .did")).to_have_count(1)
    assert (0, action) in guest.actions()
    assert action in host.crosses()


def bottom(person: Person) -> set[str]:
    """The squares that lie nearest to somebody, as the screen shows them."""
    squares = person.page.locator(".cube").evaluate_all(
        """cubes => cubes.map(cube => ({ square: cube.dataset.square,
          y: cube.getBoundingClientRect().bottom })).sort((a, b) => b.y - a.y)"""
    )
    return {one["square"] for one in squares[:5]}


def dots(person: Person) -> dict[str, str]:
    """Where the dots point, as somebody sees them."""
    found: dict[str, str] = person.page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".cube:has(.dot)")].map(cube =>
          [cube.dataset.square, cube.querySelector(".dot").className.replace("dot ", "")]))"""
    )
    return found


def test_four_at_a_board(crowd: Crowd) -> None:
    people = [crowd.come(), crowd.come(PHONE, touch=True), crowd.come(), crowd.come()]
    host, *guests = people
    host.visit()
    host.choose("quixo-teams")
    arrive(host, guests)
    letters, numbers = "abcde", "12345"
    below = [
        {f"{letter}5" for letter in letters},
        {f"a{number}" for number in numbers},
        {f"{letter}1" for letter in letters},
        {f"e{number}" for number in numbers},
    ]
    for seat, person in enumerate(people):
        assert bottom(person) == below[seat]
        for other in range(4):
            plate = person.page.locator(f".plate.{SIDES[(other - seat) % 4]}")
            assert plate.get_attribute("data-seat") == str(other)
        assert person.page.locator(".plate.south b").inner_text() == person.text("web.you")

    to = ("me", "partner")
    for turn in range(12):
        mover = next_of(people)
        if mover is None:
            break
        seat = people.index(mover)
        blank = not mover.page.locator(".cube.can").count()
        mover.push("" if blank else to[turn % 2])
        for person in people:
            expect(person.page.locator(".moves span")).to_have_count(turn + 1)
        played = host.actions()
        assert len(played) == turn + 1
        assert played[-1][0] == seat
        if blank:
            continue
        dot = seat if to[turn % 2] == "me" else (seat + 2) % 4
        assert played[-1][1].endswith(f"@{dot + 1}")
        square = played[-1][1].partition("@")[0].partition(">")[2]
        for number, person in enumerate(people):
            assert dots(person)[square] == SIDES[(dot - number) % 4]
    assert len(host.actions()) >= 8
    assert all(person.board() == host.board() for person in people)


def test_pass_and_play(crowd: Crowd) -> None:
    """On one device the sheet of whoever has to choose lies on the table."""
    person = crowd.come(PHONE, touch=True)
    person.visit()
    person.choose("qwixx")
    person.press_text("web.device")
    person.press(".one-device .go")
    person.see("main.table")
    names = [person.text("web.player", number=number) for number in (1, 2)]
    chosen = set()
    for _ in range(300):
        if not person.my_turn():
            break
        name = person.see(".act .todo .who").inner_text()
        assert person.see(".sheet h2").inner_text() == name
        seat = names.index(name)
        chosen.add(seat)
        assert seat in person.ask(f"/api/matches/{person.match}")["to_act"]
        person.cross(passing=0.7)
    assert chosen == {0, 1}
    result = person.record()["result"]
    cards = [int(said.replace("−", "-")) for said in person.texts("[data-points]")]
    assert cards == result["scores"]


def resign(person: Person) -> None:
    """Give up, and be sure of it."""
    person.press(f"button[aria-label={person.text('web.menu')}]")
    person.press_text("web.resign", "dialog")
    person.press(".dialog.question .go")
    person.see(".dialog.result dialog[open]")


def talk(person: Person, said: str) -> None:
    """Write something, and see it among what was said."""
    person.press(".dialog.result header button")
    person.press(f"button[aria-label={person.text('web.chat')}]")
    person.page.locator(".dialog.chat input[name=line]").fill(said)
    person.press_text("web.send", ".dialog.chat")
    expect(person.page.locator(".lines li.own span")).to_have_text(said)
    person.press(".dialog.chat header button")


def again(*people: Person) -> None:
    """All press "play again", one after the other, and sit at the new table."""
    before = people[0].match
    for person in people:
        person.press_text("web.rematch", ".act")
    for person in people:
        person.until("before => !location.hash.includes(before)", before)
        person.see("main.table")


def test_who_resigned_talks_and_plays_again(crowd: Crowd) -> None:
    alone = crowd.come()
    alone.play("quixo")
    resign(alone)
    assert alone.see(".result .verdict").inner_text() == alone.text("reason.resignation.you")
    talk(alone, "Well played")
    again(alone)
    assert alone.my_turn()

    host, guest = crowd.come(), crowd.come()
    host.visit()
    host.choose("quixo")
    arrive(host, [guest])
    resign(host)
    talk(host, "Once more?")
    guest.press(".dialog.result header button")
    again(host, guest)
    assert host.match == guest.match
    assert play_together([host, guest], 2) == 2
