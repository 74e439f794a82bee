"""Pages to read: formatted by the Markdown reader, or as they are written if none is installed."""

from importlib.util import find_spec

from cruces.core.family import AnyGame
from cruces.render.terminal.style import WIDTH, Style


def set_page(style: Style, game: AnyGame, source: str, width: int = WIDTH) -> str:
    """A page of a game's family, wrapped."""
    if find_spec("markdown_it") is None:
        from cruces.render.terminal import plain_page

        return plain_page.set_page(style, game, source, width)
    from cruces.render.terminal import page

    return page.set_page(style, game, source, width)
