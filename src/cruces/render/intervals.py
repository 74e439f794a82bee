"""A chart of estimates with their intervals, one above the other."""

from collections.abc import Sequence
from math import ceil, floor, isfinite
from typing import NamedTuple

from cruces.locales import number as number_text
from cruces.locales import percent
from cruces.render.document import Picture, Scene, card, document
from cruces.render.lettering import shorten
from cruces.render.svg import Element, el, path
from cruces.render.theme import Rules, Theme

WIDTH, MARGIN, TOP, BOTTOM, ROW = 760, 16, 72, 44, 34
LABELS, VALUES = 160, 200
"""The space for names on the left, and for numbers on the right."""
LETTER = 15
STEPS = 4
RULES: Rules = {
    ".title": "fill:$ink;font-size:17px;font-weight:700",
    ".tick": "fill:$ink-2;font-size:13px",
    ".grid": "stroke:$line;stroke-width:1",
    ".bar": "stroke:$blue-ink;stroke-width:2.6;stroke-linecap:round",
    ".dot": "fill:$blue-ink",
    ".name": f"fill:$ink;font-size:{LETTER}px;font-weight:700",
    ".value": "fill:$ink;font-size:13px",
}


class Interval(NamedTuple):
    """An estimate and its bounds, which may be infinite where nothing is known."""

    name: str
    mean: float
    low: float
    high: float


def intervals(
    values: Sequence[Interval],
    title: str,
    about: str,
    *,
    share: bool,
    theme: Theme = "auto",
    lang: str = "en",
) -> Picture:
    """The chart as a picture. With ``share`` the values are from 0 to 1, shown in percent."""
    low, high = _range(values, share)
    left, right = MARGIN + LABELS, WIDTH - MARGIN - VALUES
    below = TOP + ROW * len(values)
    height = below + BOTTOM + MARGIN

    def x(value: float) -> float:
        return left + (right - left) * (min(max(value, low), high) - low) / (high - low)

    def written(value: float) -> str:
        return percent(value, lang, 1) if share else number_text(value, lang, 1)

    def said(one: Interval) -> str:
        bounds = f" ({written(one.low)} – {written(one.high)})" if isfinite(one.low) else ""
        return written(one.mean) + bounds

    body: list[Element] = [
        *card(MARGIN, MARGIN, WIDTH - 2 * MARGIN, height - 2 * MARGIN),
        el("text", title, class_="title", x=MARGIN + 16, y=MARGIN + 28),
    ]
    for step in range(STEPS + 1):
        value = low + (high - low) * step / STEPS
        tick = percent(value, lang) if share else number_text(value, lang, 0)
        body.append(el("path", class_="grid", d=path("M", x(value), TOP - 8, "V", below)))
        body.append(el("text", tick, class_="tick", x=x(value), y=below + 20, text_anchor="middle"))
    for place, one in enumerate(values):
        y = TOP + ROW * place + ROW / 2
        name = shorten(one.name, LETTER, LABELS - 28)
        body.append(el("text", name, class_="name", x=MARGIN + 16, y=y + 5))
        if isfinite(one.low):
            line = path(
                *("M", x(one.low), y, "H", x(one.high)),
                *("M", x(one.low), y - 5, "V", y + 5),
                *("M", x(one.high), y - 5, "V", y + 5),
            )
            body.append(el("path", class_="bar", d=line))
        body.append(el("circle", class_="dot", cx=x(one.mean), cy=y, r=5))
        body.append(el("text", said(one), class_="value", x=right + 12, y=y + 5))
    told = "; ".join(f"{one.name}: {said(one)}" for one in values)
    scene = Scene(WIDTH, height, RULES, (), body)
    return document(scene, f"{about}. {title}", told, theme, lang)


def _range(values: Sequence[Interval], share: bool) -> tuple[float, float]:
    if share:
        return 0.0, 1.0
    bounds = [bound for one in values for bound in one[1:] if isfinite(bound)]
    low, high = 10 * floor(min(bounds) / 10), 10 * ceil(max(bounds) / 10)
    return float(low), float(max(high, low + 10))
