"""Saved games from a file: finished ones to look back at, others to go on."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from cruces.core import MalformedError, Play, Reason
from cruces.core.record import MAX_BYTES
from cruces.core.registry import load
from cruces.tui.session import Session

if TYPE_CHECKING:
    from cruces.tui.app import CrucesApp


def read_play(name: str) -> Play[Any, Any, Any]:
    """The game in a file, checked event by event."""
    try:
        with Path(os.path.expanduser(name)).open("rb") as file:
            return load(file.read(MAX_BYTES + 1))
    except (OSError, ValueError) as error:
        detail = getattr(error, "strerror", None) or type(error).__name__
        raise MalformedError(Reason("file-unreadable", {"file": name, "detail": detail})) from None


def shown(app: "CrucesApp", play: Play[Any, Any, Any]) -> Session | Screen[Any]:
    """How a game from a file is shown: a match to go on, or what it was like."""
    if play.outcome is None:
        from cruces.tui.local import LocalMatch

        return LocalMatch.resumed(play, app.lang, app.preparing, app.keep, app.pause)
    from cruces.tui.look_back import LookBackScreen

    return LookBackScreen(play, app.lang)
