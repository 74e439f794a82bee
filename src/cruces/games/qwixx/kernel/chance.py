"""Dice from a seed: every game has its own random stream, whatever the number of threads.

A stream is SplitMix64: a counter that grows by a fixed step, scrambled. A roll is an integer with
three bits per die::

    bits   17…15  14…12  11…9    8…6  5…3      2…0
           blue   green  yellow  red  white 2  white 1

Dice that have left the game are rolled too, and ignored.
"""

import numpy as np
import numpy.typing as npt

from cruces.games.qwixx.rules import Roll
from cruces.games.qwixx.rules.dice import FACES
from cruces.kernels.jit import inlined

RandomStream = npt.NDArray[np.uint64]
"""An array of one number, the state of the stream."""

DIE = 3
DICE = 6
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX = np.uint64(0xBF58476D1CE4E5B9)
_MIX_AGAIN = np.uint64(0x94D049BB133111EB)


def to_roll(roll: int, in_play: tuple[bool, ...] = (True,) * 4) -> Roll:
    """The roll as the rules represent it, with the dice still in play."""
    faces = [roll >> DIE * die & 7 for die in range(DICE)]
    colours = [face if there else None for face, there in zip(faces[2:], in_play, strict=True)]
    return Roll((faces[0], faces[1]), tuple(colours))


def from_roll(roll: Roll) -> int:
    """
    >>> from_roll(Roll((1, 2), (3, None, None, 6)))
    196817
    """
    return sum((face or 0) << DIE * die for die, face in enumerate((*roll.white, *roll.colours)))


@inlined
def _scramble(number: np.uint64) -> np.uint64:
    number = (number ^ (number >> np.uint64(30))) * _MIX
    number = (number ^ (number >> np.uint64(27))) * _MIX_AGAIN
    return number ^ (number >> np.uint64(31))


@inlined
def seed_stream(stream: RandomStream, seed: int, game: int) -> None:
    """Set the stream to the start of a game."""
    stream[0] = _scramble(_scramble(np.uint64(seed)) + np.uint64(game) * _STEP)


@inlined
def draw(stream: RandomStream, below: int) -> int:
    """A random integer from 0 up to ``below`` (at most 2¹⁶); bias less than one part in 2³²."""
    stream[0] += _STEP
    high = _scramble(stream[0]) >> np.uint64(16)
    return int(np.int64((high * np.uint64(below)) >> np.uint64(48)))


@inlined
def roll_dice(stream: RandomStream) -> int:
    """Roll all six dice."""
    rest, roll = draw(stream, FACES**DICE), 0
    for die in range(DICE):
        roll |= (rest % FACES + 1) << (DIE * die)
        rest //= FACES
    return roll


@inlined
def white_dice(roll: int) -> tuple[int, int]:
    """The faces of the white dice."""
    return roll & 7, (roll >> DIE) & 7


@inlined
def colour_die(roll: int, row: int) -> int:
    """The face of a row's die."""
    return (roll >> (DIE * (row + 2))) & 7
