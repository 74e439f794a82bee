"""Qwixx sheets, dice and scores as text."""

from collections.abc import Collection, Sequence
from typing import Any

from cruces.core import Outcome
from cruces.core.log import GameLog
from cruces.games.qwixx.rules import Cross, Layout, Roll, Sheet, State
from cruces.games.qwixx.rules.crossing import closed_rows
from cruces.games.qwixx.rules.scoring import counted, penalty_points, row_points, total
from cruces.games.qwixx.show.symbols import SYMBOLS, colours
from cruces.locales.numbers import MINUS
from cruces.render.terminal.style import Style, padded, signed

CROSSED, LOST, BOX = "×", "·", "□"
LABEL, CELL, COLUMN = 12, 4, 8
NARROW_LABEL, NARROW_CELL, NARROW_COLUMN = 3, 3, 3
"""In 40 columns: symbols instead of names, points without crosses, and a star for brackets."""


def points_column(layout: Layout) -> int:
    """Where the columns of crosses and points start."""
    return LABEL + CELL * layout.longest + 4


def _narrow_width(layout: Layout) -> int:
    """The width of a sheet in a narrow terminal: with a lock of one character."""
    return NARROW_LABEL + NARROW_CELL * layout.longest + 1 + NARROW_COLUMN


def symbol(style: Style, layout: Layout, row: int) -> str:
    """◆ ● ▲ ■ in their colours; both neighbours' for a row of circles."""
    return "".join(style.paint(SYMBOLS[each], each) for each in colours(layout, row))


def row_name(style: Style, layout: Layout, row: int) -> str:
    """``◆ red``"""
    return f"{symbol(style, layout, row)} {style.text(f'line.{layout.all[row].id}')}"


def full_sheet(
    style: Style, state: State, seat: int, name: str, legal: Collection[Cross] = ()
) -> list[str]:
    """A sheet as on paper; boxes that may be crossed now are in brackets."""
    sheet, closed = state.sheets[seat], closed_rows(state.sheets)
    if style.narrow:
        return _narrow_sheet(style, sheet, name, closed, legal)
    columns = style.say("qwixx.crosses").rjust(COLUMN) + style.say("qwixx.points").rjust(COLUMN)
    title = style.paint(padded(f" {name}", points_column(sheet.layout)), bold=True) + style.paint(
        columns, dim=True
    )
    rows = [_row(style, sheet, row, row in closed, legal) for row in sheet.layout.printed]
    return [title, *rows, _foot(style, sheet)]


def _narrow_sheet(
    style: Style, sheet: Sheet, name: str, closed: Collection[int], legal: Collection[Cross]
) -> list[str]:
    width, points = _narrow_width(sheet.layout), style.say("qwixx.points")
    title = style.paint(padded(f" {name}", width - len(points)), bold=True)
    rows = [_narrow_row(style, sheet, row, row in closed, legal) for row in sheet.layout.printed]
    return [title + style.paint(points, dim=True), *rows, _narrow_foot(style, sheet)]


def _narrow_row(
    style: Style, sheet: Sheet, row: int, closed: bool, legal: Collection[Cross]
) -> str:
    layout, printed = sheet.layout, sheet.layout.all[row]
    cells = "".join(
        _cell(style, sheet, Cross(row, number), closed, legal) for number in printed.numbers
    )
    line = padded(f" {symbol(style, layout, row)}", NARROW_LABEL) + cells
    if printed.beside:
        return line
    sign = CROSSED if sheet.locked(row) else "–" if closed else BOX if printed.lock else " "
    line = padded(line, NARROW_LABEL + NARROW_CELL * layout.longest) + sign
    return f"{line}{layout.points[counted(sheet, row)]:>{NARROW_COLUMN}}"


