"""What Big Points adds to Qwixx: B2–B8, B10. Sheets and scores are in test_qwixx_sheet."""

import pytest

from cruces.core import IllegalError
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX, Cross, State
from cruces.games.qwixx.rules.layout import RED_YELLOW


def at(position: str, **options: object) -> State:
    return BIG_POINTS.parse_position(position, options)


def after(state: State, *acts: str) -> State:
    for act in acts:
        who, _, what = act.partition(" ")
        state = BIG_POINTS.apply(state, int(who[1:]) - 1, BIG_POINTS.parse_action(what))
    return state


def legal(state: State, seat: int = 0) -> list[str]:
    return [BIG_POINTS.format_action(action) for action in BIG_POINTS.legal(state, seat)]


def why_not(state: State, action: str, seat: int = 0) -> str | None:
    why = BIG_POINTS.legal(state, seat).why_not(BIG_POINTS.parse_action(action))
    return why.slug if why else None


@pytest.mark.rule("B2")
def test_an_action_crosses_one_box_a_square_or_a_circle() -> None:
    state = at("r5 | - ; p1 white w41 r1 y1 g1 b1")
    assert legal(state) == ["y5", "g5", "b5", "ry5", "pass"]
    state = after(state, "p1 ry5", "p2 pass")
    assert BIG_POINTS.format_position(state).startswith("r5 ry5 | -")


@pytest.mark.rule("B3")
def test_a_circle_needs_a_crossed_neighbour() -> None:
    state = at("r4 y6 | - ; p1 white w41 r1 y1 g1 b1")
    assert why_not(state, "ry5") == "circle-needs-neighbour"
    with pytest.raises(IllegalError, match="one of the two boxes next to that circle"):
        after(state, "p1 ry5")


@pytest.mark.rule("B3")
@pytest.mark.parametrize("square", ["r5", "y5"])
def test_the_white_sum_opens_it_for_any_player(square: str) -> None:
    state = at(f"{square} | {square} ; p1 white w41 r1 y1 g1 b1")
    assert "ry5" in legal(state, 0)
    assert "ry5" in legal(state, 1)


@pytest.mark.rule("B3", "B10")
def test_in_action_2_only_the_die_of_a_crossed_square_opens_it() -> None:
    """Yellow 3 crossed: another yellow 3 opens the circle, a red 3 does not."""
    yellow = at("y3 | - ; p1 colour w26 r6 y1 g6 b6 : pass")
    assert why_not(yellow, "ry3") is None
    red = at("y3 | - ; p1 colour w26 r1 y6 g6 b6 : pass")
    assert why_not(red, "ry3") == "circle-needs-own-square"
    assert why_not(red, "ry7") == "circle-needs-neighbour"
    assert why_not(red, "ry4") == "circle-no-die"


@pytest.mark.rule("B3")
def test_with_circle_die_either_both_colours_open_it() -> None:
    red = at("y3 | - ; p1 colour w26 r1 y6 g6 b6 : pass", circle_die="either")
    assert why_not(red, "ry3") is None
    nothing = at("y4 | - ; p1 colour w26 r1 y6 g6 b6 : pass", circle_die="either")
    assert why_not(nothing, "ry3") == "circle-needs-neighbour"


@pytest.mark.rule("B10")
@pytest.mark.parametrize(
    ("state", "circle"),
    [
        ("y3 r5 | - ; p1 colour w26 r6 y1 g6 b6 : pass", "ry3"),  # a yellow 3
        ("y3 r5 | - ; p1 colour w16 r4 y6 g6 b6 : pass", "ry5"),  # a red 5
        ("y3 r5 | - ; p1 white w12 r6 y6 g6 b6", "ry3"),  # a white 3
        ("y3 r5 | - ; p1 white w23 r6 y6 g6 b6", "ry5"),  # a white 5
        ("y3 r5 | - ; p2 white w12 r6 y6 g6 b6", "ry3"),  # a white 3 of another's roll
        ("y3 r5 | - ; p2 white w23 r6 y6 g6 b6", "ry5"),
    ],
)
def test_the_worked_circle(state: str, circle: str) -> None:
    assert circle in legal(at(state))


@pytest.mark.rule("B4")
def test_a_square_of_action_1_opens_its_circle_from_the_next_roll_on() -> None:
    start = "- | - ; p1 white w14 r4 y6 g6 b6"
    state = after(at(start), "p1 r5", "p2 pass")
    assert why_not(state, "ry5") == "circle-next-roll"
    older = after(at(start.replace("-", "r5", 1)), "p1 y5", "p2 pass")
    assert why_not(older, "ry5") is None  # red 5 was there before
    newer = after(at(start.replace("-", "y5", 1)), "p1 r5", "p2 pass")
    assert why_not(newer, "ry5") == "circle-next-roll"  # a yellow 5 would do, not this red one


