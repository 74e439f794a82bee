"""Games drawn as text: positions, what happened, what one may do, and the end."""

from typing import Any

from cruces.cli.draw.menu import Menu
from cruces.cli.draw.quixo import QuixoTable
from cruces.cli.draw.qwixx import QwixxTable
from cruces.cli.draw.table import Table
from cruces.cli.pen import Pen
from cruces.core import Play
from cruces.games import quixo


def table_for(play: Play[Any, Any, Any], pen: Pen) -> Table:
    """The drawing of the game that is played."""
    kind = QuixoTable if isinstance(play.state, quixo.State) else QwixxTable
    return kind(pen, play.game, [player.name for player in play.players])


__all__ = ["Menu", "Table", "table_for"]
