"""What the app is tested with: a home of its own, the toy game, and a server."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from cruces.core.registry import register, unregister
from tests.server.conftest import server

__all__ = ["server"]


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where the app keeps something: empty, and not the user's."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def toy() -> Iterator[None]:
    """The toy game is installed."""
    family = import_module("toy_race.family").FAMILY
    register(family)
    yield
    unregister(family)