@pytest.mark.rule("B4")
def test_with_circle_same_turn_it_opens_it_at_once() -> None:
    start = "- | - ; p1 white w14 r4 y6 g6 b6"
    state = after(at(start, circle_same_turn=True), "p1 r5", "p2 pass")
    assert why_not(state, "ry5") is None


@pytest.mark.rule("B5")
def test_circles_go_left_to_right_in_their_own_row() -> None:
    state = at("r3,5,8 y4,9 ry5 | - ; p1 white w12 r1 y1 g1 b1")
    assert why_not(state, "ry3") == "left-to-right"
    assert why_not(at("r5 ry5 | - ; p1 white w14 r1 y1 g1 b1"), "ry5") == "already-crossed"
    assert why_not(at("r3,5,8 ry5 | - ; p1 white w44 r1 y1 g1 b1"), "ry8") is None


@pytest.mark.rule("B5")
def test_circles_do_not_hold_up_squares() -> None:
    state = at("r3,4 y9 ry4 | - ; p1 white w66 r1 y1 g1 b1")
    assert why_not(state, "y10") == "not-white-sum"
    assert why_not(at("r9 ry9 | - ; p1 white w12 r1 y1 g1 b1"), "y3") is None


@pytest.mark.rule("B6")
def test_circles_never_count_towards_closing() -> None:
    state = at("r2,3,4,5 ry2,3,4,5 | - ; p1 white w66 r1 y1 g1 b1")
    assert why_not(state, "r12") == "needs-five"
    assert why_not(at("r2,3,4,5,6 | - ; p1 white w66 r1 y1 g1 b1"), "r12") is None


@pytest.mark.rule("B7")
def test_circles_stay_open_next_to_a_closed_row() -> None:
    closed = "g12,11,10,9,8,2"
    white = at(f"{closed} | - ; p1 white w55 r1 y1 b1")
    assert why_not(white, "gb10") is None
    state = after(white, "p1 gb10", "p2 pass")
    assert BIG_POINTS.format_position(state).startswith(f"{closed} gb10 | -")


@pytest.mark.rule("B7")
def test_the_die_that_left_cannot_open_them_the_other_colour_can() -> None:
    state = at("g10 b10 | - ; p1 colour w64 r1 y1 g4 b1 : pass")
    assert why_not(state, "gb10") is None  # green 6 + 4
    closed = at("g12,11,10,9,8,2 | b10 ; p1 colour w64 r1 y1 b4 : pass")
    assert why_not(closed, "gb10") == "circle-needs-own-square"  # blue makes ten, blue 10 is open
    other = at("g12,11,10,9,8,2 b10 | - ; p1 colour w64 r1 y1 b4 : pass")
    assert why_not(other, "gb10") is None


@pytest.mark.rule("B7")
def test_a_die_that_left_in_action_1_opens_nothing_in_action_2() -> None:
    state = at("r2,3,4,5,9 | - ; p1 white w66 r3 y1 g1 b1")
    assert "ry9" in legal(after(state, "p1 pass", "p2 pass"))  # red 9 again: 6 + 3
    assert why_not(after(state, "p1 r12", "p2 pass"), "ry9") == "circle-no-die"


@pytest.mark.rule("B8")
def test_a_circle_alone_spares_the_penalty() -> None:
    state = at("r5 | - ; p1 white w41 r4 y6 g6 b6")
    assert after(state, "p1 ry5", "p2 pass", "p1 pass").sheets[0].penalties == 0
    assert after(state, "p1 pass", "p2 pass", "p1 ry5").sheets[0].penalties == 0
    assert after(state, "p1 pass", "p2 pass", "p1 pass").sheets[0].penalties == 1


@pytest.mark.rule("B9")
def test_circles_beyond_fifteen_may_still_be_crossed() -> None:
    row = "r2,3,4,5,6,7,8,9,10,11,12"
    state = at(f"{row} ry2,3,4 | - ; p1 white w14 y1 g1 b1")
    assert why_not(state, "ry5") is None


def test_plain_qwixx_knows_no_circles() -> None:
    state = QWIXX.parse_position("r5 | - ; p1 white w41 r1 y1 g1 b1")
    why = QWIXX.legal(state, 0).why_not(Cross(RED_YELLOW, 5))
    assert why is not None
    assert why.slug == "not-an-action"
