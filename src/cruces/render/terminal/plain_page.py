"""Pages to read where no Markdown reader is installed: as they are written, with the positions."""

import textwrap
from collections.abc import Iterator

from cruces.core.family import AnyGame
from cruces.core.registry import family_of
from cruces.render.figures import figure
from cruces.render.terminal.style import WIDTH, Style

_FENCE = "```"
_KEPT = ("|", "#", "    ")
"""Beginnings of lines that are not wrapped: tables, headings, code."""
_INDENT = "    "


def set_page(style: Style, game: AnyGame, source: str, width: int = WIDTH) -> str:
    """A page of a game's family, wrapped; headings in bold if colours are on."""
    return "\n".join(_lines(style, game, source, width))


def _lines(style: Style, game: AnyGame, source: str, width: int) -> Iterator[str]:
    lines = iter(source.strip().splitlines())
    for line in lines:
        if line.startswith(_FENCE):
            inside = list(iter(lambda: next(lines, _FENCE), _FENCE))
            yield from _block(style, game, line.removeprefix(_FENCE), inside, width)
        elif line.startswith("#"):
            yield style.paint(line.lstrip("# "), bold=True)
        elif line.startswith(_KEPT) or not line:
            yield line
        else:
            yield from textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False)


def _block(style: Style, game: AnyGame, info: str, inside: list[str], width: int) -> Iterator[str]:
    """A position as the terminal shows it, or code."""
    found = figure(game, info, "\n".join(inside))
    if found is None:
        yield from (_INDENT + line for line in inside)
        return
    yield from family_of(game).illustration_text(style, found.log, found.parts)
    for line in textwrap.wrap(found.caption, width - len(_INDENT)):
        yield _INDENT + line
