"""Chance events, such as dice, with exact probabilities.

Randomness never hides in a state: callers draw a chance outcome with their own generator and then
apply it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Generic, TypeVar

O = TypeVar("O", covariant=True)  # noqa: E741, PLC0105  an outcome


class Chance(ABC, Generic[O]):
    """A finite distribution over outcomes, in a fixed order."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def __iter__(self) -> Iterator[tuple[O, Fraction]]: ...

    @abstractmethod
    def probability(self, outcome: object) -> Fraction:
        """The exact probability of an outcome; 0 for one that cannot happen."""

    @abstractmethod
    def sample(self, rng: Random) -> O:
        """One outcome, drawn with the caller's generator."""


class Uniform(Chance[O]):
    """Equally likely outcomes, known by their index, so that 46,656 rolls need no list.

    >>> coin = Uniform(2, "HT".__getitem__, lambda o: "HT".find(o))
    >>> list(coin)
    [('H', Fraction(1, 2)), ('T', Fraction(1, 2))]
    >>> coin.probability("X")
    Fraction(0, 1)
    """

    __slots__ = ("_index", "_outcome", "_size")

    def __init__(
        self, size: int, outcome: Callable[[int], O], index: Callable[[object], int | None]
    ) -> None:
        self._size = size
        self._outcome = outcome
        self._index = index

    @classmethod
    def among(cls, outcomes: Sequence[O]) -> "Uniform[O]":
        """One of these outcomes, all equally likely.

        >>> Uniform.among(range(1, 7)).probability(6)
        Fraction(1, 6)
        """
        return cls(
            len(outcomes),
            outcomes.__getitem__,
            lambda outcome: outcomes.index(outcome) if outcome in outcomes else None,
        )

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[tuple[O, Fraction]]:
        share = Fraction(1, self._size)
        return ((self._outcome(i), share) for i in range(self._size))

    def __getitem__(self, index: int) -> O:
        """The outcome with this index, 0 to len − 1; the fair-dice protocol draws indices."""
        if not 0 <= index < self._size:
            raise IndexError(index)
        return self._outcome(index)

    def probability(self, outcome: object) -> Fraction:
        index = self._index(outcome)
        return Fraction(0) if index is None or index < 0 else Fraction(1, self._size)

    def sample(self, rng: Random) -> O:
        return self._outcome(rng.randrange(self._size))
