"""The legal actions of a seat, computed only as far as needed."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Generic, TypeVar

from cruces.core.errors import Reason

A = TypeVar("A")


class Legal(Collection[A], Generic[A]):
    """A lazy collection in a fixed order.

    ``in`` asks the rule directly, ``bool`` stops at the first action, ``len`` keeps the actions
    that it counted for the next iteration (``list`` calls both).

    >>> even = Legal(lambda: iter([2, 4]), lambda n: None if n in (2, 4) else Reason("odd"))
    >>> 4 in even, 3 in even, bool(even), len(even), list(even)
    (True, False, True, 2, [2, 4])
    """

    __slots__ = ("_counted", "_generate", "_why_not")

    def __init__(
        self, generate: Callable[[], Iterator[A]], why_not: Callable[[object], Reason | None]
    ) -> None:
        self._generate = generate
        self._why_not = why_not
        self._counted: tuple[A, ...] | None = None

    @staticmethod
    def nothing(why: Reason) -> "Legal[A]":
        """No action at all, and the reason for it."""
        return Legal(lambda: iter(()), lambda _: why)

    @staticmethod
    def among(actions: Sequence[A]) -> "Legal[A]":
        """These actions and no others.

        >>> list(Legal.among(("roll", "stop"))), Legal.among(("roll",)).why_not("stop").slug
        (['roll', 'stop'], 'not-an-action')
        """
        why = Reason("not-an-action")
        return Legal(lambda: iter(actions), lambda action: None if action in actions else why)

    def why_not(self, action: object) -> Reason | None:
        """The rule that forbids the action, or None if it is legal."""
        return self._why_not(action)

    def __contains__(self, action: object) -> bool:
        return self._why_not(action) is None

    def __iter__(self) -> Iterator[A]:
        # A generator, because `list` calls `iter` before `len`: by the time of the first action,
        # `len` has counted the actions and they need not be generated again.
        yield from self._generate() if self._counted is None else self._counted

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __len__(self) -> int:
        if self._counted is None:
            self._counted = tuple(self._generate())
        return len(self._counted)

    def __repr__(self) -> str:
        return f"<Legal {list(self)!r}>"
