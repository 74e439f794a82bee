"""Blank sheets on a page of paper: as SVG for a browser, as PDF for everybody else.

A page is measured in millimetres. Its sheets are as large as they can be, upright or across,
whichever gives more room; dashed lines between them show where to cut.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from cruces.core.family import AnyGame
from cruces.core.registry import family_of
from cruces.render.document import Scene
from cruces.render.leaves import Leaf, Place, leaves
from cruces.render.svg import Element, el, group, number, path, use, write
from cruces.render.theme import FONT, TOKENS

Paper = Literal["a4", "letter"]
Ink = Literal["colour", "black"]

PAPERS: Mapping[Paper, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""
MOST = 8
"""The most sheets on a page: smaller ones could not be written on."""
USUAL = 4
MARGIN = 8
"""What printers cannot print on, and a little more."""
GAP = 6
CUT = "#b0b0b0"

_COLOUR = {name: light for name, (light, _) in TOKENS.items()} | {"paper": "#ffffff"}
_INKS: Mapping[Ink, Mapping[str, str]] = {
    "colour": _COLOUR,
    # Shapes and lines are grey, text is black, and what is behind it light enough to copy.
    "black": dict.fromkeys(TOKENS, "#555555")
    | {name: "#000000" for name in TOKENS if name.endswith("ink")}
    | {name: "#efefef" for name in TOKENS if name.endswith("-tint")}
    | {"paper": "#ffffff", "line": "#9a9a9a", "ink-2": "#3a3a3a"},
}


@dataclass(frozen=True)
class Page:
    """A page of paper, and where its sheets are."""

    width: float
    height: float
    sheet: Scene
    columns: int
    rows: int
    count: int
    ink: Ink

    @cached_property
    def cell(self) -> tuple[float, float]:
        """The room for a sheet, in millimetres."""
        width = (self.width - 2 * MARGIN + GAP) / self.columns - GAP
        height = (self.height - 2 * MARGIN + GAP) / self.rows - GAP
        return width, height

    @cached_property
    def scale(self) -> float:
        """Millimetres for a unit of the sheet: everything that is drawn is in such units."""
        width, height = self.cell
        return min(width / self.sheet.width, height / self.sheet.height)

    @cached_property
    def places(self) -> Sequence[Place]:
        """Where the sheets are, each in the middle of its room."""
        width, height = (side / self.scale for side in self.cell)
        left, top = (width - self.sheet.width) / 2, (height - self.sheet.height) / 2
        margin, gap = MARGIN / self.scale, GAP / self.scale
        every = [
            Place(margin + column * (width + gap) + left, margin + row * (height + gap) + top)
            for row in range(self.rows)
            for column in range(self.columns)
        ]
        return every[: self.count]

    @cached_property
    def leaves(self) -> Sequence[Leaf]:
        """The shapes and texts of one sheet."""
        return list(leaves(self.sheet, _INKS[self.ink]))

    @property
    def svg(self) -> str:
        """The page as SVG; equal pages give equal bytes."""
        return self._drawn(self.leaves)

    @property
    def shapes(self) -> str:
        """The same without texts."""
        return self._drawn([leaf for leaf in self.leaves if leaf.element.tag != "text"])

    @property
    def texts(self) -> Iterator[Leaf]:
        """The texts of all sheets, where they are on the page."""
        texts = [leaf for leaf in self.leaves if leaf.element.tag == "text"]
        for place in self.places:
            for leaf in texts:
                yield Leaf(leaf.element, leaf.place.within(place))

    def _drawn(self, used: Sequence[Leaf]) -> str:
        width, height = self.width / self.scale, self.height / self.scale
        one = group(*map(_element, used), id="sheet", font_family=FONT)
        page = el(
            "svg",
            el("defs", one),
            *map(self._cut, self._cuts(width, height)),
            *(use("sheet", place.x, place.y) for place in self.places),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(width)} {number(height)}",
            width=f"{self.width}mm",
            height=f"{self.height}mm",
        )
        return write(page) + "\n"

    def _cuts(self, width: float, height: float) -> Iterator[str]:
        """The lines to cut along, half-way between the sheets."""
        first = (MARGIN - GAP / 2) / self.scale
        across, down = ((side + GAP) / self.scale for side in self.cell)
        for column in range(1, self.columns):
            yield path("M", first + column * across, 0, "V", height)
        for row in range(1, self.rows):
            yield path("M", 0, first + row * down, "H", width)

    def _cut(self, line: str) -> Element:
        """Dashes of a millimetre and a half, whatever the size of the sheets."""
        dashes = " ".join(number(part / self.scale) for part in (1.5, 2))
        thin = 0.2 / self.scale
        return el(
            "path", d=line, fill="none", stroke=CUT, stroke_width=thin, stroke_dasharray=dashes
        )


def blank_page(
    game: AnyGame, lang: str, paper: Paper = "a4", count: int = USUAL, ink: Ink = "colour"
) -> Page | None:
    """A page with blank sheets of a game, as large as they can be; None if it has no sheets."""
    sheet = family_of(game).blank_sheet(game, lang)
    if sheet is None:
        return None
    short, long = PAPERS[paper]
    pages = (
        Page(width, height, sheet, columns, -(-count // columns), count, ink)
        for width, height in ((short, long), (long, short))
        for columns in range(1, count + 1)
    )
    return max(pages, key=lambda page: page.scale)


def _element(leaf: Leaf) -> Element:
    element, transform = leaf.element, leaf.place.transform
    moved = () if transform is None else (("transform", transform),)
    return Element(element.tag, (*element.attributes, *moved), element.children)
