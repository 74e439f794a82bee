"""Actions and positions as numbers, for any layout.

Action 0 is to pass; then come the boxes, row by row in the order of the layout and from left to
right: the squares, then the circles. An observation begins with the sheets, the seat's own first
and then in turn order.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cruces.core import PASS
from cruces.envs.encoding import Encoding, Part
from cruces.games.qwixx.rules import Cross, Qwixx, State
from cruces.games.qwixx.rules.crossing import closed_rows
from cruces.games.qwixx.rules.dice import FACES, WHITE
from cruces.games.qwixx.rules.layout import Layout
from cruces.games.qwixx.rules.state import Phase


def crosses(layout: Layout) -> list[Cross]:
    """Every box, in the order of its action and of its place in an observation."""
    return [Cross(index, n) for index, row in enumerate(layout.all) for n in row.numbers]


class QwixxEncoding(Encoding):
    """Of a game with any layout, for any number of seats."""

    simultaneous = True

    def __init__(self, game: Qwixx, seats: int) -> None:
        self.game, self.seats = game, seats
        layout = game.layout
        self._crosses = crosses(layout)
        self._number = {cross: number for number, cross in enumerate(self._crosses, 1)}
        self.count = 1 + len(self._crosses)
        rows = len(layout.rows)
        sheet = (Part("crosses", len(self._crosses)), Part("penalties", 1, layout.penalties))
        self.parts = (
            *(sheet * seats),
            Part("closed rows", rows),
            Part("dice", WHITE + rows, FACES),
            Part("action 2", 1),
            Part("passed in action 1", 1),
            *((Part("active", seats),) if seats > 1 else ()),
        )

    def numbers(self, state: Any, seat: int, legal: Iterable[Any]) -> Mapping[int, Any]:
        return {self._number.get(action, 0): action for action in legal}

    def action_names(self) -> Sequence[str]:
        crosses_text = map(self.game.format_action, self._crosses)
        return [self.game.format_action(PASS), *crosses_text]

    def observe(self, state: State, seat: int) -> Sequence[int]:
        values: list[int] = []
        rows = range(len(self.game.layout.rows))
        for step in range(self.seats):
            sheet = state.sheets[(seat + step) % self.seats]
            values += [sheet.has(cross.row, cross.number) for cross in self._crosses]
            values.append(sheet.penalties)
        closed, roll = closed_rows(state.sheets), state.roll
        dice = (None,) * (WHITE + len(rows)) if roll is None else (*roll.white, *roll.colours)
        values += [row in closed for row in rows]
        values += [face or 0 for face in dice]
        values += [state.phase is Phase.COLOUR, state.first == PASS]
        if self.seats > 1:
            values += [state.active == (seat + step) % self.seats for step in range(self.seats)]
        return values
