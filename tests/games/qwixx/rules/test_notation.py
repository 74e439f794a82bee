"""Texts: what people may write, and what is refused with which reason."""

import pytest

from cruces.core import BadOptionError, MalformedError
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX
from tests.games.refusals import reason


@pytest.mark.parametrize("written", ["r5", "b10", "g2", "y12", "ry3", "gb10", "pass"])
def test_qwixx_actions_are_read_as_written(written: str) -> None:
    assert BIG_POINTS.format_action(BIG_POINTS.parse_action(written)) == written


def test_people_may_be_careless() -> None:
    assert QWIXX.parse_action("  R 5 ") == QWIXX.parse_action("r5")
    assert QWIXX.parse_chance("W41  r3 Y5 g2 b6") == QWIXX.parse_chance("w41 r3 y5 g2 b6")


@pytest.mark.parametrize(
    "written", ["", "r", "5", "r1", "r13", "r05", "x5", "rr5", "r5 y5", "r-5", "r٥", "r5\x00"]
)
def test_malformed_qwixx_actions_are_refused(written: str) -> None:
    with pytest.raises(MalformedError) as caught:
        QWIXX.parse_action(written)
    assert reason(caught) == "qwixx-action"


@pytest.mark.parametrize("written", ["w41 r3 y5 g2 b6", "w66 g1", "lot p2", "die 4"])
def test_qwixx_rolls_are_read_as_written(written: str) -> None:
    assert QWIXX.format_chance(QWIXX.parse_chance(written)) == written


@pytest.mark.parametrize("written", ["", "w4", "w47", "r3", "w41 y5 r3", "lot p0", "die 7", "lot"])
def test_malformed_qwixx_rolls_are_refused(written: str) -> None:
    with pytest.raises(MalformedError) as caught:
        QWIXX.parse_chance(written)
    assert reason(caught) == "qwixx-chance"


ROLL = "w41 r3 y5 g2 b6"


@pytest.mark.parametrize(
    "written",
    [
        "- | - ; p1 start",
        "- | r3,5 y2 p1 ; p2 roll",
        f"- | - ; p1 white {ROLL}",
        f"- | - | - ; p1 white {ROLL} : p1 r5, p3 ?",
        f"r5 | - ; p1 colour {ROLL} : r5",
        "p4 | - ; p1 over",
        "r2,3,4,5,6,12 | y2,3,4,5,6,12 ; p2 over",
        "r2,3,4,5,6,12 | - ; p2 colour w66 r3 y5 g2 b6 : pass",
    ],
)
def test_qwixx_positions_are_read_as_written(written: str) -> None:
    assert QWIXX.format_position(QWIXX.parse_position(written)) == written


@pytest.mark.parametrize(
    ("written", "slug"),
    [
        ("", "qwixx-position"),
        ("- | -", "qwixx-position"),
        ("- | - ; p3 roll", "qwixx-position"),
        ("- | - ; p1 sleep", "qwixx-position"),
        (f"- | - ; p1 roll {ROLL}", "qwixx-position"),
        ("- | - ; p1 white", "qwixx-position"),
        ("- | - ; p1 white w4", "qwixx-chance"),
        (f"- | - ; p1 colour {ROLL}", "qwixx-position"),
        ("- | - ; p1 roll : p1 r5", "qwixx-position"),
        (f"- | - ; p1 white {ROLL} : p9 r5", "qwixx-position"),
        (f"- | - ; p1 white {ROLL} : p1", "qwixx-position"),
        ("x5 | - ; p1 roll", "qwixx-sheet"),
        ("r1 | - ; p1 roll", "qwixx-sheet"),
        ("ry5 r5 | - ; p1 roll", "qwixx-sheet"),
        ("p5 | - ; p1 roll", "qwixx-sheet"),
        ("p1 p2 | - ; p1 roll", "qwixx-sheet"),
        ("r3 r5 | - ; p1 roll", "qwixx-sheet"),
        ("r3 - | - ; p1 roll", "qwixx-sheet"),
        ("r999 | - ; p1 roll", "qwixx-sheet"),
        (f"- | - | - ; p1 white {ROLL} : p1 r5, p1 pass", "qwixx-position"),
        ("r2,3,4,5,12 | - ; p1 roll", "needs-five"),
        ("- | - | - ; p1 roll ; away p9", "qwixx-position"),
        ("- | - | - ; p1 roll ; away p3, p2", "qwixx-position"),
        ("- | - | - ; p1 roll ; away p1", "qwixx-impossible"),
        ("- | - ; p1 roll ; away p2", "qwixx-impossible"),
        ("- | - ; p1 over ; away", "qwixx-position"),
        (f"- | - | - ; p1 white {ROLL} ; away p2", "qwixx-impossible"),
        (f"- | - ; p1 colour {ROLL} : pass ; away p2", "qwixx-impossible"),
        ("r5 | - ; p1 start", "qwixx-impossible"),
        ("- ; p1 start", "qwixx-impossible"),
        ("p4 | - ; p1 roll", "qwixx-over"),
        ("- | - ; p1 over", "qwixx-impossible"),
        ("- | - ; p1 white w41 r3 y5 g2", "qwixx-dice"),
        (f"p4 | - ; p1 white {ROLL}", "qwixx-over"),
        (f"- | - ; p1 white {ROLL} : p1 r6", "qwixx-impossible"),
        (f"- | - ; p1 white {ROLL} : p1 r5, p2 r5", "qwixx-impossible"),
        (f"- | - ; p1 colour {ROLL} : r5", "qwixx-impossible"),
        (f"r6 | - ; p1 colour {ROLL} : r6", "qwixx-impossible"),
        ("- | - ; p1 colour w41 r3 y5 g2 : pass", "qwixx-dice"),
        (f"r2,3,4,5,6,12 | - ; p1 colour {ROLL} : pass", "qwixx-dice"),
        (f"p4 | - ; p1 colour {ROLL} : pass", "qwixx-over"),
        (
            "r2,3,4,5,6,12 y2,3,4,5,6,12 | - ; p2 colour w66 r3 y5 g2 b6 : pass",
            "qwixx-over",
        ),
    ],
)
def test_impossible_qwixx_positions_are_refused(written: str, slug: str) -> None:
    with pytest.raises(MalformedError) as caught:
        QWIXX.parse_position(written)
    assert reason(caught) == slug


def test_two_rows_closed_in_action_1_are_possible_where_the_turn_is_finished() -> None:
    written = "r2,3,4,5,6,12 y2,3,4,5,6,12 | - ; p2 colour w66 r3 y5 g2 b6 : pass"
    state = QWIXX.parse_position(written, {"after_second_lock": "finish-turn"})
    assert QWIXX.format_position(state) == written


def test_a_position_with_a_circle_without_a_neighbour_is_refused() -> None:
    with pytest.raises(MalformedError) as caught:
        BIG_POINTS.parse_position("ry5 | - ; p1 roll")
    assert reason(caught) == "circle-needs-neighbour"


def test_a_position_with_too_many_sheets_is_refused() -> None:
    with pytest.raises(BadOptionError) as caught:
        QWIXX.parse_position(" | ".join("-" * 6) + " ; p1 roll")
    assert reason(caught) == "bad-seats"