def _narrow_foot(style: Style, sheet: Sheet) -> str:
    penalty = signed(-penalty_points(sheet)) if sheet.penalties else ""
    boxes = f" {style.text('qwixx.penalties')} {_boxes(sheet, '')} {penalty}"
    word = f"{style.text('qwixx.total')} {signed(total(sheet))}"
    room = _narrow_width(sheet.layout) - len(word)
    return padded(boxes, room) + style.paint(word, bold=True)


def _row(style: Style, sheet: Sheet, row: int, closed: bool, legal: Collection[Cross]) -> str:
    layout, printed = sheet.layout, sheet.layout.all[row]
    cells = "".join(
        _cell(style, sheet, Cross(row, number), closed, legal) for number in printed.numbers
    )
    if printed.beside:
        return padded(f" {symbol(style, layout, row)} {style.say('qwixx.circles')}", LABEL) + cells
    label = padded(f" {row_name(style, layout, row)}", LABEL)
    lock = "[×]" if sheet.locked(row) else "[–]" if closed else "[ ]" if printed.lock else ""
    crosses = counted(sheet, row)
    line = padded(f"{label}{cells} {lock}", points_column(layout))
    return f"{line}{crosses:>{COLUMN}}{layout.points[crosses]:>{COLUMN}}"


def _cell(style: Style, sheet: Sheet, cross: Cross, closed: bool, legal: Collection[Cross]) -> str:
    # Three characters, and one for a closing bracket if there is room: numbers are aligned.
    wide, after = (NARROW_CELL, "") if style.narrow else (CELL - 1, " ")
    printed, number = sheet.layout.all[cross.row], cross.number
    ink = None if printed.beside else printed.colour
    if sheet.has(cross.row, number):
        mark = f"{CROSSED}{number}"
        return " " * (wide - len(mark)) + style.paint(mark, ink, reverse=True) + after
    if closed or sheet.skips(cross) < 0:
        return style.paint(f"{LOST:>{wide}}{after}", dim=True)
    if cross in legal:
        marked = f"*{number}" if style.narrow else f"({number})"
        return style.paint(f"{marked:>{wide + len(after)}}", ink, bold=True)
    return style.paint(f"{number:>{wide}}{after}", ink)


def _foot(style: Style, sheet: Sheet) -> str:
    width = points_column(sheet.layout) + 2 * COLUMN
    boxes = padded(f" {style.text('qwixx.penalties')}", LABEL) + f"  {_boxes(sheet, ' ')}"
    penalty = signed(-penalty_points(sheet)) if sheet.penalties else ""
    word = f"{style.text('qwixx.total')} {signed(total(sheet)):>{COLUMN - 1}}"
    return padded(f"{boxes}  {penalty}", width - len(word)) + style.paint(word, bold=True)


def sheet_strip(style: Style, sheet: Sheet, name: str) -> list[str]:
    """A sheet in a line or two: each row's crosses and the last of them, penalties, total."""
    if style.narrow:
        head = padded(f" {name}", _narrow_width(sheet.layout) - sheet.layout.penalties - 5)
        rows = (
            f"{symbol(style, sheet.layout, row)}{_progress(sheet, row)}"
            for row in sheet.layout.printed
        )
        return [f"{head}{_boxes(sheet, '')} {signed(total(sheet)):>4}", "   " + " ".join(rows)]
    words = [
        padded(f"{symbol(style, sheet.layout, row)} {_progress(sheet, row)}", width)
        for row, width in ((row, 7 + len(sheet.layout.all[row].id)) for row in sheet.layout.printed)
    ]
    return [f" {name:<14}{''.join(words)} {_boxes(sheet, '')} {signed(total(sheet)):>4}"]


def _boxes(sheet: Sheet, between: str) -> str:
    most = sheet.layout.penalties
    return between.join(CROSSED if n < sheet.penalties else BOX for n in range(most))


def _progress(sheet: Sheet, row: int) -> str:
    """``3→7``: three crosses, the last of them on 7."""
    crossed = sheet.numbers(row)
    return f"{len(crossed)}→{crossed[-1]}" if crossed else "–"


