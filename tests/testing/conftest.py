"""What the tests of the kit share."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from cruces.core import Game
from cruces.testing.conformance import check_game


@pytest.fixture
def caught() -> Callable[..., None]:
    """Asserts that a faulty game does not pass, because of the law that it breaks."""

    def fails(
        game: Game[Any, Any, Any], law: str, options: Mapping[str, object] | None = None
    ) -> None:
        with pytest.raises(AssertionError, match=law):
            check_game(game, seeds=range(12), options=options, max_events=400)

    return fails
