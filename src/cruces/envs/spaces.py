"""Observations as Gymnasium's spaces, which PettingZoo uses as well."""

from collections.abc import Iterable
from typing import Any

from cruces.core.extras import naming_extras
from cruces.core.family import AnyGame
from cruces.envs.encoding import Encoding

with naming_extras():  # first what only the extra has that is to be named
    from gymnasium import spaces

    # isort: split
    import numpy as np
    import numpy.typing as npt

Observation = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.int8]


def observation_space(encoding: Encoding) -> "spaces.Space[Observation]":
    """The observations of an encoding."""
    most = np.array(encoding.most, np.uint8)
    return spaces.Box(np.zeros_like(most), most, dtype=np.uint8)


def observation(encoding: Encoding, game: AnyGame, state: Any, seat: int) -> Observation:
    """What a seat observes in a state."""
    return np.array(encoding.observe(game.redact(state, seat), seat), np.uint8)


def action_mask(encoding: Encoding, numbers: Iterable[int]) -> Mask:
    """A 1 for each of these actions."""
    mask = np.zeros(encoding.count, np.int8)
    mask[list(numbers)] = 1
    return mask
