"""Small screens: questions, a page to read, and handing the keyboard over."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.visual import VisualType
from textual.widgets import Footer, Input, OptionList, Static

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
    Page Static.wraps { width: 1fr; }
    """

    def __init__(self, title: str, content: VisualType, lang: str, wraps: bool = False) -> None:
        super().__init__()
        self._heading, self._content, self._wraps = title, content, wraps
        bind(self, lang, [("escape,q,enter", "back", "tui.key.back")])

    def compose(self) -> ComposeResult:
        yield Static(self._heading, classes="bar", markup=False)
        with VerticalScroll():
            yield Static(self._content, classes="wraps" if self._wraps else "")
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


class Prompt(ModalScreen[str | None]):
    """A line to write; None if it is given up."""

    DEFAULT_CSS = """
    Prompt { align: center middle; }
    Prompt > Vertical {
        width: 60; max-width: 100%; height: auto; padding: 1 2;
        background: $surface; border: round $primary;
    }
    """

    def __init__(self, question: str, lang: str, most: int, written: str = "") -> None:
        super().__init__()
        self._question, self._most, self._written = question, most, written
        bind(self, lang, [("escape", "give_up", "")])

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self._question, markup=False)
            yield Input(self._written, max_length=self._most, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)

    def action_give_up(self) -> None:
        """Write nothing."""
        self.dismiss(None)


class Choice(ModalScreen[int | None]):
    """One of several lines; its index, or None if it is given up."""

    DEFAULT_CSS = """
    Choice { align: center middle; }
    Choice > Vertical {
        width: 60; max-width: 100%; height: auto; max-height: 90%; padding: 1 2;
        background: $surface; border: round $primary;
    }
    Choice OptionList, Choice OptionList:focus {
        height: auto; max-height: 16; border: none; background: $surface;
    }
    """

    def __init__(self, question: str, choices: Sequence[str], lang: str, usual: int = 0) -> None:
        super().__init__()
        self._question, self._choices, self._usual = question, choices, usual
        bind(self, lang, [("escape", "give_up", "")])

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self._question, markup=False)
            yield OptionList(*self._choices, markup=False)

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = self._usual

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)

    def action_give_up(self) -> None:
        """Choose nothing."""
        self.dismiss(None)
