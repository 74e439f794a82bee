"""Pages to read, formatted for a terminal."""

import re
import textwrap
from collections.abc import Iterator, Sequence

from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from cruces.core.family import AnyGame
from cruces.core.registry import family_of
from cruces.render.markdown import figure_of, reader
from cruces.render.terminal.style import WIDTH, Style, padded

# Placeholders for markup while lines are wrapped: they do not split words.
_BOLD, _BOLD_END, _CODE, _CODE_END = "\x01", "\x02", "\x03", "\x04"
_MARKUP = re.compile(f"([{_BOLD}{_BOLD_END}{_CODE}{_CODE_END}])")
_GLUE = "\N{NO-BREAK SPACE}"
_INDENT = " " * 4


def set_page(style: Style, game: AnyGame, source: str, width: int = WIDTH) -> str:
    """A page of a game's family, wrapped; headings and terms in bold if colours are on."""
    root = SyntaxTreeNode(reader().parse(source))
    return "\n".join(_between(_block(style, game, node, width) for node in root.children))


def _between(blocks: Iterator[Iterator[str]]) -> Iterator[str]:
    """All lines, with an empty one between blocks."""
    for number, lines in enumerate(blocks):
        if number:
            yield ""
        yield from lines


def _block(style: Style, game: AnyGame, node: SyntaxTreeNode, width: int) -> Iterator[str]:
    match node.type:
        case "heading":
            yield style.paint(_plain(node), bold=True)
        case "fence":
            yield from _fence(style, game, _token(node), width)
        case "code_block":
            yield from _indented(node.content.splitlines())
        case "bullet_list" | "ordered_list":
            yield from _list(style, game, node, width)
        case "table":
            yield from _table(style, node, width)
        case "paragraph":
            yield from _wrapped(style, _inline(node), width)
        case _:  # what holds other blocks: a quotation
            yield from _between(_block(style, game, child, width) for child in node.children)


def _fence(style: Style, game: AnyGame, token: Token, width: int) -> Iterator[str]:
    """A position as the terminal shows it, or code."""
    figure = figure_of(game, token)
    if figure is None:
        yield from _indented(token.content.splitlines())
        return
    yield from family_of(game).illustration_text(style, figure.log, figure.parts)
    caption = SyntaxTreeNode(reader().parseInline(figure.caption))
    if figure.caption:
        indent = len(_INDENT)
        yield from _indented(_wrapped(style, _inline(caption), width - indent))


def _indented(lines: Sequence[str] | Iterator[str]) -> Iterator[str]:
    return (f"{_INDENT}{line}".rstrip() for line in lines)


def _list(style: Style, game: AnyGame, node: SyntaxTreeNode, width: int) -> Iterator[str]:
    for number, item in enumerate(node.children, int(node.attrs.get("start", 1))):
        sign = f"{number}. " if node.type == "ordered_list" else "- "
        blocks = (_block(style, game, child, width - len(sign)) for child in item.children)
        lines = (line for block in blocks for line in block)
        for place, line in enumerate(lines):
            yield (" " * len(sign) if place else sign) + line


def _token(node: SyntaxTreeNode) -> Token:
    assert node.token is not None, "a block of code is one token"
    return node.token


def _inline(node: SyntaxTreeNode) -> str:
    """The text of a node, with placeholders for its markup."""
    match node.type:
        case "text":
            return node.content
        case "softbreak" | "hardbreak":
            return " "
        case "code_inline":
            return f"{_CODE}{node.content.replace(' ', _GLUE)}{_CODE_END}"
    inside = "".join(map(_inline, node.children))
    return f"{_BOLD}{inside}{_BOLD_END}" if node.type == "strong" else inside


def _plain(node: SyntaxTreeNode) -> str:
    return _MARKUP.sub("", _inline(node)).replace(_GLUE, " ")


def _wrapped(style: Style, marked: str, width: int) -> Iterator[str]:
    """Wrapped before the markup is resolved, so that bold text may span lines."""
    bold = code = False
    for line in textwrap.wrap(marked, width, break_long_words=False, break_on_hyphens=False):
        out = ""
        for part in _MARKUP.split(line.replace(_GLUE, " ")):
            match part:
                case "\x01" | "\x02":
                    bold = part == _BOLD
                case "\x03" | "\x04":
                    code = part == _CODE
                    out += "" if style.colour else "`"
                case _ if part:
                    out += style.paint(part, "cyan" if code else None, bold=bold)
        yield out


def _table(style: Style, node: SyntaxTreeNode, width: int) -> Iterator[str]:
    """Columns side by side; the widest is wrapped if they do not fit."""
    rows = [
        [_plain(cell) for cell in row.children] for part in node.children for row in part.children
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    while sum(widths) + 2 * len(widths) > width:
        widths[widths.index(max(widths))] -= 1
    for number, row in enumerate(rows):
        cells = [textwrap.wrap(cell, w) or [""] for cell, w in zip(row, widths, strict=True)]
        for place in range(max(map(len, cells))):
            parts = [cell[place] if place < len(cell) else "" for cell in cells]
            line = "  ".join(padded(part, w) for part, w in zip(parts, widths, strict=True))
            yield "  " + style.paint(line.rstrip(), bold=number == 0)
