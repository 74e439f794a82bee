"""The contract that every game meets. Nothing here depends on a particular game."""

from cruces.core.actions import PASS, Pass
from cruces.core.chance import Chance, Uniform
from cruces.core.errors import (
    BadOptionError,
    CrucesError,
    GameOverError,
    IllegalError,
    MalformedError,
    NotYourTurnError,
    Reason,
    WrongTypeError,
)
from cruces.core.extras import MissingExtraError
from cruces.core.family import Family
from cruces.core.game import CHANCE, Game
from cruces.core.legal import Legal
from cruces.core.log import GameLog
from cruces.core.options import Option, Value
from cruces.core.outcome import Outcome
from cruces.core.perft import perft
from cruces.core.play import Play
from cruces.core.record import Player, Record, RecordError
from cruces.core.view import View

__all__ = [
    "CHANCE",
    "PASS",
    "BadOptionError",
    "Chance",
    "CrucesError",
    "Family",
    "Game",
    "GameLog",
    "GameOverError",
    "IllegalError",
    "Legal",
    "MalformedError",
    "MissingExtraError",
    "NotYourTurnError",
    "Option",
    "Outcome",
    "Pass",
    "Play",
    "Player",
    "Reason",
    "Record",
    "RecordError",
    "Uniform",
    "Value",
    "View",
    "WrongTypeError",
    "perft",
]
