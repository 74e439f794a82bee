"""Pages to read: Markdown without HTML, in which positions become pictures (see ``figures``)."""

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML, RendererProtocol
from markdown_it.token import Token

from cruces.core.family import AnyGame
from cruces.render.figures import Figure, figure


def reader(renderer: type[RendererProtocol] = RendererHTML) -> MarkdownIt:
    """A reader for our pages: tables, but no HTML, whoever wrote the page."""
    return MarkdownIt("commonmark", {"html": False}, renderer_cls=renderer).enable("table")


def figure_of(game: AnyGame, token: Token) -> Figure | None:
    """The figure that a block stands for; None if it is just code."""
    return figure(game, token.info, token.content)
