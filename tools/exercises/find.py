"""What a search for exercises finds."""

from msgspec import Struct

from cruces.learning.content import Exercise


class Find(Struct, frozen=True):
    """An exercise, the game and the kind that it counts for, and what may occur only once."""

    game: str
    kind: str
    once: str
    exercise: Exercise


class Yield(Struct, frozen=True):
    """What a played game yielded."""

    number: int
    finds: tuple[Find, ...]
