"""How many numbers a greedy player skips for a cross.

Both limits score best in self-play among 1–3 and 2, 4, 6, 9. They are in a module without compiled
code, for both the player in ``players.greedy`` and the same policy in batch play.
"""

MAX_FREE_SKIPS = 1
"""The most skips for a cross when passing costs nothing."""
MAX_SKIPS_TO_AVOID_PENALTY = 6
"""The most skips for a cross when passing costs a penalty."""
CLOSING_BONUS = 16
"""A cross that closes a row counts as this many skips fewer: more than any row has boxes."""
