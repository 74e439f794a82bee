"""Asking a person for an action until the answer is valid."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cruces.cli.play.terminal import Terminal
from cruces.cli.rules import rules_text
from cruces.core import CrucesError, IllegalError, MalformedError, View
from cruces.render.terminal import TextView

WORDS = ("help", "rules", "quit", "draw", "resign", "pass", "hint", "undo")
CONCLUSIONS = {"draw": "agreement", "resign": "resignation"}


class QuitError(Exception):
    """A person quits the program."""


@dataclass(frozen=True, slots=True)
class Conclude:
    """Instead of an action: a request to end the game by `agreement` or `resignation`."""

    how: str


class TakeBack:
    """Instead of an action: a request to take back the player's last one."""


class AmbiguousError(Exception):
    """An answer is the beginning of several actions."""

    def __init__(self, actions: Sequence[Any]) -> None:
        super().__init__(actions)
        self.actions = actions


def read_action(answer: str, view: View[Any, Any, Any], numbered: Sequence[Any]) -> Any:
    """The legal action that an answer means: its number, its notation or the start of that.

    A number must be complete: ``r1`` does not match ``r10``.
    """
    if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(numbered):
        return numbered[int(answer) - 1]
    try:
        action = view.game.parse_action(answer)
    except MalformedError:
        return _completed(answer, view)
    why = view.legal.why_not(action)
    if why is not None:
        raise IllegalError(why)
    return action


def _completed(answer: str, view: View[Any, Any, Any]) -> Any:
    prefix = _squeezed(answer)
    fits = [
        action
        for action in view.legal
        if prefix and _begins(prefix, _squeezed(view.game.format_action(action)))
    ]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise AmbiguousError(fits)
    return view.game.parse_action(answer)  # which explains what is wrong


def _squeezed(written: str) -> str:
    return "".join(written.lower().replace(">", "").split())


def _begins(prefix: str, text: str) -> bool:
    rest = text.removeprefix(prefix)
    return text.startswith(prefix) and not (prefix[-1].isdigit() and rest[:1].isdigit())


class Person:
    """Asks the person at a seat."""

    def __init__(
        self,
        terminal: Terminal,
        table: TextView,
        hint: Callable[[View[Any, Any, Any]], Sequence[str]],
    ) -> None:
        self.terminal = terminal
        self.hint = hint
        self.table = table
        self.style = terminal.style

    def ask(self, view: View[Any, Any, Any], secret: bool = False) -> Any:
        """The viewer's action, ``Conclude`` or ``TakeBack``; the position is already shown."""
        assert view.seat is not None, "spectators are not asked"
        menu = self.table.menu(view)
        self.terminal.show(["", *menu.lines])
        numbered: Sequence[Any] = menu.numbered
        while True:
            answer = self.terminal.ask(f"{self.table.names[view.seat]}> ", secret)
            if not answer and menu.default is not None:
                return menu.default
            word = self._word(answer)
            try:
                if word == "pass":
                    answer = word
                elif word == "undo":
                    return TakeBack()
                elif word in CONCLUSIONS and CONCLUSIONS[word] in view.game.conclusions:
                    return Conclude(CONCLUSIONS[word])
                elif word is not None or not answer:
                    self._command(word or "help", view)
                    continue
                return read_action(answer, view, numbered)
            except CrucesError as error:
                self.terminal.complain(error.message(self.style.lang))
            except AmbiguousError as several:
                numbered = several.actions
                texts = [view.game.format_action(action) for action in numbered]
                self.terminal.show([f"  {n:>2}  {text}" for n, text in enumerate(texts, 1)])

    def _word(self, answer: str) -> str | None:
        """The command in an answer, in English or in the user's language."""
        words = (
            "help",
            "rules",
            "quit",
            "draw",
            "resign",
            "pass",
            "hint",
            "undo",
            *self.table.looks,
        )
        for word in words:
            if answer.lower() in (word, *self.style.say(f"word.{word}").split()):
                return word
        return None

    def _command(self, word: str, view: View[Any, Any, Any]) -> None:
        if word == "quit":
            raise QuitError
        if word in self.table.looks:
            self.terminal.show(self.table.look(word, view))
        elif word == "rules":
            settings = view.game.settings(view.state)
            self.terminal.show([rules_text(self.style, view.game, settings)])
        elif word == "help":
            self.terminal.show([self.style.say(self.table.help_key)])
            self.terminal.say("play.help.more")
        elif word == "hint":
            self.terminal.show(self.hint(view))
        else:
            self.terminal.complain(self.style.say("play.no-conclusion"))
