"""The games there are."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from cruces.core import BadOptionError, Game, Play, Player, Reason, Record, RecordError
from cruces.core.record import decode
from cruces.games.quixo import Quixo, QuixoTeams
from cruces.games.qwixx import BigPoints, Qwixx

QWIXX = Qwixx()
BIG_POINTS = BigPoints()
QUIXO = Quixo()
QUIXO_TEAMS = QuixoTeams()

GAMES: Mapping[str, Game[Any, Any, Any]] = MappingProxyType(
    {game.id: game for game in (QWIXX, BIG_POINTS, QUIXO, QUIXO_TEAMS)}
)
"""Every game by its id."""


def get_game(game_id: str) -> Game[Any, Any, Any]:
    """The game with this id."""
    if game_id not in GAMES:
        known = ", ".join(GAMES)
        raise BadOptionError(Reason("unknown-game", {"game": game_id, "known": known}))
    return GAMES[game_id]


def start(
    game_id: str,
    options: Mapping[str, object] | None = None,
    players: Sequence[Player] | int | None = None,
) -> Play[Any, Any, Any]:
    """A new game, ready to play."""
    return Play(get_game(game_id), options, players)


def load(data: bytes | str) -> Play[Any, Any, Any]:
    """The game in a record, played again and checked event by event."""
    return replay(decode(data))


def replay(record: Record) -> Play[Any, Any, Any]:
    """The game of a record, played again and checked event by event."""
    if record.game not in GAMES:
        params = {"game": record.game, "known": ", ".join(GAMES)}
        raise RecordError(Reason("record-unknown-game", params))
    return Play.replay(GAMES[record.game], record)


__all__ = [
    "BIG_POINTS",
    "GAMES",
    "QUIXO",
    "QUIXO_TEAMS",
    "QWIXX",
    "get_game",
    "load",
    "replay",
    "start",
]
