"""The printed score sheet: drawn once, used for every player.

All coordinates are relative to its upper left corner.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from cruces.games.qwixx.rules import Layout, Row
from cruces.games.qwixx.show.svg.shapes import COLOURS, small_suit
from cruces.games.qwixx.show.symbols import colours
from cruces.render.svg import Element, el, group, path, use
from cruces.render.theme import Rules

PAD = 16
HEAD = 34
"""Room above the rows for the player's name."""
BOX = 44
PITCH = 50
ROW = 56
CIRCLE_ROW = 44
CIRCLE = 17
"""The radius of a circle."""
GAP = 8
"""Between rows that do not belong together."""
CORNER = 12
BAR = 6
"""The broad left edge of a row."""
FIRST = PAD + 48
"""The left edge of the first box."""

RULES: Rules = {
    ".num,.small": "font-weight:700;text-anchor:middle",
    ".num": "font-size:19px",
    ".small": "font-size:14px;fill:$ink-2",
    ".box": "fill:$paper;stroke-width:1.5;stroke-opacity:.6",
    ".arc": "fill:none;stroke-width:1.5;stroke-opacity:.75",
    ".open": "fill:none",
    ".disc": "fill:$paper",
    ".keyhole": "stroke:$paper;stroke-width:1.8;stroke-linecap:round",
    ".shackle": "fill:none;stroke-width:2.2;stroke-linecap:round",
    ".own": "fill:$paper;stroke-width:3",
    ".stamped": "fill:$paper;stroke:$paper",
    ".veil": "fill:$paper;stroke:none;opacity:.62",
    ".lost": "opacity:.72",
    ".dim": "fill:$paper;stroke:none;opacity:.4",
    ".pencil": "fill:$pencil;stroke:none",
    ".strike": "opacity:.7",
    ".last": "fill:none;stroke-width:3",
    ".light": "opacity:.5",
    ".chosen": "fill:none;stroke-width:2.5;stroke-dasharray:5 4",
    **{
        selector: body
        for name in COLOURS
        for selector, body in {
            f".{name}": f"fill:${name};stroke:${name}",
            f".{name} .band,.{name} .lost,.{name} .half": f"fill:${name}-tint;stroke:none",
            f".{name} .bar,.{name} .suit": "stroke:none",
            f".{name} .num": f"fill:${name}-ink;stroke:none",
        }.items()
    },
}


@dataclass(frozen=True, slots=True)
class SheetGeometry:
    """The top of each row by its index, from top to bottom, and the bottom of all."""

    layout: Layout
    tops: Mapping[int, float]
    bottom: float
    row_width: float

    @property
    def width(self) -> float:
        """Of the whole sheet."""
        return self.row_width + 2 * PAD

    def middle(self, row: int) -> float:
        """Half-way down a row."""
        return self.tops[row] + height(self.layout.all[row]) / 2


def height(row: Row) -> float:
    """Rows of circles are lower than rows of squares."""
    return CIRCLE_ROW if row.beside else ROW


def column(box: int) -> float:
    """The middle of a box, the same in every row: circles are exactly below squares (B1)."""
    return FIRST + box * PITCH + BOX / 2


def lock(row: Row) -> float:
    """The middle of the lock, behind the last box."""
    return column(len(row.numbers)) + 4


@cache
def sheet_geometry(layout: Layout) -> SheetGeometry:
    """Rows one below the other; those that have circles in between without a gap."""
    tops: dict[int, float] = {}
    y: float = HEAD + PAD
    for block in layout.blocks:
        for row in block:
            tops[row] = y
            y += height(layout.all[row])
        y += GAP
    right = max(map(lock, layout.rows)) + BOX / 2 + 8
    return SheetGeometry(layout, MappingProxyType(tops), y - GAP, right - PAD)


def definitions(layout: Layout) -> list[Element]:
    """The boxes with their overlays, then the whole printed sheet as ``print``."""
    printed = printed_rows(sheet_geometry(layout), range(len(layout.all)))
    return [*box_definitions(layout), group(*printed, id="print")]


def box_definitions(layout: Layout) -> list[Element]:
    """The boxes with their overlays."""
    circles = range(len(layout.rows), len(layout.all))
    return [
        _square("box", 0),
        _square("dim", -1),
        _square("lost", 1),
        _square("ring", 1),
        *(part for row in circles for part in _circle_parts(layout, row)),
    ]


def printed_rows(geometry: SheetGeometry, rows: Collection[int]) -> list[Element]:
    """Rows as they are printed; the bands of circles are below all others."""
    circles = [row for row in rows if geometry.layout.all[row].beside]
    return [
        *(_circle_band(row, geometry) for row in circles),
        *(_printed_row(row, geometry) for row in rows if row not in circles),
        *(_printed_circles(row, geometry) for row in circles),
    ]


