"""The lobby of a server: one's own matches, and the tables that wait for players."""

from typing import Literal, TypedDict

from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from cruces.core import CrucesError
from cruces.core.registry import GAMES
from cruces.locales import text
from cruces.match import messages as m
from cruces.match.match_view import Phase
from cruces.players.names import strength_name
from cruces.tui.attempts import attempt
from cruces.tui.dialogs import Choice, Prompt
from cruces.tui.keys import bind
from cruces.tui.online.api import Api
from cruces.tui.online.server_match import ServerMatch

LOOK_SECONDS = 5.0
"""How often to look whether there are other tables."""
MOST_TABLES, LONGEST = 200, 100
"""How many tables are listed, and how much of a name."""


class ListedSeat(TypedDict):
    """A seat in the lobby."""

    name: str
    kind: Literal["bot", "human", "open"]
    bot: str


class Listed(TypedDict):
    """A match in the lobby, as far as it is shown here."""

    match: str
    code: str
    game: str
    phase: Phase
    seats: list[ListedSeat]
    own: list[int]
    to_act: list[int]


class Lobby(TypedDict):
    """What the server says of its matches."""

    mine: list[Listed]
    open: list[Listed]


class Joinable(TypedDict):
    """A match and its code."""

    match: str
    code: str


class LobbyScreen(Screen[None]):
    """Choose a table, lay one, or join one by its code."""

    DEFAULT_CSS = """
    LobbyScreen OptionList, LobbyScreen OptionList:focus {
        height: 1fr; border: none; padding: 1 1; background: $background;
    }
    LobbyScreen #about { padding: 0 2; color: $text-muted; }
    """

    def __init__(self, api: Api, name: str) -> None:
        super().__init__()
        self.api, self.name_there, self._lang = api, name, api.lang
        self._lobby: Lobby = {"mine": [], "open": []}
        self._trouble = ""
        bind(
            self,
            self._lang,
            [
                ("t", "lay", "tui.key.lay"),
                ("j", "join", "tui.key.join"),
                ("escape,q", "app.pop_screen", "tui.key.back"),
            ],
        )

    async def load(self) -> None:
        """Ask the server; raises CrucesError if it does not answer."""
        self._lobby = await self.api.get("/api/lobby", Lobby)

    def compose(self) -> ComposeResult:
        yield Static(self.api.where.url.partition("://")[2], classes="bar", markup=False)
        yield Static("", id="about", markup=False)
        yield OptionList(id="tables")
        yield Footer()

    def on_mount(self) -> None:
        self._show()
        self.set_interval(LOOK_SECONDS, self.look)

    def on_screen_resume(self) -> None:
        self.look()

    def look(self) -> None:
        """Look what has changed."""
        self.run_worker(self._look(), group="look", exclusive=True)

    async def _look(self) -> None:
        try:
            await self.load()
            self._trouble = ""
        except CrucesError as error:
            self._trouble = error.message(self._lang)
        if self.query("#tables"):  # not yet, or not any more, on the way to another screen
            self._show()

    def _show(self) -> None:
        tables = self.query_one(OptionList)
        listed, at = self._listed, tables.highlighted
        tables.clear_options()
        tables.add_options([Option(self._line(one), id=one["match"]) for one in listed])
        if listed:
            tables.highlighted = min(at or 0, len(listed) - 1)
        about = self._trouble or text("tui.lobby" if listed else "tui.lobby.none", self._lang)
        self.query_one("#about", Static).update(about)

    @property
    def _listed(self) -> list[Listed]:
        listed = (*self._lobby["mine"], *self._lobby["open"])
        return list({one["match"]: one for one in listed}.values())[:MOST_TABLES]

    def _line(self, one: Listed) -> Text:
        """The game, who plays, and what it waits for."""
        game, lang = GAMES.get(one["game"]), self._lang
        name = one["game"][:LONGEST] if game is None else game.name(lang)
        names = ", ".join(self._seat(seat) for seat in one["seats"] if seat["kind"] != "open")
        line = Text(name, style="bold")
        line.append(f" · {self._status(one)}", style="not bold")
        return line.append(f"\n{names}\n", style="dim not bold")

    def _seat(self, seat: ListedSeat) -> str:
        robot = seat["kind"] == "bot"
        return (strength_name(seat["bot"], self._lang) if robot else seat["name"])[:LONGEST]

    def _status(self, one: Listed) -> str:
        lang = self._lang
        if one["phase"] == "over":
            return text("web.over", lang)
        if one["phase"] == "gathering":
            free = [seat["kind"] for seat in one["seats"]].count("open")
            return text("web.free", lang, count=free) if free else text("web.gathering", lang)
        if set(one["own"]) & set(one["to_act"]):
            return text("web.your-turn", lang)
        waiting = (self._seat(each) for n, each in enumerate(one["seats"]) if n in one["to_act"])
        return text("tui.waiting", lang, names=", ".join(waiting))

    # What one does

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option_id is not None:
            self.open(event.option_id)

    def open(self, match: str) -> None:
        """Go to a table: to one's seat, to sit down, or to watch."""

        async def enter() -> None:
            self._go(await ServerMatch.enter(self.api, match))

        attempt(self, self._lang, enter)

    def _go(self, session: ServerMatch) -> None:
        from cruces.tui.app import CrucesApp

        assert isinstance(self.app, CrucesApp), "screens of this package belong to its app"
        session.name_there = self.name_there
        self.app.show(session)

    def action_join(self) -> None:
        """Ask for a code."""

        def answered(code: str | None) -> None:
            if code:
                self.join(code)

        self.app.push_screen(Prompt(text("tui.ask.code", self._lang), self._lang, 20), answered)

    def join(self, code: str) -> None:
        """Go to the table with a code."""

        async def enter() -> None:
            found = await self.api.post("/api/join", {"code": code}, Joinable)
            self._go(await ServerMatch.enter(self.api, found["match"]))

        attempt(self, self._lang, enter)

    def action_lay(self) -> None:
        """Choose the game of a new table, then how it is played."""
        games = list(GAMES.values())

        def answered(index: int | None) -> None:
            if index is not None:
                self._lay(games[index].id)

        names = [game.name(self._lang) for game in games]
        self.app.push_screen(Choice(text("tui.ask.game", self._lang), names, self._lang), answered)

    def _lay(self, game: str) -> None:
        from cruces.tui.online.new_table_screen import NewTableScreen

        self.app.push_screen(NewTableScreen(GAMES[game], self._lang, self.create))

    def create(self, setup: m.Setup) -> None:
        """Lay a table, and sit down at it."""

        async def lay() -> None:
            made = await self.api.post("/api/matches", setup, Joinable)
            session = await ServerMatch.enter(self.api, made["match"])
            session.sits = True
            self._go(session)

        attempt(self, self._lang, lay)
