"""Positions as plain data, for clients that draw."""

from collections.abc import Iterable
from typing import Any

from cruces.core import PASS
from cruces.core.family import AnyGame
from cruces.games.qwixx.rules import COLOURS, Action, Cross, Line, Qwixx, State
from cruces.games.qwixx.rules.crossing import closed_rows
from cruces.games.qwixx.rules.scoring import MOST_COUNTED, PENALTY, points, row_points, total
from cruces.games.qwixx.rules.sheet import BOXES, PENALTY_BOXES

SYMBOLS = {"r": "◆", "y": "●", "g": "▲", "b": "■"}
PRINTED = ("r", "ry", "y", "g", "gb", "b")
"""Rows from top to bottom."""


def sheet(game: AnyGame) -> dict[str, Any]:
    """How the sheet of a game is printed: rows from top to bottom, points, penalties."""
    assert isinstance(game, Qwixx), "no other game has a sheet"
    lines = sorted(game.lines, key=lambda line: PRINTED.index(line.letters))
    circles = any(line.neighbours for line in lines)
    return {
        "rows": [
            {
                "id": line.letters,
                "name": "circles" if line.neighbours else line.name.lower(),
                "symbol": "".join(SYMBOLS[letter] for letter in line.letters),
                "numbers": [line.number(box) for box in range(BOXES)],
                "lock": not line.neighbours,
                "beside": [row.letters for row in line.neighbours],
            }
            for line in lines
        ],
        "points": [points(n) for n in range((MOST_COUNTED if circles else BOXES + 1) + 1)],
        "penalty": -PENALTY,
        "penalties": PENALTY_BOXES,
    }


def table(state: State) -> dict[str, Any]:
    """Sheets with their scores, the dice on the table, whose turn it is and which half of it."""
    roll = state.roll
    return {
        "phase": state.phase.value,
        "active": state.active,
        "roll": roll
        and {
            "white": roll.white,
            "colours": {row.letters: roll.colours[row] for row in COLOURS},
        },
        "closed": [row.letters for row in closed_rows(state.sheets)],
        "sheets": [
            {
                "lines": {
                    Line(i).letters: [
                        Line(i).number(box) for box in range(BOXES) if marks >> box & 1
                    ]
                    for i, marks in enumerate(sheet.marks)
                },
                "locked": [row.letters for row in COLOURS if sheet.locked(row)],
                "penalties": sheet.penalties,
                "points": row_points(sheet),
                "total": total(sheet),
            }
            for sheet in state.sheets
        ],
    }


def earnings(state: State, seat: int, actions: Iterable[Action]) -> list[int]:
    """What each action would add to a seat's total, the penalty that is due included."""
    own = state.sheets[seat]
    idle = own.penalise() if state.first == PASS else own
    before = total(own)
    return [
        total(own.cross(action) if isinstance(action, Cross) else idle) - before
        for action in actions
    ]
