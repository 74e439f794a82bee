"""Tournaments between players of any game: built in, functions in Python, or programs."""

from cruces.arena.contestants import Contestant, contestant, of_object
from cruces.arena.one_game import Fault, GameResult
from cruces.arena.setup import Setup, new_setup
from cruces.arena.sprt import Sprt
from cruces.arena.tournament import Tournament, play_tournament

__all__ = [
    "Contestant",
    "Fault",
    "GameResult",
    "Setup",
    "Sprt",
    "Tournament",
    "contestant",
    "new_setup",
    "of_object",
    "play_tournament",
]
