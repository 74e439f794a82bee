"""What every installed game answers."""

import pytest

from cruces.core import BadOptionError
from cruces.core.registry import GAMES, get_game
from tests.games.refusals import reason


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_introduces_itself(game: object) -> None:
    found = get_game(getattr(game, "id", ""))
    assert found is game
    assert found.name("es")
    assert found.name("en")


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(BadOptionError) as caught:
        get_game("chess")
    assert reason(caught) == "unknown-game"