def _square(name: str, more: float) -> Element:
    """A box around the origin, or something a little larger or smaller than it."""
    half = BOX / 2 + more
    return el("rect", id=name, x=-half, y=-half, width=2 * half, height=2 * half, rx=9 + more)


def _printed_row(index: int, geometry: SheetGeometry) -> Element:
    row, middle = geometry.layout.rows[index], geometry.middle(index)
    numbers = (
        el("text", str(number), class_="num", x=column(box), y=middle + 6.8)
        for box, number in enumerate(row.numbers)
    )
    boxes = [use("box", column(box), middle) for box in range(len(row.numbers))]
    if row.lock:
        boxes.append(el("circle", cx=lock(row), cy=middle, r=BOX / 2))
    return group(
        el("path", class_="band", d=band(index, geometry)),
        el("path", class_="bar", d=_bar(index, geometry)),
        use(f"suit-{row.colour}", PAD + 27, middle, class_="suit"),
        group(*boxes, class_="box"),
        *numbers,
        *([use("lock-open", lock(row), middle)] if row.lock else []),
        class_=row.colour,
    )


def band(row: int, geometry: SheetGeometry) -> str:
    """The outline of a row; its corners are round where its block ends."""
    y, width, (above, below) = geometry.tops[row], geometry.row_width, _ends(row, geometry.layout)
    return path(
        *("M", PAD, y + above, "q", 0, -above, above, -above),
        *("h", width - 2 * above, "q", above, 0, above, above),
        *("v", ROW - above - below, "q", 0, below, -below, below),
        *("h", 2 * below - width, "q", -below, 0, -below, -below, "Z"),
    )


def _bar(row: int, geometry: SheetGeometry) -> str:
    """The broad left edge of a row, running out where the corner turns."""
    y, (above, below) = geometry.tops[row], _ends(row, geometry.layout)
    inner = ROW - above - below
    return path(
        *("M", PAD + max(above, BAR), y, "H", PAD + above, "q", -above, 0, -above, above),
        *("v", inner, "q", 0, below, below, below, "H", PAD + max(below, BAR)),
        *("q", min(0, BAR - below), 0, min(0, BAR - below), -below),
        *("v", -inner, "q", 0, -above, max(0, above - BAR), -above, "Z"),
    )


def _ends(row: int, layout: Layout) -> tuple[float, float]:
    """The radius of the upper and of the lower corners."""
    block = next(block for block in layout.blocks if row in block)
    return CORNER * (row == block[0]), CORNER * (row == block[-1])


def _circle_parts(layout: Layout, circles: int) -> list[Element]:
    """A circle in the colours of both rows next to it, with its overlays."""

    def both(name: str, look: str, r: float, *under: Element) -> Element:
        halves = (
            group(
                el("path", class_=look, d=path("M", -r, 0, "a", r, r, 0, 0, up, 2 * r, 0)),
                class_=colour,
            )
            for colour, up in zip(colours(layout, circles), (1, 0), strict=True)
        )
        return group(*under, *halves, id=f"{name}-{layout.all[circles].id}")

    return [
        both("circle", "arc", CIRCLE, el("circle", class_="disc", r=CIRCLE)),
        both("lost", "half", CIRCLE + 1),
        both("ring", "open", CIRCLE + 0.5),
        el("circle", id=f"dim-{layout.all[circles].id}", r=CIRCLE - 1),
    ]


def _circle_band(circles: int, geometry: SheetGeometry) -> Element:
    """Half a band in each colour, extending under the adjacent rows so that no seam shows."""
    return group(
        *(
            group(el("rect", class_="band", width=geometry.row_width, **place), class_=colour)
            for colour, place in _halves(circles, geometry)
        )
    )


def _printed_circles(circles: int, geometry: SheetGeometry) -> Element:
    """The circles with their numbers; at the left the edge and the symbols of both rows."""
    row, middle = geometry.layout.all[circles], geometry.middle(circles)
    edges = (
        group(
            el("rect", class_="bar", width=BAR, **place),
            small_suit(colour, x, middle, 0.62),
            class_=colour,
        )
        for (colour, place), x in zip(
            _halves(circles, geometry), (PAD + 20.5, PAD + 33.5), strict=True
        )
    )
    discs = (use(f"circle-{row.id}", column(box), middle) for box in range(len(row.numbers)))
    numbers = (
        el("text", str(number), class_="small", x=column(box), y=middle + 5)
        for box, number in enumerate(row.numbers)
    )
    return group(*edges, *discs, *numbers)


def _halves(circles: int, geometry: SheetGeometry) -> list[tuple[str, dict[str, float]]]:
    """The colours of the adjacent rows, and the half of the band that has each."""
    half = CIRCLE_ROW / 2 + 1
    tops = (geometry.tops[circles] - 1, geometry.middle(circles))
    return [
        (colour, {"x": PAD, "y": top, "height": half})
        for colour, top in zip(colours(geometry.layout, circles), tops, strict=True)
    ]
