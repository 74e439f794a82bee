"""The sheet, its boxes and its score: X1, X2, X9, X13, X14, B1, B9."""

from dataclasses import replace

import pytest

from cruces.games.qwixx.rules import (
    BIG_POINTS,
    BIG_POINTS_LAYOUT,
    QWIXX,
    QWIXX_LAYOUT,
    Cross,
    Layout,
    Row,
    Sheet,
)
from cruces.games.qwixx.rules.layout import BLUE, GREEN, GREEN_BLUE, RED, RED_YELLOW, YELLOW
from cruces.games.qwixx.rules.notation import format_sheet, parse_sheet
from cruces.games.qwixx.rules.scoring import counted, row_points, total


@pytest.mark.rule("X1")
def test_red_and_yellow_rise_green_and_blue_fall() -> None:
    printed = [list(row.numbers) for row in QWIXX_LAYOUT.rows]
    assert printed[RED] == printed[YELLOW] == list(range(2, 13))
    assert printed[GREEN] == printed[BLUE] == list(range(12, 1, -1))
    assert all(row.lock for row in QWIXX_LAYOUT.rows)
    assert QWIXX_LAYOUT.penalties == 4


@pytest.mark.rule("B1")
def test_each_circle_is_next_to_the_same_number_in_both_rows() -> None:
    layout = BIG_POINTS_LAYOUT
    for circles in layout.bonus:
        assert not circles.lock
        assert [layout.rows[row].numbers for row in circles.beside] == [circles.numbers] * 2
    assert layout.all[RED_YELLOW].beside == (RED, YELLOW)
    assert layout.all[GREEN_BLUE].beside == (GREEN, BLUE)
    assert layout.bonus_of[: len(layout.rows)] == ((4,), (4,), (5,), (5,))
    assert [layout.all[row].id for row in layout.printed] == ["r", "ry", "y", "g", "gb", "b"]


def test_a_big_points_sheet_has_two_rows_more() -> None:
    assert len(QWIXX.initial().sheets[0].marks) == 4
    assert len(BIG_POINTS.initial().sheets[0].marks) == 6


def test_a_bonus_row_is_printed_between_those_it_belongs_to() -> None:
    fresh = replace(BIG_POINTS_LAYOUT)  # nothing of it is computed yet
    assert fresh.blocks == ((RED, RED_YELLOW, YELLOW), (GREEN, GREEN_BLUE, BLUE))


def test_the_range_of_scores_follows_from_the_sheet() -> None:
    assert QWIXX.score_range == (-20, 4 * 78)
    assert BIG_POINTS.score_range == (-20, 4 * 120)


UP = tuple(range(2, 13))


@pytest.mark.parametrize(
    ("rows", "bonus", "why"),
    [
        ([Row("r", "red", (*UP, 7))], [], "twice"),
        ([Row("r", "red", UP), Row("r", "blue", UP)], [], "same id"),
        ([Row("p", "red", UP)], [], "not an id"),
        ([Row("R", "red", UP)], [], "not an id"),
        ([Row("r", "red", UP[:5])], [], "too short"),
        (
            [Row("r", "red", UP), Row("y", "yellow", UP[::-1])],
            [Row("ry", "circles", UP, lock=False, beside=(0, 1))],
            "other numbers",
        ),
    ],
)
def test_a_sheet_that_cannot_be_played_on_is_refused(
    rows: list[Row], bonus: list[Row], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        Layout(tuple(rows), tuple(bonus))


@pytest.mark.rule("X13")
def test_the_score_table_is_that_of_the_sheet() -> None:
    assert QWIXX_LAYOUT.points == (0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78)


@pytest.mark.rule("X13")
def test_a_penalty_costs_five() -> None:
    assert total(parse_sheet(QWIXX_LAYOUT, "p3")) == -15


@pytest.mark.rule("X14")
def test_worked_score_of_the_spanish_booklets() -> None:
    sheet = parse_sheet(QWIXX_LAYOUT, "r2,4,6,8 y3,5,7 g12,11,9,8,6,4,3 b12,11,10,9,8,6,5,4 p2")
    assert row_points(sheet) == (10, 6, 28, 36)
    assert total(sheet) == 70


@pytest.mark.rule("X14")
def test_worked_score_of_gamewright() -> None:
    sheet = parse_sheet(QWIXX_LAYOUT, "r2,4,6,8 y3,5,7 g12,11,10,9,8,6,5,4 b12,11,9,8,6,4,3 p2")
    assert row_points(sheet) == (10, 6, 36, 28)
    assert total(sheet) == 70


@pytest.mark.rule("X9", "X13")
def test_the_lock_is_one_more_cross_that_scores() -> None:
    sheet = parse_sheet(QWIXX_LAYOUT, "r2,3,4,5,6,12")
    assert sheet.count(RED) == 6
    assert counted(sheet, RED) == 7
    assert row_points(sheet)[RED] == 28


@pytest.mark.rule("X13")
def test_a_full_row_scores_78() -> None:
    assert row_points(parse_sheet(QWIXX_LAYOUT, "g12,11,10,9,8,7,6,5,4,3,2"))[GREEN] == 78


@pytest.mark.rule("B9", "B10")
def test_circles_count_in_both_neighbour_rows() -> None:
    sheet = parse_sheet(BIG_POINTS_LAYOUT, "r2,3,4 y2 g12,11,10,9 b8 ry2,3,4 gb12,11,10,9")
    assert [counted(sheet, row) for row in range(4)] == [3 + 3, 1 + 3, 4 + 4, 1 + 4]
    assert total(sheet) == 21 + 10 + 36 + 15


@pytest.mark.rule("B9")
def test_a_row_counts_fifteen_at_most_and_more_may_be_crossed() -> None:
    squares = ",".join(map(str, range(2, 13)))
    for circles, expected in (("2", 13), ("2,3", 14), ("2,3,4", 15), ("2,3,4,5", 15)):
        sheet = parse_sheet(BIG_POINTS_LAYOUT, f"r{squares} ry{circles}")
        assert counted(sheet, RED) == expected
    assert BIG_POINTS_LAYOUT.points[13:] == (91, 105, 120)
    full = parse_sheet(BIG_POINTS_LAYOUT, f"r{squares} ry{squares}")
    assert full.count(RED_YELLOW) == 11
    assert row_points(full)[RED] == 120


@pytest.mark.rule("B9")
def test_circle_rows_score_nothing_by_themselves() -> None:
    sheet = parse_sheet(BIG_POINTS_LAYOUT, "r5 ry5")
    assert row_points(sheet) == (3, 1, 0, 0)


@pytest.mark.parametrize("written", ["-", "r3,5 y2", "g12,9 p4", "r2,3,4,5,6,12 b3"])
def test_a_sheet_is_read_as_it_is_written(written: str) -> None:
    assert format_sheet(parse_sheet(QWIXX_LAYOUT, written)) == written


def test_crossing_leaves_the_old_sheet_alone() -> None:
    empty = Sheet.empty(QWIXX_LAYOUT)
    crossed = empty.cross(Cross(BLUE, 10)).penalise()
    assert format_sheet(crossed) == "b10 p1"
    assert format_sheet(empty) == "-"
