"""The picture of a game of Qwixx or Big Points: the dice, and all sheets below."""

from collections.abc import Sequence
from typing import Any

from cruces.core import Outcome
from cruces.core.log import GameLog
from cruces.games.qwixx.rules import Phase, Sheet, State
from cruces.games.qwixx.rules.scoring import penalty_points, row_points, total
from cruces.games.qwixx.show.svg import dice, shapes, sheet
from cruces.games.qwixx.show.svg.last_turn import NewMarks, last_turn
from cruces.games.qwixx.show.svg.shapes import COLOURS, small_suit, stroke_variant
from cruces.games.qwixx.show.svg.sheet import SheetGeometry
from cruces.games.qwixx.show.svg.sheet_marks import draw_marks
from cruces.locales import text
from cruces.render.document import Scene, card
from cruces.render.lettering import shorten, verdict
from cruces.render.shapes import star, tick
from cruces.render.svg import Element, at, el, group, use
from cruces.render.theme import Rules

MARGIN = 16
GAP = 14
FOOT = 57
"""Room below the rows for penalties and points."""
END = 46
"""The height of the card with the result."""
_NAME = 18
_CHIP, _TOTAL, _SIGN = 62, 62, 18
_PENALTY = 26

RULES: Rules = {
    ".name": f"fill:$ink;font-size:{_NAME}px;font-weight:700",
    ".end": "fill:$ink;font-size:16px;text-anchor:middle",
    ".label": "fill:$ink-2;font-size:14px",
    ".pen": "fill:none;stroke:$ink-2;stroke-width:1.5",
    ".pen-last": "fill:none;stroke:$ink;stroke-width:3",
    ".tick": "fill:none;stroke:$ink-2;stroke-width:2.5;stroke-linecap:round;stroke-linejoin:round",
    ".star": "fill:$mark;stroke:$ink;stroke-width:1.2;stroke-linejoin:round",
    ".pts": "font-size:17px;font-weight:700;text-anchor:end;stroke:none",
    ".op": "fill:$ink-2;font-size:15px;text-anchor:middle",
    ".total": "fill:$ink",
    ".minus": "fill:$ink;font-size:17px;font-weight:700;text-anchor:middle",
    ".sumup": "fill:$paper;font-size:18px;font-weight:700;text-anchor:middle",
    **{f".{name} .pts": f"fill:${name}-ink" for name in COLOURS},
}


def scene(
    log: GameLog[State, Any, Any], names: Sequence[str], lang: str, seat: int | None
) -> Scene:
    """The current state of a game as a seat may see it, with what the last turn added."""
    state = log.game.redact(log.state, seat)
    seats = names or [f"p{n + 1}" for n in range(log.game.seats(state))]
    return draw(state, seats, last_turn(log.states), log.game.outcome(state), lang)


def draw(
    state: State,
    names: Sequence[str],
    new_marks: Sequence[NewMarks],
    outcome: Outcome | None,
    lang: str,
) -> Scene:
    """The dice and sheets of a state; hidden choices stay hidden."""
    layout = state.sheets[0].layout
    geometry = sheet.sheet_geometry(layout)
    tall = geometry.bottom + FOOT
    body: list[Element] = []
    y: float = MARGIN
    if state.roll is not None:
        body += dice.tray(layout, state.roll, state.phase, MARGIN, y, geometry.width)
        y += dice.HEIGHT + GAP
    if outcome is not None:
        body += _end(verdict(outcome, lang), y, geometry)
        y += END + GAP
    for seat, name in enumerate(names):
        drawn = [
            *card(0, 0, geometry.width, tall),
            *_head(state, seat, name, outcome, geometry),
            use("print"),
            *draw_marks(state, seat, new_marks[seat]),
            *_foot(state.sheets[seat], seat, new_marks[seat], lang, geometry),
        ]
        body.append(group(*drawn, transform=at(MARGIN, y)))
        y += tall + GAP
    parts = [*definitions(), *sheet.definitions(layout)]
    rules = {**sheet.RULES, **dice.RULES, **RULES}
    return Scene(geometry.width + 2 * MARGIN, y - GAP + MARGIN, rules, parts, body)


def definitions() -> list[Element]:
    """The shapes of every picture."""
    return [
        *shapes.suits(),
        *shapes.crosses(),
        *shapes.strikes(),
        *shapes.locks(),
        tick(),
        star(),
        *dice.definitions(),
    ]


