"""Positions as plain data, for clients that draw."""

from collections.abc import Mapping
from functools import cache
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
    names, early = _names(state.options.size), state.ply < game.seats(state)
    found: dict[str, Reason] = {}
    for name, cube in zip(names, state.board, strict=True):
        key = (game.id, seat, early, name, cube, state.options.size)
        if key not in _REFUSALS:
            place = squares(state.options.size)[names.index(name)]
            why = legal.why_not(Push(place, place))
            # Where nothing speaks against the cube, what is wrong is to put it back.
            _REFUSALS[key] = None if why is None or why.slug == "same-place" else why
        reason = _REFUSALS[key]
        if reason is not None:
            found[name] = reason
    return found


_REFUSALS: dict[tuple[str, int, bool, str, int, int], Reason | None] = {}
"""Why a cube cannot be taken depends on little: whose it is, where, by whom, and in which round."""


@cache
def _names(size: int) -> tuple[str, ...]:
    return tuple(map(str, squares(size)))
