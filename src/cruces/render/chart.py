"""A chart of lines, such as the players' values in the course of a game."""

from collections.abc import Sequence
from math import ceil, floor
from typing import NamedTuple

from cruces.locales import number as number_text
from cruces.locales import percent, text
from cruces.render.document import Picture, Scene, card, document
from cruces.render.lettering import shorten
from cruces.render.svg import Element, el, path
from cruces.render.theme import Rules, Theme

WIDTH, HEIGHT = 760, 360
MARGIN, TOP, BOTTOM, LEFT = 16, 72, 44, 62
NAMES = 150
"""The space for names at the ends of the lines."""
LETTER = 15
APART = 19
"""The smallest distance between two names."""
STEPS = 4
"""The number of horizontal grid lines, without the lowest."""

RULES: Rules = {
    ".title": "fill:$ink;font-size:17px;font-weight:700",
    ".tick": "fill:$ink-2;font-size:13px",
    ".grid": "stroke:$line;stroke-width:1",
    ".line": "fill:none;stroke-width:2.6;stroke-linejoin:round;stroke-linecap:round",
    ".name": f"font-size:{LETTER}px;font-weight:700",
    ".s0": "stroke:$blue-ink",
    ".s1": "stroke:$red-ink;stroke-dasharray:8 5",
    ".s2": "stroke:$green-ink;stroke-dasharray:2 5",
    ".s3": "stroke:$yellow-ink;stroke-dasharray:12 4 2 4",
    ".s4": "stroke:$ink;stroke-dasharray:16 5",
    ".n0": "fill:$blue-ink",
    ".n1": "fill:$red-ink",
    ".n2": "fill:$green-ink",
    ".n3": "fill:$yellow-ink",
    ".n4": "fill:$ink",
}


class Series(NamedTuple):
    """A player's line: a value after each event number."""

    name: str
    points: tuple[tuple[int, float], ...]


def chart(
    series: Sequence[Series],
    title: str,
    about: str,
    *,
    share: bool,
    axis: str | None = None,
    theme: Theme = "auto",
    lang: str = "en",
) -> Picture:
    """The chart as a picture. With ``share`` the values are from 0 to 1, shown in percent.

    ``axis`` says what the numbers below it count, if not events.

    Lines differ in stroke as well as in colour; the description has the first and the last value of
    each.
    """
    low, high = (0.0, 1.0) if share else _range(series)
    last = max((one.points[-1][0] for one in series if one.points), default=0) or 1
    right, floor_ = WIDTH - MARGIN - NAMES, HEIGHT - MARGIN - BOTTOM
    left = MARGIN + LEFT

    def x(number: float) -> float:
        return left + (right - left) * number / last

    def y(value: float) -> float:
        return floor_ - (floor_ - TOP) * (value - low) / (high - low)

    def written(value: float) -> str:
        return percent(value, lang) if share else text("value.points", lang, points=round(value))

    body: list[Element] = [
        *card(MARGIN, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN),
        el("text", title, class_="title", x=left, y=MARGIN + 28),
    ]
    for step in range(STEPS + 1):
        value = low + (high - low) * step / STEPS
        across = path("M", left, y(value), "H", right)
        shown = percent(value, lang) if share else number_text(value, lang, 0)
        body.append(el("path", class_="grid", d=across))
        body.append(
            el(
                "text",
                shown,
                class_="tick",
                x=left - 8,
                y=y(value) + 5,
                text_anchor="end",
            )
        )
    below = floor_ + 22
    body += [
        el("text", str(number), class_="tick", x=x(number), y=below, text_anchor="middle")
        for number in (0, last)
    ]
    label = text("coach.plot", lang) if axis is None else axis
    middle = (left + right) / 2
    body.append(el("text", label, class_="tick", x=middle, y=below, text_anchor="middle"))
    for seat, one in enumerate(series):
        parts: list[str | float] = []
        for place, (number, value) in enumerate(one.points):
            parts += ["L" if place else "M", x(number), y(value)]
        if parts:
            body.append(el("path", class_=f"line s{seat}", d=path(*parts)))
    for seat, at in _spread([y(one.points[-1][1]) if one.points else floor_ for one in series]):
        name = shorten(series[seat].name, LETTER, NAMES - 24)
        body.append(el("text", name, class_=f"name n{seat}", x=right + 12, y=at + 5))
    told = "; ".join(
        f"{one.name}: {written(one.points[0][1])} → {written(one.points[-1][1])}"
        for one in series
        if one.points
    )
    scene = Scene(WIDTH, HEIGHT, RULES, (), body)
    return document(scene, f"{about}. {title}", told or title, theme, lang)


def _range(series: Sequence[Series]) -> tuple[float, float]:
    values = [value for one in series for _, value in one.points] or [0.0]
    low, high = 10 * floor(min(values) / 10), 10 * ceil(max(values) / 10)
    return float(low), float(max(high, low + 10))


def _spread(heights: Sequence[float]) -> list[tuple[int, float]]:
    """The height of every name: near the end of its line, without overlaps."""
    places: list[tuple[int, float]] = []
    for seat in sorted(range(len(heights)), key=lambda seat: heights[seat]):
        least = places[-1][1] + APART if places else TOP
        places.append((seat, max(heights[seat], least)))
    return places
