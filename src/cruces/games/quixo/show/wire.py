"""Positions as plain data, for clients that draw."""

from collections.abc import Mapping
from typing import Any

from cruces.core import PASS, Reason
from cruces.core.family import AnyGame
from cruces.games.quixo.rules import Push, State
from cruces.games.quixo.rules.geometry import squares


def table(state: State) -> dict[str, Any]:
    """The cubes as one reads, each 0 or 1 + the seat that may take it, and the number of turns."""
    return {"size": state.options.size, "board": state.board, "ply": state.ply}


def refusals(game: AnyGame, state: State, seat: int) -> Mapping[str, Reason]:
    """Why a cube cannot be taken, by its square, for those that cannot."""
    legal = game.legal(state, seat)
    if PASS in legal:
        return {}
    takes = {action.take for action in legal if isinstance(action, Push)}
    found: dict[str, Reason] = {}
    for place in squares(state.options.size):
        if place not in takes:
            why = legal.why_not(Push(place, place))
            assert why is not None, "nothing may be taken there"
            found[str(place)] = why
    return found
