"""The sheet, its boxes and its score: X1, X2, X9, X13, X14, B1, B9."""

import pytest

from cruces.games.qwixx.rules import BIG_POINTS, COLOURS, QWIXX, Cross, Line, Sheet
from cruces.games.qwixx.rules.notation import format_sheet, parse_sheet
from cruces.games.qwixx.rules.scoring import counted, points, row_points, total
from cruces.games.qwixx.rules.sheet import BOXES, PENALTY_BOXES


@pytest.mark.rule("X1")
def test_red_and_yellow_rise_green_and_blue_fall() -> None:
    printed = {row: [row.number(box) for box in range(BOXES)] for row in COLOURS}
    assert printed[Line.RED] == printed[Line.YELLOW] == list(range(2, 13))
    assert printed[Line.GREEN] == printed[Line.BLUE] == list(range(12, 1, -1))
    assert PENALTY_BOXES == 4


@pytest.mark.rule("B1")
def test_each_circle_lies_beside_the_same_number_of_both_neighbours() -> None:
    for circles in (Line.RED_YELLOW, Line.GREEN_BLUE):
        for box in range(BOXES):
            beside = {row.number(box) for row in circles.neighbours}
            assert beside == {circles.number(box)}
    assert Line.RED_YELLOW.neighbours == (Line.RED, Line.YELLOW)
    assert Line.GREEN_BLUE.neighbours == (Line.GREEN, Line.BLUE)
    assert [row.circles for row in COLOURS] == [4, 4, 5, 5]


def test_a_big_points_sheet_has_two_lines_more() -> None:
    assert len(QWIXX.initial().sheets[0].marks) == 4
    assert len(BIG_POINTS.initial().sheets[0].marks) == 6


@pytest.mark.rule("X13")
def test_the_score_table_is_that_of_the_sheet() -> None:
    assert [points(n) for n in range(13)] == [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]


@pytest.mark.rule("X13")
def test_a_penalty_costs_five() -> None:
    assert total(parse_sheet("p3", 4)) == -15


@pytest.mark.rule("X14")
def test_worked_score_of_the_spanish_booklets() -> None:
    sheet = parse_sheet("r2,4,6,8 y3,5,7 g12,11,9,8,6,4,3 b12,11,10,9,8,6,5,4 p2", 4)
    assert row_points(sheet) == (10, 6, 28, 36)
    assert total(sheet) == 70


@pytest.mark.rule("X14")
def test_worked_score_of_gamewright() -> None:
    sheet = parse_sheet("r2,4,6,8 y3,5,7 g12,11,10,9,8,6,5,4 b12,11,9,8,6,4,3 p2", 4)
    assert row_points(sheet) == (10, 6, 36, 28)
    assert total(sheet) == 70


@pytest.mark.rule("X9", "X13")
def test_the_lock_is_one_more_cross_that_scores() -> None:
    sheet = parse_sheet("r2,3,4,5,6,12", 4)
    assert sheet.count(Line.RED) == 6
    assert counted(sheet, Line.RED) == 7
    assert row_points(sheet)[Line.RED] == 28


@pytest.mark.rule("X13")
def test_a_full_row_scores_78() -> None:
    assert row_points(parse_sheet("g12,11,10,9,8,7,6,5,4,3,2", 4))[Line.GREEN] == 78


@pytest.mark.rule("B9", "B10")
def test_circles_count_in_both_neighbour_rows() -> None:
    sheet = parse_sheet("r2,3,4 y2 g12,11,10,9 b8 ry2,3,4 gb12,11,10,9", 6)
    assert [counted(sheet, row) for row in COLOURS] == [3 + 3, 1 + 3, 4 + 4, 1 + 4]
    assert total(sheet) == 21 + 10 + 36 + 15


@pytest.mark.rule("B9")
def test_a_row_counts_fifteen_at_most_and_more_may_be_crossed() -> None:
    squares = ",".join(map(str, range(2, 13)))
    for circles, expected in (("2", 13), ("2,3", 14), ("2,3,4", 15), ("2,3,4,5", 15)):
        sheet = parse_sheet(f"r{squares} ry{circles}", 6)
        assert counted(sheet, Line.RED) == expected
    assert [points(n) for n in (13, 14, 15)] == [91, 105, 120]
    full = parse_sheet(f"r{squares} ry{squares}", 6)
    assert full.count(Line.RED_YELLOW) == 11
    assert row_points(full)[Line.RED] == 120


@pytest.mark.rule("B9")
def test_circle_rows_score_nothing_by_themselves() -> None:
    sheet = parse_sheet("r5 ry5", 6)
    assert row_points(sheet) == (3, 1, 0, 0)


@pytest.mark.parametrize("written", ["-", "r3,5 y2", "g12,9 p4", "r2,3,4,5,6,12 b3"])
def test_a_sheet_is_read_as_it_is_written(written: str) -> None:
    assert format_sheet(parse_sheet(written, 4)) == written


def test_crossing_leaves_the_old_sheet_alone() -> None:
    empty = Sheet.empty()
    crossed = empty.cross(Cross(Line.BLUE, 10)).penalise()
    assert format_sheet(crossed) == "b10 p1"
    assert format_sheet(empty) == "-"
