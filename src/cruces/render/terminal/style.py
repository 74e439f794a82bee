"""Texts in a language, and colours where the terminal supports them."""

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass

import click

from cruces.locales import number, percent, text
from cruces.locales.numbers import MINUS

WIDTH = 78
NARROW = 70
"""Below this width pages are laid out for 40 columns."""
NAME_WIDTH = 14


@dataclass(frozen=True, slots=True)
class Style:
    """Writes in one language, with or without colour, for a terminal of some width."""

    lang: str
    colour: bool = False
    width: int = WIDTH

    @property
    def narrow(self) -> bool:
        """Whether lines have to fit 40 columns."""
        return self.width < NARROW

    def say(self, key: str, /, **params: object) -> str:
        """A text of the command line's own: ``cli.<key>``."""
        return text(f"cli.{key}", self.lang, **params)

    def text(self, key: str, /, **params: object) -> str:
        """Any text of the catalogue."""
        return text(key, self.lang, **params)

    def paint(
        self,
        written: str,
        ink: str | None = None,
        *,
        bold: bool = False,
        dim: bool = False,
        reverse: bool = False,
    ) -> str:
        """The text in colour; unchanged without colours."""
        if not self.colour:
            return written
        return click.style(
            written, fg=ink, bold=bold or None, dim=dim or None, reverse=reverse or None
        )

    def number(self, value: float, digits: int | None = None) -> str:
        """A number as the language writes it, with all of its decimals or this many."""
        return number(value, self.lang, digits)

    def percent(self, share: float, digits: int = 0) -> str:
        """A share of one in percent."""
        return percent(share, self.lang, digits)

    def rule(self, title: str) -> str:
        """A line across the page with a title in it."""
        return self.paint(f"── {title} ".ljust(self.width, "─"), bold=True)


def terminal_width() -> int:
    """The width of a page in this terminal."""
    return max(min(WIDTH, shutil.get_terminal_size().columns - 2), 40)


def printable(written: str) -> str:
    """The text without control characters: records may come from strangers."""
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in written)


def padded(written: str, width: int) -> str:
    """The text padded with spaces; colours do not count."""
    return written + " " * (width - len(click.unstyle(written)))


def signed(number: float) -> str:
    """
    >>> signed(-5), signed(7), signed(2.5)
    ('−5', '7', '2.5')
    """
    return f"{MINUS}{-number}" if number < 0 else str(abs(number))


def colour_wanted(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether standard output is a terminal that shows colours, and NO_COLOR is not set."""
    return sys.stdout.isatty() and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"


def short(name: str, most: int = NAME_WIDTH) -> str:
    """A name that fits a column.

    >>> short("Maximiliana of Habsburg")
    'Maximiliana o…'
    """
    clean = printable(name)
    return clean if len(clean) <= most else f"{clean[: most - 1]}…"
