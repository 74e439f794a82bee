"""A score sheet as it is printed: drawn once, used for every player.

All places are relative to its upper left corner.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from cruces.games.qwixx.rules import CIRCLES, COLOURS, Line
from cruces.games.qwixx.rules.sheet import BOXES
from cruces.games.qwixx.show.svg.shapes import NAMES, small_suit
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
LOCK = FIRST + BOXES * PITCH + BOX / 2 + 4
"""The middle of the lock."""
ROW_WIDTH = LOCK + BOX / 2 + 8 - PAD
WIDTH = ROW_WIDTH + 2 * PAD

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
        for name in NAMES.values()
        for selector, body in {
            f".{name}": f"fill:${name};stroke:${name}",
            f".{name} .band,.{name} .lost,.{name} .half": f"fill:${name}-tint;stroke:none",
            f".{name} .bar,.{name} .suit": "stroke:none",
            f".{name} .num": f"fill:${name}-ink;stroke:none",
        }.items()
    },
}


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the lines of a sheet begin, from top to bottom, and where the last one ends."""

    tops: Mapping[Line, float]
    bottom: float

    def middle(self, line: Line) -> float:
        """Half-way down a line."""
        return self.tops[line] + height(line) / 2


def height(line: Line) -> float:
    """Rows of circles are lower than rows of squares."""
    return CIRCLE_ROW if line in CIRCLES else ROW


def column(box: int) -> float:
    """The middle of a box, the same in every line: circles stand exactly under squares (B1)."""
    return FIRST + box * PITCH + BOX / 2


@cache
def layout(lines: int) -> Layout:
    """Rows one below the other; in Big Points each pair of rows with its circles in between."""
    blocks: list[tuple[Line, ...]] = [(row,) for row in COLOURS]
    if lines > len(COLOURS):
        blocks = [(c.neighbours[0], c, c.neighbours[1]) for c in CIRCLES]
    tops: dict[Line, float] = {}
    y: float = HEAD + PAD
    for block in blocks:
        for line in block:
            tops[line] = y
            y += height(line)
        y += GAP
    return Layout(MappingProxyType(tops), y - GAP)


def definitions(lines: int) -> list[Element]:
    """The boxes and what may be done to them, then the whole printed sheet as ``print``."""
    parts = [_square("box", 0), _square("dim", -1), _square("lost", 1), _square("ring", 1)]
    shown = layout(lines)
    circles = CIRCLES if lines > len(COLOURS) else ()
    printed = [
        *(_circle_band(line, shown) for line in circles),
        *(_printed_row(row, lines, shown) for row in COLOURS),
        *(_printed_circles(line, shown) for line in circles),
    ]
    parts += [part for line in circles for part in _circle_parts(line)]
    return [*parts, group(*printed, id="print")]


def _square(name: str, more: float) -> Element:
    """A box around the origin, or something a little larger or smaller than it."""
    half = BOX / 2 + more
    return el("rect", id=name, x=-half, y=-half, width=2 * half, height=2 * half, rx=9 + more)


def _printed_row(row: Line, lines: int, shown: Layout) -> Element:
    y, middle = shown.tops[row], shown.middle(row)
    numbers = (
        el("text", str(row.number(box)), class_="num", x=column(box), y=middle + 6.8)
        for box in range(BOXES)
    )
    return group(
        el("path", class_="band", d=band(row, lines, y)),
        el("path", class_="bar", d=_bar(row, lines, y)),
        use(f"suit-{NAMES[row]}", PAD + 27, middle, class_="suit"),
        group(
            *(use("box", column(box), middle) for box in range(BOXES)),
            el("circle", cx=LOCK, cy=middle, r=BOX / 2),
            class_="box",
        ),
        *numbers,
        use("lock-open", LOCK, middle),
        class_=NAMES[row],
    )


def band(row: Line, lines: int, y: float) -> str:
    """The outline of a row; its corners are round where its block ends."""
    above, below = _ends(row, lines)
    return path(
        *("M", PAD, y + above, "q", 0, -above, above, -above),
        *("h", ROW_WIDTH - 2 * above, "q", above, 0, above, above),
        *("v", ROW - above - below, "q", 0, below, -below, below),
        *("h", 2 * below - ROW_WIDTH, "q", -below, 0, -below, -below, "Z"),
    )


def _bar(row: Line, lines: int, y: float) -> str:
    """The broad left edge of a row, running out where the corner turns."""
    above, below = _ends(row, lines)
    inner = ROW - above - below
    return path(
        *("M", PAD + max(above, BAR), y, "H", PAD + above, "q", -above, 0, -above, above),
        *("v", inner, "q", 0, below, below, below, "H", PAD + max(below, BAR)),
        *("q", min(0, BAR - below), 0, min(0, BAR - below), -below),
        *("v", -inner, "q", 0, -above, max(0, above - BAR), -above, "Z"),
    )


def _ends(row: Line, lines: int) -> tuple[float, float]:
    """The radius of the upper and of the lower corners."""
    alone = lines == len(COLOURS)
    first, last = row.circles.neighbours
    return CORNER * (alone or row is first), CORNER * (alone or row is last)


def _circle_parts(circles: Line) -> list[Element]:
    """A circle in the colours of both rows beside it, and what may be done to it."""

    def both(name: str, look: str, r: float, *under: Element) -> Element:
        halves = (
            group(
                el("path", class_=look, d=path("M", -r, 0, "a", r, r, 0, 0, up, 2 * r, 0)),
                class_=NAMES[row],
            )
            for row, up in zip(circles.neighbours, (1, 0), strict=True)
        )
        return group(*under, *halves, id=f"{name}-{circles.letters}")

    return [
        both("circle", "arc", CIRCLE, el("circle", class_="disc", r=CIRCLE)),
        both("lost", "half", CIRCLE + 1),
        both("ring", "open", CIRCLE + 0.5),
        el("circle", id=f"dim-{circles.letters}", r=CIRCLE - 1),
    ]


def _circle_band(circles: Line, shown: Layout) -> Element:
    """Half a band in each colour, reaching under the rows beside it, so that no seam shows."""
    return group(
        *(
            group(el("rect", class_="band", width=ROW_WIDTH, **place), class_=NAMES[row])
            for row, place in _halves(circles, shown)
        )
    )


def _printed_circles(circles: Line, shown: Layout) -> Element:
    """The circles with their numbers; at the left the edge and the symbols of both rows."""
    middle = shown.middle(circles)
    edges = (
        group(
            el("rect", class_="bar", width=BAR, **place),
            small_suit(row, x, middle, 0.62),
            class_=NAMES[row],
        )
        for (row, place), x in zip(_halves(circles, shown), (PAD + 20.5, PAD + 33.5), strict=True)
    )
    discs = (use(f"circle-{circles.letters}", column(box), middle) for box in range(BOXES))
    numbers = (
        el("text", str(circles.number(box)), class_="small", x=column(box), y=middle + 5)
        for box in range(BOXES)
    )
    return group(*edges, *discs, *numbers)


def _halves(circles: Line, shown: Layout) -> list[tuple[Line, dict[str, float]]]:
    """The rows beside the circles, and the half of the band that has their colour."""
    half = CIRCLE_ROW / 2 + 1
    tops = (shown.tops[circles] - 1, shown.middle(circles))
    return [
        (row, {"x": PAD, "y": top, "height": half})
        for row, top in zip(circles.neighbours, tops, strict=True)
    ]
