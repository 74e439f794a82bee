"""Markdown pages formatted for a terminal."""

import re
import shutil
import textwrap
from collections.abc import Iterator
from itertools import groupby

from cruces.render.terminal.style import WIDTH, Style, padded

_BOLD = re.compile(r"\*\*(.+?)\*\*")
_CODE = re.compile(r"`([^`]+)`")
_BULLET = re.compile(r"( *)- (.*)")
# Placeholders for markup while lines are wrapped: zero width, and they do not split words.
_ON, _OFF = "\x01", "\x02"


def terminal_width() -> int:
    """The width of a page in this terminal."""
    return max(min(WIDTH, shutil.get_terminal_size().columns - 2), 40)


def set_page(style: Style, page: str, width: int = WIDTH) -> str:
    """The page wrapped at the width, with headings and terms in bold if colours are on."""
    return "\n".join(_set(style, page.splitlines(), width))


def _set(style: Style, source: list[str], width: int) -> Iterator[str]:
    for kind, group in groupby(_classified(source), key=lambda pair: pair[0]):
        lines = [line for _, line in group]
        match kind:
            case "code":
                yield from (f"    {line}".rstrip() for line in lines)
            case "heading":
                yield from (style.paint(line.lstrip("# "), bold=True) for line in lines)
            case "table":
                yield from _table(style, lines, width)
            case "blank":
                yield ""
            case _:
                yield from _paragraphs(style, lines, width)


def _classified(source: list[str]) -> Iterator[tuple[str, str]]:
    fenced = False
    for line in source:
        if line.startswith("```"):
            fenced = not fenced
            continue
        if fenced:
            yield "code", line
        elif not line.strip():
            yield "blank", line
        elif line.startswith("#"):
            yield "heading", line
        elif line.startswith("|"):
            yield "table", line
        else:
            yield "text", line


def _paragraphs(style: Style, lines: list[str], width: int) -> Iterator[str]:
    """Paragraphs and list items; a line that does not start an item continues the previous one."""
    items: list[tuple[str, str, list[str]]] = []
    for line in lines:
        bullet = _BULLET.fullmatch(line)
        if bullet:
            items.append((f"{bullet[1]}- ", f"{bullet[1]}  ", [bullet[2]]))
        elif items:
            items[-1][2].append(line.strip())
        else:
            items.append(("", "", [line.strip()]))
    for first, rest, parts in items:
        broken = _wrap(" ".join(parts), width - len(first))
        for number, line in enumerate(_inked(style, broken)):
            yield (rest if number else first) + line


def _wrap(written: str, width: int) -> list[str]:
    """Wrap before the markup is removed, so that bold text may span lines."""
    marked = _BOLD.sub(f"{_ON}\\1{_OFF}", written)
    marked = _CODE.sub(lambda code: code[0].replace(" ", "\N{NO-BREAK SPACE}"), marked)
    return textwrap.wrap(marked, width, break_long_words=False, break_on_hyphens=False)


def _inked(style: Style, lines: list[str]) -> Iterator[str]:
    bold = False
    for line in lines:
        out = ""
        for part in re.split(f"([{_ON}{_OFF}]|`[^`]+`)", line.replace("\N{NO-BREAK SPACE}", " ")):
            if part in (_ON, _OFF):
                bold = part == _ON
            else:
                out += style.paint(part, bold=True) if bold and part else _code(style, part)
        yield out


def _code(style: Style, written: str) -> str:
    """Code in colour, without its markup, if colours are on."""
    if not style.colour:
        return written
    return _CODE.sub(lambda code: style.paint(code[1], "cyan"), written)


def _table(style: Style, lines: list[str], width: int) -> Iterator[str]:
    """Columns side by side; the widest is wrapped if they do not fit."""
    rows = [
        [_CODE.sub(r"\1", cell.strip()) for cell in line.strip("| ").split("|")] for line in lines
    ]
    rows = [row for row in rows if set("".join(row)) - set("-: ")]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    while sum(widths) + 2 * len(widths) > width:
        widths[widths.index(max(widths))] -= 1
    for number, row in enumerate(rows):
        cells = [textwrap.wrap(cell, w) or [""] for cell, w in zip(row, widths, strict=True)]
        for place in range(max(map(len, cells))):
            parts = [cell[place] if place < len(cell) else "" for cell in cells]
            line = "  ".join(padded(part, w) for part, w in zip(parts, widths, strict=True))
            yield "  " + style.paint(line.rstrip(), bold=number == 0)
