"""The toy game, for tests of what the app does with games that it doesn't know."""

from collections.abc import Iterator
from importlib import import_module

import pytest

from cruces.core.registry import register, unregister


@pytest.fixture
def toy() -> Iterator[None]:
    """The toy game is installed."""
    family = import_module("toy_race.family").FAMILY
    register(family)
    yield
    unregister(family)
