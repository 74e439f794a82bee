"""Small screens: a question, a page to read, and handing the keyboard over."""

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.visual import VisualType
from textual.widgets import Footer, Static

from cruces.locales import text
from cruces.tui.keys import bind


class Question(ModalScreen[bool]):
    """A question to be answered with yes or no."""

    DEFAULT_CSS = """
    Question { align: center middle; }
    Question > Vertical {
        width: 60; max-width: 100%; height: auto; padding: 1 2;
        background: $surface; border: round $primary;
    }
    """

    def __init__(self, question: str, lang: str) -> None:
        super().__init__()
        self._question, self._lang = question, lang
        yes, no = text("tui.key.yes", lang), text("tui.key.no", lang)
        bind(
            self,
            lang,
            [(f"{yes},enter", "answer(True)", ""), (f"{no},escape", "answer(False)", "")],
        )

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self._question, markup=False)
            yield Static(text("tui.yes-no", self._lang), markup=False)

    def action_answer(self, answer: bool) -> None:
        """Answer."""
        self.dismiss(answer)


class Page(Screen[None]):
    """Something to read, which scrolls."""

    DEFAULT_CSS = """
    Page VerticalScroll { padding: 1 2; }
    Page Static { width: auto; }
    """

    def __init__(self, title: str, content: VisualType, lang: str) -> None:
        super().__init__()
        self._heading, self._content = title, content
        bind(self, lang, [("escape,q,enter", "back", "tui.key.back")])

    def compose(self) -> ComposeResult:
        yield Static(self._heading, classes="bar", markup=False)
        with VerticalScroll():
            yield Static(self._content)
        yield Footer(show_command_palette=False)

    def action_back(self) -> None:
        """Close the page."""
        self.dismiss()


class HandOver(Screen[None]):
    """Nothing is shown until the next player is at the keyboard."""

    DEFAULT_CSS = """
    HandOver { align: center middle; }
    HandOver > Static { width: auto; max-width: 100%; padding: 1 2; border: round $primary; }
    """

    def __init__(self, name: str, lang: str) -> None:
        super().__init__()
        self._name, self._lang = name, lang
        bind(self, lang, [("enter,space", "done", "")])

    def compose(self) -> ComposeResult:
        said = text("tui.hand-over", self._lang, name=self._name)
        yield Static(said, markup=False)

    def on_click(self) -> None:
        self.action_done()

    def action_done(self) -> None:
        """The next player is there."""
        self.dismiss()
