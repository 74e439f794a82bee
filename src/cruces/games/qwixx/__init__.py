"""Qwixx, and Qwixx Big Points: the same game with a longer sheet and a few rules more."""

from cruces.games.qwixx.big_points import BigPoints
from cruces.games.qwixx.dice import Die, Lot, Roll
from cruces.games.qwixx.game import Qwixx
from cruces.games.qwixx.sheet import CIRCLES, COLOURS, Cross, Line, Sheet
from cruces.games.qwixx.state import HIDDEN, Action, Hidden, Options, Outcomes, Phase, State

__all__ = [
    "CIRCLES",
    "COLOURS",
    "HIDDEN",
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
