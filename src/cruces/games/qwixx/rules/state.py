"""The state of a game."""

from dataclasses import dataclass
from enum import Enum

from cruces.core import Pass
from cruces.games.qwixx.rules.dice import Die, Lot, Roll
from cruces.games.qwixx.rules.sheet import Cross, Sheet


class Phase(Enum):
    """What the game waits for."""

    START = "start"
    """Lots or a die decide who starts (X4)."""
    ROLL = "roll"
    """The active player's dice (X5)."""
    WHITE = "white"
    """Action 1, everyone at once (X6)."""
    COLOUR = "colour"
    """Action 2, the active player (X7)."""
    OVER = "over"
    """Nothing (X12)."""


class Hidden(Enum):
    """A choice that has been made but may not be seen yet."""

    HIDDEN = "?"


HIDDEN = Hidden.HIDDEN

Action = Cross | Pass
Choice = Action | Hidden
Outcomes = Roll | Lot | Die


@dataclass(frozen=True, slots=True)
class Options:
    """The options; those about circles only matter in Big Points."""

    edition: str = "es-original"
    start: str = "lot"
    after_second_lock: str = "ends"
    circle_die: str = "crossed"
    circle_same_turn: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game.

    ``active`` is the player whose turn it is; until somebody rolls a six to start, the next to
    roll. ``choices`` holds each seat's action 1 until all have chosen; None for a seat that has
    not. ``first`` is, during action 2, what the active player did in action 1. ``away`` are the
    seats of players who resigned: the others go on without them.
    """

    options: Options
    sheets: tuple[Sheet, ...]
    phase: Phase
    active: int
    roll: Roll | None = None
    choices: tuple[Choice | None, ...] = ()
    first: Action | None = None
    away: tuple[int, ...] = ()

    @property
    def present(self) -> tuple[int, ...]:
        """The seats of the players who have not resigned."""
        return tuple(seat for seat in range(len(self.sheets)) if seat not in self.away)
