"""A page to read, as HTML for the browser.

Pictures are part of the page, so that they follow the reader's theme. Their style is a sheet of its
own: the server tells browsers to ignore style within a page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from cruces.core.family import AnyGame
from cruces.core.registry import family_of
from cruces.render.document import ROOT, inline_picture
from cruces.render.markdown import figure_of, reader
from cruces.render.picture import scene_of
from cruces.render.theme import page_style

SMALL = 600
"""Up to this width, in its own units, a picture may stand beside another."""
_SIDE = "text-align:"
"""How the reader marks the columns of a table that are not set to the left."""


@dataclass(frozen=True, slots=True)
class Page:
    """The HTML of a page, and the style of its pictures; empty if it has none."""

    html: str
    style: str


def read_page(game: AnyGame, source: str, lang: str) -> Page:
    """A page of a game's family."""
    scope = f"fig-{family_of(game).name}"
    env: dict[str, Any] = {"game": game, "lang": lang, "scope": scope, "rules": {}}
    html = reader(_Renderer).render(source, env)
    return Page(html, page_style({**ROOT, **env["rules"]}, scope) if env["rules"] else "")


class _Renderer(RendererHTML):
    """The methods are named after what the reader finds."""

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """A picture of a position, or code."""
        game, lang = env["game"], env["lang"]
        figure = figure_of(game, tokens[idx])
        if figure is None:
            return self.code_block(tokens, idx, options, env)
        own = family_of(game).illustration(figure.log, figure.parts, lang)
        scene = scene_of(figure.log, lang) if own is None else own
        picture = inline_picture(scene, env["scope"])
        env["rules"].update(scene.rules)
        caption = reader(_Renderer).renderInline(figure.caption, env)
        small = ' class="small"' if scene.width <= SMALL else ""
        return f"<figure{small}>{picture}<figcaption>{caption}</figcaption></figure>\n"

    def code_block(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """Code, which may be wider than the page: then the keyboard scrolls it."""
        return f'<pre tabindex="0">{escape(tokens[idx].content, quote=False)}</pre>\n'

    def table_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """A table scrolls by itself, too, and has a name: its headings."""
        row = next(n for n in range(idx, len(tokens)) if tokens[n].type == "tr_close")
        cells = [token.content for token in tokens[idx:row] if token.type == "inline"]
        name = escape(", ".join(cell for cell in cells if cell))
        return f'<div class="wide" tabindex="0" role="group" aria-label="{name}"><table>\n'

    def table_close(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        return "</table></div>\n"

    def th_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f'<th scope="col"{_column(tokens[idx])}>'

    def td_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return f"<td{_column(tokens[idx])}>"


def _column(cell: Token) -> str:
    """The class of a cell in a column of numbers."""
    return ' class="number"' if cell.attrGet("style") == f"{_SIDE}right" else ""
