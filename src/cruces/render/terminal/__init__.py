"""Games as text: positions, events, legal actions and results."""

from typing import Any

from cruces.core import Play
from cruces.core.registry import family_of
from cruces.render.terminal.menu import Menu
from cruces.render.terminal.plain_view import PlainView
from cruces.render.terminal.style import Style
from cruces.render.terminal.text_view import TextView


def view_of(play: Play[Any, Any, Any], style: Style) -> TextView:
    """The text view of a game in progress."""
    names = [player.name for player in play.players]
    family_view = family_of(play.game).text_view(style, play.game, names)
    return PlainView(style, play.game, names) if family_view is None else family_view


__all__ = ["Menu", "PlainView", "Style", "TextView", "view_of"]
