"""Chance in parts: six dice are six draws among six outcomes, not one among 46,656."""

from functools import cache
from typing import Any

from cruces.core import MalformedError, Reason, Uniform
from cruces.core.chance import Chance

MOST_OUTCOMES = 64
"""The most outcomes of one part."""


@cache
def part_sizes(size: int) -> tuple[int, ...]:
    """How many outcomes each part of a draw among equally likely ones has; their product is size.

    >>> part_sizes(6**6), part_sizes(30), part_sizes(1000 * 7)
    ((6, 6, 6, 6, 6, 6), (30,), (2, 2, 2, 5, 5, 5, 7))
    """
    if size <= MOST_OUTCOMES:
        return (size,)
    for root in range(2, MOST_OUTCOMES + 1):
        power = 1
        while root**power < size:
            power += 1
        if root**power == size:
            return (root,) * power
    sizes = []
    for factor in range(2, MOST_OUTCOMES + 1):
        while size % factor == 0:
            sizes.append(factor)
            size //= factor
    return (*sizes, size) if size > 1 else tuple(sizes)


def part_probabilities(chance: Chance[Any], drawn: tuple[int, ...]) -> list[float]:
    """The probability of each outcome of the next part."""
    if isinstance(chance, Uniform):
        size = part_sizes(len(chance))[len(drawn)]
        if size <= MOST_OUTCOMES:
            return [1 / size] * size
    elif len(chance) <= MOST_OUTCOMES:
        return [float(probability) for _, probability in chance]
    raise MalformedError(Reason("chance-too-large"))


def whole_outcome(chance: Chance[Any], drawn: tuple[int, ...]) -> tuple[bool, Any]:
    """Whether these parts are all, and the outcome if they are.

    The first part is the lowest digit of the outcome's index: for dice, the first die.
    """
    if not isinstance(chance, Uniform):
        return True, [outcome for outcome, _ in chance][drawn[0]]
    sizes = part_sizes(len(chance))
    if len(drawn) < len(sizes):
        return False, None
    index, unit = 0, 1
    for digit, size in zip(drawn, sizes, strict=True):
        index += digit * unit
        unit *= size
    return True, chance[index]
