"""The first screen: the games."""

from collections.abc import Callable, Mapping

from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from cruces.core import CrucesError
from cruces.core.registry import GAMES
from cruces.locales import text
from cruces.tui.keys import bind

LONGEST_PATH = 1000


class HomeScreen(Screen[None]):
    """Choose a game."""

    DEFAULT_CSS = """
    HomeScreen OptionList, HomeScreen OptionList:focus {
        height: 1fr; border: none; padding: 1 1; background: $background;
    }
    HomeScreen .about { padding: 0 2; color: $text-muted; }
    """

    def __init__(self, lang: str) -> None:
        super().__init__()
        self._lang = lang
        bind(self, lang, [("q", "app.quit", "tui.key.quit")])

    def compose(self) -> ComposeResult:
        yield Static(text("tui.title", self._lang), classes="bar", markup=False)
        yield Static(text("tui.choose", self._lang), classes="about", markup=False)
        others = [Option(text(f"tui.home.{name}", self._lang), id=name) for name in self._others()]
        yield OptionList(*map(self._option, GAMES), None, *others, id="games")
        yield Footer()

    def _option(self, game: str) -> Option:
        name = Text(GAMES[game].name(self._lang), style="bold")
        about = Text(f"\n{text(f'about.{game}', self._lang)}\n", style="dim")
        return Option(name + about, id=game)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        from cruces.tui.setup_screen import SetupScreen

        chosen = event.option_id
        assert chosen is not None, "every option has an id"
        if chosen in GAMES:
            self.app.push_screen(SetupScreen(GAMES[chosen], self._lang))
        else:
            self._others()[chosen]()

    def _others(self) -> Mapping[str, Callable[[], object]]:
        """What there is besides a new game on this computer."""
        return {
            "server": self._server,
            "open": self._open,
            "daily": self._daily,
            "statistics": self._statistics,
        }

    def _server(self) -> None:
        from cruces.tui.online.server_screen import ServerScreen

        self.app.push_screen(ServerScreen(self._lang))

    def _daily(self) -> None:
        from cruces.tui.daily import choose

        choose(self.app, self._lang)

    def _statistics(self) -> None:
        from cruces.tui.statistics import StatisticsScreen

        self.app.push_screen(StatisticsScreen(self._lang))

    def _open(self) -> None:
        from cruces.tui.dialogs import Prompt

        question = text("tui.ask.file", self._lang)
        self.app.push_screen(Prompt(question, self._lang, LONGEST_PATH), self.read)

    def read(self, name: str | None) -> None:
        """Show the saved game in a file, if one is named; say why it cannot be read."""
        from cruces.tui.app import CrucesApp
        from cruces.tui.records import read_play, shown

        app = self.app
        assert isinstance(app, CrucesApp), "screens of this package belong to its app"
        if name is None:
            return
        try:
            first = shown(app, read_play(name))
        except CrucesError as error:
            self.notify(error.message(self._lang), severity="warning", markup=False)
            return
        app.begin_with(first)
