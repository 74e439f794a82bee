"""Spanish and English: chosen by the browser at first, and by the person at any time."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.people import Person


def speak(person: Person, lang: str, within: str = "") -> None:
    """Choose a language where the page offers it."""
    person.page.locator(f"{within} select:has(option[value={lang}])").first.select_option(lang)
    person.lang = lang
    expect(person.page.locator("html")).to_have_attribute("lang", lang)


@pytest.mark.parametrize(
    ("locale", "lang"), [("es-MX", "es"), ("es-ES", "es"), ("en-US", "en"), ("fr-FR", "en")]
)
def test_the_first_visit_is_in_the_browsers_language(crowd: Crowd, locale: str, lang: str) -> None:
    person = crowd.come(locale=locale)
    person.lang = lang
    person.visit()
    expect(person.page.locator(".play-now")).to_have_text(person.text("web.play"))
    expect(person.page.locator("h1")).to_have_text(person.text("web.ask"))
    expect(person.page.locator("html")).to_have_attribute("lang", lang)


def test_another_language_on_the_first_page_stays(crowd: Crowd) -> None:
    person = crowd.come(locale="en-GB")
    person.visit()
    person.choose("quixo")
    for lang in ("es", "en", "es"):
        speak(person, lang)
        expect(person.page.locator(".play-now")).to_have_text(person.text("web.play"))
        expect(person.page.locator("[data-game=quixo]")).to_have_attribute("aria-pressed", "true")
    person.page.reload()
    expect(person.page.locator(".play-now")).to_have_text(person.text("web.play"))
    person.visit("/#rules=quixo")
    spanish = person.see("main.reading h2").inner_text()
    speak(person, "en")
    first = person.page.locator("main.reading h2").first
    expect(first).not_to_have_text(spanish)


@pytest.mark.parametrize("game", ["qwixx", "quixo"])
def test_another_language_at_the_table(crowd: Crowd, game: str) -> None:
    """The table speaks another language, and nothing on it has moved."""
    person = crowd.come(locale="es-ES")
    person.play(game)
    assert person.my_turn()
    person.decide()
    assert person.my_turn()
    match, played, crosses = person.match, person.actions(), person.crosses()
    marks = person.page.locator(".cube svg").count()
    for lang in ("en", "es"):
        person.press(f"button[aria-label='{person.text('web.menu')}']")
        person.see(".dialog.menu dialog[open]")
        speak(person, lang, ".dialog.menu")
        expect(person.page.locator(".dialog.menu h2")).to_have_text(person.text("web.menu"))
        person.page.keyboard.press("Escape")
        expect(person.page.locator("dialog[open]")).to_have_count(0)
        assert person.my_turn()
        assert (person.match, person.actions(), person.crosses()) == (match, played, crosses)
        assert person.page.locator(".cube svg").count() == marks
        own = person.text("web.you")
        expect(person.page.locator("[data-seat='0'] b").first).to_have_text(own)
    person.decide()
    assert person.my_turn()
    assert len(person.actions()) > len(played)
    # What the server says, it says in the language of the hello: the sentence of a refusal.
    assert person.said[0]["lang"] == "es"
