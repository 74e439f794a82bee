"""A row's symbol: what tells the colours apart without colour."""

from collections.abc import Mapping
from types import MappingProxyType

from cruces.games.qwixx.rules import Layout

SYMBOLS: Mapping[str, str] = MappingProxyType(
    {"red": "◆", "yellow": "●", "green": "▲", "blue": "■"}
)


def colours(layout: Layout, row: int) -> tuple[str, ...]:
    """The colour of a row; for a bonus row those of both rows next to it."""
    printed = layout.all[row]
    return tuple(layout.rows[index].colour for index in printed.beside or (row,))


def symbol(layout: Layout, row: int) -> str:
    """
    >>> from cruces.games.qwixx.rules import BIG_POINTS_LAYOUT
    >>> [symbol(BIG_POINTS_LAYOUT, row) for row in BIG_POINTS_LAYOUT.printed]
    ['◆', '◆●', '●', '▲', '▲■', '■']
    """
    return "".join(SYMBOLS[colour] for colour in colours(layout, row))
