"""An empty sheet to print, for a game with real dice.

Like the booklets' sheets it has the table of points, boxes for the penalties, and boxes for the
sum. Signs are shapes: not every font on paper has them.
"""

from collections.abc import Iterator

from cruces.games.qwixx.rules import Qwixx
from cruces.games.qwixx.rules.layout import Layout
from cruces.games.qwixx.show.svg import shapes, sheet
from cruces.games.qwixx.show.svg.sheet import PAD, SheetGeometry
from cruces.locales import text
from cruces.render.document import CORNER, Scene
from cruces.render.svg import Element, el, group, path
from cruces.render.theme import Rules

_SPACE = 12
_HEAD = 33
"""The line to write on."""
_NAME, _DATE = (PAD, 300), (316, 480)
_LABEL = 68
"""The room for a word at the left."""
_TABLE, _CELL = 50, 26
_PENALTY = 28
_SUM, _TOTAL, _SIGN = 44, 112, 22

RULES: Rules = {
    **sheet.RULES,
    ".edge": "fill:$paper;stroke:$line;stroke-width:1.5",
    ".line": "fill:none;stroke:$ink-2;stroke-width:1.2;stroke-linecap:round",
    ".label,.count": "fill:$ink-2;font-size:14px;font-weight:700",
    ".worth": "fill:$ink;font-size:14px;font-weight:700",
    ".long": "font-size:11px",
    ".right": "text-anchor:end",
    ".count,.worth": "text-anchor:middle",
    ".title": "fill:$ink;font-size:19px;font-weight:700;text-anchor:end",
    ".cells": "fill:$paper;stroke:$line;stroke-width:1.2",
    ".lines": "fill:none;stroke:$line;stroke-width:1.2",
    ".empty": "fill:$paper;stroke:$ink-2;stroke-width:2",
    ".total": "fill:$paper;stroke:$ink;stroke-width:3",
    ".sign": "fill:none;stroke:$ink-2;stroke-width:2.5;stroke-linecap:round",
    **{f".{name} .empty": f"stroke:${name}" for name in shapes.COLOURS},
}
_SIGNS = {"+": "M-5 0h10M0 -5v10", "-": "M-5 0h10", "=": "M-5 -3h10M-5 3h10"}


def blank_sheet(game: Qwixx, lang: str) -> Scene:
    """The sheet of a game as it is printed."""
    layout, geometry = game.layout, sheet.sheet_geometry(game.layout)
    table = geometry.bottom + _SPACE
    total = table + _TABLE + _SPACE
    height = total + _SUM + PAD
    edge = {"width": geometry.width - 2, "height": height - 2, "rx": CORNER}
    body = [
        el("rect", class_="edge", x=1, y=1, **edge),
        *_head(game.name(lang), lang, geometry),
        *sheet.printed_rows(geometry, range(len(layout.all))),
        *_points(layout, table, lang),
        *_penalties(layout, PAD + geometry.row_width, table, lang),
        *_sum(geometry, total),
    ]
    parts = [*shapes.suits(), *shapes.locks(), *sheet.box_definitions(layout)]
    return Scene(geometry.width, height, RULES, parts, body)


def _head(title: str, lang: str, geometry: SheetGeometry) -> Iterator[Element]:
    """Lines for the name and the date, and which game it is."""
    for key, (start, end) in {"name": _NAME, "date": _DATE}.items():
        words = text(f"page.print.sheet.{key}", lang)
        yield el("text", words, class_="label", x=start, y=_HEAD)
        yield el("path", class_="line", d=path("M", start + _LABEL, _HEAD + 3, "H", end))
    yield el("text", title, class_="title", x=PAD + geometry.row_width, y=_HEAD)


def _points(layout: Layout, y: float, lang: str) -> Iterator[Element]:
    """What 1, 2, 3 … crosses are worth."""
    first, half = PAD + _LABEL, _TABLE / 2
    width = layout.most_counted * _CELL
    yield el("rect", class_="cells", x=first, y=y, width=width, height=_TABLE, rx=7)
    columns = (("M", first + n * _CELL, y, "v", _TABLE) for n in range(1, layout.most_counted))
    lines = path("M", first, y + half, "h", width, *(part for line in columns for part in line))
    yield el("path", class_="lines", d=lines)
    for key, middle in (("crosses", y + half / 2 + 5), ("points", y + half * 1.5 + 5)):
        words = text(f"page.print.sheet.{key}", lang)
        yield el("text", words, class_="label", x=PAD, y=middle)
    for crosses, points in enumerate(layout.points[1:], 1):
        x = first + (crosses - 0.5) * _CELL
        yield el("text", str(crosses), class_="count", x=x, y=y + half / 2 + 5)
        size = "worth long" if points > 99 else "worth"
        yield el("text", str(points), class_=size, x=x, y=y + half * 1.5 + 5)


def _penalties(layout: Layout, right: float, y: float, lang: str) -> Iterator[Element]:
    """A box for each penalty, and what it costs."""
    step = _PENALTY + 8
    left = right - layout.penalties * step + 8
    words = text("page.print.sheet.penalties", lang, points=layout.penalty)
    yield el("text", words, class_="label right", x=right, y=y + 13)
    for box in range(layout.penalties):
        x, size = left + box * step, _PENALTY
        yield el("rect", class_="empty", x=x, y=y + _TABLE - size, width=size, height=size, rx=7)


def _sum(geometry: SheetGeometry, y: float) -> Iterator[Element]:
    """Row by row as on the screen: ◆ + ● + ▲ + ■ − penalties = total."""
    rows = geometry.layout.rows
    width = (geometry.row_width - _TOTAL - (len(rows) + 1) * _SIGN) / (len(rows) + 1)
    x: float = PAD
    for index, sign in enumerate("+" * (len(rows) - 1) + "-="):
        box = el("rect", class_="empty", x=x, y=y, width=width, height=_SUM, rx=9)
        if index < len(rows):
            colour = rows[index].colour
            yield group(box, shapes.small_suit(colour, x + 18, y + _SUM / 2, 0.9), class_=colour)
        else:
            yield box
        x += width + _SIGN
        place = f"translate({x - _SIGN / 2} {y + _SUM / 2})"
        yield el("path", class_="sign", d=_SIGNS[sign], transform=place)
    yield el("rect", class_="total", x=x, y=y, width=_TOTAL, height=_SUM, rx=9)
