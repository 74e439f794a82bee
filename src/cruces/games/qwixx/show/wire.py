"""Sheets and positions as plain data, for clients that draw."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from cruces.core import PASS
from cruces.games.qwixx.rules import Action, Cross, Qwixx, State
from cruces.games.qwixx.rules.crossing import closed_rows
from cruces.games.qwixx.rules.scoring import row_points, total
from cruces.games.qwixx.rules.sheet import Sheet
from cruces.games.qwixx.show.symbols import symbol


def sheet_data(game: Qwixx) -> dict[str, Any]:
    """The printed sheet of a game, its rows from top to bottom."""
    layout = game.layout
    return {
        "rows": [
            {
                "id": row.id,
                "name": row.colour,
                "symbol": symbol(layout, index),
                "numbers": list(row.numbers),
                "lock": row.lock,
                "beside": [layout.rows[other].id for other in row.beside],
            }
            for index, row in ((index, layout.all[index]) for index in layout.printed)
        ],
        "points": list(layout.points),
        "penalty": layout.penalty,
        "penalties": layout.penalties,
        "to_lock": layout.crosses_to_lock,
        "to_end": layout.dice_to_end,
    }


def state_data(state: State) -> dict[str, Any]:
    """The sheets with their scores, the dice, the active player and the phase."""
    roll, layout = state.roll, state.sheets[0].layout
    return {
        "phase": state.phase.value,
        "active": state.active,
        "roll": roll
        and {
            "white": roll.white,
            "colours": {row.id: face for row, face in zip(layout.rows, roll.colours, strict=True)},
        },
        "closed": [layout.rows[row].id for row in closed_rows(state.sheets)],
        "sheets": [_crosses(own) for own in state.sheets],
    }


@lru_cache(maxsize=4096)  # with every command all sheets are shown, and few have changed
def _crosses(own: Sheet) -> dict[str, Any]:
    """One player's sheet; shared by all callers, who only read it."""
    layout = own.layout
    return {
        "lines": {row.id: own.numbers(index) for index, row in enumerate(layout.all)},
        "locked": [row.id for index, row in enumerate(layout.rows) if own.locked(index)],
        "penalties": own.penalties,
        "points": row_points(own),
        "total": total(own),
    }


def earnings(state: State, seat: int, actions: Iterable[Action]) -> list[int]:
    """What each action would add to a seat's total, including a penalty that is due."""
    own = state.sheets[seat]
    idle = own.penalise() if state.first == PASS else own
    before = total(own)
    return [
        total(own.cross(action) if isinstance(action, Cross) else idle) - before
        for action in actions
    ]


def counts(state: State) -> dict[str, list[int]]:
    """What is counted on every sheet: points, crosses with locks, penalties, rows closed."""
    sheets = state.sheets
    rows = range(len(sheets[0].layout.all))
    closed = [sum(map(sheet.locked, rows)) for sheet in sheets]
    return {
        "points": list(map(total, sheets)),
        "crosses": [
            sum(map(sheet.count, rows)) + locks for sheet, locks in zip(sheets, closed, strict=True)
        ],
        "penalties": [sheet.penalties for sheet in sheets],
        "closed": closed,
    }
