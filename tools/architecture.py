"""Draw docs/architecture.svg: the packages and what they may import, as pyproject.toml has it.

usage: architecture.py
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

from cruces.render.document import CORNER, Picture, Scene, card, document
from cruces.render.svg import Element, el, path
from cruces.render.theme import Rules

ROOT = Path(__file__).parents[1]
FILE = ROOT / "docs" / "architecture.svg"
CAPTIONS = {
    "cli": "the command",
    "testing": "the conformance kit",
    "server": "HTTP, WebSocket, lobby, bot API",
    "tui": "the terminal app",
    "storage": "the event store: SQLite or PostgreSQL",
    "learning": "courses and exercises",
    "match": "decides: commands in, events out",
    "envs": "PettingZoo, Gymnasium, OpenSpiel",
    "arena": "tournaments: programs, ratings",
    "analysis": "the worth of actions, and the coach",
    "players": "levels, and a search that plays any game",
    "render": "pictures and text",
    "client": "the browser's modules",
    "solvers": "files of exact values",
    "kernels": "the compiler",
    "parallel": "threads, processes, a Ray cluster",
    "core": "the interface of a game, log, record, registry",
    "locales": "the texts, in English and Spanish",
}
FAMILY_CAPTIONS = {
    "family": "hands everything over",
    "commands": "solve, prove, train",
    "tui": "boards of the app",
    "learning": "courses, exercises",
    "envs": "positions as numbers",
    "analysis": "what actions are worth",
    "players": "bots, weights",
    "solver": "exact values",
    "kernel": "compiled",
    "show": "text, SVG",
    "rules": "pure functions",
}
TITLE = "The packages of Cruces"
DESCRIPTION = (
    "On the left the packages of the product, one layer above the other; a package may import what "
    "is below it. On the right a family of games, with layers of its own. Families import the "
    "product; the product finds them through the registry in core."
)
WIDTH = 900
LEFT, PRODUCT = 24, 484
RIGHT, FAMILY = 556, 308
TOP, HEIGHT, GAP = 64, 44, 8
FRAME = 12
"""Around the family."""
RULES: Rules = {
    ".box": "fill:$table;stroke:$line",
    ".rules": "fill:$green-tint;stroke:$green",
    ".core": "fill:$blue-tint;stroke:$blue",
    ".name": "fill:$ink;font-size:15px;font-weight:700",
    ".caption": "fill:$ink-2;font-size:13px",
    ".title": "fill:$ink;font-size:17px;font-weight:700",
    ".frame": "fill:none;stroke:$ink-2;stroke-width:1",
    ".arrow": "fill:none;stroke:$ink-2;stroke-width:2",
    ".found": "fill:none;stroke:$blue;stroke-width:2;stroke-dasharray:6 5",
    ".arrow-head": "fill:$ink-2",
    ".found-head": "fill:$blue",
}


def draw() -> Picture:
    """The layers of the product beside those of a family, and how they find each other."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    layers: dict[str, list[str]] = {
        contract["id"]: contract["layers"]
        for contract in contracts["contracts"]
        if contract["type"] == "layers"
    }
    product = [names(layer) for layer in layers["layers"] if layer != "games"]
    family = [packages for layer in layers["family-layers"] if (packages := names(layer))]
    core = top(["core" in layer for layer in product].index(True)) + HEIGHT / 2
    frame = top(len(family)) - GAP + FRAME
    bottom = top(len(product))
    body = [
        *card(8, 8, WIDTH - 16, bottom + 40),
        el("text", "The product", class_="title", x=LEFT, y=46),
        el("text", "games/<family>", class_="title", x=RIGHT, y=46),
        el(
            "rect",
            class_="frame",
            x=RIGHT - FRAME,
            y=20,
            width=FAMILY + 2 * FRAME,
            height=frame - 20,
            rx=CORNER,
        ),
        *boxes(product, CAPTIONS, LEFT, PRODUCT),
        *boxes(family, FAMILY_CAPTIONS, RIGHT, FAMILY),
        *imports(RIGHT - FRAME, LEFT + PRODUCT + 4, TOP + HEIGHT / 2),
        *finds(LEFT + PRODUCT, core, RIGHT + FAMILY / 2, frame + 4),
        note("A package may import what is below it, a family the whole product.", LEFT, bottom),
        note("found by entry points", RIGHT + FRAME, core - 4),
    ]
    scene = Scene(WIDTH, bottom + 56, RULES, (), body)
    return document(scene, TITLE, DESCRIPTION, "auto", "en")


def names(layer: str) -> list[str]:
    """The packages of a layer, without those in brackets, which a family may do without."""
    return [name for name in layer.split(" | ") if not name.startswith("(")]


def top(row: int) -> int:
    return TOP + row * (HEIGHT + GAP)


def boxes(
    layers: list[list[str]], captions: dict[str, str], left: float, width: float
) -> Iterator[Element]:
    """The layers, the highest first."""
    for row, layer in enumerate(layers):
        share = (width - GAP * (len(layer) - 1)) / len(layer)
        for column, name in enumerate(layer):
            x, y = left + column * (share + GAP), top(row)
            look = name if name in ("core", "rules") else "box"
            yield el("rect", class_=look, x=x, y=y, width=share, height=HEIGHT, rx=8)
            yield el("text", name, class_="name", x=x + 14, y=y + 27)
            end = x + share - 14
            yield el("text", captions[name], class_="caption", x=end, y=y + 27, text_anchor="end")


def imports(begin: float, end: float, y: float) -> list[Element]:
    """The arrow from the families to the product."""
    return [
        el("path", class_="arrow", d=path("M", begin, y, "H", end + 10)),
        el("path", class_="arrow-head", d=path("M", end, y, "l", 10, -6, "v", 12, "z")),
    ]


def finds(x: float, y: float, end_x: float, end_y: float) -> list[Element]:
    """The arrow from the core to the families."""
    return [
        el("path", class_="found", d=path("M", x, y, "H", end_x, "V", end_y + 10)),
        el("path", class_="found-head", d=path("M", end_x, end_y, "l", -6, 10, "h", 12, "z")),
    ]


def note(words: str, x: float, y: float) -> Element:
    return el("text", words, class_="caption", x=x, y=y + 26)


if __name__ == "__main__":
    draw().save(FILE)
