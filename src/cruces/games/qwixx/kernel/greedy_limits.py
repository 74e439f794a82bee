"""How many numbers a greedy player gives up for a cross.

Both limits score best against themselves among 1–3 and 2, 4, 6, 9. They stand here, without a
compiler, for the player in ``players.greedy`` and for the same player in batch play.
"""

MOST_SKIPPED_FREELY = 1
"""Skips worth making when passing costs nothing."""
MOST_SKIPPED_TO_AVOID_PENALTY = 6
"""Skips worth making when passing costs a penalty."""
FOR_CLOSING = 16
"""A cross that closes a row counts as so many skips less: more than any other can save."""
