"""A new game: how many play, against whom, by which rules."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Footer, Label, Select, Static

from cruces.core import CrucesError
from cruces.core.family import AnyGame
from cruces.core.options import Option
from cruces.locales import text
from cruces.players import LEVELS
from cruces.tui.editor_screen import editor_of
from cruces.tui.keys import bind

if TYPE_CHECKING:
    from cruces.tui.local import Guest

USUAL_LEVEL = 3
Row = tuple[str, str, list[tuple[str, int]], int]
"""A choice: its id, what is asked, the answers, and the usual one."""


class SetupScreen(Screen[None]):
    """Choices with usual answers; the button starts a game on this computer."""

    DEFAULT_CSS = """
    SetupScreen VerticalScroll { padding: 1 2; }
    SetupScreen Horizontal { height: auto; margin-bottom: 1; }
    SetupScreen Label { width: 40%; padding-right: 1; }
    SetupScreen Select { width: 1fr; }
    SetupScreen Button { margin-top: 0; }
    """

    def __init__(self, game: AnyGame, lang: str) -> None:
        super().__init__()
        self._game, self._lang = game, lang
        bind(self, lang, [("escape", "app.pop_screen", "tui.key.back")])
        bind(self, lang, [("ctrl+s", "start", "tui.key.start")])
        if type(self) is SetupScreen and editor_of(game) is not None:
            bind(self, lang, [("ctrl+e", "edit", "tui.key.edit")])

    def compose(self) -> ComposeResult:
        game, lang = self._game, self._lang
        yield Static(game.name(lang), classes="bar", markup=False)
        with VerticalScroll():
            yield Button(text("tui.start", lang), variant="primary", id="start", compact=True)
            yield Static()
            for name, label, choices, usual in (*self._rows(), *self._options()):
                with Horizontal():
                    yield Label(label, markup=False)
                    yield Select(choices, value=usual, allow_blank=False, id=name, compact=True)
        yield Footer(show_command_palette=False)

    def _rows(self) -> Iterable[Row]:
        """What is asked besides the rules."""
        lang = self._lang
        yield self._seats()
        people = [(str(count), count) for count in range(max(self._game.seat_counts) + 1)]
        yield "people", text("tui.people", lang), people, 1
        levels = [(f"{n}  {text(f'bot.level-{n}', lang)}", n) for n in LEVELS]
        yield "level", text("tui.level", lang), levels, USUAL_LEVEL

    def _seats(self) -> Row:
        counts = sorted(self._game.seat_counts)
        seats = [(str(count), count) for count in counts]
        return "seats", text("tui.seats", self._lang), seats, 2 if 2 in counts else counts[0]

    def _options(self) -> Iterable[Row]:
        for option in self._game.options:
            choices = [
                (_value_text(option, value, self._lang), i) for i, value in enumerate(option.values)
            ]
            label = text(f"option.{option.name}", self._lang)
            yield f"option-{option.name}", label, choices, option.values.index(option.default)

    def on_mount(self) -> None:
        for overlay in self.query("SelectOverlay"):
            del overlay._bindings.key_to_bindings["escape"]  # described in English
            bind(overlay, self._lang, [("escape", "dismiss", "tui.key.back")])
        self.query_one("#start").focus()

    def on_button_pressed(self) -> None:
        self.action_start()

    def _chosen(self, name: str) -> int:
        value = self.query_one(f"#{name}", Select).value
        assert isinstance(value, int), "blank is not allowed"
        return value

    def _chosen_options(self) -> dict[str, Any]:
        return {
            option.name: value
            for option in self._game.options
            # An edition decides about what is left open.
            if (value := option.values[self._chosen(f"option-{option.name}")]) != option.default
        }

    def action_start(self) -> None:
        """Begin the game."""
        try:
            self._begin()
        except CrucesError as error:
            self.notify(error.message(self._lang), severity="warning", markup=False)

    def _begin(self) -> None:
        from cruces.tui.app import CrucesApp

        app = self.app
        assert isinstance(app, CrucesApp), "screens of this package belong to its app"
        app.begin(self._game, self._chosen_options(), self._guests())

    def _guests(self) -> "list[Guest]":
        from cruces.tui.local import usual_guests

        seats = self._chosen("seats")
        people = min(seats, self._chosen("people"))
        bots = [f"level-{self._chosen('level')}"] * (seats - people)
        return usual_guests(self._game, self._lang, people, bots)

    def action_edit(self) -> None:
        """Set a position up first, by the chosen rules."""
        from cruces.tui.editor_screen import EditorScreen

        try:
            state = self._game.initial(self._chosen_options(), self._chosen("seats"))
        except CrucesError as error:
            self.notify(error.message(self._lang), severity="warning", markup=False)
            return
        self.app.push_screen(EditorScreen(self._game, state, self._guests(), self._lang))


def _value_text(option: Option, value: Any, lang: str) -> str:
    written = {None: "none", True: "true", False: "false"}.get(value, str(value))
    return text(f"option.{option.name}.{written}", lang)
