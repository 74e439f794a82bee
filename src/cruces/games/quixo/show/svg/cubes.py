"""A Quixo cube from straight above: wood, a burnt mark, and in teams the dot."""

from cruces.games.quixo.rules.pushing import CROSSES
from cruces.render.svg import Element, el, path, use
from cruces.render.theme import Rules

SIDE = 100
"""The size of a cube in its own units; each use scales it."""
TOWARDS = ((0, 1), (-1, 0), (0, -1), (1, 0))
"""The directions of the four seats, clockwise from the bottom: A1, B1, A2, B2 (T1)."""
_FACE = 94
_GRAINS = 3

RULES: Rules = {
    ".side": "fill:$wood-side",
    ".lit": "stop-color:$wood-light",
    ".wood": "stop-color:$wood",
    ".grain": "fill:none;stroke:$grain;stroke-opacity:.17;stroke-width:1.3",
    ".rim": "fill:none;stroke:#fff;stroke-opacity:.35;stroke-width:1.5",
    ".glow": "fill:none;stroke:$grain;stroke-opacity:.35;stroke-width:15;stroke-linecap:round",
    ".burn": "fill:none;stroke:$burn;stroke-width:9.5;stroke-linecap:round",
    ".dot": "fill:$burn",
}
_MARKS = {"cross": "M30 29L70 69M70 29L30 69", "circle": "M50 26a23 23 0 1 1 -.01 0z"}


def definitions() -> list[Element]:
    """Blank cubes with different grain, ``cube0`` and on, and the two marks."""
    return [
        el(
            "linearGradient",
            el("stop", class_="lit", offset=0),
            el("stop", class_="wood", offset=1),
            id="wood",
            x2=0.5,
            y2=1,
        ),
        *(
            el(
                "symbol",
                el("rect", class_="side", x=3, y=5, width=_FACE, height=_FACE, rx=11),
                el("rect", fill="url(#wood)", x=3, y=1, width=_FACE, height=_FACE, rx=11),
                el("path", class_="grain", d=_grain(index)),
                el("rect", class_="rim", x=4, y=2, width=_FACE - 2, height=_FACE - 2, rx=10),
                id=f"cube{index}",
                viewBox=f"0 0 {SIDE} {SIDE}",
            )
            for index in range(_GRAINS)
        ),
        *(
            el(
                "symbol",
                el("path", class_="glow", d=data),
                el("path", class_="burn", d=data),
                id=name,
                viewBox=f"0 0 {SIDE} {SIDE}",
            )
            for name, data in _MARKS.items()
        ),
    ]


def _grain(index: int) -> str:
    """Lines along the wood, a little wavy, different on each kind of cube."""
    lines = []
    for n in range(5):
        x = 13 + 17 * n + 3 * ((n + index) % 3)
        bend = 4 - 2 * ((n * 2 + index) % 5)
        lines.append(path("M", x, 1.5, "q", bend, 30, bend / 2, 48, "t", -bend, 45))
    return "".join(lines)


def blank(kind: int, x: float, y: float, size: float) -> Element:
    """A neutral cube; the kind chooses the grain."""
    return use(f"cube{kind % _GRAINS}", x, y, width=size, height=size)


def mark(team: int, x: float, y: float, size: float) -> Element:
    """A cross or a circle, burnt into the cube at this place."""
    return use("cross" if team == CROSSES else "circle", x, y, width=size, height=size)


def dot(seat: int, x: float, y: float, size: float) -> Element:
    """The dot, at the edge towards the seat it points at (T2)."""
    away = 0.375 * size
    dx, dy = TOWARDS[seat]
    middle = y - 0.02 * size + size / 2
    return el(
        "circle", class_="dot", cx=x + size / 2 + dx * away, cy=middle + dy * away, r=0.06 * size
    )
