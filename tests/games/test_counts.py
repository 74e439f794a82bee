"""What is counted in a finished game, for the figures of its players."""

import pytest

from cruces.core.log import GameLog
from cruces.core.registry import GAMES, family_of, get_game, start
from cruces.locales import catalogue, languages


@pytest.mark.parametrize("game", GAMES)
def test_everything_counted_has_a_name_and_a_number_for_every_seat(game: str) -> None:
    play = start(game)
    for name, numbers in family_of(game).counts(play.game, play.log).items():
        assert len(numbers) == play.game.seats(play.state)
        assert all(f"page.games.count.{name}" in catalogue(lang) for lang in languages())


def test_sheets_are_counted_with_their_locks_and_circles() -> None:
    game = get_game("big-points")
    closed = game.parse_position("r2,3,4,5,6,12 y3 ry3 p1 | y2 p2 ; p1 roll", {})
    counts = family_of(game).counts(game, GameLog(game, closed))
    assert counts == {
        "points": [36 + 3 - 5, 1 - 10],
        "crosses": [9, 1],
        "penalties": [1, 2],
        "closed": [1, 0],
    }


def test_moves_are_those_of_each_seat() -> None:
    play = start("quixo-teams")
    for _ in range(6):
        (seat,) = play.game.to_act(play.state)
        play.act(seat, next(iter(play.legal(seat))))
    assert family_of(play.game).counts(play.game, play.log) == {"moves": [2, 2, 1, 1]}
