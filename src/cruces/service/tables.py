"""Positions as plain data, for clients that draw."""

from collections.abc import Iterable
from typing import Any

from cruces.core import PASS
from cruces.games import quixo, qwixx
from cruces.games.qwixx.rules import closed_rows
from cruces.games.qwixx.scoring import row_points, total
from cruces.games.qwixx.sheet import BOXES, Line


def qwixx_table(state: qwixx.State) -> dict[str, Any]:
    """Sheets with their scores, the dice on the table, whose turn it is and which half of it."""
    roll = state.roll
    return {
        "phase": state.phase.value,
        "active": state.active,
        "roll": roll
        and {
            "white": roll.white,
            "colours": {row.letters: roll.colours[row] for row in qwixx.COLOURS},
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
                "locked": [row.letters for row in qwixx.COLOURS if sheet.locked(row)],
                "penalties": sheet.penalties,
                "points": row_points(sheet),
                "total": total(sheet),
            }
            for sheet in state.sheets
        ],
    }


def qwixx_earnings(state: qwixx.State, seat: int, actions: Iterable[qwixx.Action]) -> list[int]:
    """What each action would add to a seat's total, the penalty that is due included."""
    sheet = state.sheets[seat]
    idle = sheet.penalise() if state.first == PASS else sheet
    before = total(sheet)
    return [
        total(sheet.cross(action) if isinstance(action, qwixx.Cross) else idle) - before
        for action in actions
    ]


def quixo_table(state: quixo.State) -> dict[str, Any]:
    """The cubes as one reads, each 0 or 1 + the seat that may take it, and the number of turns."""
    return {"size": state.options.size, "board": state.board, "ply": state.ply}
