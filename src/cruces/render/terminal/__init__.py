"""Games drawn as text: positions, what happened, what one may do, and the end."""

from typing import Any

from cruces.core import Play
from cruces.core.registry import family_of
from cruces.render.terminal.menu import Menu
from cruces.render.terminal.plain_view import PlainView
from cruces.render.terminal.style import Style
from cruces.render.terminal.table_view import TableView


def view_of(play: Play[Any, Any, Any], style: Style) -> TableView:
    """How the game that is played is shown."""
    names = [player.name for player in play.players]
    own = family_of(play.game).text_view(style, play.game, names)
    return PlainView(style, play.game, names) if own is None else own


__all__ = ["Menu", "PlainView", "Style", "TableView", "view_of"]
