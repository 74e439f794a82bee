"""Small drawings that several parts share: the colours' symbols, pencil crosses, lock."""

from collections.abc import Mapping
from math import hypot

from cruces.render.svg import Element, at, el, group, path, use

_SUITS: Mapping[str, str] = {
    "red": path("M", 0, -8.5, "L", 8.5, 0, "L", 0, 8.5, "L", -8.5, 0, "Z"),
    "yellow": path("M", -7, 0, "a", 7, 7, 0, 1, 1, 14, 0, "a", 7, 7, 0, 1, 1, -14, 0, "Z"),
    "green": path("M", 0, -7.5, "L", 8.2, 6.5, "L", -8.2, 6.5, "Z"),
    "blue": path("M", -6.5, -6.5, "H", 6.5, "V", 6.5, "H", -6.5, "Z"),
}
COLOURS = tuple(_SUITS)
"""A colour's name is that of its tokens, its class, and, with ``suit-`` before, its symbol."""

# Two arms each: where the stroke starts, what it bends towards, where it ends.
_Arm = tuple[tuple[float, float], tuple[float, float], tuple[float, float]]
_CROSSES: tuple[tuple[_Arm, _Arm], ...] = (
    (((-13, -12), (1, -2), (13, 12)), ((12, -13), (-1, 1), (-12, 13))),
    (((-12, -13), (-2, 1), (14, 11)), ((13, -11), (2, -1), (-13, 12))),
    (((-14, -11), (-1, -1), (12, 13)), ((11, -13), (1, 2), (-14, 12))),
    (((-13, -13), (2, -1), (12, 12)), ((14, -12), (-2, -1), (-12, 14))),
)
_STRIKES: tuple[_Arm, ...] = (
    ((-15, 1.5), (-2, -1), (15, -1.5)),
    ((-14, -0.5), (1, 1), (15, 0.5)),
    ((-15, 2), (0, 1.5), (14, -2.5)),
    ((-14, 0.5), (2, -2), (15, 1)),
)
STROKES = 4
"""The number of different crosses and strikes, so that neighbours look hand-drawn."""


def suits() -> list[Element]:
    """The symbol of each colour, around the origin; each use sets its colour."""
    return [el("path", id=f"suit-{colour}", d=data) for colour, data in _SUITS.items()]


def crosses() -> list[Element]:
    """Pencil crosses around the origin, ``x0`` and on."""
    return [
        el("path", id=f"x{index}", class_="pencil", d="".join(map(_stroke, arms)))
        for index, arms in enumerate(_CROSSES)
    ]


def strikes() -> list[Element]:
    """Pencil lines through the origin, ``s0`` and on."""
    return [
        el("path", id=f"s{index}", class_="pencil", d=_stroke(arm, 0.5))
        for index, arm in enumerate(_STRIKES)
    ]


def stroke_variant(*place: int) -> int:
    """Which cross or strike is drawn at a place: deterministic, and mostly not its neighbour's."""
    mixed = 0
    for step in place:
        mixed = mixed * 7 + step * step + 3 * step
    return mixed % STROKES


def small_suit(colour: str, x: float, y: float, scale: float) -> Element:
    """A colour's symbol at another place and size."""
    return group(use(f"suit-{colour}"), class_="suit", transform=at(x, y, scale=scale))


def _stroke(arm: _Arm, pressure: float = 1) -> str:
    """A pencil stroke: it starts broad and ends thin."""
    (x0, y0), (cx, cy), (x1, y1) = arm
    length = hypot(x1 - x0, y1 - y0)
    # A unit step to the left of the stroke.
    left, up = (y1 - y0) / length, (x0 - x1) / length
    start, middle, end = (pressure * half for half in (1.9, 2.2, 1.1))
    return path(
        *("M", x0 + left * start, y0 + up * start),
        *("Q", cx + left * middle, cy + up * middle, x1 + left * end, y1 + up * end),
        *("A", end, end, 0, 0, 1, x1 - left * end, y1 - up * end),
        *("Q", cx - left * middle, cy - up * middle, x0 - left * start, y0 - up * start),
        *("A", start, start, 0, 0, 1, x0 + left * start, y0 + up * start, "Z"),
    )


def locks() -> list[Element]:
    """A padlock around the origin, open and shut."""
    body = el("rect", x=-7, y=-2, width=14, height=11, rx=2.5)
    hole = el("path", class_="keyhole", d=path("M", 0, 2, "v", 3))
    return [
        group(
            body,
            hole,
            el("path", class_="shackle", d="M-4 -2v-4a4 4 0 0 1 7.6 -1.8"),
            id="lock-open",
        ),
        group(
            body, hole, el("path", class_="shackle", d="M-4 -2v-3a4 4 0 0 1 8 0v3"), id="lock-shut"
        ),
    ]
