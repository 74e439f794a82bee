"""A match on the screen: the board, the players, what happened, what to do."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Footer, Static

from cruces.analysis.analysis_dto import Advice
from cruces.core import CrucesError
from cruces.core.registry import ask, family_of
from cruces.locales import text
from cruces.match import messages as m
from cruces.render.terminal import PlainView
from cruces.render.terminal.style import Style, printable
from cruces.tui.board import Board
from cruces.tui.colours import Ink
from cruces.tui.dialogs import HandOver, Page, Question
from cruces.tui.help import help_text
from cruces.tui.keys import bind
from cruces.tui.plain_board import PlainBoard
from cruces.tui.session import Change, Session

PANEL_FROM = 76
"""The width from which there is room for the players beside the board."""
WIDE_FROM = 110
"""The width from which the panel is wide."""
SAID = 200
"""The sentences that are kept."""


class GameScreen(Screen[None]):
    """Plays a session: the same for a match on this computer and for one on a server."""

    DEFAULT_CSS = """
    GameScreen #table { height: 1fr; }
    GameScreen #panel { width: 24; padding-left: 1; }
    GameScreen #panel.wide { width: 40; }
    GameScreen #panel.hidden { display: none; }
    GameScreen #players { height: auto; max-height: 60%; }
    GameScreen #log { height: 1fr; margin-top: 1; }
    GameScreen #line { height: 1; padding: 0 1; }
    GameScreen #line.hidden { display: none; }
    GameScreen #status {
        height: auto; max-height: 3; min-height: 1; padding: 0 1; background: $surface;
    }
    GameScreen #status.yours { text-style: bold; }
    GameScreen #advice { height: auto; max-height: 8; padding: 0 1; color: $text-accent; }
    GameScreen #advice.hidden { display: none; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session, self._lang = session, session.lang
        own = list(session.own)
        self.seat: int | None = own[0] if own else None
        self._said: list[str] = []
        self._told = ""
        bind(
            self,
            self._lang,
            [
                ("question_mark", "help", "tui.key.help"),
                ("h", "hint", "tui.key.hint"),
                ("u", "undo", "tui.key.undo"),
                ("s", "sheets", "tui.key.sheets"),
                ("n", "again", "tui.key.again"),
                ("q", "leave", "tui.key.leave"),
                ("escape", "back", ""),
            ],
        )

    def compose(self) -> ComposeResult:
        yield Static(self._title(), id="title", classes="bar", markup=False)
        yield Static("", id="line", markup=False)
        with Horizontal(id="table"):
            yield self._board_of()
            with Vertical(id="panel"):
                yield Static("", id="players")
                with VerticalScroll(id="log", can_focus=False):
                    yield Static("", id="said", markup=False)
        yield Static("", id="advice", classes="hidden", markup=False)
        yield Static("", id="status", markup=False)
        yield Footer()

    def _board_of(self) -> Board:
        game = self.session.game
        kind = ask(None, family_of(game).terminal_board, game) or PlainBoard
        return kind(self.session.situation(self.seat))

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one("#board", Board)

    async def on_mount(self) -> None:
        self.session.listen(self._changed)
        if self.board.can_focus:
            self.board.focus()
        self._show()
        await self.session.start()
        self._next_seat()

    def on_unmount(self) -> None:
        self.session.close()

    def on_resize(self, event: Resize) -> None:
        wide = event.size.width >= PANEL_FROM
        self.query_one("#panel").set_class(not wide, "hidden")
        self.query_one("#panel").set_class(event.size.width >= WIDE_FROM, "wide")
        self.query_one("#line").set_class(wide, "hidden")

    # What happens

    def _changed(self, change: Change) -> None:
        if not self.is_attached:
            return
        self._said = [*self._said, *change.said][-SAID:]
        self.query_one("#advice").add_class("hidden")
        if change.trouble:
            self.notify(change.trouble, severity="error", markup=False)
        self._told = ""
        self._next_seat()
        self._show()

    def _next_seat(self) -> None:
        """Of several people at this keyboard, it is the turn of the next who has to choose."""
        session = self.session
        waiting = session.waiting
        if not waiting or self.seat in waiting or self.seat is None:
            return
        seat = waiting[0]
        self.seat = seat
        if self._is_secret(seat):
            name = session.names[seat]
            self.app.push_screen(HandOver(name, self._lang), lambda _: self._show())
        self._show()

    def _is_secret(self, seat: int) -> bool:
        """Whether somebody else may not see what is on the screen now."""
        value = self.session.value
        several = len(value["to_act"]) > 1 or any(each["decided"] for each in value["seats"])
        return several or self.session.state(seat) != self.session.state(None)

    def _show(self) -> None:
        if not self.is_attached:
            return
        self.board.show(self.session.situation(self.seat))
        self.query_one("#title", Static).update(self._title())
        self.query_one("#players", Static).update(self._players("\n"))
        self.query_one("#line", Static).update(self._players("  ", strips=False))
        self.query_one("#said", Static).update("\n".join(self._said))
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)
        self._show_status()
        self.refresh_bindings()

    def _show_status(self) -> None:
        status = self.query_one("#status", Static)
        status.set_class(self.seat in self.session.waiting, "yours")
        status.update(self._status())

    def _status(self) -> str:
        value, lang = self.session.value, self._lang
        if value["result"] is not None:
            result = value["result"]
            return f"{result['text']} {result['outcome']} · {text('tui.after', lang)}"
        if self.seat in self.session.waiting:
            start = ""
            if len(self.session.own) > 1:
                assert self.seat is not None, "it is in the list of seats"
                start = text("web.turn-of", lang, name=self.session.names[self.seat]) + " "
            return start + self._told
        names = [self.session.names[seat] for seat in value["to_act"]]
        return text("tui.waiting", lang, names=", ".join(names)) if names else ""

    def _title(self) -> str:
        return f"{text('tui.title', self._lang)} · {self.session.game.name(self._lang)}"

    def _players(self, between: str, strips: bool = True) -> Text:
        """Everybody, with a sign for who is to act, the clock, and what the board says of them."""
        session, lines = self.session, []
        value, ink = session.value, Ink(self.app.current_theme.dark)
        situation = session.situation(self.seat)
        for seat, holder in enumerate(value["seats"]):
            acting = seat in value["to_act"]
            sign = "▶" if acting else "✓" if holder["decided"] else " "
            label = family_of(session.game).seat_label(session.game, seat, holder["label"])
            line = Text(f"{sign} {printable(label)}", "bold" if acting else "")
            if value["clock"] is not None:
                line.append(f"  {_clock(value['clock']['left'][seat])}")
            if strips:
                strip = type(self.board).strip(situation, seat, ink)
                if strip.plain:
                    line.append("\n  ")
                    line.append_text(strip)
            lines.append(line)
        return Text(between).join(lines)

    # What the player does

    def on_board_played(self, message: Board.Played) -> None:
        if self.seat is None or self.seat not in self.session.value["to_act"]:
            return
        written = self.session.game.format_action(message.action)
        self._do(m.Act(self.seat, written))

    def on_board_refused(self, message: Board.Refused) -> None:
        self.notify(message.reason.message(self._lang), severity="warning", markup=False)

    def on_board_told(self, message: Board.Told) -> None:
        self._told = message.sentence
        self._show_status()

    def _do(self, command: m.Command) -> None:
        self._attempt(lambda: self.session.do(command))

    def _attempt(self, work: Callable[[], Awaitable[Any]]) -> None:
        """Do something that may be refused, and say why it is."""

        async def attempt() -> None:
            try:
                await work()
            except CrucesError as error:
                self.notify(error.message(self._lang), severity="warning", markup=False)

        self.run_worker(attempt())

    def commands(self) -> Iterable[tuple[str, Callable[[], Any]]]:
        """What the palette offers here."""
        yield "hint", self.action_hint
        yield "undo", self.action_undo
        yield "sheets", self.action_sheets
        yield "help", self.action_help
        value = self.session.value
        if value["result"] is None and self.seat is not None:
            if value["may_resign"]:
                yield "resign", self.action_resign
            if "draw" in value["may_offer"]:
                yield "draw", self.action_draw
        yield "again", self.action_again
        yield "leave", self.action_leave

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "again":
            return self.session.value["result"] is not None
        return True

    def action_help(self) -> None:
        """The keys and the rules."""
        width = max(30, self.size.width - 6)
        content = help_text(self.session, self.board, self._lang, width)
        self.app.push_screen(Page(text("tui.help", self._lang), content, self._lang))

    def action_hint(self) -> None:
        """What the best actions are worth."""
        seat = self.seat
        if seat is None or seat not in self.session.waiting:
            self.notify(text("tui.not-now", self._lang), severity="warning")
            return
        version = self.session.value["version"]

        async def hint() -> None:
            advice = await self.session.advice(seat)
            if self.session.value["version"] == version and self.is_attached:
                self._show_advice(advice)

        self.query_one("#advice", Static).update(text("tui.thinking", self._lang))
        self.query_one("#advice").remove_class("hidden")
        self._attempt(hint)

    def _show_advice(self, advice: Advice) -> None:
        lines = [f"{move.name} · {move.value} · {move.why}" for move in advice.moves if move.listed]
        self.query_one("#advice", Static).update("\n".join(lines))
        if advice.moves:
            self.board.suggest(self.session.game.parse_action(advice.moves[0].action))

    def action_undo(self) -> None:
        """Take back the last action."""
        if self.seat is not None:
            self._do(m.Make(self.seat, "take-back"))

    def action_resign(self) -> None:
        """Resign, after a question."""

        def answered(sure: bool | None) -> None:
            if sure and self.seat is not None:
                self._do(m.Resign(self.seat))

        self.app.push_screen(Question(text("tui.ask.resign", self._lang), self._lang), answered)

    def action_draw(self) -> None:
        """Offer a draw."""
        if self.seat is not None:
            self._do(m.Make(self.seat, "draw"))

    def action_sheets(self) -> None:
        """Everything on the table, as text."""
        game, style = self.session.game, Style(self._lang, colour=True)
        names = self.session.names
        table = ask(None, family_of(game).text_view, style, game, names)
        table = table or PlainView(style, game, names)
        view = self.session.situation(None).view
        lines = Text.from_ansi("\n".join(table.picture(view)))
        said = Text("\n".join(["", *self._said]))
        self.app.push_screen(Page(self._title(), lines + said, self._lang))

    def action_again(self) -> None:
        """Play again with the same players."""

        async def again() -> None:
            session = await self.session.rematch()
            if session is not None:
                await self._become(session)

        self._attempt(again)

    async def _become(self, session: Session) -> None:
        await self.app.switch_screen(GameScreen(session))

    def action_back(self) -> None:
        """Give up what was begun on the board, or leave."""
        if not self.board.back():
            self.action_leave()

    def action_leave(self) -> None:
        """Back to the games; a game that goes on asks first."""
        if self.session.value["phase"] != "playing" or not self.session.own:
            self.dismiss()
            return

        def answered(sure: bool | None) -> None:
            if sure:
                self.dismiss()

        self.app.push_screen(Question(text("tui.ask.leave", self._lang), self._lang), answered)


def _clock(milliseconds: int) -> str:
    minutes, seconds = divmod(max(0, milliseconds) // 1000, 60)
    return f"{minutes}:{seconds:02}"
