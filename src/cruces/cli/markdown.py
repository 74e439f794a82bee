"""Our Markdown pages, set for a terminal."""

import re
import shutil
import textwrap
from collections.abc import Iterator
from itertools import groupby

from cruces.render.terminal.style import WIDTH, Style, padded

_BOLD = re.compile(r"\*\*(.+?)\*\*")
_CODE = re.compile(r"`([^`]+)`")
_BULLET = re.compile(r"( *)- (.*)")
# While lines are broken these stand for the marks: they take no room and break no word.
_ON, _OFF = "\x01", "\x02"


def terminal_width() -> int:
    """How wide a page may be here."""
    return max(min(WIDTH, shutil.get_terminal_size().columns - 2), 40)


def set_page(style: Style, page: str, width: int = WIDTH) -> str:
    """The page broken at the width, headings and terms in bold where there is colour."""
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
    """Running text and list items; a line that begins no item continues the one before."""
    items: list[tuple[str, str, list[str]]] = []
    for line in lines:
        found = _BULLET.fullmatch(line)
        if found:
            items.append((f"{found[1]}- ", f"{found[1]}  ", [found[2]]))
        elif items:
            items[-1][2].append(line.strip())
        else:
            items.append(("", "", [line.strip()]))
    for first, rest, parts in items:
        broken = _wrap(" ".join(parts), width - len(first))
        for number, line in enumerate(_inked(style, broken)):
            yield (rest if number else first) + line


def _wrap(written: str, width: int) -> list[str]:
    """Break before the marks are taken out, so that bold may run over a line's end."""
    marked = _BOLD.sub(f"{_ON}\\1{_OFF}", written)
    marked = _CODE.sub(lambda found: found[0].replace(" ", "\N{NO-BREAK SPACE}"), marked)
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
    """What is typed, in a colour instead of its marks where there are colours."""
    if not style.colour:
        return written
    return _CODE.sub(lambda found: style.paint(found[1], "cyan"), written)


def _table(style: Style, lines: list[str], width: int) -> Iterator[str]:
    """Columns side by side; the widest gives way, line by line, where they do not fit."""
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
