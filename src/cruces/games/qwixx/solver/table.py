"""The value table: what sheets are worth, and which actions are best."""

from dataclasses import replace
from typing import NamedTuple

from cruces.games.qwixx.kernel.rows import row_tables
from cruces.games.qwixx.rules import QWIXX, Action, Options, Phase, Roll, Sheet, State
from cruces.games.qwixx.rules.scoring import total
from cruces.games.qwixx.solver.index import pairs, place
from cruces.games.qwixx.solver.turn import Floats


class ActionValue(NamedTuple):
    """An action, and the best expected score after it."""

    action: Action
    value: float


class ValueTable:
    """The exact values of a solitaire or a friendly game: see ``solve``.

    Values are expected final scores, including the points already on the sheet.
    """

    def __init__(self, ruling: str, values: Floats) -> None:
        self.players = len(values)
        self.ruling = ruling
        self.values = values
        self._options = Options(after_second_lock=ruling)

    def value(self, sheet: Sheet, waits: int = 0) -> float:
        """The value of a sheet when ``waits`` rolls of others come before one's own turn."""
        if sheet.penalties == sheet.layout.penalties:
            return total(sheet)
        states = [row_tables().row_states[sheet.marks[row]] for row in range(4)]
        number = pairs().number
        where = place(int(number[states[0], states[1]]), int(number[states[2], states[3]]))
        return total(sheet) + float(self.values[waits, where, sheet.penalties])

    def actions(self, sheet: Sheet, roll: Roll, first: Action | None = None) -> list[ActionValue]:
        """All actions of one's own turn, best first; of action 2 if ``first`` was action 1."""
        state = State(self._options, (sheet,), Phase.WHITE, 0, roll, choices=(None,))
        if first is not None:
            state = replace(state, phase=Phase.COLOUR, choices=(), first=first)
        return self._action_values(state)

    def answers(self, sheet: Sheet, roll: Roll, waits: int) -> list[ActionValue]:
        """All actions after another's roll, best first; ``waits`` more such rolls are to come."""
        state = State(self._options, (sheet,), Phase.WHITE, 0, roll, choices=(None,))
        values = []
        for action in QWIXX.choices(state, 0):
            after = QWIXX.apply(state, 0, action)
            values.append(ActionValue(action, self.value(after.sheets[0], waits)))
        return sorted(values, key=lambda entry: -entry.value)

    def _action_values(self, state: State) -> list[ActionValue]:
        values = [
            ActionValue(action, self._value_after(QWIXX.apply(state, 0, action)))
            for action in QWIXX.legal(state, 0)
        ]
        return sorted(values, key=lambda entry: -entry.value)

    def _value_after(self, state: State) -> float:
        if state.phase is Phase.COLOUR:
            return self._action_values(state)[0].value
        return self.value(state.sheets[0], self.players - 1)
