"""Games of which everything is known: ``oracle``."""

from collections.abc import Mapping
from typing import Any

from cruces.analysis.exhaustive import ExhaustiveOracle
from cruces.analysis.oracle import Oracle, family_oracle
from cruces.core import Game
from cruces.core.family import AnyGame
from cruces.games.library.starting import get_game


def oracle(
    game: str | AnyGame,
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    *,
    position: Any = None,
) -> Oracle:
    """The exact values of a game with these options, for as many players as they are known for.

    With a position, a state or a text, of whatever can come after it: each of these positions is
    visited, so there may not be too many. The same happens where the game brings no values.
    """
    chosen = game if isinstance(game, Game) else get_game(game)
    settings = chosen.resolve(options or {})
    if isinstance(position, str):
        position = chosen.parse_position(position, settings)
    found = None if position is not None else family_oracle(chosen, settings, players)
    return found or ExhaustiveOracle(chosen, settings, players, position)
