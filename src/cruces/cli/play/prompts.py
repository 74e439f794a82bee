"""Asking a person what to do, until the answer is one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cruces.cli.play.terminal import Terminal
from cruces.cli.rules import rules_text
from cruces.core import CrucesError, IllegalError, MalformedError, View
from cruces.render.terminal import TableView

CONCLUSIONS = {"draw": "agreement", "resign": "resignation"}


class QuitError(Exception):
    """Somebody has had enough."""


@dataclass(frozen=True, slots=True)
class Conclude:
    """Instead of an action: the wish to end the game, `agreement` or `resignation`."""

    how: str


class SeveralError(Exception):
    """An answer that begins several actions."""

    def __init__(self, actions: Sequence[Any]) -> None:
        super().__init__(actions)
        self.actions = actions


def read_action(answer: str, view: View[Any, Any, Any], numbered: Sequence[Any]) -> Any:
    """The legal action that an answer means: its number, its notation, or the beginning of it.

    A number never ends in the middle: ``r1`` is not the beginning of ``r10``.
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
    begun = _squeezed(answer)
    fits = [
        action
        for action in view.legal
        if begun and _begins(begun, _squeezed(view.game.format_action(action)))
    ]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise SeveralError(fits)
    return view.game.parse_action(answer)  # which explains what is wrong


def _squeezed(written: str) -> str:
    return "".join(written.lower().replace(">", "").split())


def _begins(begun: str, whole: str) -> bool:
    rest = whole.removeprefix(begun)
    return whole.startswith(begun) and not (begun[-1].isdigit() and rest[:1].isdigit())


class Person:
    """Asks whoever sits at a seat."""

    def __init__(self, terminal: Terminal, table: TableView) -> None:
        self.terminal = terminal
        self.table = table
        self.style = terminal.style

    def ask(self, view: View[Any, Any, Any], secret: bool = False) -> Any:
        """What the viewer does: an action, or ``Conclude``. The position has been shown."""
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
                elif word in CONCLUSIONS and CONCLUSIONS[word] in view.game.conclusions:
                    return Conclude(CONCLUSIONS[word])
                elif word is not None or not answer:
                    self._command(word or "help", view)
                    continue
                return read_action(answer, view, numbered)
            except CrucesError as error:
                self.terminal.complain(error.message(self.style.lang))
            except SeveralError as several:
                numbered = several.actions
                written = [view.game.format_action(action) for action in numbered]
                self.terminal.show([f"  {n:>2}  {text}" for n, text in enumerate(written, 1)])

    def _word(self, answer: str) -> str | None:
        """The command that an answer is, in English or in the user's language."""
        known = ("help", "rules", "quit", "draw", "resign", "pass", *self.table.looks)
        for word in known:
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
        else:
            self.terminal.complain(self.style.say("play.no-conclusion"))
