"""The game of the tutorial is among the games here: it knows nothing of environments."""

from collections.abc import Iterator
from importlib import import_module

import pytest

from cruces.core.registry import families, register, unregister


@pytest.fixture
def toy() -> Iterator[None]:
    """The toy game, registered for a test; others may have done so already."""
    family = import_module("toy_race.family").FAMILY
    if family in families():
        yield
        return
    register(family)
    yield
    unregister(family)
