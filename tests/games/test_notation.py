"""Texts: what people may write, and what is refused with which reason."""

import pytest

from cruces.core import BadOptionError, CrucesError, MalformedError
from cruces.core.registry import GAMES, get_game
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX


def reason(caught: pytest.ExceptionInfo[CrucesError]) -> str:
    assert caught.value.message("en") != caught.value.message("es")
    return caught.value.reason.slug


@pytest.mark.parametrize("written", ["r5", "b10", "g2", "y12", "ry3", "gb10", "pass"])
def test_qwixx_actions_are_read_as_written(written: str) -> None:
    assert BIG_POINTS.format_action(BIG_POINTS.parse_action(written)) == written


@pytest.mark.parametrize("written", ["a1>a5", "e5>a5", "b1>b5@3", "pass"])
def test_quixo_actions_are_read_as_written(written: str) -> None:
    assert QUIXO_TEAMS.format_action(QUIXO_TEAMS.parse_action(written)) == written


def test_people_may_be_careless() -> None:
    assert QWIXX.parse_action("  R 5 ") == QWIXX.parse_action("r5")
    assert QUIXO.parse_action("A1 > A5") == QUIXO.parse_action("a1>a5")
    assert QWIXX.parse_chance("W41  r3 Y5 g2 b6") == QWIXX.parse_chance("w41 r3 y5 g2 b6")


@pytest.mark.parametrize(
    "written", ["", "r", "5", "r1", "r13", "r05", "x5", "rr5", "r5 y5", "r-5", "r٥", "r5\x00"]
)
def test_what_is_no_qwixx_action(written: str) -> None:
    with pytest.raises(MalformedError) as caught:
        QWIXX.parse_action(written)
    assert reason(caught) == "qwixx-action"


@pytest.mark.parametrize("written", ["", "a1", "a1a5", "a1>f5", "a0>a5", "a1>a5@5", "a1>a5@", "z"])
def test_what_is_no_quixo_action(written: str) -> None:
    with pytest.raises(MalformedError) as caught:
        QUIXO.parse_action(written)
    assert reason(caught) == "quixo-action"


@pytest.mark.parametrize("written", ["", "w4", "w47", "r3", "w41 y5 r3", "lot p0", "die 7", "lot"])
def test_what_is_no_qwixx_chance(written: str) -> None:
    with pytest.raises(MalformedError) as caught:
        QWIXX.parse_chance(written)
    assert reason(caught) == "qwixx-chance"


def test_there_are_no_dice_in_quixo() -> None:
    with pytest.raises(MalformedError) as caught:
        QUIXO.parse_chance("die 4")
    assert reason(caught) == "quixo-chance"


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
        ("p4 | - ; p1 roll", "qwixx-impossible"),
        ("- | - ; p1 over", "qwixx-impossible"),
        ("- | - ; p1 white w41 r3 y5 g2", "qwixx-impossible"),
        (f"p4 | - ; p1 white {ROLL}", "qwixx-impossible"),
        (f"- | - ; p1 white {ROLL} : p1 r6", "qwixx-impossible"),
        (f"- | - ; p1 white {ROLL} : p1 r5, p2 r5", "qwixx-impossible"),
        (f"- | - ; p1 colour {ROLL} : r5", "qwixx-impossible"),
        (f"r6 | - ; p1 colour {ROLL} : r6", "qwixx-impossible"),
        ("- | - ; p1 colour w41 r3 y5 g2 : pass", "qwixx-impossible"),
        (f"r2,3,4,5,6,12 | - ; p1 colour {ROLL} : pass", "qwixx-impossible"),
        (f"p4 | - ; p1 colour {ROLL} : pass", "qwixx-impossible"),
        (
            "r2,3,4,5,6,12 y2,3,4,5,6,12 | - ; p2 colour w66 r3 y5 g2 b6 : pass",
            "qwixx-impossible",
        ),
    ],
)
def test_what_is_no_qwixx_position(written: str, slug: str) -> None:
    with pytest.raises(MalformedError) as caught:
        QWIXX.parse_position(written)
    assert reason(caught) == slug


def test_two_rows_closed_in_action_1_are_possible_where_the_turn_is_finished() -> None:
    written = "r2,3,4,5,6,12 y2,3,4,5,6,12 | - ; p2 colour w66 r3 y5 g2 b6 : pass"
    state = QWIXX.parse_position(written, {"after_second_lock": "finish-turn"})
    assert QWIXX.format_position(state) == written


def test_circles_without_a_neighbour_are_no_position() -> None:
    with pytest.raises(MalformedError) as caught:
        BIG_POINTS.parse_position("ry5 | - ; p1 roll")
    assert reason(caught) == "circle-needs-neighbour"


def test_too_many_sheets_are_no_position() -> None:
    with pytest.raises(BadOptionError) as caught:
        QWIXX.parse_position(" | ".join("-" * 6) + " ; p1 roll")
    assert reason(caught) == "bad-seats"


@pytest.mark.parametrize(
    "written",
    [
        "OX.../...../...../...../X.... O 4",
        "X../.../... O 2",
        "X../.../... O 2 = agreement",
        "X../.../... O 2 = resignation p1",
        "..X/..O/... X 5 < X../..O/... < X../O../...",
    ],
)
def test_quixo_positions_are_read_as_written(written: str) -> None:
    assert QUIXO.format_position(QUIXO.parse_position(written)) == written


def test_a_team_position_is_read_as_written() -> None:
    written = "1..4./...../...../...../3.2.. 1 5"
    assert QUIXO_TEAMS.format_position(QUIXO_TEAMS.parse_position(written)) == written


@pytest.mark.parametrize(
    ("written", "slug"),
    [
        ("", "bad-value"),
        ("...", "bad-value"),
        ("X../.../... O", "quixo-position"),
        ("X../.../... O 0", "quixo-position"),
        ("X../.../... O 2 = sleep", "quixo-position"),
        ("X../.../.. O 2", "quixo-board"),
        ("X../.../..Z O 2", "quixo-board"),
        ("X../.../... X 2", "quixo-impossible"),
        ("X../.../... O 2 = resignation", "quixo-impossible"),
        ("X../.../... O 2 = resignation p3", "quixo-impossible"),
        ("X../.../... O 2 = agreement p1", "quixo-impossible"),
        ("XX./.../... O 2", "quixo-impossible"),
        (".../.../... O 2", "quixo-impossible"),
        ("X../.../... O 2 < ..X/.../...", "quixo-impossible"),
        ("X.O/.../... X 5 < X../.../...", "quixo-impossible"),
    ],
)
def test_what_is_no_quixo_position(written: str, slug: str) -> None:
    with pytest.raises(CrucesError) as caught:
        QUIXO.parse_position(written)
    assert reason(caught) == slug


def test_history_needs_repetition_to_matter() -> None:
    with pytest.raises(MalformedError):
        QUIXO.parse_position("..X/..O/... X 5 < X../..O/... < X../O../...", {"repetition": None})


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_introduces_itself(game: object) -> None:
    found = get_game(getattr(game, "id", ""))
    assert found is game
    assert found.name("es")
    assert found.name("en")


def test_there_is_no_such_game() -> None:
    with pytest.raises(BadOptionError) as caught:
        get_game("chess")
    assert reason(caught) == "unknown-game"
