"""The style of a page stays in the document: it must not reach the pages that come after it."""

from tests.browser.conftest import Crowd
from tests.browser.people import PHONE

PLACES = {
    "": ".play-now",
    "#devices": ".devices [data-device]",
    "#explore=qwixx": "details.more",
    "#game": ".opener .file",
    "#games": ".my-games .empty",
    "#learn": ".learn .grades",
    "#pad": ".pads form .go",
    "#print": ".page-of-sheets",
    "#rules=qwixx": "main.reading h2",
}
BOXES = """JSON.stringify([...document.querySelectorAll("main *")].map(one => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.tagName, ...[x, y + scrollY, width, height].map(Math.round)];
}))"""


def test_a_page_looks_the_same_whatever_was_opened_before_it(crowd: Crowd) -> None:
    person = crowd.come(PHONE)
    alone: dict[str, str] = {}
    for place, sign in PLACES.items():
        person.visit(f"/?alone={len(alone)}{place}")
        person.see(sign)
        person.page.wait_for_load_state("networkidle")
        person.drawn()
        alone[place] = person.page.evaluate(BOXES)
    for place, sign in PLACES.items():
        person.page.evaluate("place => { location.hash = place }", place)
        person.see(sign)
    for place, boxes in alone.items():
        person.page.evaluate("place => { location.hash = place }", place)
        person.until(f"boxes => {BOXES} === boxes", boxes)
