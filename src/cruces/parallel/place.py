"""What every place where work is done offers."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from cruces.core import CrucesError, Reason

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
RETRIES = 5
"""How often a part is begun again after its worker died: perhaps the part is what kills it."""


class LostWorkerError(CrucesError):
    """One part of the work lost its worker again and again."""

    code = "lost-worker"

    def __init__(self, number: int) -> None:
        super().__init__(Reason("lost-worker", {"number": number, "count": RETRIES + 1}))
        self.number = number

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.number,)


class Pending(Protocol[T_co]):
    """The result of a part, now or later."""

    def result(self) -> T_co:
        """Wait for it; raises whatever the task raised."""


class Workers(Protocol[T_co]):
    """Those who work on one task."""

    @property
    def ahead(self) -> int:
        """The number of parts to begin before the first result is waited for."""

    def begin(self, number: int, /) -> Pending[T_co]:
        """Have a part computed."""


class Place(Protocol):
    """Where work is done."""

    def open(self, task: Callable[[int], T]) -> AbstractContextManager[Workers[T]]:
        """Workers for a task. Leaving the context ends whatever is still being computed."""
