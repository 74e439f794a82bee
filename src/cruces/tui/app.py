"""The app: its screens, its colours, and its commands."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.command import CommandPalette
from textual.filter import LineFilter
from textual.screen import Screen

from cruces.core.family import AnyGame
from cruces.core.record import Record
from cruces.locales import text
from cruces.tui.colours import DARK, LIGHT, themes, usual_theme
from cruces.tui.home_screen import HomeScreen
from cruces.tui.keys import bind
from cruces.tui.printable import Printable
from cruces.tui.session import Session

if TYPE_CHECKING:
    from cruces.players.preparing import Preparing
    from cruces.tui.local import Guest, LocalMatch

Keep = Callable[[Record], None]
First = Callable[["CrucesApp"], Session | Screen[Any]]
"""What to show first instead of the games: a match, or a way to one."""
PRINTABLE = Printable()
PAUSE_SECONDS = 0.4
"""The least time between what two robots do, so that one can follow it."""


class CrucesApp(App[None]):
    """Plays the games of every family that is installed."""

    CSS = """
    .bar {
        background: $primary 20%; color: $foreground;
        padding: 0 1; height: 1; text-style: bold;
    }
    """
    BINDINGS: ClassVar = [Binding("ctrl+q,ctrl+c", "quit", show=False, priority=True)]

    def __init__(
        self,
        lang: str,
        first: First | None = None,
        keep: Keep | None = None,
        pause: float = PAUSE_SECONDS,
        preparing: "Preparing | None" = None,
    ) -> None:
        super().__init__()
        self.lang, self.keep, self.pause = lang, keep, pause
        self._first = first
        self._preparing = preparing
        del self._bindings.key_to_bindings["ctrl+p"]  # described in English
        bind(self, lang, [("ctrl+p", "command_palette", "tui.key.palette")], show=False)
        self.title = text("tui.title", lang)
        for theme in themes():
            self.register_theme(theme)
        self.theme = usual_theme()

    def on_mount(self) -> None:
        self.push_screen(HomeScreen(self.lang))
        if self._first is not None:
            self.begin_with(self._first(self))
        # After the first picture: what robots need is loaded by processes and threads.
        self.call_after_refresh(lambda: self.preparing.start(everything=False))

    def on_unmount(self) -> None:
        if self._preparing is not None:
            self._preparing.close()

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), PRINTABLE]

    @property
    def preparing(self) -> "Preparing":
        """What prepares the robots."""
        if self._preparing is None:
            from cruces.players.preparing import Preparing

            self._preparing = Preparing()
        return self._preparing

    def begin_with(self, first: Session | Screen[Any]) -> None:
        """Show a match, or a screen on the way to one."""
        if isinstance(first, Screen):
            self.push_screen(first)
        else:
            self.play(first)

    def begin(self, game: AnyGame, options: Mapping[str, Any], guests: "Sequence[Guest]") -> None:
        """Play a new game on this computer."""
        self.play(self.local(game, options, guests))

    def local(
        self, game: AnyGame, options: Mapping[str, Any], guests: "Sequence[Guest]"
    ) -> "LocalMatch":
        """A new match on this computer."""
        from cruces.tui.local import LocalMatch

        return LocalMatch.new(
            game, options, guests, self.lang, self.preparing, self.keep, self.pause
        )

    def play(self, session: Session) -> None:
        """Show a match; what was on the way to it is closed."""
        while len(self.screen_stack) > 2:
            self.pop_screen()
        self.push_screen(self.screen_of(session))

    def show(self, session: Session) -> None:
        """Show a match of a lobby, to which one comes back."""
        from cruces.tui.online.lobby_screen import LobbyScreen

        while not isinstance(self.screen, LobbyScreen):
            self.pop_screen()
        self.push_screen(self.screen_of(session))

    def screen_of(self, session: Session) -> Screen[None]:
        """The screen of a match: a table that waits for players, or the game."""
        from cruces.tui.game_screen import GameScreen

        if session.value["phase"] != "gathering":
            return GameScreen(session)
        from cruces.tui.online.server_match import ServerMatch
        from cruces.tui.online.table_screen import TableScreen

        assert isinstance(session, ServerMatch), "on this computer everybody is there at once"
        return TableScreen(session)

    # Commands

    def action_command_palette(self) -> None:
        """Show all commands."""
        if not isinstance(self.screen, CommandPalette):
            placeholder = text("tui.palette", self.lang)
            self.push_screen(CommandPalette(placeholder=placeholder, id="--command-palette"))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        from cruces.tui.game_screen import GameScreen

        say = partial(text, lang=self.lang)
        if isinstance(screen, GameScreen):
            for name, action in screen.commands():
                yield SystemCommand(say(f"tui.command.{name}"), say(f"tui.about.{name}"), action)
        for name, action in (
            ("theme", self.action_other_theme),
            ("motion", self.action_motion),
            ("quit", self.exit),
        ):
            yield SystemCommand(say(f"tui.command.{name}"), say(f"tui.about.{name}"), action)

    def action_other_theme(self) -> None:
        """Light instead of dark, or the other way round."""
        self.theme = LIGHT if self.current_theme.dark else DARK

    def action_motion(self) -> None:
        """Dice roll and cubes slide, or they don't."""
        self.animation_level = "none" if self.animation_level == "full" else "full"


def run(
    lang: str,
    first: First | None = None,
    keep: Keep | None = None,
) -> int:
    """Run the app until it is closed; returns the exit status."""
    app = CrucesApp(lang, first, keep)
    app.run()
    return app.return_code or 0
