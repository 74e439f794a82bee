"""The exact values of Quixo for two, from the table of the board."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from cruces.analysis.exact import ExactValue
from cruces.analysis.oracle import Oracle
from cruces.core.options import Value
from cruces.games.quixo.players.engine import masks
from cruces.games.quixo.rules import QUIXO, State
from cruces.games.quixo.rules.state import Board
from cruces.games.quixo.solver.oracle import oracle
from cruces.solvers.errors import TableError


class QuixoOracle(Oracle):
    """Knows every position of the small boards, and of 5×5 those that the table has."""

    def __init__(self, settings: Mapping[str, Value]) -> None:
        super().__init__(QUIXO, settings, 2)

    def essence(self, state: State) -> State:
        """The board and whose turn it is: a position that comes up again is worth the same."""
        return replace(state, ply=state.ply % self.seats, seen=())

    def _value(self, state: State, seat: int) -> ExactValue | None:
        (mover,) = self.game.to_act(state)
        value, distance = look_up(state.board, state.options.size, mover)
        if value is None:
            return None
        return ExactValue(seat, value if seat == mover else -value, distance)


def look_up(board: Board, size: int, team: int) -> tuple[int | None, int | None]:
    """The value for the team to move, and the plies to the end, if the table knows them."""
    table = oracle(size)
    if table is None:
        return None, None
    mover, other = map(int, masks(board, team))
    with suppress(TableError):  # a damaged table says nothing; the engine logs it
        return table.value(mover, other), table.distance(mover, other)
    return None, None
