"""Quixo for two, and for four in two teams."""

from cruces.games.quixo.game import Quixo
from cruces.games.quixo.geometry import Square
from cruces.games.quixo.state import Action, Board, Conclusion, Options, Push, State
from cruces.games.quixo.teams import QuixoTeams

__all__ = [
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
