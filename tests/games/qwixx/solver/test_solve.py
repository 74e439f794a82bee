"""Solo and friendly Qwixx: the values are those of plain looking ahead, and of play."""

from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest

from cruces.core import PASS
from cruces.games.qwixx.kernel import batch, chance, turn
from cruces.games.qwixx.kernel.policies import NOT_YET
from cruces.games.qwixx.kernel.shape import shape
from cruces.games.qwixx.kernel.sheet import PASS as PASSED
from cruces.games.qwixx.kernel.sheet import from_cross, from_sheet
from cruces.games.qwixx.rules import QWIXX_LAYOUT, Cross, Roll, Sheet
from cruces.games.qwixx.rules.layout import RED
from cruces.games.qwixx.rules.scoring import total
from cruces.games.qwixx.solver import RULINGS
from cruces.games.qwixx.solver.index import PAIRS, PENALTIES, PLACES, pairs, place
from cruces.games.qwixx.solver.policy import best, policy_tables
from cruces.games.qwixx.solver.solve import solve
from cruces.games.qwixx.solver.table import ValueTable
from tests.games.qwixx.solver import naive

LATE = 34
"""Boxes crossed or skipped: from here on little can happen."""
STARTS = {"ends": 115.4831, "finish-turn": 115.9108}


@cache
def late(players: int, ruling: str) -> ValueTable:
    return ValueTable(ruling, solve(players, ruling == "ends", down_to=LATE))


def row_of(random: Random, last: int, crosses: int) -> int:
    """Some mask with this last box and this many crosses."""
    before = random.sample(range(last), crosses - 1)
    return 1 << last | sum(1 << box for box in before)


def plain(sheet: Sheet) -> naive.RowTables:
    return tuple(
        None if sheet.locked(row) else (sheet.reached(row), sheet.count(row)) for row in range(4)
    )


def late_sheets(seed: int, count: int) -> list[Sheet]:
    """Sheets on which at most two rows can go on; sometimes one is closed."""
    random = Random(seed)
    found: list[Sheet] = []
    while len(found) < count:
        marks = [
            row_of(random, 9, random.randint(1, 4)) for _ in range(4)
        ]  # nothing can be crossed in such a row
        first, second, third = random.sample(range(4), 3)
        if random.random() < 0.4:
            marks[third] = row_of(random, 10, random.randint(6, 11))
        for row in (first, second):
            last = random.choice([6, 7, 8, 9])
            marks[row] = row_of(random, last, random.randint(3, last + 1))
        found.append(Sheet(QWIXX_LAYOUT, tuple(marks), random.choice([1, 2, 3])))
    return found


@pytest.mark.rule("X6", "X7", "X8", "X9", "X10", "X12", "X13")
@pytest.mark.parametrize("ruling", RULINGS)
@pytest.mark.parametrize("players", [1, 2, 3])
def test_looking_ahead(players: int, ruling: str) -> None:
    table, value = late(players, ruling), naive.expectimax(players, ruling == "ends")
    different = 0
    for sheet in late_sheets(players, 5):
        for waits in range(players):
            expected = value(plain(sheet), sheet.penalties, waits)
            assert table.value(sheet, waits) == pytest.approx(total(sheet) + expected, abs=1e-9)
            different += expected > 0
    assert different


@pytest.mark.rule("X10", "X11", "X12")
@pytest.mark.parametrize("ruling", RULINGS)
def test_four_rows_about_to_close(ruling: str) -> None:
    """Two or more locks at once, and one that action 1 makes possible for action 2."""
    random = Random(4)
    marks = [row_of(random, 9, crosses) for crosses in (5, 6, 7)]
    sheet = Sheet(QWIXX_LAYOUT, (*marks, row_of(random, 8, 4)), 3)
    expected = naive.expectimax(1, ruling == "ends")(plain(sheet), 3, 0)
    assert late(1, ruling).value(sheet) == pytest.approx(total(sheet) + expected, abs=1e-9)


def rolls(sheet: Sheet) -> list[tuple[Roll, float]]:
    """Every roll of the dice that matter on this sheet, with its probability; the others show 1."""
    open_rows = [
        row
        for row in range(4)
        if sheet.reached(row) < 9 or (sheet.count(row) >= 5 and not sheet.locked(row))
    ]
    found = []
    for one, two, weight in naive.WHITE:
        for faces in product(range(1, 7), repeat=len(open_rows)):
            dice = dict(zip(open_rows, faces, strict=True))
            colours = [None if sheet.locked(row) else dice.get(row, 1) for row in range(4)]
            found.append((Roll((one, two), tuple(colours)), weight / 36 / 6 ** len(open_rows)))
    return found


