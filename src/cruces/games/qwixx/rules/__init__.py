"""Qwixx and Big Points by their booklets: pure functions of frozen states."""

from cruces.games.qwixx.rules.big_points import BigPoints
from cruces.games.qwixx.rules.dice import Die, Lot, Roll
from cruces.games.qwixx.rules.game import Qwixx
from cruces.games.qwixx.rules.layout import BIG_POINTS_LAYOUT, QWIXX_LAYOUT, Layout, Row
from cruces.games.qwixx.rules.sheet import Cross, Sheet
from cruces.games.qwixx.rules.state import HIDDEN, Action, Hidden, Options, Outcomes, Phase, State

QWIXX = Qwixx()
BIG_POINTS = BigPoints()

__all__ = [
    "BIG_POINTS",
    "BIG_POINTS_LAYOUT",
    "HIDDEN",
    "QWIXX",
    "QWIXX_LAYOUT",
    "Action",
    "BigPoints",
    "Cross",
    "Die",
    "Hidden",
    "Layout",
    "Lot",
    "Options",
    "Outcomes",
    "Phase",
    "Qwixx",
    "Roll",
    "Row",
    "Sheet",
    "State",
]
