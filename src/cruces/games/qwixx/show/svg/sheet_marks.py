"""What a player has added to the printed sheet: crosses, strikes, and closed rows."""

from collections.abc import Iterator

from cruces.games.qwixx.rules import Cross, Sheet, State
from cruces.games.qwixx.rules.crossing import closed_rows
from cruces.games.qwixx.show.svg.last_turn import NewMarks
from cruces.games.qwixx.show.svg.shapes import stroke_variant
from cruces.games.qwixx.show.svg.sheet import BOX, band, column, lock, sheet_geometry
from cruces.render.svg import Element, el, group, use


def draw_marks(state: State, seat: int, new_marks: NewMarks) -> list[Element]:
    """Everything drawn on top of one player's printed sheet, row by row.

    A choice of action 1 that is not resolved yet is drawn lightly, if the state shows it.
    """
    geometry = sheet_geometry(state.sheets[seat].layout)
    rows = [row_marks(state, seat, new_marks, index) for index in geometry.tops]
    return [row for row in rows if row.children]


def row_marks(state: State, seat: int, new_marks: NewMarks, index: int) -> Element:
    """What is drawn on top of one row."""
    sheet = state.sheets[seat]
    geometry = sheet_geometry(sheet.layout)
    chosen = state.choices[seat] if state.choices else None
    row, y = sheet.layout.all[index], geometry.middle(index)
    parts = [
        part
        for number in row.numbers
        for part in _box(sheet, Cross(index, number), y, seat, new_marks, chosen)
    ]
    if index in closed_rows(state.sheets):
        # Below the crosses: the row fades for everybody (X10), its crosses stay.
        veil = el("path", class_="veil", d=band(index, geometry))
        parts = [veil, *parts, *_lock(sheet, index, y, seat)]
    return group(*parts, class_=None if row.beside else row.colour)


def _box(
    sheet: Sheet, cross: Cross, y: float, seat: int, new_marks: NewMarks, chosen: object
) -> Iterator[Element]:
    row, box = sheet.layout.all[cross.row], sheet.box(cross)
    x, look = column(box), stroke_variant(seat, cross.row, box)
    kind = f"-{row.id}" if row.beside else ""
    if sheet.has(cross.row, cross.number):
        yield use(f"dim{kind}", x, y, class_="dim")
        if cross in new_marks.crosses:
            yield use(f"ring{kind}", x, y, class_="last")
        yield use(f"x{look}", x, y)
    elif sheet.skips(cross) < 0:
        yield use(f"lost{kind}", x, y, class_="lost")
        yield use(f"s{look}", x, y, class_="strike")
    elif cross == chosen:
        yield use(f"ring{kind}", x, y, class_="chosen")
        yield use(f"x{look}", x, y, class_="light")


def _lock(sheet: Sheet, index: int, y: float, seat: int) -> list[Element]:
    """The lock of a closed row: crossed by the player who closed it (X9), shut for the others."""
    row = sheet.layout.rows[index]
    x = lock(row)
    if sheet.locked(index):
        return [
            el("circle", class_="own", cx=x, cy=y, r=BOX / 2),
            use("lock-shut", x, y),
            use(f"x{stroke_variant(seat, index, len(row.numbers))}", x, y),
        ]
    return [
        el("circle", cx=x, cy=y, r=BOX / 2),
        use("lock-shut", x, y, class_="stamped"),
    ]
