"""What a player's pencil added to the printed sheet: crosses, strikes, and closed rows."""

from collections.abc import Iterator

from cruces.games.qwixx.rules import CIRCLES, Cross, Line, Sheet, State
from cruces.games.qwixx.rules.crossing import closed_rows
from cruces.games.qwixx.rules.sheet import BOXES
from cruces.games.qwixx.show.svg.last_turn import Fresh
from cruces.games.qwixx.show.svg.shapes import NAMES, hand
from cruces.games.qwixx.show.svg.sheet import BOX, LOCK, band, column, layout
from cruces.render.svg import Element, el, group, use


def pencil(state: State, seat: int, fresh: Fresh) -> list[Element]:
    """Everything to be drawn over one player's printed sheet, line by line.

    What a player has chosen in action 1 and not made yet is drawn lightly, if the state shows it.
    """
    sheet = state.sheets[seat]
    lines = len(sheet.marks)
    closed = closed_rows(state.sheets)
    chosen = state.choices[seat] if state.choices else None
    drawn = []
    for line, top in layout(lines).tops.items():
        y = layout(lines).middle(line)
        parts = [
            part
            for box in range(BOXES)
            for part in _box(sheet, Cross(line, line.number(box)), y, seat, fresh, chosen)
        ]
        if line in closed:
            # Under the pencil: the row fades for everybody (X10), what was crossed stays.
            veil = el("path", class_="veil", d=band(line, lines, top))
            parts = [veil, *parts, *_lock(sheet, line, y, seat)]
        drawn.append(group(*parts, class_=NAMES.get(line)))
    return [line for line in drawn if line.children]


def _box(
    sheet: Sheet, cross: Cross, y: float, seat: int, fresh: Fresh, chosen: object
) -> Iterator[Element]:
    line, box = cross.line, cross.box
    x, look = column(box), hand(seat, line, box)
    kind = f"-{line.letters}" if line in CIRCLES else ""
    if sheet.has(line, cross.number):
        yield use(f"dim{kind}", x, y, class_="dim")
        if cross in fresh.crosses:
            yield use(f"ring{kind}", x, y, class_="last")
        yield use(f"x{look}", x, y)
    elif box < sheet.reached(line):
        yield use(f"lost{kind}", x, y, class_="lost")
        yield use(f"s{look}", x, y, class_="strike")
    elif cross == chosen:
        yield use(f"ring{kind}", x, y, class_="chosen")
        yield use(f"x{look}", x, y, class_="light")


def _lock(sheet: Sheet, row: Line, y: float, seat: int) -> list[Element]:
    """The lock of a closed row: crossed by who closed it (X9), for the others stamped shut."""
    if sheet.locked(row):
        return [
            el("circle", class_="own", cx=LOCK, cy=y, r=BOX / 2),
            use("lock-shut", LOCK, y),
            use(f"x{hand(seat, row, BOXES)}", LOCK, y),
        ]
    return [
        el("circle", cx=LOCK, cy=y, r=BOX / 2),
        use("lock-shut", LOCK, y, class_="stamped"),
    ]
