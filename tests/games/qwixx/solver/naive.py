"""Qwixx for oneself as one would write it at first: every roll, every choice, no table.

A row is its last crossed box, −1 for none, and its number of crosses; a closed row is None.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

Row = tuple[int, int] | None
RowTables = tuple[Row, ...]
Value = Callable[[RowTables, int, int], float]
"""The value of rows and penalties, by the number of rolls of others before one's own turn."""

LAST = 10
WHITE = [(one, two, 1 if one == two else 2) for one in range(1, 7) for two in range(one, 7)]


def expectimax(players: int, ends: bool) -> Value:
    """The value of everything, by looking at all that can come."""

    @cache
    def value(rows: RowTables, penalties: int, waits: int) -> float:
        if penalties == 4 or _over(rows):
            return 0
        if waits:
            return _watch(rows, penalties, lambda *then: value(*then, waits - 1))
        return turn(rows, penalties, ends, lambda *then: value(*then, players - 1))

    return value


def turn(
    rows: RowTables, penalties: int, ends: bool, then: Callable[[RowTables, int], float]
) -> float:
    """The mean over all rolls of the best that one's own turn can bring.

    The dice of rows in which nothing can be crossed any more need not be rolled.
    """
    alive = [row for row in range(4) if _alive(rows[row])]
    total = 0.0
    for one, two, weight in WHITE:
        for faces in product(range(1, 7), repeat=len(alive)):
            dice = dict(zip(alive, faces, strict=True))
            total += weight * _best(rows, penalties, ends, (one, two), dice, then)
    return total / (36 * 6.0 ** len(alive))


def _best(
    rows: RowTables,
    penalties: int,
    ends: bool,
    white: tuple[int, int],
    dice: dict[int, int],
    then: Callable[[RowTables, int], float],
) -> float:
    best = -5 + then(rows, penalties + 1)
    firsts = [(0, rows)]
    for gain, after in crosses(rows, sum(white), range(4)):
        best = max(best, gain + then(after, penalties))
        if not (ends and _over(after)):
            firsts.append((gain, after))
    for gain, after in firsts:
        for row, die in dice.items():
            for number in {white[0] + die, white[1] + die}:
                for more, last in crosses(after, number, [row]):
                    best = max(best, gain + more + then(last, penalties))
    return best


def _watch(rows: RowTables, penalties: int, then: Callable[[RowTables, int], float]) -> float:
    total = 0.0
    for one, two, weight in WHITE:
        options = [then(rows, penalties)]
        options += [gain + then(a, penalties) for gain, a in crosses(rows, one + two, range(4))]
        total += weight * max(options)
    return total / 36


def crosses(
    rows: RowTables, number: int, where: range | list[int]
) -> Iterator[tuple[int, RowTables]]:
    """What crossing a number in one of these rows brings, and the rows after it."""
    for index in where:
        row = rows[index]
        box = number - 2 if index < 2 else 12 - number
        if row is None or box <= row[0] or (box == LAST and row[1] < 5):
            continue
        gain = row[1] + 1 + (row[1] + 2) * (box == LAST)
        after = None if box == LAST else (box, row[1] + 1)
        yield gain, (*rows[:index], after, *rows[index + 1 :])


def _alive(row: Row) -> bool:
    return row is not None and (row[0] < LAST - 1 or row[1] >= 5)


def _over(rows: RowTables) -> bool:
    return rows.count(None) >= 2
