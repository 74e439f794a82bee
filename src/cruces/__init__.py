"""Cruces: Qwixx, Qwixx Big Points and Quixo, to play, to get better at, and to study.

>>> import cruces
>>> play = cruces.start("quixo")
>>> play.act(0, "a1>a5")
>>> play.act(1, "e1>a1")
>>> play.text
'O..../...../...../...../X.... X 3'
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
from cruces.games import GAMES, get_game, load, start

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
