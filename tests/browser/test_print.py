"""Blank sheets and rules on paper: chosen by keyboard, printed by the browser or as PDF."""

from io import BytesIO

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from cruces.locales import languages
from tests.browser.conftest import Crowd
from tests.browser.people import GAMES, PHONE, Person

SHEETS = ".page-of-sheets"
LOADED = """() => {
  const sheets = document.querySelector(".page-of-sheets");
  return sheets?.complete && sheets.naturalWidth > 0;
}"""


def printed(person: Person) -> list[tuple[float, float]]:
    """The sizes of the pages that the browser's print dialog makes, in points."""
    document = PdfReader(BytesIO(person.page.pdf(prefer_css_page_size=True)))
    return [(float(page.mediabox.width), float(page.mediabox.height)) for page in document.pages]


def test_sheets_are_chosen_by_keyboard_and_printed_on_one_page(crowd: Crowd) -> None:
    person = crowd.come()
    person.page.add_init_script("window.print = () => { window.printed = true }")
    person.visit("/#print")
    person.see(f"{SHEETS}.across")
    assert [round(side) for side in printed(person)[0]] == [842, 595], "four: A4 across"
    keys = person.page.keyboard
    person.page.locator("input[name=game]:checked").focus()
    keys.press("ArrowRight")
    keys.press("Tab")
    keys.press("ArrowRight")
    keys.press("Tab")
    keys.press("ArrowRight")
    keys.press("Tab")
    keys.press("2")
    chosen = "/api/sheets/big-points/en/sheets.svg?paper=letter&count=2&ink=black"
    expect(person.page.locator(SHEETS)).to_have_attribute("src", chosen)
    keys.press("Tab")
    keys.press("Enter")
    person.until("() => window.printed")
    ((width, height),) = printed(person)
    assert (round(width), round(height)) == (612, 792), "two: letter upright"
    keys.press("Tab")
    with person.page.expect_download() as saving:
        keys.press("Enter")
    saved = saving.value
    assert saved.suggested_filename == "big-points.pdf"
    (page,) = PdfReader(saved.path()).pages
    assert page.extract_text().count("Qwixx Big Points") == 2


def test_the_page_says_when_there_is_no_network(crowd: Crowd) -> None:
    person = crowd.come(PHONE, locale="es-ES", keeps=True)
    person.pardon("ERR_INTERNET_DISCONNECTED", "api/sheets")
    person.visit("/#print")
    person.until(LOADED)
    person.page.context.set_offline(True)
    person.press("input[value=black]")
    person.press_text("page.print.print")
    expect(person.page.get_by_role("alert")).to_have_text(person.text("web.offline.page"))


@pytest.mark.parametrize("lang", languages())
def test_rules_fit_on_one_page_and_are_light_on_it(crowd: Crowd, lang: str) -> None:
    person = crowd.come(locale=lang)
    person.visit()
    person.press(person.page.get_by_label(person.text("web.dark")))
    for game in GAMES:
        person.visit(f"/#rules={game}")
        expect(person.page.locator("page-text h1")).to_have_text(person.text(f"game.{game}"))
        person.page.wait_for_load_state("networkidle")
        for paper in ("A4", "Letter"):
            document = PdfReader(BytesIO(person.page.pdf(format=paper)))
            assert len(document.pages) == 1, (game, paper)
    person.page.emulate_media(media="print")
    ink = person.page.evaluate("getComputedStyle(document.querySelector('page-text p')).color")
    assert ink == "rgb(42, 38, 34)"
