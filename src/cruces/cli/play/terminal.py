"""Input from and output to the people at the terminal."""

import sys
from collections.abc import Iterable
from contextlib import suppress

import click

from cruces.render.terminal.style import WIDTH, Style, printable


class InputEndedError(Exception):
    """There is no more input: the end of a pipe, or Ctrl-D."""


class Terminal:
    """Reads from standard input, writes to standard output."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self.typed = sys.stdin.isatty()
        self.screen = sys.stdout.isatty()
        if self.typed:
            _edit_lines()

    def show(self, lines: Iterable[str]) -> None:
        """Lines as they are."""
        for line in lines:
            click.echo(line, color=self.style.colour)

    def say(self, key: str, /, **params: object) -> None:
        """A text of the catalogue."""
        click.echo(self.style.say(key, **params), color=self.style.colour)

    def complain(self, sentence: str) -> None:
        """Say what was wrong with an answer."""
        click.echo(self.style.paint(f"  {printable(sentence)}", "red"), color=self.style.colour)

    def ask(self, prompt: str, secret: bool = False) -> str:
        """A line of input. A piped answer is shown after its prompt, unless it is secret."""
        if self.typed:
            try:
                return input(prompt).strip()
            except EOFError:
                click.echo()
                raise InputEndedError from None
        click.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not line:
            click.echo()
            raise InputEndedError
        answer = line.strip()
        click.echo("" if secret else printable(answer))
        return answer

    def agree(self, key: str, /, **params: object) -> bool:
        """A question to be answered with yes; anything else is no."""
        answer = self.ask(f"{self.style.say(key, **params)} ").lower()
        return answer in self.style.say("word.yes").split()

    def clear(self) -> None:
        """Clear the screen and its scrollback; without a screen, print a horizontal line."""
        if self.screen:
            click.echo("\033[2J\033[3J\033[H", nl=False, color=True)
        else:
            click.echo("─" * WIDTH)


def _edit_lines() -> None:
    """Enable line editing where Python supports it.

    Without a history: the arrow keys must not reveal what another player typed.
    """
    with suppress(ImportError, AttributeError):
        import readline

        readline.set_auto_history(False)
