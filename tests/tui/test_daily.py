"""The exercises of the day, and the statistics of this computer."""

import asyncio
from datetime import date
from pathlib import Path
from random import Random

import pytest
from textual.widgets import OptionList, Static

from cruces.core.registry import family_of, get_game
from cruces.learning.practice import learning
from cruces.locales import text
from cruces.tui import daily, keeping, statistics
from cruces.tui.app import CrucesApp
from cruces.tui.daily import ExerciseScreen
from cruces.tui.dialogs import Choice, Question
from cruces.tui.home_screen import HomeScreen
from tests.tui.driving import app, begin, keys_for, play_out, press, settled, until

DAY = date(2026, 3, 1)


def shown(playing: CrucesApp, where: str) -> str:
    """The text of a part of the screen."""
    return "\n".join(str(part.render()) for part in playing.screen.query(where).results(Static))


@pytest.mark.parametrize("game", ["qwixx", "quixo-teams"])
def test_the_exercise_of_the_day_is_solved(game: str) -> None:
    """It is the one that the browser shows on that day."""
    playing = app("es")
    lessons = next(one for one in learning(DAY).games if one.game == game)

    async def run() -> None:
        async with playing.run_test(size=(80, 24)) as pilot:
            daily.choose(playing, "es", DAY)
            await until(pilot, lambda: isinstance(playing.screen, Choice))
            await settled(pilot)
            games = [one.game for one in learning(DAY).games]
            press(pilot, *["down"] * games.index(game), "enter")
            await until(pilot, lambda: isinstance(playing.screen, ExerciseScreen))
            await settled(pilot)
            screen = playing.screen
            assert isinstance(screen, ExerciseScreen)
            assert screen._shown.number == lessons.today
            board, answers = screen.board, screen._exercise.answers
            written = get_game(game).format_action
            wrong = next(a for a in board.situation.actions if written(a) not in answers)
            press(pilot, *keys_for(board, wrong))
            await until(pilot, lambda: "✗" in shown(playing, "#comment"))
            assert not screen.solved
            press(pilot, "v")
            await until(pilot, lambda: board.suggestion is not None)
            family = family_of(get_game(game))
            said = family.action_name(get_game(game), board.suggestion, "es")
            assert shown(playing, "#comment").startswith(f"{said}: ")
            press(pilot, *keys_for(board, board.suggestion))
            await until(pilot, lambda: screen.solved)
            assert "✓" in shown(playing, "#comment")
            assert shown(playing, "#status") == text("page.learn.streak", "es", count=1)
            press(pilot, "escape")
            await until(pilot, lambda: isinstance(playing.screen, HomeScreen))

    asyncio.run(run())
    assert keeping.read(daily.FILE) == {"2026-03-01": [game]}


def test_a_streak_goes_on_until_a_day_is_left_out() -> None:
    days = ["2026-02-26", "2026-02-28", "2026-03-01"]
    assert daily.streak(days, date(2026, 3, 1)) == 2
    assert daily.streak(days, date(2026, 3, 2)) == 2  # today is not over yet
    assert daily.streak(days, date(2026, 3, 3)) == 0


def test_finished_games_are_counted_and_can_be_deleted(home: Path) -> None:
    playing = app("en")

    async def run() -> None:
        async with playing.run_test(size=(40, 24)) as pilot:
            await begin(pilot, "quixo", options={"size": 3})
            await play_out(pilot, "keys", Random(2))
            await begin(pilot, "quixo", bots=0, people=2, options={"size": 3})
            await play_out(pilot, "keys", Random(2))  # nobody's own: they share the keyboard
            press(pilot, "q")
            await until(pilot, lambda: isinstance(playing.screen, HomeScreen))
            kept = statistics.games()
            assert [(one["game"], one["against"]) for one in kept] == [("quixo", "random")]
            file = home / "cruces" / "statistics.json"
            assert file.stat().st_mode & 0o777 == 0o600
            games = playing.screen.query_one(OptionList)
            games.highlighted = games.get_option_index("statistics")
            press(pilot, "enter")
            await until(pilot, lambda: not isinstance(playing.screen, HomeScreen))
            await until(pilot, lambda: playing.screen.query(Static))
            assert "1 game" in str(statistics.table("en"))
            press(pilot, "x")
            await until(pilot, lambda: isinstance(playing.screen, Question))
            press(pilot, "y")
            await until(pilot, lambda: isinstance(playing.screen, HomeScreen))
            assert not file.exists()

    asyncio.run(run())


def test_the_figures_of_many_games() -> None:
    def game(against: str, won: bool, score: int, drawn: bool = False) -> dict[str, object]:
        said = {"game": "qwixx", "against": against, "score": score, "at": 0}
        return {**said, "won": won, "drawn": drawn}

    level = "level-3"
    games = [game(level, True, 80), game(level, False, 41), game(statistics.ALONE, False, 90)]
    keeping.write(statistics.FILE, {"games": [*games, {"game": "qwixx"}, "damaged"]})
    lines = str(statistics.table("en")).splitlines()
    assert "    2 games, 1 won (50%), 60.5 points on average, best 80" in lines
    assert "    1 game, 90.0 points on average, best 90" in lines
    keeping.write(statistics.FILE, {})
    assert str(statistics.table("en")) == text("tui.statistics.none", "en")
