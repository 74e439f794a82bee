"""A table before the game: who has a seat, robots, and who is ready."""

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from cruces.core.registry import family_of
from cruces.locales import text
from cruces.match import messages as m
from cruces.match.names import free_name
from cruces.players import LEVELS
from cruces.render.terminal.style import printable
from cruces.tui.attempts import attempt
from cruces.tui.dialogs import Choice
from cruces.tui.keys import bind
from cruces.tui.online.server_match import ServerMatch
from cruces.tui.session import Change
from cruces.tui.setup_screen import USUAL_LEVEL
from cruces.tui.talk import ask_and_say

SAID = 50
"""The sentences that are kept."""


class TableScreen(Screen[None]):
    """Waits until the game begins, then makes way for it."""

    DEFAULT_CSS = """
    TableScreen OptionList, TableScreen OptionList:focus {
        height: auto; max-height: 60%; border: none; padding: 1 1; background: $background;
    }
    TableScreen #invitation { padding: 0 1; }
    TableScreen #said { padding: 0 2; color: $text-muted; }
    TableScreen #status { padding: 0 1; background: $surface; text-style: bold; }
    """

    def __init__(self, session: ServerMatch) -> None:
        super().__init__()
        self.session, self._lang = session, session.lang
        self._said = session.chat()
        self._begun = False
        bind(
            self,
            self._lang,
            [
                ("r", "ready", "tui.key.ready"),
                ("b", "robot", "tui.key.robot"),
                ("x", "free", "tui.key.free"),
                ("m", "say", "tui.key.say"),
                ("escape,q", "leave", "tui.key.leave"),
            ],
        )

    def compose(self) -> ComposeResult:
        yield Static("", id="title", classes="bar", markup=False)
        yield Static("", id="invitation", markup=False)
        yield OptionList(id="seats")
        with VerticalScroll(can_focus=False):
            yield Static("", id="said", markup=False)
        yield Static("", id="status", markup=False)
        yield Footer()

    async def on_mount(self) -> None:
        self.session.listen(self._changed)
        self._show()
        await self.session.start()
        if self.session.sits:
            self.session.sits = False
            self._sit(0)

    async def on_unmount(self) -> None:
        if not self._begun:
            await self.session.close()

    def _changed(self, change: Change) -> None:
        if not self.is_attached or self._begun or not self.query("#said"):
            return
        self._said = [*self._said, *change.said][-SAID:]
        if change.trouble:
            self.notify(change.trouble, severity="error", markup=False)
        if self.session.value["phase"] != "gathering":
            self._begin()
        else:
            self._show()

    def _begin(self) -> None:
        from cruces.tui.game_screen import GameScreen

        self._begun = True
        self.app.switch_screen(GameScreen(self.session))

    # What it shows

    def _show(self) -> None:
        session, value, lang = self.session, self.session.value, self._lang
        self.query_one("#title", Static).update(session.game.name(lang))
        self.query_one("#invitation", Static).update(self._invitation())
        seats = self.query_one(OptionList)
        at = seats.highlighted
        seats.clear_options()
        seats.add_options([Option(self._seat(seat)) for seat in range(len(value["seats"]))])
        seats.highlighted = min(at or 0, len(value["seats"]) - 1)
        self.query_one("#said", Static).update("\n".join(self._said))
        self.query_one("#status", Static).update(session.trouble or self._status())
        self.refresh_bindings()

    def _invitation(self) -> str:
        code = self.session.value["code"]
        if not code:
            return ""
        link = f"{self.session.api.where.url}/#join={code}"
        return text("tui.invitation", self._lang, code=code, link=link)

    def _seat(self, seat: int) -> Text:
        session, lang = self.session, self._lang
        holder = session.value["seats"][seat]
        label = text("web.seat.open", lang) if holder["kind"] == "open" else holder["label"]
        shown = family_of(session.game).seat_label(session.game, seat, label)
        line = Text(f"{seat + 1}  {printable(shown)}", "dim" if holder["kind"] == "open" else "")
        words = [
            text("web.host", lang) if holder["host"] else "",
            text("web.ready.short", lang) if holder["ready"] and holder["kind"] == "human" else "",
            text("web.status.away", lang) if session.is_away(seat) else "",
        ]
        said = ", ".join(filter(None, words))
        return line.append(f"  ({said})" if said else "", style="dim")

    @property
    def _is_host(self) -> bool:
        seats = self.session.value["seats"]
        return any(seats[seat]["host"] for seat in self.session.own)

    def _open(self) -> list[int]:
        seats = self.session.value["seats"]
        return [seat for seat, holder in enumerate(seats) if holder["kind"] == "open"]

    def _unready(self) -> list[str]:
        """The others that are not ready; the host begins, so nobody waits for them to say so."""
        value = self.session.value
        return [
            holder["label"]
            for seat, holder in enumerate(value["seats"])
            if holder["kind"] == "human" and not holder["ready"] and not holder["host"]
            if seat not in self.session.own
        ]

    def _is_enough(self) -> bool:
        """Whether so many can play as are here."""
        here = len(self.session.value["seats"]) - len(self._open())
        return here > 1 and here in self.session.game.seat_counts

    def _status(self) -> str:
        """What to do now, as the page in the browser says it."""
        session, lang = self.session, self._lang
        seats = session.value["seats"]
        if not session.own:
            return text("tui.gather.sit" if self._open() else "web.gather.full", lang)
        names = ", ".join(self._unready())
        if all(seats[seat]["ready"] for seat in session.own):
            host = next((holder["label"] for holder in seats if holder["host"]), "")
            if names:
                return text("web.gather.unready", lang, names=names)
            if self._is_host or not host:
                return text("web.gather.others", lang)
            return text("web.gather.host", lang, name=host)
        if not self._is_host:
            return text("tui.gather.ready", lang)
        if not self._is_enough():
            return text("tui.gather.few", lang)
        if names:
            return text("web.gather.unready", lang, names=names)
        return text("tui.gather.more" if self._open() else "tui.gather.all", lang)

    # What one does

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "robot":
            return self._is_host and bool(self._open())
        if action == "free":
            return bool(self.session.own)
        if action == "ready":
            return bool(self.session.own)
        return True

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        seat, free = event.option_index, self._open()
        if seat not in free and free and not self.session.own:
            seat = free[0]  # whoever has no seat yet wants one
        self._sit(seat)

    def _sit(self, seat: int) -> None:
        session = self.session
        if session.value["seats"][seat]["kind"] != "open":
            return

        async def sit() -> None:
            taken = [holder["name"] for holder in session.value["seats"] if holder["name"]]
            await session.do(m.Sit(seat, free_name(session.name_there, taken)))

        attempt(self, self._lang, sit)

    def action_ready(self) -> None:
        """Be ready, or not any more; the host begins."""
        session = self.session
        seats = session.value["seats"]
        unready = [seat for seat in session.own if not seats[seat]["ready"]]

        async def change() -> None:
            if not unready:
                for seat in session.own:
                    await session.do(m.Unready(seat))
                return
            if self._is_host and self._open() and self._is_enough():
                await session.do(m.Trim(session.own[0]))
            for seat in session.own:
                await session.be_ready(seat)

        attempt(self, self._lang, change)

    def action_robot(self) -> None:
        """A robot for an open seat: that one, if it is chosen in the list."""
        seats, free = self.query_one(OptionList), self._open()
        if not free or not self.session.own:
            return
        seat = seats.highlighted if seats.highlighted in free else free[0]

        def answered(index: int | None) -> None:
            if index is not None and seat is not None:
                bot = m.SeatBot(seat, f"level-{LEVELS[index]}")
                attempt(self, self._lang, lambda: self.session.do(bot))

        levels = [f"{level}  {text(f'bot.level-{level}', self._lang)}" for level in LEVELS]
        question = text("tui.level", self._lang)
        usual = LEVELS.index(USUAL_LEVEL)
        self.app.push_screen(Choice(question, levels, self._lang, usual), answered)

    def action_free(self) -> None:
        """Free the chosen seat: one's own, a robot's or a guest's."""
        seat = self.query_one(OptionList).highlighted
        if seat is None:
            return
        holder = self.session.value["seats"][seat]
        guest = holder["kind"] == "human" and seat not in self.session.own
        command = m.Remove(seat) if guest else m.Stand(seat)
        attempt(self, self._lang, lambda: self.session.do(command))

    def action_say(self) -> None:
        """Write to those at the table."""
        ask_and_say(self, self.session, self._lang)

    def action_leave(self) -> None:
        """Back to the lobby; a seat is kept."""
        self.dismiss()
