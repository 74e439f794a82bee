"""Cruces: play, practise and study board and dice games.

``GAMES`` has every game by its id, ``start`` begins one, ``load`` reads a record.
"""

from cruces.core import (
    CHANCE,
    PASS,
    BadOptionError,
    CrucesError,
    Game,
    GameOverError,
    IllegalError,
    MalformedError,
    NotYourTurnError,
    Outcome,
    Play,
    Player,
    Record,
    RecordError,
    View,
)
from cruces.core.registry import GAMES, get_game, load, start

__all__ = [
    "CHANCE",
    "GAMES",
    "PASS",
    "BadOptionError",
    "CrucesError",
    "Game",
    "GameOverError",
    "IllegalError",
    "MalformedError",
    "NotYourTurnError",
    "Outcome",
    "Play",
    "Player",
    "Record",
    "RecordError",
    "View",
    "get_game",
    "load",
    "start",
]
