"""The action that several games share: passing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing this time."""


PASS = Pass()
"""The only instance needed."""

PASS_TEXT = "pass"
"""How passing is written in every game."""
