"""Qwixx for oneself, solved: the best that can be expected of every sheet, and how to get it.

The printed sheet is that of the booklets: see ``kernel.rows``.
"""

from cruces.games.qwixx.rules.game import AFTER_SECOND_LOCK

RULINGS = tuple(map(str, AFTER_SECOND_LOCK.values))
"""What a table may be for (X12); here, because naming them must not load a compiler."""
