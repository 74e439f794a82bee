"""Quixo by the booklet: pure functions of frozen states."""

from cruces.games.quixo.rules.game import Quixo
from cruces.games.quixo.rules.geometry import Square
from cruces.games.quixo.rules.state import Action, Board, Conclusion, Options, Push, State
from cruces.games.quixo.rules.teams import QuixoTeams

QUIXO = Quixo()
QUIXO_TEAMS = QuixoTeams()

__all__ = [
    "QUIXO",
    "QUIXO_TEAMS",
    "Action",
    "Board",
    "Conclusion",
    "Options",
    "Push",
    "Quixo",
    "QuixoTeams",
    "Square",
    "State",
]