def dice(style: Style, layout: Layout, roll: Roll) -> str:
    """``white [3] [4] = 7    ◆[3]  ●[5]  ▲[2]  ■[6]``"""
    white = ("" if style.narrow else " ").join(f"[{face}]" for face in roll.white)
    colours = (" " if style.narrow else "  ").join(
        style.paint(f"{SYMBOLS[row.colour]}[{face}]", row.colour)
        for row, face in zip(layout.rows, roll.colours, strict=True)
        if face is not None
    )
    apart = " " * (2 if style.narrow else 4)
    return f"{style.say('qwixx.white')} {white} = {roll.white_sum}{apart}{colours}"


def illustration(style: Style, log: GameLog[State, Any, Any], parts: Sequence[str]) -> list[str]:
    """Parts of a position for a page to read: the parts of the picture, as text."""
    state = log.state
    layout, own = state.sheets[0].layout, state.sheets[0]
    closed = closed_rows(state.sheets)
    lines = []
    for part in parts_of(layout, parts):
        if part == "dice" or "+" in part:
            lines.append(f" {dice(style, layout, last_roll(log))}")
        elif part == "penalties":
            lines.append(_foot(style, own))
        elif part != "points":  # they are at the ends of the rows and below
            seat, row = row_of(layout, part)
            lines.append(_row(style, state.sheets[seat], row, row in closed, ()))
    return list(dict.fromkeys(lines))


def last_roll(log: GameLog[State, Any, Any]) -> Roll:
    """The dice on the table, even when the turn is over."""
    return next(act for act in reversed(log.acts) if isinstance(act, Roll))


def parts_of(layout: Layout, parts: Sequence[str]) -> list[str]:
    """The parts one by one: a whole sheet is all of its rows and the penalties."""
    whole = [*(layout.all[row].id for row in layout.printed), "penalties"]
    return [one for part in parts for one in (whole if part == "sheet" else [part])]


def row_of(layout: Layout, part: str) -> tuple[int, int]:
    """The seat and the row of a part such as ``r`` or ``2:r``."""
    seat, _, name = part.rpartition(":")
    return int(seat or 1) - 1, layout.by_id[name]


def scores(
    style: Style, sheets: Sequence[Sheet], names: Sequence[str], outcome: Outcome
) -> list[str]:
    """The sums at the foot of every sheet, the best first."""
    layout = sheets[0].layout
    if style.narrow:
        return _narrow_scores(style, sheets, names, outcome)
    head = "".join(f"{'':>5}{symbol(style, layout, row)}" for row in range(len(layout.rows)))
    lines = [f"{'':>17}{head}   {style.text('qwixx.penalties')}"]
    for seat in sorted(range(len(sheets)), key=lambda seat: outcome.places[seat]):
        sums = " + ".join(f"{sum_:>3}" for sum_ in row_points(sheets[seat]))
        penalty = penalty_points(sheets[seat])
        score = style.paint(f"{signed(outcome.scores[seat]):>4}", bold=True)
        place = f"{outcome.places[seat]}."
        lines.append(f" {place:<3}{names[seat]:<15} {sums} {MINUS} {penalty:>2} = {score}")
    return lines


def _narrow_scores(
    style: Style, sheets: Sequence[Sheet], names: Sequence[str], outcome: Outcome
) -> list[str]:
    """The same, in two lines each."""
    layout = sheets[0].layout
    symbols = (symbol(style, layout, row) for row in range(len(layout.rows)))
    lines = ["  " + "".join(f"     {each}" for each in symbols)]
    for seat in sorted(range(len(sheets)), key=lambda seat: outcome.places[seat]):
        sums = " + ".join(f"{sum_:>3}" for sum_ in row_points(sheets[seat]))
        score = style.paint(f"{signed(outcome.scores[seat]):>4}", bold=True)
        lines.append(f" {outcome.places[seat]}. {names[seat]}")
        lines.append(f"     {sums} {MINUS} {penalty_points(sheets[seat]):>2} = {score}")
    return lines
