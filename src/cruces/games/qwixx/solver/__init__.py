"""Exact values of solitaire Qwixx: the best expected score of every sheet, and how to reach it.

Only for the sheet of the booklets: see ``kernel.rows``.
"""

from cruces.games.qwixx.rules.game import AFTER_SECOND_LOCK

RULINGS = tuple(map(str, AFTER_SECOND_LOCK.values))
"""The rulings that a table may be for (X12); listed here so that no compiler is loaded."""
