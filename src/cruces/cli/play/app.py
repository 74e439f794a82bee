"""The terminal app instead of the lines, where it is installed and the terminal can show it."""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import click

from cruces.cli import files
from cruces.cli.localised_click import words
from cruces.cli.play.saving import AnyPlay, RecordSaver
from cruces.core.record import Record, encode
from cruces.render.terminal.style import printable

if TYPE_CHECKING:
    from textual.screen import Screen

    from cruces.tui.session import Session


def app_wanted(plain: bool, seed: int | None, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether to open the app: only for a person at a terminal that can do more than lines.

    A seed is for games that are the same again: that is what the lines are for.
    """
    if plain or seed is not None or environ.get("TERM", "dumb") == "dumb":
        return False
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return find_spec("textual") is not None


def run_online(lang: str, server: str, code: str) -> int:
    """Play on a server in the app: from its lobby, or at the table with a code."""
    from cruces.tui.app import run
    from cruces.tui.online.address import address
    from cruces.tui.online.server_screen import ServerScreen

    where = address(server)  # refused before the screen changes
    return run(lang, lambda app: ServerScreen(lang, server, code or where.code))


def run_app(lang: str, play: AnyPlay | None, save: str | None, force: bool) -> int:
    """Play in the app; with a game, begin with it."""
    from cruces.tui.app import CrucesApp, run

    saver = RecordSaver(save, force)
    kept: list[Record] = []

    def keep(record: Record) -> None:
        kept[:] = [record]
        if saver.target is not None:
            with suppress(OSError):  # at the end it is tried again, and then it is told
                files.write(saver.target, encode(record))

    def first(app: CrucesApp) -> "Session | Screen[Any]":
        from cruces.tui.records import shown

        assert play is not None, "asked only if there is a game"
        return shown(app, play)

    code = run(lang, None if play is None else first, keep)
    if saver.target is not None and kept:
        files.write(saver.target, encode(kept[0]))
        click.echo(words(lang)("play.saved", file=printable(saver.name or "")))
    return code
