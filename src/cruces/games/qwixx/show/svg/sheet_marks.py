"""What a player's pencil added to the printed sheet: crosses, strikes, and closed rows."""

from collections.abc import Iterator

from cruces.games.qwixx.rules import Cross, Sheet, State
from cruces.games.qwixx.rules.crossing import closed_rows
from cruces.games.qwixx.show.svg.last_turn import Fresh
from cruces.games.qwixx.show.svg.shapes import hand
from cruces.games.qwixx.show.svg.sheet import BOX, band, column, frame, lock
from cruces.render.svg import Element, el, group, use


def pencil(state: State, seat: int, fresh: Fresh) -> list[Element]:
    """Everything to be drawn over one player's printed sheet, row by row.

    What a player has chosen in action 1 and not made yet is drawn lightly, if the state shows it.
    """
    sheet = state.sheets[seat]
    closed, shown = closed_rows(state.sheets), frame(sheet.layout)
    chosen = state.choices[seat] if state.choices else None
    drawn = []
    for index in shown.tops:
        row, y = sheet.layout.all[index], shown.middle(index)
        parts = [
            part
            for number in row.numbers
            for part in _box(sheet, Cross(index, number), y, seat, fresh, chosen)
        ]
        if index in closed:
            # Under the pencil: the row fades for everybody (X10), what was crossed stays.
            veil = el("path", class_="veil", d=band(index, shown))
            parts = [veil, *parts, *_lock(sheet, index, y, seat)]
        drawn.append(group(*parts, class_=None if row.beside else row.colour))
    return [row for row in drawn if row.children]


def _box(
    sheet: Sheet, cross: Cross, y: float, seat: int, fresh: Fresh, chosen: object
) -> Iterator[Element]:
    row, box = sheet.layout.all[cross.row], sheet.box(cross)
    x, look = column(box), hand(seat, cross.row, box)
    kind = f"-{row.id}" if row.beside else ""
    if sheet.has(cross.row, cross.number):
        yield use(f"dim{kind}", x, y, class_="dim")
        if cross in fresh.crosses:
            yield use(f"ring{kind}", x, y, class_="last")
        yield use(f"x{look}", x, y)
    elif sheet.skips(cross) < 0:
        yield use(f"lost{kind}", x, y, class_="lost")
        yield use(f"s{look}", x, y, class_="strike")
    elif cross == chosen:
        yield use(f"ring{kind}", x, y, class_="chosen")
        yield use(f"x{look}", x, y, class_="light")


def _lock(sheet: Sheet, index: int, y: float, seat: int) -> list[Element]:
    """The lock of a closed row: crossed by who closed it (X9), for the others stamped shut."""
    row = sheet.layout.rows[index]
    x = lock(row)
    if sheet.locked(index):
        return [
            el("circle", class_="own", cx=x, cy=y, r=BOX / 2),
            use("lock-shut", x, y),
            use(f"x{hand(seat, index, len(row.numbers))}", x, y),
        ]
    return [
        el("circle", cx=x, cy=y, r=BOX / 2),
        use("lock-shut", x, y, class_="stamped"),
    ]
