"""Positions as plain data, for clients that draw."""

from collections import Counter
from typing import Any

from cruces.core import Reason
from cruces.core.family import AnyGame
from cruces.core.log import GameLog
from cruces.core.record import ActionEvent
from cruces.games.quixo.rules import Push, State
from cruces.games.quixo.rules.geometry import squares


def state_data(state: State) -> dict[str, Any]:
    """The cubes in reading order, each 0 or 1 + the seat that may take it, and the turn count."""
    return {"size": state.options.size, "board": state.board, "ply": state.ply}


def refusal(game: AnyGame, state: State, seat: int, place: str) -> Reason | None:
    """Why the cube on a square cannot be taken; None if it can, or if there is no such square."""
    by_name = {str(square): square for square in squares(state.options.size)}
    if place not in by_name:
        return None
    why = game.legal(state, seat).why_not(Push(by_name[place], by_name[place]))
    # If the cube itself may be taken, the only objection is that it would go back to its place.
    return None if why is None or why.slug == "same-place" else why


def moves(log: GameLog[State, Any, Any]) -> list[int]:
    """How many cubes each seat has moved."""
    made = Counter(event.seat for event in log.events if isinstance(event, ActionEvent))
    return [made[seat] for seat in range(log.game.seats(log.state))]
