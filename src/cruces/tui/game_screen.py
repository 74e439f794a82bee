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
from cruces.core.registry import ask, family_of, replay
from cruces.locales import text
from cruces.match import messages as m
from cruces.render.terminal import PlainView
from cruces.render.terminal.style import Style
from cruces.tui.attempts import attempt
from cruces.tui.board import Board
from cruces.tui.dialogs import HandOver, Page, Question
from cruces.tui.help import help_text
from cruces.tui.keys import bind
from cruces.tui.plain_board import PlainBoard
from cruces.tui.saying import absent, asked_of, players, status
from cruces.tui.session import Change, Session
from cruces.tui.statistics import keep
from cruces.tui.talk import ask_and_say

PANEL_FROM = 76
"""The width from which there is room for the players beside the board."""
WIDE_FROM = 110
"""The width from which the panel is wide."""
CLOCK_SECONDS = 0.5
"""How often the clocks are shown again."""
PARTS = ("#board", "#players", "#said", "#status")
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
        self._said = session.chat()
        self._told = ""
        self._shown: Any = None
        """What the board shows: whatever the player has begun there stays until that changes."""
        self._followed = False
        bind(
            self,
            self._lang,
            [
                ("question_mark", "help", "tui.key.help"),
                ("h", "hint", "tui.key.hint"),
                ("u", "undo", "tui.key.undo"),
                ("s", "sheets", "tui.key.sheets"),
                ("m", "say", "tui.key.say"),
                ("c", "coach", "tui.key.coach"),
                ("n", "again", "tui.key.again"),
                ("a", "accept", "tui.key.accept"),
                ("x", "decline", "tui.key.decline"),
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
        self.call_after_refresh(self._show)
        if self.session.value["clock"] is not None:
            self.set_interval(CLOCK_SECONDS, self._show_players)

    async def on_unmount(self) -> None:
        await self.session.close()

    def on_resize(self, event: Resize) -> None:
        wide = event.size.width >= PANEL_FROM
        self.query_one("#panel").set_class(not wide, "hidden")
        self.query_one("#panel").set_class(event.size.width >= WIDE_FROM, "wide")
        self.query_one("#line").set_class(wide, "hidden")

    # What happens

    def _changed(self, change: Change) -> None:
        if not self._is_laid_out:
            return
        self._said = [*self._said, *change.said][-SAID:]
        if change.trouble:
            self.notify(change.trouble, severity="error", markup=False)
        self._hear(change)
        if any(isinstance(event, m.Ended) for event in change.events):
            keep(self.session)
        self._next_seat()
        self._show()
        self._follow()

    def _hear(self, change: Change) -> None:
        """Show what others write, where there is no room for it beside the board."""
        messages = [one for one in change.events if isinstance(one, m.Said)]
        if not self.query_one("#panel").has_class("hidden"):
            return
        for said in messages:
            if said.seat not in self.session.own:
                self.notify(self.session.quote(said), markup=False)

    def _follow(self) -> None:
        """Go to the next match of the same players, once there is one."""
        if self._followed or self.session.value["rematch"] is None:
            return
        self._followed = True

        async def follow() -> None:
            session = await self.session.successor()
            if session is not None:
                self._become(session)

        self._attempt(follow)

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

    @property
    def _is_laid_out(self) -> bool:
        """Whether everything is there: not yet, or not any more, on the way to another screen."""
        return self.is_attached and all(self.query(part) for part in PARTS)

    def _show(self) -> None:
        if not self._is_laid_out:
            return
        self._show_board()
        self.query_one("#title", Static).update(self._title())
        self._show_players()
        self.query_one("#said", Static).update("\n".join(self._said))
        self.query_one("#log", VerticalScroll).scroll_end(animate=False)
        self._show_status()
        self.refresh_bindings()

    def _show_board(self) -> None:
        situation = self.session.situation(self.seat)
        view = situation.view
        asked = view.seat, view.to_act, situation.asked, situation.chosen
        shown = view.state, *asked, len(situation.events), situation.names
        if shown != self._shown:
            self._shown, self._told = shown, ""
            self._hide_advice()
            self.board.show(situation)

    def _hide_advice(self) -> None:
        self.query("#advice").add_class("hidden")

    def _show_players(self) -> None:
        dark = self.app.current_theme.dark
        long = players(self.session, self.seat, type(self.board), dark)
        short = players(self.session, self.seat, None, dark)
        self.query_one("#players", Static).update(Text("\n").join(long))
        self.query_one("#line", Static).update(Text("  ").join(short))

    def _show_status(self) -> None:
        line = self.query_one("#status", Static)
        line.set_class(self.seat in self.session.waiting, "yours")
        line.update(status(self.session, self.seat, self._told))

    def _title(self) -> str:
        return f"{text('tui.title', self._lang)} · {self.session.game.name(self._lang)}"

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
        attempt(self, self._lang, work)

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
        if absent(self.session):
            yield "dismiss", self.action_go_on
        if self.session.shared:
            yield "say", self.action_say
        if value["result"] is not None:
            yield "coach", self.action_coach
        yield "again", self.action_again
        yield "leave", self.action_leave

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        value = self.session.value
        if action in ("again", "coach"):
            return value["result"] is not None
        if action == "say":
            return self.session.shared and bool(self.session.own)
        if action in ("accept", "decline"):
            return bool(value["offers"]) and asked_of(self.session, value["offers"][0]) is not None
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
            try:
                advice = await self.session.advice(seat)
            except CrucesError:
                self._hide_advice()
                raise
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

    def action_accept(self) -> None:
        """Agree to what is offered."""
        self._answer(True)

    def action_decline(self) -> None:
        """Decline what is offered."""
        self._answer(False)

    def _answer(self, accept: bool) -> None:
        for offer in self.session.value["offers"][:1]:
            seat = asked_of(self.session, offer)
            if seat is not None:
                self._do(m.Answer(seat, offer["offer"], accept))

    def action_go_on(self) -> None:
        """Go on without somebody who is not there any more, after a question."""
        gone = absent(self.session)[0]

        def answered(sure: bool | None) -> None:
            if sure and self.session.own:
                self._do(m.Dismiss(self.session.own[0], gone))

        question = text("tui.ask.dismiss", self._lang, name=self.session.names[gone])
        self.app.push_screen(Question(question, self._lang), answered)

    def action_say(self) -> None:
        """Write to the others."""
        ask_and_say(self, self.session, self._lang)

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

    def action_coach(self) -> None:
        """Look back at the game, with the coach."""

        async def look_back() -> None:
            from cruces.tui.look_back import LookBackScreen

            play = replay(await self.session.record())
            own = list(self.session.own)
            reader = own[0] if len(own) == 1 else None
            self.app.push_screen(LookBackScreen(play, self._lang, reader))

        self._attempt(look_back)

    def action_again(self) -> None:
        """Play again with the same players."""

        async def again() -> None:
            session = await self.session.rematch()
            if session is not None:
                self._become(session)

        self._attempt(again)

    def _become(self, session: Session) -> None:
        from cruces.tui.app import CrucesApp

        app = self.app
        assert isinstance(app, CrucesApp), "screens of this package belong to its app"
        if app.screen is self:
            # Later: what is under way on this screen is cancelled with it.
            app.call_later(app.switch_screen, app.screen_of(session))

    def action_back(self) -> None:
        """Give up what was begun on the board, or leave."""
        if not self.board.back():
            self.action_leave()

    def action_leave(self) -> None:
        """Back to the games; a game that goes on asks first."""
        value, session = self.session.value, self.session
        if value["phase"] != "playing" or not session.own or session.shared:
            self.dismiss()
            return

        def answered(sure: bool | None) -> None:
            if sure:
                self.dismiss()

        self.app.push_screen(Question(text("tui.ask.leave", self._lang), self._lang), answered)
