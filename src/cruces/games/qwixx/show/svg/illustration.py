"""Parts of a game of Qwixx for a page to read: dice, rows, penalties, points.

The parts are ``dice``, two dice and their sum (``w1+w2``, ``w1+b``), rows by their id (``r``,
``ry``; ``2:r`` is a row of player 2), ``penalties`` and ``points``; ``sheet`` is all rows and the
penalties.
"""

from collections.abc import Sequence
from typing import Any

from cruces.core.log import GameLog
from cruces.games.qwixx.rules import State
from cruces.games.qwixx.rules.layout import Layout
from cruces.games.qwixx.show.svg import dice, scene, sheet
from cruces.games.qwixx.show.svg.last_turn import last_turn
from cruces.games.qwixx.show.svg.sheet_marks import row_marks
from cruces.games.qwixx.show.text_sheets import last_roll, parts_of, row_of
from cruces.render.document import Scene
from cruces.render.svg import Element, at, group
from cruces.render.theme import Rules

GAP = 10
ADDITION, FOOT = 76, 54
SCALE = 1.35
"""Penalties and points are larger than in other pictures: pages are read on phones, too."""
PENALTIES = 250
"""The width of the penalty boxes and their name."""
EDGE = 2
"""Room for shadows and broad strokes."""

RULES: Rules = {
    **sheet.RULES,
    **dice.RULES,
    **scene.RULES,
    ".num": "font-size:25px;transform:translateY(2px)",
    ".label": "fill:$ink-2;font-size:17px",
    ".small": "font-size:19px;fill:$ink-2;transform:translateY(1.5px)",
}


def illustration(log: GameLog[State, Any, Any], parts: Sequence[str], lang: str) -> Scene:
    """These parts of the current position, one below the other."""
    state = log.state
    layout = state.sheets[0].layout
    geometry = sheet.sheet_geometry(layout)
    new_marks = last_turn(log.states)
    own, width = state.sheets[0], geometry.row_width
    body: list[Element] = []
    y: float = EDGE
    before: tuple[int, int] | None = None
    for part in parts_of(layout, parts):
        if part == "dice":
            body += dice.tray(layout, last_roll(log), state.phase, 0, y, width)
            y += dice.HEIGHT + GAP
        elif "+" in part:
            middle = y + ADDITION / 2
            body.append(dice.addition(layout, last_roll(log), part.split("+"), middle, width))
            y += ADDITION + GAP
        elif part == "penalties":
            boxes = scene.penalties(own, 0, new_marks[0], lang, 0)
            place = at(-SCALE * sheet.PAD, y + FOOT / 2, scale=SCALE)
            body.append(group(*boxes, transform=place))
            y += FOOT + GAP
        elif part == "points":
            sums = scene.points(own, width / SCALE, 0)
            body.append(group(*sums, transform=at(0, y + FOOT / 2, scale=SCALE)))
            y += FOOT + GAP
        else:
            seat, row = row_of(layout, part)
            if before is not None and _adjacent(layout, before, (seat, row)):
                y -= GAP
            place = at(-sheet.PAD, y - geometry.tops[row])
            printed = sheet.printed_rows(geometry, (row,))
            marks = row_marks(state, seat, new_marks[seat], row)
            body.append(group(*printed, marks, transform=place))
            y += sheet.height(layout.all[row]) + GAP
            before = (seat, row)
            continue
        before = None
    used = [*scene.definitions(), *sheet.box_definitions(layout)]
    narrow = SCALE * PENALTIES if list(parts) == ["penalties"] else width
    return Scene(narrow, y - GAP + EDGE, RULES, used, body)


def _adjacent(layout: Layout, above: tuple[int, int], below: tuple[int, int]) -> bool:
    """Whether two rows touch on paper: a row of circles and one of its neighbours."""
    return above[0] == below[0] and any(
        above[1] in block and below[1] in block for block in layout.blocks
    )
