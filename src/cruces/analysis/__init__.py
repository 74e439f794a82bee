"""What every action in a position is worth, and the coach's review of a whole game."""

from cruces.analysis.analyse import Analyser, Analysis, Judgement, Worth, Worths, analyse, deepen
from cruces.analysis.exact import ExactValue

__all__ = [
    "Analyser",
    "Analysis",
    "ExactValue",
    "Judgement",
    "Worth",
    "Worths",
    "analyse",
    "deepen",
]
