"""Which server to play on, under which name, and the code of a table if one has been invited."""

import getpass
from contextlib import suppress

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Footer, Input, Label, Static

from cruces.core import CrucesError
from cruces.locales import text
from cruces.match.names import LONGEST_NAME
from cruces.tui import keeping
from cruces.tui.attempts import attempt
from cruces.tui.dialogs import Question
from cruces.tui.keys import bind
from cruces.tui.online.address import address
from cruces.tui.online.api import TOKEN_REFUSALS, Api

FILE = "server"
"""What is kept: the server of the last time, and the name there."""
USUAL = "http://localhost:8000"


class ServerScreen(Screen[None]):
    """Asks what is not known yet, then leads to the lobby or to a table."""

    DEFAULT_CSS = """
    ServerScreen VerticalScroll { padding: 1 2; }
    ServerScreen Input { margin-bottom: 1; }
    """

    def __init__(self, lang: str, server: str = "", code: str = "") -> None:
        super().__init__()
        kept = keeping.read(FILE)
        self._lang, self._code = lang, code
        self._server = server or str(kept.get("server") or USUAL)
        self._player = str(kept.get("name") or _usual_name())
        self._at_once = bool(server)
        """Whether to connect without being asked to: the server was named on the command line."""
        bind(self, lang, [("escape", "app.pop_screen", "tui.key.back")])

    def compose(self) -> ComposeResult:
        say = self._say
        yield Static(say("tui.server"), classes="bar", markup=False)
        with VerticalScroll():
            yield Label(say("tui.server.address"), markup=False)
            yield Input(self._server, id="server", compact=True)
            yield Label(say("web.name"), markup=False)
            yield Input(self._player, id="name", compact=True, max_length=LONGEST_NAME)
            yield Label(say("tui.server.code"), markup=False)
            yield Input(self._code, id="code", compact=True, max_length=20)
            yield Button(say("tui.server.go"), variant="primary", id="go", compact=True)
        yield Footer(show_command_palette=False)

    def _say(self, key: str) -> str:
        return text(key, self._lang)

    def on_mount(self) -> None:
        self.query_one("#go").focus()
        if self._at_once:
            self._connect()

    def on_input_submitted(self) -> None:
        self._connect()

    def on_button_pressed(self) -> None:
        self._connect()

    def _written(self, name: str) -> str:
        return self.query_one(f"#{name}", Input).value.strip()

    def _connect(self) -> None:
        try:
            where = address(self._written("server"))
        except CrucesError as error:
            self.notify(error.message(self._lang), severity="warning", markup=False)
            return
        code = self._written("code") or where.code
        keeping.write(FILE, {"server": where.url, "name": self._written("name")})
        self._enter(Api(where, self._lang), code, where.match)

    def _enter(self, api: Api, code: str, match: str) -> None:
        name = self._written("name") or _usual_name()

        async def enter() -> None:
            from cruces.tui.online.lobby_screen import LobbyScreen

            try:
                lobby = LobbyScreen(api, name)
                await lobby.load()
            except CrucesError as error:
                if error.reason.slug not in TOKEN_REFUSALS:
                    raise
                self._ask_anew(api, error, code, match)
                return
            await self.app.push_screen(lobby)
            if code:
                lobby.join(code)
            elif match:
                lobby.open(match)

        attempt(self, self._lang, enter)

    def _ask_anew(self, api: Api, error: CrucesError, code: str, match: str) -> None:
        def answered(sure: bool | None) -> None:
            if sure:
                api.start_anew()
                self._enter(api, code, match)

        question = f"{error.message(self._lang)}\n{self._say('tui.ask.anew')}"
        self.app.push_screen(Question(question, self._lang), answered)


def _usual_name() -> str:
    with suppress(OSError, KeyError):
        return getpass.getuser().capitalize()[:LONGEST_NAME]
    return ""
