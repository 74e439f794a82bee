"""What a seat, or a spectator, may see and do."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from cruces.core.legal import Legal
from cruces.core.outcome import Outcome

if TYPE_CHECKING:
    from cruces.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741


@dataclass(frozen=True, slots=True)
class View(Generic[S, A, O]):
    """A redacted state and the viewer's legal actions in it.

    ``seat`` is None for a spectator. ``legal`` is empty when it is not the viewer's turn.
    """

    game: "Game[S, A, O]"
    seat: int | None
    state: S
    to_act: frozenset[int]
    legal: Legal[A]
    outcome: Outcome | None
