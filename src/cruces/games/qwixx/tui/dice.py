"""Dice in the terminal app: pips on their colour, and the row's symbol below."""

from random import Random

from cruces.games.qwixx.rules import Layout, Roll
from cruces.games.qwixx.show.symbols import SYMBOLS
from cruces.tui.canvas import Canvas
from cruces.tui.colours import Ink

WIDTH, HEIGHT, GAP = 5, 3, 1
PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: (" ●   ", "     ", "   ● "),
    3: (" ●   ", "  ●  ", "   ● "),
    4: (" ● ● ", "     ", " ● ● "),
    5: (" ● ● ", "  ●  ", " ● ● "),
    6: (" ● ● ", " ● ● ", " ● ● "),
}


def draw_dice(
    canvas: Canvas,
    ink: Ink,
    layout: Layout,
    roll: Roll,
    at: tuple[int, int],
    rolling: Random | None,
) -> None:
    """All dice in play; while they roll, with faces of no meaning."""
    x, y = at
    dice: list[tuple[int, str]] = [(face, "white") for face in roll.white]
    for row, face in zip(layout.rows, roll.colours, strict=True):
        if face is not None:
            dice.append((face, row.colour))
    for number, (face, colour) in enumerate(dice):
        left = x + number * (WIDTH + GAP)
        shown = rolling.randint(1, 6) if rolling else face
        _die(canvas, ink, shown, colour, left, y)
    middle = x + WIDTH - 2
    if not rolling:
        canvas.write(middle, y + HEIGHT, f"= {roll.white_sum}", ink["ink"], bold=True)


def _die(canvas: Canvas, ink: Ink, face: int, colour: str, x: int, y: int) -> None:
    white = colour == "white"
    back = ink["ivory"] if white else ink["amber"] if colour == "yellow" else ink[colour]
    pips = ink["pip-dark"] if white or colour == "yellow" else ink["pip"]
    for line, written in enumerate(PIPS[face]):
        canvas.write(x, y + line, written, pips, back, bold=True)
    if not white:
        canvas.write(x + WIDTH // 2, y + HEIGHT, SYMBOLS[colour], ink[f"{colour}-ink"])
