"""Courses and exercises: the moves are made on the board, and a device remembers."""

from typing import Any

import pytest
from playwright.sync_api import expect

from cruces.core.registry import GAMES, family_of
from cruces.locales import languages
from tests.browser.conftest import Crowd
from tests.browser.people import PHONE, Person
from tests.browser.test_fit import LOCALES

MOST_BYTES = 150_000
LESSON = ".lesson h2"


def read(person: Person, name: str) -> Any:
    """What the device keeps under a name."""
    return person.page.evaluate(f"JSON.parse(localStorage.getItem('cruces.{name}'))")


def do(person: Person, action: str) -> None:
    """Make a move by touch or click."""
    if ">" in action:
        take, _, rest = action.partition(">")
        to, _, dot = rest.partition("@")
        person.press(f"[data-square={take}]")
        person.press(f"[data-end={to}]")
        if dot:
            person.press(f"label:has(input[name=dot][value={'me' if dot == '1' else 'partner'}])")
        person.press("[data-push]")
    elif action == "pass":
        person.press(".act .buttons .go")
    else:
        person.press(
            f".choice:has-text('{action.lstrip('rygb')}')[class*=' {action.rstrip('0123456789')}']"
        )
        person.press(".act .buttons .go")
    person.drawn()


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", GAMES)
def test_a_course_is_played_on_the_board(crowd: Crowd, game: str, lang: str) -> None:
    person = crowd.come(PHONE, touch=True, locale=LOCALES[lang])
    person.visit("/#learn")
    person.press(f"[data-learn={game}] a[href$='/course']")
    steps = family_of(game).course(GAMES[game])
    for step in steps:
        title = person.text(f"page.learn.{step.name}.title")
        expect(person.page.locator(LESSON)).to_have_text(title)
        do(person, step.expects[0])
        done = person.text(f"page.learn.{step.name}.done")
        expect(person.page.locator(".said.good")).to_contain_text(done)
        assert person.told == done
        person.press(".lesson-next")
    person.see("main.learn")
    assert read(person, "learn")["steps"] == {game: len(steps)}
    expect(person.page.locator(f"[data-learn={game}] a[href$='/course']")).to_contain_text("✓")


def test_an_exercise_by_keyboard(crowd: Crowd) -> None:
    """A wrong push is explained and taken back; the right one counts for the day."""
    person = crowd.come()
    person.visit("/#learn")
    today = person.see(".daily a[href^='#learn=quixo/']").get_attribute("href") or ""
    number = int(today.rpartition("/")[2])
    exercise = family_of("quixo").exercises(GAMES["quixo"])[number - 1]
    person.see(f".daily a[href='{today}']").focus()
    person.page.keyboard.press("Enter")
    expect(person.page.locator(LESSON)).to_have_text(person.text("page.learn.today"))
    person.see(".cube.can")
    board = person.board()
    wrong = person.page.evaluate(
        """async (today) => {
          const [game, number] = today.replace("#learn=", "").split("/");
          const answer = await fetch(`/api/exercises/${game}/${number}/en`);
          const { task } = await answer.json();
          return Object.values(task.view.legal)[0].find((action) => !(action in task.after));
        }""",
        today,
    )
    push_by_keyboard(person, wrong)
    expect(person.page.locator(".said.bad")).to_be_visible()
    assert person.board() == board
    push_by_keyboard(person, exercise.answers[0])
    expect(person.page.locator(".said.good")).to_be_visible()
    assert person.board() != board
    expect(person.page.locator(".lesson-next")).to_be_focused()
    learned = read(person, "learn")
    assert learned["solved"] == {"quixo": [number]}
    assert len(learned["days"]) == 1
    person.page.keyboard.press("Enter")
    person.until("today => location.hash !== today && document.querySelector('.lesson')", today)
    person.visit("/#learn")
    expect(person.page.locator(".days .solved")).to_have_count(1)
    streak = person.text("page.learn.streak", count=1)
    expect(person.page.locator(".learn .far").first).to_have_text(streak)


def push_by_keyboard(person: Person, push: str) -> None:
    """Take, choose the end and push, with Enter alone on what has the focus."""
    take, _, to = push.partition(">")
    person.see(f"[data-square={take}]").focus()
    person.page.keyboard.press("Enter")
    person.see(f"[data-end={to}]").focus()
    person.page.keyboard.press("Enter")
    person.see("[data-push]").focus()
    person.page.keyboard.press("Enter")
    person.drawn()


def test_a_solution_that_was_looked_at_is_not_solved(crowd: Crowd) -> None:
    person = crowd.come(PHONE, touch=True)
    person.visit("/#learn=qwixx/1")
    person.see(".lesson")
    answer = family_of("qwixx").exercises(GAMES["qwixx"])[0].answers[0]
    dice = person.see(".dice").get_attribute("aria-label") or ""
    assert any(figure in dice for figure in "123456")
    legal = [person.page.locator(".act [data-action=pass]"), person.page.locator(".choice").first]
    person.press(legal[0] if answer != "pass" else legal[1])
    if answer == "pass":
        person.press(".act .buttons .go")
    person.see(".said.bad")
    person.press_text("page.learn.solution")
    person.see(".said.good")
    assert read(person, "learn") is None
    expect(person.page.locator(".dice")).to_have_attribute("aria-label", dice)
    person.press(".lesson-next")
    person.until("() => location.hash === '#learn=qwixx/2'")


def test_a_cube_that_cannot_be_taken_is_explained(crowd: Crowd) -> None:
    person = crowd.come()
    person.visit("/#learn=quixo/course")
    person.see(LESSON)
    person.press_text("page.learn.skip")
    person.press(person.see("[data-square=a1]"), anyway=True)
    expect(person.page.locator("#notices")).to_contain_text("a1")


@pytest.mark.parametrize(
    "place",
    ["/#learn", "/#learn=qwixx/course", "/#learn=quixo/course", "/#learn=big-points/7"],
)
def test_the_pages_are_light(crowd: Crowd, place: str) -> None:
    """Together with everything that comes before them, in the language with the longest texts."""
    person = crowd.come(PHONE, locale=LOCALES["es"])
    client = person.page.context.new_cdp_session(person.page)
    sizes: list[int] = []
    client.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    client.send("Network.enable")
    person.visit(place)
    person.see(".learn, .lesson ~ .table")
    person.page.wait_for_load_state("networkidle")
    assert 10_000 < sum(sizes) <= MOST_BYTES
