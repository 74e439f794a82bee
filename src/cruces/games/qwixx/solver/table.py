"""Looking sheets up: what they are worth, and which actions are best."""

from dataclasses import replace
from typing import NamedTuple

from cruces.games.qwixx.kernel.rows import rows
from cruces.games.qwixx.rules import QWIXX, Action, Options, Phase, Roll, Sheet, State
from cruces.games.qwixx.rules.scoring import total
from cruces.games.qwixx.solver.index import pairs, place
from cruces.games.qwixx.solver.turn import Floats


class Judged(NamedTuple):
    """An action, and the best score that can be expected after it."""

    action: Action
    value: float


class Table:
    """The exact values of a game alone, or of a friendly one: see ``solve``.

    Values are expected final scores, with what the sheet has already.
    """

    def __init__(self, ruling: str, values: Floats) -> None:
        self.players = len(values)
        self.ruling = ruling
        self.values = values
        self._options = Options(after_second_lock=ruling)

    def value(self, sheet: Sheet, waits: int = 0) -> float:
        """What a sheet is worth when so many rolls of others come before one's own turn."""
        if sheet.penalties == sheet.layout.penalties:
            return total(sheet)
        states = [rows().of_marks[sheet.marks[row]] for row in range(4)]
        number = pairs().number
        where = place(int(number[states[0], states[1]]), int(number[states[2], states[3]]))
        return total(sheet) + float(self.values[waits, where, sheet.penalties])

    def actions(self, sheet: Sheet, roll: Roll, first: Action | None = None) -> list[Judged]:
        """One's own turn: all actions, the best first; action 2 if ``first`` was action 1."""
        state = State(self._options, (sheet,), Phase.WHITE, 0, roll, choices=(None,))
        if first is not None:
            state = replace(state, phase=Phase.COLOUR, choices=(), first=first)
        return self._judged(state)

    def answers(self, sheet: Sheet, roll: Roll, waits: int) -> list[Judged]:
        """Another's roll: all actions, the best first; so many rolls are to come after it."""
        state = State(self._options, (sheet,), Phase.WHITE, 0, roll, choices=(None,))
        found = []
        for action in QWIXX.choices(state, 0):
            after = QWIXX.apply(state, 0, action)
            found.append(Judged(action, self.value(after.sheets[0], waits)))
        return sorted(found, key=lambda judged: -judged.value)

    def _judged(self, state: State) -> list[Judged]:
        found = [
            Judged(action, self._worth(QWIXX.apply(state, 0, action)))
            for action in QWIXX.legal(state, 0)
        ]
        return sorted(found, key=lambda judged: -judged.value)

    def _worth(self, state: State) -> float:
        if state.phase is Phase.COLOUR:
            return self._judged(state)[0].value
        return self.value(state.sheets[0], self.players - 1)
