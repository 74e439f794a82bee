"""Qwixx sheets, dice and scores as text."""

from collections.abc import Collection, Sequence

from cruces.core import Outcome
from cruces.games.qwixx.rules import COLOURS, Cross, Line, Roll, Sheet, State
from cruces.games.qwixx.rules.crossing import closed_rows
from cruces.games.qwixx.rules.scoring import PENALTY, counted, points, row_points, total
from cruces.games.qwixx.rules.sheet import BOXES, PENALTY_BOXES
from cruces.render.terminal.style import MINUS, Style, padded, signed

INKS = dict(zip(COLOURS, ("red", "yellow", "green", "blue"), strict=True))
SYMBOLS = dict(zip(COLOURS, "◆●▲■", strict=True))
ORDER = (Line.RED, Line.RED_YELLOW, Line.YELLOW, Line.GREEN, Line.GREEN_BLUE, Line.BLUE)
"""The lines as they are printed, from the top."""
CROSSED, LOST, BOX = "×", "·", "□"
LABEL, CELL, COLUMN = 12, 4, 8
LEFT = LABEL + CELL * BOXES + 4
"""Where the columns of crosses and points begin."""


def symbol(style: Style, line: Line) -> str:
    """◆ ● ▲ ■ in their colours; both neighbours' for a row of circles."""
    rows = line.neighbours or (line,)
    return "".join(style.paint(SYMBOLS[row], INKS[row]) for row in rows)


def row_name(style: Style, row: Line) -> str:
    """``◆ red``"""
    return f"{symbol(style, row)} {style.text(f'line.{row.letters}')}"


def lines_of(sheet: Sheet) -> list[Line]:
    """The lines that a sheet has, from the top."""
    return [line for line in ORDER if line < len(sheet.marks)]


def full(
    style: Style, state: State, seat: int, name: str, legal: Collection[Cross] = ()
) -> list[str]:
    """A sheet as on paper; what may be crossed now is in brackets."""
    sheet, closed = state.sheets[seat], closed_rows(state.sheets)
    columns = style.say("qwixx.crosses").rjust(COLUMN) + style.say("qwixx.points").rjust(COLUMN)
    title = style.paint(padded(f" {name}", LEFT), bold=True) + style.paint(columns, dim=True)
    rows = [_row(style, sheet, line, line in closed, legal) for line in lines_of(sheet)]
    return [title, *rows, _foot(style, sheet)]


def _row(style: Style, sheet: Sheet, line: Line, closed: bool, legal: Collection[Cross]) -> str:
    cells = "".join(_cell(style, sheet, line, box, closed, legal) for box in range(BOXES))
    if line not in COLOURS:
        return padded(f" {symbol(style, line)} {style.say('qwixx.circles')}", LABEL) + cells
    label = padded(f" {row_name(style, line)}", LABEL)
    lock = "[×]" if sheet.locked(line) else "[–]" if closed else "[ ]"
    crosses = counted(sheet, line)
    return f"{label}{cells} {lock}{crosses:>{COLUMN}}{points(crosses):>{COLUMN}}"


def _cell(
    style: Style, sheet: Sheet, line: Line, box: int, closed: bool, legal: Collection[Cross]
) -> str:
    # Three places and one for a closing bracket, so that the figures stand in a column.
    number, ink = line.number(box), INKS.get(line)
    if sheet.has(line, number):
        mark = f"{CROSSED}{number}"
        return " " * (CELL - 1 - len(mark)) + style.paint(mark, ink, reverse=True) + " "
    if closed or box < sheet.reached(line):
        return style.paint(f"{LOST:>{CELL - 1}} ", dim=True)
    if Cross(line, number) in legal:
        return style.paint(f"{f'({number})':>{CELL}}", ink, bold=True)
    return style.paint(f"{number:>{CELL - 1}} ", ink)


def _foot(style: Style, sheet: Sheet) -> str:
    left = padded(f" {style.text('qwixx.penalties')}", LABEL) + f"  {_boxes(sheet, ' ')}"
    paid = signed(PENALTY * sheet.penalties) if sheet.penalties else ""
    word = f"{style.text('qwixx.total')} {signed(total(sheet)):>{COLUMN - 1}}"
    return padded(f"{left}  {paid}", LEFT + 2 * COLUMN - len(word)) + style.paint(word, bold=True)


def strip(style: Style, sheet: Sheet, name: str) -> str:
    """A sheet in one line: each row's crosses and how far they reach, penalties, total."""
    words = [
        padded(f"{symbol(style, line)} {_progress(sheet, line)}", 7 + len(line.letters))
        for line in lines_of(sheet)
    ]
    return f" {name:<14}{''.join(words)} {_boxes(sheet, '')} {signed(total(sheet)):>4}"


def _boxes(sheet: Sheet, between: str) -> str:
    return between.join(CROSSED if n < sheet.penalties else BOX for n in range(PENALTY_BOXES))


def _progress(sheet: Sheet, line: Line) -> str:
    """``3→7``: three crosses, the last of them on 7."""
    reached = sheet.reached(line)
    return f"{sheet.count(line)}→{line.number(reached)}" if reached >= 0 else "–"


def dice(style: Style, roll: Roll) -> str:
    """``white [3] [4] = 7    ◆[3]  ●[5]  ▲[2]  ■[6]``"""
    white = " ".join(f"[{face}]" for face in roll.white)
    colours = "  ".join(
        style.paint(f"{SYMBOLS[row]}[{roll.colours[row]}]", INKS[row])
        for row in COLOURS
        if roll.colours[row] is not None
    )
    return f"{style.say('qwixx.white')} {white} = {roll.white_sum}    {colours}"


def scores(
    style: Style, sheets: Sequence[Sheet], names: Sequence[str], outcome: Outcome
) -> list[str]:
    """The sums at the foot of every sheet, the best first."""
    head = "".join(f"{'':>5}{symbol(style, row)}" for row in COLOURS)
    lines = [f"{'':>17}{head}   {style.text('qwixx.penalties')}"]
    for seat in sorted(range(len(sheets)), key=lambda seat: outcome.places[seat]):
        sums = " + ".join(f"{sum_:>3}" for sum_ in row_points(sheets[seat]))
        paid = -PENALTY * sheets[seat].penalties
        score = style.paint(f"{signed(outcome.scores[seat]):>4}", bold=True)
        place = f"{outcome.places[seat]}."
        lines.append(f" {place:<3}{names[seat]:<15} {sums} {MINUS} {paid:>2} = {score}")
    return lines
