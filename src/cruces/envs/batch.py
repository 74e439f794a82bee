"""Many games of one seat that are played in step, if a family has compiled code for that."""

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Restart(Enum):
    """When a game that has ended begins anew: Gymnasium's three modes."""

    NEVER = "Disabled"
    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"


class Step(NamedTuple):
    """What follows from an action in every game; the first index is the game.

    ``finals`` are the last observations of games that began anew at once.
    """

    observations: "npt.NDArray[np.uint8]"
    masks: "npt.NDArray[np.uint8]"
    rewards: "npt.NDArray[np.float32]"
    ends: "npt.NDArray[np.bool_]"
    finals: "npt.NDArray[np.uint8]"


class Batch(Protocol):
    """Games that are played in step, with the actions and observations of their encoding.

    An action that is not legal counts as the legal one with the lowest number. Arrays are new
    every time.
    """

    def reset(
        self, seeds: "npt.NDArray[np.int64]", which: "npt.NDArray[np.bool_]"
    ) -> "tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]":
        """Begin some games anew with their seeds; the observations and masks of all."""
        ...

    def step(self, actions: "npt.NDArray[np.int64]", restart: Restart) -> Step:
        """Act in every game."""
        ...

    def close(self) -> None:
        """Release the threads."""
        ...
