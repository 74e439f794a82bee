"""Cruces: a small family of games, to play, to get better at, and to study.

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
