"""The picture of a position beside its title, in the size that networks show with a link."""

from collections.abc import Sequence
from dataclasses import replace

from cruces.render.document import Scene, card
from cruces.render.lettering import shorten
from cruces.render.svg import Element, el

WIDTH, HEIGHT = 1200, 630
MARGIN, GAP = 40, 56
TITLE, LETTER, LINE = 60, 34, 52
LEAST_WORDS = 420
"""The least width of the words beside the picture."""


def share_card(scene: Scene, title: str, lines: Sequence[str]) -> Scene:
    """The scene as large as there is room, and beside it a title and a few lines."""
    room = HEIGHT - 2 * MARGIN
    scale = min(room / scene.height, (WIDTH - 2 * MARGIN - GAP - LEAST_WORDS) / scene.width)
    width, height = scale * scene.width, scale * scene.height
    left = MARGIN + width + GAP
    space = WIDTH - left - MARGIN
    top = HEIGHT / 2 - (TITLE + LINE * len(lines)) / 2
    words = [
        el("text", shorten(title, TITLE, space), class_="card-title", x=left, y=top + TITLE * 0.8),
        *(
            el("text", shorten(line, LETTER, space), class_="card-line", x=left, y=y)
            for line, y in zip(lines, _heights(top, len(lines)), strict=True)
        ),
    ]
    view = f"0 0 {scene.width:g} {scene.height:g}"
    place = {"x": MARGIN, "y": (HEIGHT - height) / 2, "width": width, "height": height}
    nested: Element = el("svg", *scene.body, viewBox=view, **place)
    rules = {
        **scene.rules,
        ".card-title": f"fill:$ink;font-size:{TITLE}px;font-weight:700",
        ".card-line": f"fill:$ink-2;font-size:{LETTER}px",
    }
    body = [*card(0, 0, WIDTH, HEIGHT), nested, *words]
    return replace(scene, width=WIDTH, height=HEIGHT, rules=rules, body=body)


def _heights(top: float, count: int) -> list[float]:
    return [top + TITLE + LINE * (i + 0.75) for i in range(count)]
