"""Positions as plain data, for clients that draw."""

from typing import Any

from cruces.core import Reason
from cruces.core.family import AnyGame
from cruces.games.quixo.rules import Push, State
from cruces.games.quixo.rules.geometry import squares


def table(state: State) -> dict[str, Any]:
    """The cubes as one reads, each 0 or 1 + the seat that may take it, and the number of turns."""
    return {"size": state.options.size, "board": state.board, "ply": state.ply}


def refusal(game: AnyGame, state: State, seat: int, place: str) -> Reason | None:
    """Why the cube on a square cannot be taken; None if it can, or if there is no such square."""
    named = {str(square): square for square in squares(state.options.size)}
    if place not in named:
        return None
    why = game.legal(state, seat).why_not(Push(named[place], named[place]))
    # Where nothing speaks against the cube, what is wrong is to put it back where it was.
    return None if why is None or why.slug == "same-place" else why
