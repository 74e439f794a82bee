"""How long tasks report their progress."""

from collections.abc import Callable

ProgressCallback = Callable[[float], None]
"""Called with the part of the work that is done, from 0 to 1."""
