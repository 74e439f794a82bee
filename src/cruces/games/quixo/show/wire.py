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
    if legal.why_not(PASS) is None:
        return {}
    whys = {str(place): legal.why_not(Push(place, place)) for place in squares(state.options.size)}
    # Where nothing speaks against the cube, what is wrong is to put it back where it was.
    return {place: why for place, why in whys.items() if why and why.slug != "same-place"}
