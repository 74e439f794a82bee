"""The board of a game whose family has none: its text view, and a list of the legal actions."""

from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from cruces.core.registry import ask, family_of
from cruces.render.terminal import PlainView
from cruces.render.terminal.style import Style, printable
from cruces.tui.board import Board
from cruces.tui.situation import Situation


class PlainBoard(Board, can_focus=False):
    """The position in text; the arrows choose an action, numbers choose it at once."""

    DEFAULT_CSS = """
    PlainBoard { width: 1fr; height: 1fr; layout: vertical; }
    PlainBoard > Static { width: auto; height: auto; max-height: 60%; padding: 1 2; }
    PlainBoard > OptionList { height: 1fr; margin: 0 1; }
    """
    keys: ClassVar = ("tui.keys.plain",)

    def compose(self) -> ComposeResult:
        yield Static(self._picture(), id="picture")
        yield OptionList(*self._options(), id="actions")

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    def changed(self, before: Situation) -> None:
        if not self.is_mounted:
            return
        self.query_one("#picture", Static).update(self._picture())
        actions = self.query_one(OptionList)
        actions.clear_options()
        actions.add_options(self._options())
        actions.highlighted = 0 if self.situation.actions else None

    def suggest(self, action: Any) -> None:
        super().suggest(action)
        if action in self.situation.actions:
            self.query_one(OptionList).highlighted = self.situation.actions.index(action)

    def _picture(self) -> Text:
        situation = self.situation
        game, style = situation.game, Style(situation.lang, colour=True)
        view = ask(None, family_of(game).text_view, style, game, situation.names)
        view = view or PlainView(style, game, situation.names)
        last = situation.events[-1] if situation.events else None
        return Text.from_ansi("\n".join(view.picture(situation.view, last)))

    def _options(self) -> list[Option]:
        situation = self.situation
        options = []
        for number, action in enumerate(situation.actions, 1):
            name = family_of(situation.game).action_name(situation.game, action, situation.lang)
            earned = situation.earns.get(situation.game.format_action(action))
            points = "" if earned is None else f"  {earned:+}"
            options.append(Option(Text(f"{number:>3}  {printable(name)}{points}")))
        return options

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._play(event.option_index)

    def on_key(self, event: events.Key) -> None:
        if event.character and event.character in "123456789":
            event.stop()
            self._play(int(event.character) - 1)

    def _play(self, index: int) -> None:
        actions = self.situation.actions
        if index < len(actions):
            self.post_message(self.Played(actions[index]))
