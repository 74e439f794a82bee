"""The player who cannot be beaten: where it is said, and where it is explained."""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Crowd
from tests.browser.people import PHONE, Person
from tests.browser.test_install import installed
from tests.browser.test_trouble import LOST, UNREACHED

STRONGEST, OTHER = "level-8", "level-7"


def promised(person: Person, *sizes: int) -> None:
    """Let the server say that nobody beats the strongest on boards of these sizes."""

    def answer(route: Route) -> None:
        games: list[dict[str, Any]] = route.fetch().json()
        for game in games:
            if game["id"] == "quixo":
                one = [{"bot": STRONGEST, "options": {"size": size}} for size in sizes]
                game["unbeaten"] = one
        route.fulfill(json=games)

    person.page.route("**/api/games", answer)


def against(person: Person, game: str, level: str) -> None:
    """Choose a game and an opponent on the first page."""
    person.choose(game)
    person.page.locator(".levels select").select_option(level)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_it_is_said_where_it_is_so_and_leads_to_the_explanation(crowd: Crowd, lang: str) -> None:
    person = crowd.come(PHONE, locale=lang)
    person.lang = lang
    person.visit()
    against(person, "quixo", OTHER)
    said = person.text("web.unbeaten")
    note = person.page.locator(".unbeaten")
    expect(note).to_have_count(0)
    name = person.text("bot.unbeaten", level=person.text(f"bot.{STRONGEST}"))
    expect(person.page.locator(f".levels option[value={STRONGEST}]")).to_have_text(name)
    against(person, "quixo", STRONGEST)
    expect(note).to_have_text(said)
    against(person, "quixo-teams", STRONGEST)
    expect(note).to_have_count(0)
    against(person, "quixo", STRONGEST)
    person.press(".unbeaten a")
    expect(person.page.locator("main table")).to_be_visible()
    assert len(person.texts("main h2")) > 5


def test_it_is_not_said_of_a_board_without_a_proof(crowd: Crowd) -> None:
    person = crowd.come()
    promised(person, 4)
    person.visit()
    against(person, "quixo", STRONGEST)
    note = person.page.locator(".unbeaten")
    expect(note).to_have_count(0)
    person.option("option.size", "4")
    expect(note).to_have_count(1)
    person.option("option.size", "3")
    expect(note).to_have_count(0)


def test_a_robot_at_the_table_is_told_of_too(crowd: Crowd) -> None:
    person = crowd.come()
    person.visit()
    person.choose("quixo")
    person.press_text("web.friends")
    person.see(".big-code")
    person.page.locator(".bots select").first.select_option(STRONGEST)
    person.press_text("web.bot.add")
    expect(person.page.locator(".places .unbeaten")).to_have_text(person.text("web.unbeaten"))


def test_the_explanation_is_there_without_a_network(crowd: Crowd) -> None:
    person = crowd.come(keeps=True)
    person.pardon(LOST, UNREACHED)
    person.visit()
    person.see(".play-now")
    installed(person)
    person.page.context.set_offline(True)
    person.visit("/#page=quixo/proof")
    person.page.reload()
    expect(person.page.locator("main table")).to_be_visible()
    person.page.context.set_offline(False)
