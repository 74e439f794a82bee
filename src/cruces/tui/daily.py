"""The exercises of the day: the same as in the browser, and how many days in a row."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
from rich.text import Text
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Footer, Static

from cruces.core import View
from cruces.core.family import AnyGame
from cruces.core.registry import GAMES, ask, family_of
from cruces.learning.content import Exercise
from cruces.learning.practice import Lessons, exercise_view, learning
from cruces.locales import text
from cruces.tui import keeping
from cruces.tui.board import Board
from cruces.tui.dialogs import Choice
from cruces.tui.keys import bind
from cruces.tui.plain_board import PlainBoard
from cruces.tui.situation import Situation

FILE = "daily"
"""What is kept: by day, the games whose exercise was solved on it."""
MOST_DAYS = 1000
"""How many days are kept: a streak is not told longer."""


def streak(days: Sequence[str], today: date) -> int:
    """On how many days in a row one was solved, up to today; today is not over yet."""
    day = today if today.isoformat() in days else today - timedelta(1)
    length = 0
    while day.isoformat() in days:
        day, length = day - timedelta(1), length + 1
    return length


def days_solved() -> dict[str, list[str]]:
    """What is kept; whatever does not look like the games of a day is left out."""
    days = {}
    for day, games in keeping.read(FILE).items():
        with suppress(msgspec.ValidationError):
            days[day] = msgspec.convert(games, list[str])
    return days


def solved(day: date, game: str) -> None:
    """Keep that the exercise of a day was solved."""
    days = days_solved()
    games = days.get(day.isoformat(), [])
    kept = {**days, day.isoformat(): [*games, game] if game not in games else games}
    keeping.write(FILE, {one: kept[one] for one in sorted(kept)[-MOST_DAYS:]})


def choose(app: App[Any], lang: str, today: date | None = None) -> None:
    """Ask for the game, then show its exercise of the day."""
    day = today or datetime.now(UTC).date()
    lessons = [one for one in learning(day).games if one.today]
    days = days_solved()
    done = days.get(day.isoformat(), [])

    def line(one: Lessons) -> str:
        state = "solved" if one.game in done else "open"
        return f"{GAMES[one.game].name(lang)} · {text(f'page.learn.day.{state}', lang)}"

    def chosen(index: int | None) -> None:
        if index is not None:
            one = lessons[index]
            app.push_screen(ExerciseScreen(GAMES[one.game], one.today, day, lang))

    told = text("page.learn.streak", lang, count=streak(list(days), day))
    question = f"{text('page.learn.today', lang)} · {told}"
    app.push_screen(Choice(question, [line(one) for one in lessons], lang), chosen)


class ExerciseScreen(Screen[None]):
    """A position with one clearly best action; every other one is explained and may be put back."""

    DEFAULT_CSS = """
    ExerciseScreen #table { height: 1fr; }
    ExerciseScreen #comment { height: auto; max-height: 5; min-height: 2; padding: 0 1; }
    ExerciseScreen #status {
        height: auto; max-height: 2; min-height: 1; padding: 0 1; background: $surface;
    }
    """

    def __init__(self, game: AnyGame, number: int, day: date, lang: str) -> None:
        super().__init__()
        self._game, self._day, self._lang = game, day, lang
        self._exercise: Exercise = ask((), family_of(game).exercises, game)[number - 1]
        self._shown = exercise_view(game, number, self._exercise, lang)
        self.solved = False
        bind(
            self,
            lang,
            [("v", "solution", "page.learn.solution"), ("escape,q", "back", "tui.key.back")],
        )

    def compose(self) -> ComposeResult:
        game, lang = self._game, self._lang
        grade = text(f"page.learn.grade.{self._shown.grade}", lang)
        title = f"{game.name(lang)} · {text('page.learn.today', lang)} · {grade}"
        yield Static(title, classes="bar", markup=False)
        with Horizontal(id="table"):
            kind = ask(None, family_of(game).terminal_board, game) or PlainBoard
            yield kind(self._situation())
        you = family_of(game).seat_label(game, self._exercise.seat, text("web.you", lang))
        task = f"{you}: {text('tui.daily.task', lang)}"
        yield Static(task, id="comment", markup=False)
        yield Static("", id="status", markup=False)
        yield Footer()

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one("#board", Board)

    def on_mount(self) -> None:
        if self.board.can_focus:
            self.board.focus()

    def _situation(self, answer: str = "") -> Situation:
        """The position, or what it is after the answer."""
        game, seat = self._game, self._exercise.seat
        shown = self._shown.task.after[answer] if answer else self._shown.task.view
        state = game.parse_position(shown["position"], shown["options"])
        view = View(
            game,
            seat,
            state,
            frozenset(shown["to_act"]),
            game.legal(state, seat),
            game.outcome(state),
        )
        names = tuple(one["label"] for one in shown["seats"])
        actions = shown["legal"].get(str(seat), [])
        earned = dict(zip(actions, shown["earns"].get(str(seat), ()), strict=False))
        return Situation(view, names, self._lang, shown["events"], None, not answer, None, earned)

    def on_board_played(self, message: Board.Played) -> None:
        if self.solved:
            return
        written = self._game.format_action(message.action)
        right = written in self._exercise.answers
        said = Text("✓ " if right else "✗ ", "bold") + Text(self._shown.said[written])
        self.query_one("#comment", Static).update(said)
        if right:
            self.solved = True
            solved(self._day, self._game.id)
            count = streak(list(days_solved()), self._day)
            told = text("page.learn.streak", self._lang, count=count)
            self.query_one("#status", Static).update(told)
        self.board.show(self._situation(written if right else ""))

    def on_board_refused(self, message: Board.Refused) -> None:
        self.notify(message.reason.message(self._lang), severity="warning", markup=False)

    def on_board_told(self, message: Board.Told) -> None:
        if not self.solved:
            self.query_one("#status", Static).update(message.sentence)

    def action_solution(self) -> None:
        """Point to the answer."""
        answer = self._exercise.answers[0]
        action = self._game.parse_action(answer)
        self.board.suggest(action)
        name = family_of(self._game).action_name(self._game, action, self._lang)
        said = Text(f"{name}: ", "bold") + Text(self._shown.said[answer])
        self.query_one("#comment", Static).update(said)

    def action_back(self) -> None:
        """Put back what was begun on the board, or close it."""
        if not self.board.back():
            self.dismiss()
