"""Looking back at a game: every moment on the board, and what the coach says of it."""

from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Footer, Static

from cruces.analysis.event_words import event_words, player_labels
from cruces.analysis.review_dto import DecisionReport, Report
from cruces.core import Legal, Play, Reason, View
from cruces.core.registry import ask, family_of
from cruces.locales import percent, text
from cruces.tui.board import Board
from cruces.tui.coach import Coach
from cruces.tui.dialogs import Page
from cruces.tui.keys import bind
from cruces.tui.plain_board import PlainBoard
from cruces.tui.situation import Situation

AnyPlay = Play[Any, Any, Any]


class LookBackScreen(Screen[None]):
    """Steps through a finished game, while the coach reviews it beside the screen."""

    DEFAULT_CSS = """
    LookBackScreen #table { height: 1fr; }
    LookBackScreen #moment { height: auto; max-height: 2; padding: 0 1; text-style: bold; }
    LookBackScreen #comment { height: auto; max-height: 5; min-height: 2; padding: 0 1; }
    LookBackScreen #status {
        height: auto; max-height: 2; min-height: 1; padding: 0 1; background: $surface;
    }
    """

    def __init__(self, play: AnyPlay, lang: str, reader: int | None = None) -> None:
        super().__init__()
        self._play, self._lang, self._reader = play, lang, reader
        self.at = len(play.events)
        self.better = False
        """Whether the position before a choice is shown, with what would have been better."""
        self.report: Report | None = None
        self._decisions: dict[int, DecisionReport] = {}
        self._labels = player_labels(play, lang, reader)
        self._coach = Coach(play, lang, reader)
        bind(
            self,
            lang,
            [
                ("left", "step(-1)", "tui.key.earlier"),
                ("right", "step(1)", "tui.key.later"),
                ("b", "better", "tui.key.better"),
                ("down", "mistake(1)", "tui.key.mistake"),
                ("up", "mistake(-1)", ""),
                ("home", "go(0)", ""),
                ("end", f"go({len(play.events)})", ""),
                ("s", "report", "tui.key.report"),
                ("escape,q", "back", "tui.key.back"),
            ],
            priority=True,
        )

    def compose(self) -> ComposeResult:
        names = ", ".join(self._labels)
        title = text("coach.title", self._lang, game=self._play.game.name(self._lang), names=names)
        yield Static(title, classes="bar", markup=False)
        yield Static("", id="moment", markup=False)
        with Horizontal(id="table"):
            game = self._play.game
            kind = ask(None, family_of(game).terminal_board, game) or PlainBoard
            board = kind(self._situation())
            board.can_focus = False
            yield board
        yield Static("", id="comment")
        yield Static(text("page.game.coach.thinking", self._lang), id="status", markup=False)
        yield Footer()

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one("#board", Board)

    def on_mount(self) -> None:
        self._show()
        self.run_worker(self._review())

    def on_unmount(self) -> None:
        self._coach.stop()

    async def _review(self) -> None:
        report = await self._coach.review(self._progress)
        if report is None or not self.query("#status"):
            return
        self.report = report
        self._decisions = {decision.number: decision for decision in report.decisions}
        self._tell(text("page.game.coach.ready", self._lang))
        self._show()

    def _progress(self, part: float) -> None:
        said = text("page.game.coach.far", self._lang, percent=percent(part, self._lang))
        self._tell(f"{text('page.game.coach.thinking', self._lang)} {said}")

    def _tell(self, sentence: str) -> None:
        for status in self.query("#status").results(Static):
            status.update(sentence)

    # What is shown

    def _show(self) -> None:
        if not self.query("#status"):
            return
        self.query_one("#moment", Static).update(self._moment())
        self.query_one("#comment", Static).update(self._comment())
        self.board.show(self._situation())
        decision = self._decisions.get(self.at)
        if self.better and decision is not None:
            self.board.suggest(self._play.game.parse_action(decision.best.action))
        self.refresh_bindings()

    def _situation(self) -> Situation:
        """The position after the event, or before it if one asks what was better."""
        play, game = self._play, self._play.game
        shown = self.at - 1 if self.better else self.at
        state, seat = play.states[shown], self._seat()
        legal: Legal[Any] = Legal.nothing(Reason("game-over"))
        view = View(game, seat, state, game.to_act(state), legal, game.outcome(state))
        before = play.states[shown - 1] if shown else None
        return Situation(view, tuple(self._labels), self._lang, tuple(play.events[:shown]), before)

    def _seat(self) -> int:
        """Whose side of the table is shown: who acted, or acted last."""
        for event in reversed(self._play.events[: self.at]):
            seat = getattr(event, "seat", None)
            if isinstance(seat, int):
                return seat
        return self._reader or 0

    def _moment(self) -> str:
        play = self._play
        if not self.at:
            what = text("tui.beginning", self._lang)
        else:
            who, event = event_words(play, self.at, self._labels, self._lang, self._reader)
            what = f"{who}: {event}" if who else event
        count = len(play.events)
        return text("page.game.at", self._lang, number=self.at, count=count, what=what)

    def _comment(self) -> Text:
        """What the coach says of the choice: its grade and cost, and what was better."""
        if self.report is None:
            return Text()
        lines = []
        decision = self._decisions.get(self.at)
        if decision is not None:
            lines.append(decision.summary)
            if decision.cost > 0:
                lines.append(decision.better)
        turning = text("coach.turning", self._lang)
        turns = [turn for turn in self.report.turning_points if turn.number == self.at]
        lines += [f"{turning}: {turn.summary}" for turn in turns]
        return Text("\n".join(lines))

    # What one does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "better":
            decision = self._decisions.get(self.at)
            return decision is not None and decision.cost > 0
        if action in ("report", "mistake"):
            return self.report is not None
        return True

    def action_step(self, by: int) -> None:
        """To the moment before or after."""
        self.action_go(self.at + by)

    def action_go(self, at: int) -> None:
        """To a moment."""
        self.at, self.better = min(len(self._play.events), max(0, at)), False
        self._show()

    def action_mistake(self, by: int) -> None:
        """To the next choice that is worth a look, or the one before."""
        listed = sorted(number for number, one in self._decisions.items() if one.listed)
        ahead = [number for number in listed if (number - self.at) * by > 0]
        if ahead:
            self.action_go(ahead[0] if by > 0 else ahead[-1])
        else:
            key = "tui.no-more-mistakes" if listed else "coach.none"
            self.notify(text(key, self._lang))

    def action_better(self) -> None:
        """The position before the choice, and what would have been better; or what was played."""
        self.better = not self.better
        self._show()

    def action_report(self) -> None:
        """How everybody played, in words."""
        if self.report is not None:
            content = _report_text(self.report, self._lang)
            title = text("page.game.coach", self._lang)
            self.app.push_screen(Page(title, content, self._lang, wraps=True))

    def action_back(self) -> None:
        """Close it."""
        self.dismiss()


def _report_text(report: Report, lang: str) -> Text:
    """The coach's report on one page."""
    page = Text()
    for seat in report.summaries:
        page.append(f"{seat.label}\n", "bold")
        page.append("".join(f"  {line}\n" for line in (seat.summary, seat.luck_summary) if line))
    page.append(f"\n{text('coach.decisions', lang)}\n", "bold")
    listed = [one for one in report.decisions if one.listed]
    for one in listed:
        page.append(f"  {one.number}  {report.summaries[one.seat].label}: {one.summary}\n")
        page.append(f"     {one.better}\n", "dim")
    if not listed:
        page.append(f"  {text('coach.none', lang)}\n")
    page.append(f"\n{text('coach.turning', lang)}\n", "bold")
    for turn in report.turning_points:
        what = f"{turn.who}: {turn.what}" if turn.who else turn.what
        page.append(f"  {turn.number}  {what}. {turn.summary}\n")
    if not report.turning_points:
        page.append(f"  {text('coach.no-turning', lang)}\n")
    page.append("\n" + "\n".join(filter(None, (report.left_out, *report.key))), "dim")
    return page
