"""Chance in Qwixx: the roll of all dice in play, and who starts."""

from collections.abc import Sequence
from dataclasses import dataclass

from cruces.core import Uniform

FACES = 6
WHITE = 2
"""The number of white dice."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Two white dice and the colour dice; None for a die that has left the game."""

    white: tuple[int, int]
    colours: tuple[int | None, ...]

    @property
    def white_sum(self) -> int:
        """The number that everyone may cross in action 1."""
        return sum(self.white)

    def colour_sums(self, row: int) -> tuple[int, ...]:
        """The sums of this row's die with each white die, smaller first; empty if it is gone."""
        die = self.colours[row]
        return () if die is None else tuple(sorted({white + die for white in self.white}))


@dataclass(frozen=True, slots=True)
class Lot:
    """The seat that starts, drawn by lot."""

    seat: int


@dataclass(frozen=True, slots=True)
class Die:
    """One die, rolled by the players in turn until somebody rolls a six."""

    face: int


def rolls(in_play: Sequence[bool]) -> Uniform[Roll]:
    """Every roll of two white dice and the colour dice in play, all equally likely.

    >>> len(rolls([True, True, True, True]))
    46656
    """
    present = [row for row, there in enumerate(in_play) if there]

    def outcome(index: int) -> Roll:
        faces = []
        for _ in range(WHITE + len(present)):
            index, face = divmod(index, FACES)
            faces.append(face + 1)
        colours: list[int | None] = [None] * len(in_play)
        for row, face in zip(present, faces[WHITE:], strict=True):
            colours[row] = face
        return Roll((faces[0], faces[1]), tuple(colours))

    def index(roll: object) -> int | None:
        if not isinstance(roll, Roll) or len(roll.white) != WHITE:
            return None
        if [die is not None for die in roll.colours] != list(in_play):
            return None
        faces = [*roll.white, *(die for die in roll.colours if die is not None)]
        if not all(1 <= face <= FACES for face in faces):
            return None
        place = 0
        for face in reversed(faces):
            place = place * FACES + face - 1
        return place

    return Uniform(FACES ** (WHITE + len(present)), outcome, index)


def lots(seats: int) -> Uniform[Lot]:
    """A fair draw among the seats."""
    return Uniform(
        seats, Lot, lambda o: o.seat if isinstance(o, Lot) and 0 <= o.seat < seats else None
    )


def one_die() -> Uniform[Die]:
    """One fair die."""
    return Uniform(
        FACES,
        lambda index: Die(index + 1),
        lambda o: o.face - 1 if isinstance(o, Die) and 1 <= o.face <= FACES else None,
    )
