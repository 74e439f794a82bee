"""Everything there is to know in the middle of a game."""

from dataclasses import dataclass
from enum import Enum

from cruces.core import Pass
from cruces.games.qwixx.rules.dice import Die, Lot, Roll
from cruces.games.qwixx.rules.sheet import Cross, Sheet


class Phase(Enum):
    """What the game waits for."""

    START = "start"
    """Lots or a die decide who begins (X4)."""
    ROLL = "roll"
    """The active player's dice (X5)."""
    WHITE = "white"
    """Action 1, everyone at once (X6)."""
    COLOUR = "colour"
    """Action 2, the active player (X7)."""
    OVER = "over"
    """Nothing (X12)."""


class Hidden(Enum):
    """A choice that was made and may not be seen yet."""

    HIDDEN = "?"


HIDDEN = Hidden.HIDDEN

Action = Cross | Pass
Choice = Action | Hidden
Outcomes = Roll | Lot | Die


@dataclass(frozen=True, slots=True)
class Options:
    """What was agreed; the circle options mean something in Big Points only."""

    edition: str = "es-original"
    start: str = "lot"
    after_second_lock: str = "ends"
    circle_die: str = "crossed"
    circle_same_turn: bool = True


@dataclass(frozen=True, slots=True)
class State:
    """A frozen moment.

    ``active`` is the player whose turn it is; while a first six is sought, who rolls next.
    ``choices`` holds each seat's action 1 until all have chosen; None for who has not.
    ``first`` is what the active player did in action 1, during action 2. ``away`` are the seats of
    those who resigned: the others go on without them.
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
        """The seats of those who still play."""
        return tuple(seat for seat in range(len(self.sheets)) if seat not in self.away)
