"""A complete picture: the root element, its alternative texts and its style."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import ceil
from os import PathLike
from pathlib import Path

from cruces.locales import DEFAULT, languages
from cruces.render.svg import Element, el, write
from cruces.render.theme import FONT, Rules, Theme, stylesheet


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG document. Notebooks display it automatically."""

    svg: str
    width: int
    height: int

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file."""
        Path(path).write_text(self.svg, encoding="utf-8", newline="\n")


@dataclass(frozen=True, slots=True)
class Scene:
    """What a game draws, before it becomes a document."""

    width: float
    height: float
    rules: Rules
    definitions: Sequence[Element]
    body: Sequence[Element]


ROOT: Rules = {
    "": f"font-family:{FONT};font-variant-numeric:tabular-nums",
    ".table": "fill:$table",
    ".card": "fill:$paper;stroke:$line",
    ".shade": "fill:$shade;opacity:.12",
}
CORNER = 14


def card(x: float, y: float, width: float, height: float) -> list[Element]:
    """A sheet of paper with a slight shadow."""
    return [
        el("rect", class_="shade", x=x, y=y + 3, width=width, height=height, rx=CORNER),
        el("rect", class_="card", x=x, y=y, width=width, height=height, rx=CORNER),
    ]


def document(scene: Scene, title: str, description: str, theme: Theme, lang: str) -> Picture:
    """The scene as a document; equal scenes give equal bytes.

    Several pictures may be on one page: the ids and classes of each have a scope of their own, a
    digest of its content.
    """

    width, height = ceil(scene.width), ceil(scene.height)

    def draw(scope: str) -> str:
        root = el(
            "svg",
            el("title", title),
            el("desc", description),
            el("style", stylesheet({**ROOT, **scene.rules}, theme, scope)),
            el("defs", *scene.definitions),
            el("rect", class_="table", width=width, height=height, rx=CORNER + 6),
            *scene.body,
            xmlns="http://www.w3.org/2000/svg",
            id="",
            role="img",
            lang=lang if lang in languages() else DEFAULT,
            viewBox=f"0 0 {width} {height}",
            width=width,
            height=height,
        )
        return write(root, scope) + "\n"

    scope = "c" + sha256(draw("").encode()).hexdigest()[:6]
    return Picture(draw(scope), width, height)


def inline_picture(scene: Scene, style: str) -> str:
    """The scene as part of a page: its caption describes it, ``style`` is the scope of its style.

    Equal pictures on one page have equal ids, which then lead to equal definitions.
    """
    width, height = ceil(scene.width), ceil(scene.height)

    def draw(scope: str) -> str:
        root = el(
            "svg",
            el("defs", *scene.definitions),
            *scene.body,
            viewBox=f"0 0 {width} {height}",
            width=width,
            height=height,
            aria_hidden="true",
        )
        return write(root, scope, None, style)

    scope = "c" + sha256(draw("").encode()).hexdigest()[:6]
    return draw(scope).replace("<svg", f'<svg class="{style}"', 1)
