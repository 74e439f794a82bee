"""Blank sheets on a page of paper: nothing is cut, nothing lies on something else."""

from collections import defaultdict
from io import BytesIO
from itertools import pairwise

import pytest
import resvg_py
from fpdf import FPDF
from PIL import Image, ImageChops

from cruces.core.registry import GAMES, family_of
from cruces.locales import languages
from cruces.render.document import Scene
from cruces.render.leaves import Place, leaves
from cruces.render.lettering import width as widest
from cruces.render.paper import GAP, MARGIN, MOST, PAPERS, Ink, Page, Paper, blank_page
from cruces.render.svg import el, group, use

PRINTED = [id for id, game in GAMES.items() if family_of(game).blank_sheet(game, "en")]
DOTS = 4
"""Per millimetre."""


def page_of(game: str, lang: str, paper: Paper = "a4", count: int = 4, ink: Ink = "colour") -> Page:
    page = blank_page(GAMES[game], lang, paper, count, ink)
    assert page is not None
    return page


def seen(page: Page) -> Image.Image:
    """The page as people see it, without a text: fonts differ."""
    png = resvg_py.svg_to_bytes(
        page.shapes, width=round(page.width * DOTS), background="white", dpi=96
    )
    return Image.open(BytesIO(bytes(png))).convert("RGB")


def part(image: Image.Image, left: float, top: float, right: float, bottom: float) -> Image.Image:
    """A part of the page, in millimetres."""
    return image.crop(
        (round(left * DOTS), round(top * DOTS), round(right * DOTS), round(bottom * DOTS))
    )


@pytest.mark.parametrize("game", PRINTED)
def test_four_sheets_on_a_page_look_alike_and_none_is_cut(game: str) -> None:
    page = page_of(game, "es")
    image = seen(page)
    assert len(page.places) == 4
    width, height = page.scale * page.sheet.width, page.scale * page.sheet.height
    drawn = []
    for place in page.places:
        left, top = place.x * page.scale, place.y * page.scale
        assert MARGIN - 0.01 <= left <= page.width - MARGIN - width + 0.01
        assert MARGIN - 0.01 <= top <= page.height - MARGIN - height + 0.01
        drawn.append(part(image, left, top, left + width, top + height).resize((300, 200)))
        # Around it the paper is white, up to where it is cut.
        band = GAP / 2 - 0.5
        above = part(image, left - band, top - band, left + width + band, top - 0.3)
        beside = part(image, left - band, top - band, left - 0.3, top + height + band)
        for white in (above, beside):
            assert white.getextrema() == ((255, 255),) * 3
    first = drawn[0]
    assert len(first.getcolors(300 * 200) or ()) > 50
    for other in drawn[1:]:
        difference = ImageChops.difference(first, other).convert("L").histogram()
        assert sum(difference[128:]) < 300


@pytest.mark.parametrize("game", PRINTED)
def test_without_colours_everything_is_grey(game: str) -> None:
    grey = seen(page_of(game, "en", ink="black")).getcolors(10**6) or []
    assert all(red == green == blue for _, (red, green, blue) in grey)  # type: ignore[misc]
    colourful = seen(page_of(game, "en")).getcolors(10**6) or []
    assert not all(red == green == blue for _, (red, green, blue) in colourful)  # type: ignore[misc]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("game", PRINTED)
def test_texts_of_a_sheet_fit(game: str, lang: str) -> None:
    """In the font of the PDF, which refuses letters that it does not have; numbers in any font."""
    document, page = FPDF(), page_of(game, lang, count=1)
    lines: dict[float, list[tuple[float, float, str]]] = defaultdict(list)
    for leaf in page.leaves:
        if leaf.element.tag == "text":
            style, (said,) = dict(leaf.element.attributes), leaf.element.children
            assert isinstance(said, str)
            document.set_font("helvetica", "B", float(style["font-size"]))
            width = document.get_string_width(said) * document.k
            if said.isdigit():
                width = widest(said, float(style["font-size"]))
            shift = {"middle": 0.5, "end": 1}.get(style.get("text-anchor", ""), 0)
            left = float(style["x"]) - shift * width
            lines[float(style["y"])].append((left, left + width, said))
    assert len(lines) > 6
    for line in lines.values():
        line.sort()
        assert line[0][0] >= 10
        assert line[-1][1] <= page.sheet.width - 10
        for (_, right, before), (left, _, after) in pairwise(line):
            assert right + 2 <= left, (before, after)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("count", range(1, MOST + 1))
def test_more_sheets_are_smaller_and_all_there(paper: Paper, count: int) -> None:
    page, fewer = page_of("qwixx", "en", paper, count), page_of("qwixx", "en", paper, 1)
    assert len(set(page.places)) == count
    assert page.scale <= fewer.scale
    assert sorted((page.width, page.height)) == sorted(PAPERS[paper])


def test_styles_are_resolved_as_browsers_do() -> None:
    scene = Scene(
        10,
        10,
        {".in .one": "fill:$ink", ".one,.two": "fill:#111111;font-size:3px", ".in": "stroke:$line"},
        [el("path", id="shape", class_="one", d="M0 0h1")],
        [
            group(
                el("rect", class_="one"),
                use("shape", 2, 3),
                class_="in",
                transform="translate(4 5) scale(2)",
            )
        ],
    )
    rect, path = leaves(scene, {"ink": "#000000", "line": "#999999"})
    assert dict(rect.element.attributes) == {
        "fill": "#000000",
        "font-size": "3",
        "stroke": "#999999",
    }
    assert rect.place == Place(4, 5, 2)
    assert dict(path.element.attributes)["fill"] == "#111111", (
        "what is around a copy does not count"
    )
    assert dict(path.element.attributes)["stroke"] == "#999999"
    assert path.place == Place(8, 11, 2)


def test_what_turns_is_not_for_paper() -> None:
    turned = Scene(1, 1, {}, [], [group(el("rect"), transform="translate(0 0) rotate(90)")])
    with pytest.raises(ValueError, match="rotate"):
        list(leaves(turned, {}))
