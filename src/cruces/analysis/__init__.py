"""What every action is worth, and what the coach has to say of a whole game."""

from cruces.analysis.analyse import Analyser, Analysis, Judgement, Worth, Worths, analyse, deepen

__all__ = ["Analyser", "Analysis", "Judgement", "Worth", "Worths", "analyse", "deepen"]
