"""Qwixx and Big Points by their booklets: pure functions of frozen states."""

from cruces.games.qwixx.rules.big_points import BigPoints
from cruces.games.qwixx.rules.dice import Die, Lot, Roll
from cruces.games.qwixx.rules.game import Qwixx
from cruces.games.qwixx.rules.sheet import CIRCLES, COLOURS, Cross, Line, Sheet
from cruces.games.qwixx.rules.state import HIDDEN, Action, Hidden, Options, Outcomes, Phase, State

QWIXX = Qwixx()
BIG_POINTS = BigPoints()

__all__ = [
    "BIG_POINTS",
    "CIRCLES",
    "COLOURS",
    "HIDDEN",
    "QWIXX",
    "Action",
    "BigPoints",
    "Cross",
    "Die",
    "Hidden",
    "Line",
    "Lot",
    "Options",
    "Outcomes",
    "Phase",
    "Qwixx",
    "Roll",
    "Sheet",
    "State",
]
