"""The dice on the table: two white ones, the coloured ones with their symbols."""

from collections.abc import Mapping, Sequence

from cruces.games.qwixx.rules import Layout, Phase, Roll
from cruces.games.qwixx.show.svg.shapes import COLOURS, small_suit
from cruces.render.document import card
from cruces.render.svg import Element, at, el, group, use
from cruces.render.theme import Rules

HEIGHT = 92
DIE = 54
_PITCH = 68
_PIP = 14
"""From the middle of a die to its outer pips."""
_PIPS: Mapping[int, tuple[tuple[int, int], ...]] = {
    face: tuple(
        (x, y)
        for x in (-1, 0, 1)
        for y in (-1, 0, 1)
        # Odd faces have a middle; then one diagonal, the other, and the sides.
        if (face % 2 and x == y == 0)
        or (face > 1 and x == y != 0)
        or (face > 3 and x == -y != 0)
        or (face == 6 and y == 0 != x)
    )
    for face in range(1, 7)
}

RULES: Rules = {
    ".edge": "fill:#000;opacity:.28",
    ".sum": "fill:$ink;font-weight:700;font-size:42px;font-variant-numeric:normal",
    ".sign": "fill:$ink-2;font-size:26px",
    ".ivory": "fill:$ivory;stroke:$line",
    ".ivory .pips": "fill:$pip-dark;stroke:none",
    ".gone": "fill:none;stroke:$line;stroke-width:2;stroke-dasharray:4 5",
    ".badge": "fill:$paper;stroke:$line",
    ".step": "fill:none;stroke:$ink-2;stroke-width:1.5",
    ".step-n": "fill:$ink-2;font-weight:700;font-size:14px;text-anchor:middle",
    ".now .step": "fill:$ink;stroke:$ink",
    ".now .step-n": "fill:$paper",
    **{
        selector: body
        for name in COLOURS
        for selector, body in {
            f".die-{name}": f"fill:${'amber' if name == 'yellow' else name}",
            f".die-{name} .suit": f"fill:${name}",
            f".die-{name} .pips": f"fill:${'pip-dark' if name == 'yellow' else 'pip'}",
        }.items()
    },
}


def definitions() -> list[Element]:
    """A die without pips, the light on it, and the ring around its symbol."""
    half = DIE / 2
    shine = (("0", "#fff", 0.28), ("0.5", "#fff", 0), ("1", "#000", 0.14))
    return [
        el(
            "linearGradient",
            *(el("stop", offset=at, stop_color=c, stop_opacity=o) for at, c, o in shine),
            id="shine",
            x2=0.6,
            y2=1,
        ),
        group(
            el("rect", class_="edge", x=-half, y=3 - half, width=DIE, height=DIE, rx=12),
            el("rect", x=-half, y=-half, width=DIE, height=DIE, rx=12),
            el("rect", x=-half, y=-half, width=DIE, height=DIE, rx=12, fill="url(#shine)"),
            id="die",
        ),
        el("circle", id="badge", class_="badge", r=10.5),
    ]


def tray(
    layout: Layout, roll: Roll, phase: Phase, x: float, y: float, width: float
) -> list[Element]:
    """The roll on its card: the white dice and their sum, the coloured dice, and the action."""
    middle = y + HEIGHT / 2
    first = x + 18 + DIE / 2
    after = first + 2 * _PITCH - DIE / 2
    colours = after + 136
    return [
        *card(x, y, width, HEIGHT),
        *(_die(face, "ivory", first + n * _PITCH, middle) for n, face in enumerate(roll.white)),
        el("text", "=", class_="sign", x=after, y=middle + 9),
        el("text", str(roll.white_sum), class_="sum", x=after + 26, y=middle + 15),
        *(
            _colour_die(roll.colours[n], row.colour, colours + n * _PITCH, middle)
            for n, row in enumerate(layout.rows)
        ),
        *(
            _step(n, (phase is Phase.WHITE) == (n == 1), x + width - 66 + (n - 1) * 34, middle)
            for n in (1, 2)
        ),
    ]


def addition(layout: Layout, roll: Roll, names: Sequence[str], y: float, width: float) -> Element:
    """Two dice and their sum, in the middle: ``w1`` is the first white die, ``b`` the blue one."""
    faces = {"w1": roll.white[0], "w2": roll.white[1]}
    faces |= {row.id: roll.colours[n] or 0 for n, row in enumerate(layout.rows)}
    (first, second), step = names, DIE + 44
    left = (width - 2 * step - 2 * DIE / 2) / 2

    def drawn(name: str, x: float) -> Element:
        if name in layout.by_id:
            return _colour_die(faces[name], layout.all[layout.by_id[name]].colour, x, y)
        return _die(faces[name], "ivory", x, y)

    return group(
        drawn(first, left + DIE / 2),
        el("text", "+", class_="sign", x=left + DIE + 14, y=y + 9),
        drawn(second, left + step + DIE / 2),
        el("text", "=", class_="sign", x=left + step + DIE + 14, y=y + 9),
        el("text", str(faces[first] + faces[second]), class_="sum", x=left + 2 * step, y=y + 15),
    )


def _die(face: int, look: str, x: float, y: float, *extra: Element) -> Element:
    pips = (el("circle", cx=_PIP * px, cy=_PIP * py, r=5) for px, py in _PIPS[face])
    body = (use("die"), group(*pips, class_="pips"))
    return group(*body, *extra, class_=look, transform=at(x, y))


def _colour_die(face: int | None, colour: str, x: float, y: float) -> Element:
    """A coloured die with its symbol; of one that has left the game, only the place."""
    look, corner = f"die-{colour}", DIE / 2 - 2
    badge = (use("badge", corner, corner), small_suit(colour, corner, corner, 0.66))
    if face is not None:
        return _die(face, look, x, y, *badge)
    half = DIE / 2 - 1
    place = el("rect", class_="gone", x=-half, y=-half, width=2 * half, height=2 * half, rx=11)
    return group(place, *badge, class_=look, transform=at(x, y))


def _step(number: int, now: bool, x: float, y: float) -> Element:
    """Action 1 or 2; the one that is being played is filled."""
    return group(
        el("circle", class_="step", cx=x, cy=y, r=13),
        el("text", str(number), class_="step-n", x=x, y=y + 5),
        class_="now" if now else None,
    )
