"""A game without a mouse: from the first page to the end by keys alone."""

from tests.browser.conftest import Crowd
from tests.browser.people import Person
from tests.browser.test_games import check_paper, check_wood

MOST_TABS = 90
ON = "selector => document.activeElement?.matches(selector)"
SEEN = """() => [document.activeElement, ...document.activeElement.querySelectorAll("*")].some(
  part => getComputedStyle(part).outlineStyle !== "none"
    && parseFloat(getComputedStyle(part).outlineWidth) >= 2)"""


def key(person: Person, *names: str) -> None:
    """Press keys one after the other."""
    for name in names:
        person.page.keyboard.press(name)


def tab_to(person: Person, selector: str, *, back: bool = False) -> None:
    """Go on by Tab until one is there; one must see where one is."""
    for _ in range(MOST_TABS):
        if person.page.evaluate(ON, selector):
            assert person.page.evaluate(SEEN), f"nobody sees the focus on {selector}"
            return
        key(person, "Shift+Tab" if back else "Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def begin(person: Person, game: str) -> None:
    """Choose a game and start it."""
    person.visit()
    person.see(".play-now")
    tab_to(person, f"[data-game={game}]")
    key(person, "Enter")
    tab_to(person, ".play-now")
    key(person, "Enter")
    person.see("main.table")
    person.until(ON, "main, main *")  # Tab goes on from the table, not from the top


def leave_result(person: Person) -> None:
    """Escape closes the result, and one can go on from there."""
    key(person, "Escape")
    person.until("() => !document.querySelector('dialog[open]')")
    tab_to(person, ".act .go")


def test_qwixx_by_keys(crowd: Crowd) -> None:
    person = crowd.come()
    begin(person, "qwixx")
    crossed = 0
    while person.my_turn():
        # Two crosses, once on the sheet and once in the bar; then passing ends it soon.
        if crossed < 2 and person.page.locator(".choice").count():
            tab_to(person, ".choice" if crossed else ".box.can", back=not person.rng.randrange(2))
            key(person, "Enter" if crossed else "Space")
            person.drawn()
            tab_to(person, ".act .buttons .go", back=crossed == 0)
            key(person, "Enter")
            crossed += 1
        else:
            passing = (
                ".act [data-action=pass]" if person.page.locator(".choice").count() else ".act .go"
            )
            tab_to(person, passing)
            key(person, "Space")
        person.drawn()
    assert crossed == 2
    check_paper(person)
    assert len(person.crosses()) == 2
    leave_result(person)


def take_a_cube(person: Person) -> None:
    """Walk over the board by arrows to a cube that may be taken, and take it."""
    tab_to(person, ".cube", back=True)
    at = "Number(document.activeElement.dataset.at)"
    can = person.page.evaluate(
        "[...document.querySelectorAll('.cube.can')].map(cube => Number(cube.dataset.at))"
    )
    size = round(person.page.locator(".cube").count() ** 0.5)
    here, there = person.page.evaluate(at), person.rng.choice(can)
    (x, y), (to_x, to_y) = (here % size, here // size), (there % size, there // size)
    key(person, *["ArrowRight" if to_x > x else "ArrowLeft"] * abs(to_x - x))
    key(person, *["ArrowDown" if to_y > y else "ArrowUp"] * abs(to_y - y))
    assert person.page.evaluate(at) == there
    key(person, "Enter")
    person.see(".end")
    person.until(ON, ".end")


def test_quixo_by_keys(crowd: Crowd) -> None:
    person = crowd.come()
    begin(person, "quixo")
    turns = 0
    while person.my_turn():
        if person.page.locator(".cube.can").count():
            take_a_cube(person)
            if not turns:  # one may think better of it
                key(person, "Escape")
                person.until("() => !document.querySelector('.end')")
                assert person.page.evaluate(ON, ".cube")
                take_a_cube(person)
            side = person.page.evaluate("document.querySelector('.end:last-child').dataset.side")
            key(person, {"top": "ArrowUp", "bottom": "ArrowDown"}.get(side, f"Arrow{side.title()}"))
            assert person.page.evaluate(ON, f".end[data-side={side}]")
            key(person, "Enter")
            person.until(ON, ".act .go")
            key(person, "Enter" if turns % 2 else "Space")
        else:
            tab_to(person, ".act .go")
            key(person, "Enter")
        person.drawn()
        # The focus stays on the board, until the result is shown.
        person.until("() => document.activeElement?.matches('.cube, dialog[open] *')")
        turns += 1
    assert turns > 2
    check_wood(person)
    leave_result(person)
