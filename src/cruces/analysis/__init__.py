"""What every action is worth, and the coach's review of a whole game."""

from cruces.analysis.analyse import Analyser, Analysis, Judgement, Worth, Worths, analyse, deepen

__all__ = ["Analyser", "Analysis", "Judgement", "Worth", "Worths", "analyse", "deepen"]
