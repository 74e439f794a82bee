"""The exact values of Qwixx where nobody races: alone, or among friends."""

from collections.abc import Mapping

from cruces.analysis.exact import ExactValue
from cruces.analysis.oracle import Oracle
from cruces.core.options import Value
from cruces.games.qwixx.rules import Qwixx, State
from cruces.games.qwixx.rules.friendly import FriendlyQwixx
from cruces.games.qwixx.solver.oracle import oracle
from cruces.games.qwixx.solver.table import ValueTable
from cruces.locales import text


class QwixxOracle(Oracle):
    """Knows every sheet of a solo game, and of a friendly game of several players."""

    def __init__(self, game: Qwixx, settings: Mapping[str, Value], players: int) -> None:
        super().__init__(game if players == 1 else FriendlyQwixx(players), settings, 1)
        self.players = players

    def description(self, lang: str) -> str:
        key = "oracle.solo" if self.players == 1 else "oracle.friendly"
        return text(key, lang, players=self.players)

    @property
    def table(self) -> ValueTable:
        """The table, computed when it is first needed."""
        return oracle(self.players, str(self.settings["after_second_lock"]))

    def _value(self, state: State, seat: int) -> ExactValue:
        return ExactValue(seat, None, None, expected_score(self.table, state))


def expected_score(table: ValueTable, state: State) -> float:
    """The best expected score of seat 0, alone or among as many friends as the table is for."""
    sheet, waits = state.sheets[0], -state.active % len(state.sheets)
    if state.roll is None:
        return table.value(sheet, waits)
    if waits:
        return table.answers(sheet, state.roll, waits - 1)[0].value
    return table.actions(sheet, state.roll, state.first)[0].value
