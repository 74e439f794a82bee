"""A page of paper as PDF, with what the extra `pictures` installs.

Its font is one that every reader has, for the letters of Western Europe.
"""

from fpdf import FPDF
from fpdf.svg import SVGObject

from cruces.render.leaves import Leaf, Place
from cruces.render.paper import Page

FONT = "helvetica"
_POINTS = 72 / 25.4
"""In a millimetre."""


def pdf(page: Page, title: str, lang: str) -> bytes:
    """The page as a document of one page."""
    document = FPDF(unit="mm", format=(page.width, page.height))
    document.set_title(title)
    document.set_lang(lang)
    document.set_creator("Cruces")
    document.set_auto_page_break(False)
    document.add_page()
    SVGObject(page.shapes).draw_to_page(document)
    for leaf in page.texts:
        _write(document, leaf, page.scale)
    return bytes(document.output())


def _write(document: FPDF, leaf: Leaf, scale: float) -> None:
    said = "".join(child for child in leaf.element.children if isinstance(child, str))
    style = dict(leaf.element.attributes)
    size = float(style["font-size"]) * leaf.place.scale * scale * _POINTS
    document.set_font(FONT, "B" if style.get("font-weight") == "700" else "", size)
    document.set_text_color(style["fill"])
    part = {"middle": 0.5, "end": 1.0}.get(style.get("text-anchor", ""), 0.0)
    x, y, _ = Place(float(style["x"]), float(style["y"])).within(leaf.place)
    document.text(x * scale - part * document.get_string_width(said), y * scale, said)