def _head(
    state: State, seat: int, name: str, outcome: Outcome | None, geometry: SheetGeometry
) -> list[Element]:
    """The name, whose turn it is, who has decided, who has won."""
    x, y = sheet.PAD + 2, sheet.PAD + 17
    room = geometry.row_width - 80
    parts = []
    if seat == state.active and state.phase is not Phase.OVER:
        parts.append(_active(x + 10, y - 6))
        x += 30
    parts.append(el("text", shorten(name, _NAME, room), class_="name", x=x, y=y))
    right = sheet.PAD + geometry.row_width - 12
    if state.choices and state.choices[seat] is not None:
        parts.append(use("tick", right, y - 6))
    if outcome is not None and seat in outcome.winners:
        parts.append(use("star", right, y - 6))
    return parts


def _end(words: str, y: float, geometry: SheetGeometry) -> list[Element]:
    """The result, on a card where the dice were."""
    label = shorten(words, 16, geometry.row_width)
    middle = MARGIN + geometry.width / 2
    return [
        *card(MARGIN, y, geometry.width, END),
        el("text", label, class_="end", x=middle, y=y + END / 2 + 5.5),
    ]


def _active(x: float, y: float) -> Element:
    """A little die: whose turn it is."""
    return group(
        use("die"),
        group(*(el("circle", cx=14 * n, cy=14 * n, r=6) for n in (-1, 0, 1)), class_="pips"),
        class_="ivory",
        transform=at(x, y, scale=0.38),
    )


def _foot(
    own: Sheet, seat: int, new_marks: NewMarks, lang: str, geometry: SheetGeometry
) -> list[Element]:
    """Penalty boxes on the left; on the right the points of the rows and what they make."""
    middle = geometry.bottom + 32
    return [
        *penalties(own, seat, new_marks, lang, middle),
        *points(own, sheet.PAD + geometry.row_width, middle),
    ]


def penalties(
    own: Sheet, seat: int, new_marks: NewMarks, lang: str, middle: float
) -> list[Element]:
    """The penalty boxes, from the left."""
    parts = [
        el("text", text("qwixx.penalties", lang), class_="label", x=sheet.PAD + 2, y=middle + 5)
    ]
    for box in range(own.layout.penalties):
        x = sheet.PAD + 86 + box * (_PENALTY + 6)
        new = own.penalties - new_marks.penalties <= box < own.penalties
        parts.append(
            el(
                "rect",
                class_="pen-last" if new else "pen",
                x=x,
                y=middle - _PENALTY / 2,
                width=_PENALTY,
                height=_PENALTY,
                rx=7,
            )
        )
        if box < own.penalties:
            place = at(x + _PENALTY / 2, middle, scale=0.68)
            parts.append(group(use(f"x{stroke_variant(seat, box)}"), transform=place))
    return parts


def points(own: Sheet, right: float, y: float) -> list[Element]:
    """Row by row as on paper: ◆ + ● + ▲ + ■ − penalties = total."""
    parts = [
        el("rect", class_="total", x=right - _TOTAL, y=y - 16, width=_TOTAL, height=32, rx=9),
        el("text", _signed(total(own)), class_="sumup", x=right - _TOTAL / 2, y=y + 6.5),
    ]
    x = right - _TOTAL - _SIGN
    parts.append(el("text", "=", class_="op", x=x + _SIGN / 2, y=y + 5))
    parts.append(el("text", str(penalty_points(own)), class_="minus", x=x - 12, y=y + 6))
    x -= 42
    parts.append(el("text", "−", class_="op", x=x + _SIGN / 2, y=y + 5))
    rows = zip(own.layout.rows, row_points(own), strict=True)
    for index, (row, points_of_row) in reversed(list(enumerate(rows))):
        x -= _CHIP
        parts.append(
            group(
                el("rect", class_="band", x=x, y=y - 15, width=_CHIP, height=30, rx=9),
                small_suit(row.colour, x + 15, y, 0.75),
                el("text", str(points_of_row), class_="pts", x=x + _CHIP - 8, y=y + 6),
                class_=row.colour,
            )
        )
        if index:
            x -= _SIGN
            parts.append(el("text", "+", class_="op", x=x + _SIGN / 2, y=y + 5))
    return parts


def _signed(points: int) -> str:
    """A number with a proper minus sign."""
    return str(points).replace("-", "−")