@pytest.mark.parametrize("ruling", RULINGS)
@pytest.mark.parametrize("players", [1, 2])
def test_best_actions(players: int, ruling: str) -> None:
    """The best of every roll, by the game's own rules, is on average what the sheet is worth."""
    table = late(players, ruling)
    for sheet in late_sheets(seed=9, count=2):
        mean = sum(p * table.actions(sheet, roll)[0].value for roll, p in rolls(sheet))
        assert mean == pytest.approx(table.value(sheet), abs=1e-9)
        for waits in range(1, players):
            mean = sum(
                p * table.answers(sheet, roll, waits - 1)[0].value for roll, p in rolls(sheet)
            )
            assert mean == pytest.approx(table.value(sheet, waits), abs=1e-9)


@pytest.mark.parametrize("ruling", RULINGS)
def test_the_policy_takes_the_best(ruling: str) -> None:
    """In batch play the same actions as by the game's rules, but for equally good ones."""
    table, random, stream = late(1, ruling), Random(2), np.zeros(1, np.uint64)
    rule = turn.KernelRules(shape(QWIXX_LAYOUT), ruling == "finish-turn", False, True)
    for sheet in late_sheets(seed=3, count=20):
        roll, _ = random.choice(rolls(sheet))
        sheets = np.array([from_sheet(sheet)], np.int64)
        mine = (int(sheets[0, 0]), 0, turn.locks(rule, sheets), chance.from_roll(roll))
        for first, legal in (
            (NOT_YET, turn.white_legal(rule, *mine)),
            (PASSED, turn.colour_legal(rule, *mine, PASSED)),
        ):
            judged = table.actions(sheet, roll, None if first == NOT_YET else PASS)
            values = {
                from_cross(QWIXX_LAYOUT, action) if isinstance(action, Cross) else PASSED: value
                for action, value in judged
            }
            taken = best(policy_tables(table), rule, sheets, 0, 0, mine[3], first, *legal, stream)
            assert values[taken] == pytest.approx(judged[0].value, abs=1e-9)


def test_a_finished_sheet() -> None:
    closed = row_of(Random(1), 10, 6)
    two = Sheet(QWIXX_LAYOUT, (closed, 0, closed, 0), 1)
    assert late(1, "ends").value(two) == total(two)
    four = Sheet(QWIXX_LAYOUT, (1, 0, 0, 0), QWIXX_LAYOUT.penalties)
    assert late(1, "ends").value(four) == total(four)


def test_places() -> None:
    known_pairs, random = pairs(), Random(1)
    assert len({place(one, two) for one in range(PAIRS) for two in range(one + 1)}) == PLACES
    for _ in range(200):
        one, two = random.randrange(57), random.randrange(57)
        assert known_pairs.number[one, two] == known_pairs.number[two, one]
        assert sorted(known_pairs.states[known_pairs.number[one, two]].tolist()) == sorted(
            [one, two]
        )
    assert place(3, 8) == place(8, 3)
    assert (np.diff(known_pairs.boxes) >= 0).all()


@pytest.mark.rule("X3", "X12")
@pytest.mark.parametrize("ruling", RULINGS)
def test_the_whole_game(ruling: str) -> None:
    """The known values of the start; sheets from anywhere; games played by the table."""
    parts: list[float] = []
    table = ValueTable(ruling, solve(1, ruling == "ends", progress=parts.append))
    start = table.value(Sheet.empty(QWIXX_LAYOUT))
    assert round(start, 4) == STARTS[ruling]
    assert parts == sorted(parts)
    assert parts[-1] == 1

    random = Random(5)
    for _ in range(2):
        marks = tuple(random.getrandbits(10) & random.getrandbits(10) for _ in range(4))
        sheet = Sheet(QWIXX_LAYOUT, marks, random.randrange(PENALTIES))

        def then(rows: naive.RowTables, penalties: int) -> float:
            states = [_state(row) for row in rows]
            number = pairs().number
            spot = place(int(number[states[0], states[1]]), int(number[states[2], states[3]]))
            return 0 if penalties == 4 else float(table.values[0, spot, penalties])

        expected = naive.turn(plain(sheet), sheet.penalties, ruling == "ends", cache(then))
        assert table.value(sheet) == pytest.approx(total(sheet) + expected, abs=1e-9)

    rule = turn.KernelRules(shape(QWIXX_LAYOUT), ruling == "finish-turn", False, True)
    played = batch.play_batch(best, rule, 1, 20_000, seed=1, data=policy_tables(table)).scores[:, 0]
    assert abs(played.mean() - start) < 4 * played.std() / np.sqrt(len(played))


def _state(row: naive.Row) -> int:
    from cruces.games.qwixx.kernel.rows import CLOSED, row_state

    return CLOSED if row is None else row_state(*row)


def test_rolls_that_speak_for_themselves() -> None:
    table = late(1, "ends")
    nine = (1 << 10) - 1
    sheet = Sheet(QWIXX_LAYOUT, (nine, 0b1001 << 6, 0b1001 << 6, 0b1001 << 6), 3)
    roll = Roll((6, 6), (1, 1, 1, 1))
    assert table.actions(sheet, roll)[0].action == Cross(RED, 12)
    assert table.actions(sheet, roll)[-1].action == PASS
    assert table.actions(sheet, roll, first=PASS)[0].action == PASS
