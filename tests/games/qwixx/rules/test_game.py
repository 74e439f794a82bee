"""The course of Qwixx, rule by rule: X2–X12, X15."""

import pytest

from cruces.core import CHANCE, PASS, GameOverError, IllegalError, NotYourTurnError
from cruces.games.qwixx.rules import QWIXX, Cross, Phase, State
from cruces.games.qwixx.rules.layout import BLUE, RED, YELLOW

FIVE_RED = "r2,3,4,5,6"
FIVE_YELLOW = "y2,3,4,5,6"


def at(position: str, **options: object) -> State:
    """The state that a line describes."""
    return QWIXX.parse_position(position, options)


def after(state: State, *acts: str) -> State:
    """The state after acts like ``p1 r5``; ``-`` is chance."""
    for act in acts:
        who, _, what = act.partition(" ")
        if who == "-":
            state = QWIXX.apply(state, CHANCE, QWIXX.parse_chance(what))
        else:
            state = QWIXX.apply(state, int(who[1:]) - 1, QWIXX.parse_action(what))
    return state


def legal(state: State, seat: int) -> list[str]:
    return [QWIXX.format_action(action) for action in QWIXX.legal(state, seat)]


def why_not(state: State, seat: int, action: str) -> str | None:
    why = QWIXX.legal(state, seat).why_not(QWIXX.parse_action(action))
    return why.slug if why else None


def text(state: State) -> str:
    return QWIXX.format_position(state)


# The start


@pytest.mark.rule("X3")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_to_five_play(seats: int) -> None:
    assert QWIXX.seats(QWIXX.initial(seats=seats)) == seats


@pytest.mark.rule("X3")
def test_solo_is_practice_and_always_active() -> None:
    assert QWIXX.practice_counts == (1,)
    state = QWIXX.initial(seats=1)
    assert text(state) == "- ; p1 roll"
    state = after(state, "- w41 r3 y5 g2 b6", "p1 pass", "p1 r7")
    assert text(state) == "r7 ; p1 roll"


@pytest.mark.rule("X4")
def test_the_first_player_is_drawn_by_lot() -> None:
    state = QWIXX.initial(seats=4)
    assert QWIXX.to_act(state) == {CHANCE}
    assert [QWIXX.format_chance(o) for o, _ in QWIXX.chance(state)] == [
        "lot p1",
        "lot p2",
        "lot p3",
        "lot p4",
    ]
    assert text(after(state, "- lot p3")).endswith("; p3 roll")


@pytest.mark.rule("X4")
def test_the_first_six_begins_in_the_gamewright_edition() -> None:
    state = QWIXX.initial({"edition": "gamewright-2014"}, seats=3)
    assert len(QWIXX.chance(state)) == 6
    state = after(state, "- die 3", "- die 5", "- die 1", "- die 2")
    assert text(state).endswith("; p2 start")
    assert text(after(state, "- die 6")).endswith("; p2 roll")


@pytest.mark.rule("X4")
def test_editions_are_presets_and_options_overrule_them() -> None:
    starts = {e: QWIXX.resolve({"edition": e})["start"] for e in QWIXX.presets}
    assert starts == {"es-original": "lot", "es-classic": "lot", "gamewright-2014": "first-six"}
    assert QWIXX.resolve({"edition": "gamewright-2014", "start": "lot"})["start"] == "lot"


# The roll and action 1


@pytest.mark.rule("X5")
def test_the_roll_is_two_white_dice_and_the_colours_in_play() -> None:
    assert len(QWIXX.chance(at("- | - ; p1 roll"))) == 6**6
    closed = at(f"{FIVE_RED},12 | - ; p2 roll")
    assert len(QWIXX.chance(closed)) == 6**5
    with pytest.raises(IllegalError):
        after(closed, "- w41 r3 y5 g2 b6")
    assert after(closed, "- w41 y5 g2 b6").phase is Phase.WHITE


@pytest.mark.rule("X6")
def test_everyone_may_cross_the_white_sum_in_one_row() -> None:
    state = at("- | - | - ; p2 white w41 r3 y5 g2 b6")
    assert QWIXX.to_act(state) == {0, 1, 2}
    for seat in range(3):
        assert legal(state, seat) == ["r5", "y5", "g5", "b5", "pass"]
    assert why_not(state, 0, "r6") == "not-white-sum"


@pytest.mark.rule("X6")
def test_action_1_is_simultaneous_in_whatever_order_it_arrives() -> None:
    state = at("- | - | - ; p2 white w41 r3 y5 g2 b6")
    one = after(state, "p1 r5", "p2 y5", "p3 pass")
    other = after(state, "p3 pass", "p1 r5", "p2 y5")
    joint = QWIXX.apply_joint(state, {0: Cross(RED, 5), 1: Cross(YELLOW, 5), 2: PASS})
    assert one == other == joint
    assert text(one) == "r5 | y5 | - ; p2 colour w41 r3 y5 g2 b6 : y5"


@pytest.mark.rule("X6")
def test_nothing_is_crossed_before_all_have_chosen() -> None:
    state = after(at("- | - ; p1 white w41 r3 y5 g2 b6"), "p1 r5")
    assert text(state) == "- | - ; p1 white w41 r3 y5 g2 b6 : p1 r5"
    assert QWIXX.to_act(state) == {1}
    with pytest.raises(NotYourTurnError):
        after(state, "p1 y5")


@pytest.mark.rule("X6")
def test_a_choice_stays_hidden_until_all_have_chosen() -> None:
    state = after(at("- | - | - ; p1 white w41 r3 y5 g2 b6"), "p1 r5", "p2 pass")
    shown = {seat: QWIXX.view(state, seat).state for seat in (0, 1, 2, None)}
    assert text(shown[0]).endswith(": p1 r5, p2 ?")
    assert text(shown[1]).endswith(": p1 ?, p2 pass")
    assert text(shown[2]).endswith(": p1 ?, p2 ?")
    assert text(shown[None]).endswith(": p1 ?, p2 ?")
    assert QWIXX.view(state, 2).to_act == {2}


@pytest.mark.rule("X6", "X9")
def test_a_choice_that_one_may_not_see_counts_as_a_pass_when_one_looks_ahead() -> None:
    state = after(at("- | - ; p1 white w41 r3 y5 g2 b6"), "p1 r5")
    ahead = after(QWIXX.view(state, 1).state, "p2 pass")
    assert text(ahead) == "- | - ; p1 colour w41 r3 y5 g2 b6 : pass"
    assert QWIXX.parse_position(text(ahead)) == ahead
    assert text(after(ahead, "p1 pass")) == "p1 | - ; p2 roll"


@pytest.mark.rule("X6")
def test_an_error_does_not_tell_what_another_chose() -> None:
    state = after(at("- | - ; p1 white w41 r3 y5 g2 b6"), "p1 r5")
    with pytest.raises(IllegalError) as caught:
        after(state, "p2 r9")
    assert caught.value.position == "- | - ; p1 white w41 r3 y5 g2 b6 : p1 ?"


@pytest.mark.rule("X2")
def test_the_first_cross_may_be_anywhere() -> None:
    state = at("- | - ; p1 white w66 r3 y5 g2 b6")
    assert legal(state, 1) == ["g12", "b12", "pass"]  # red 12 and yellow 12 are last numbers
    assert legal(at("- | - ; p1 white w56 r3 y5 g2 b6"), 1) == ["r11", "y11", "g11", "b11", "pass"]


@pytest.mark.rule("X2", "X15")
def test_skipped_numbers_are_lost() -> None:
    for dice, number in (("w11", 2), ("w12", 3), ("w22", 4), ("w42", 6)):
        state = at(f"r5,7 | - ; p1 white {dice} r1 y1 g1 b1")
        assert why_not(state, 0, f"r{number}") == "left-to-right"
    assert why_not(at("r5,7 | - ; p1 white w41 r1 y1 g1 b1"), 0, "r5") == "already-crossed"
    assert why_not(at("r5,7 | - ; p1 white w62 r1 y1 g1 b1"), 0, "r8") is None


@pytest.mark.rule("X2", "X15")
def test_the_pictured_sheet_goes_on_to_the_right_only() -> None:
    """Yellow reached 10, green 6, blue 10: only what lies to the right of them is open."""
    sheet = "r5,7 y2,6,10 g11,6 b10"
    open_numbers: dict[str, list[int]] = {"r": [], "y": [], "g": [], "b": []}
    for white in range(2, 13):
        first = min(6, white - 1)
        state = at(f"{sheet} | - ; p1 white w{first}{white - first} r1 y1 g1 b1")
        for action in legal(state, 0)[:-1]:
            open_numbers[action[0]].append(int(action[1:]))
    assert open_numbers["r"] == [8, 9, 10, 11]  # 12 needs five crosses
    assert open_numbers["y"] == [11]
    assert open_numbers["g"] == [3, 4, 5]
    assert open_numbers["b"] == [3, 4, 5, 6, 7, 8, 9]


# Action 2


@pytest.mark.rule("X7")
def test_the_active_player_adds_one_white_die_to_one_colour_die() -> None:
    state = at("- | - ; p1 colour w41 r3 y5 g2 b6 : pass")
    assert QWIXX.to_act(state) == {0}
    assert legal(state, 0) == ["r4", "r7", "y6", "y9", "g6", "g3", "b10", "b7", "pass"]
    assert why_not(state, 0, "r5") == "not-colour-sum"
    with pytest.raises(NotYourTurnError):
        after(state, "p2 r4")


@pytest.mark.rule("X7")
def test_equal_white_dice_make_one_sum() -> None:
    assert legal(at("- | - ; p1 colour w44 r3 y5 g2 b6 : pass"), 0)[:2] == ["r7", "y9"]


@pytest.mark.rule("X7")
def test_both_actions_may_hit_the_same_row_strictly_further_right() -> None:
    state = after(at("- | - ; p1 white w41 r3 y5 g2 b6"), "p1 r5", "p2 pass")
    assert why_not(state, 0, "r7") is None
    assert why_not(state, 0, "r4") == "left-to-right"
    assert text(after(state, "p1 r7")) == "r5,7 | - ; p2 roll"


@pytest.mark.rule("X7")
def test_all_dice_are_visible_before_action_1_is_chosen() -> None:
    state = after(at("- | - ; p1 roll"), "- w41 r3 y5 g2 b6")
    roll = QWIXX.view(state, 1).state.roll
    assert roll is not None
    assert roll.colours == (3, 5, 2, 6)


# Penalties


@pytest.mark.rule("X8")
def test_the_active_player_who_crosses_nothing_gets_a_penalty() -> None:
    state = after(at("- | - ; p1 white w41 r3 y5 g2 b6"), "p1 pass", "p2 pass", "p1 pass")
    assert text(state) == "p1 | - ; p2 roll"


@pytest.mark.rule("X8")
@pytest.mark.parametrize("acts", [("p1 r5", "p1 pass"), ("p1 pass", "p1 b10")])
def test_one_cross_in_either_action_spares_it(acts: tuple[str, str]) -> None:
    state = after(at("- | - ; p1 white w41 r3 y5 g2 b6"), acts[0], "p2 pass", acts[1])
    assert state.sheets[0].penalties == 0


@pytest.mark.rule("X8")
def test_inability_is_no_excuse() -> None:
    state = at("r11 y11 g3 b3 | - ; p1 white w34 r1 y1 g6 b6")
    assert legal(state, 0) == ["pass"]
    state = after(state, "p1 pass", "p2 pass")
    assert legal(state, 0) == ["pass"]
    assert after(state, "p1 pass").sheets[0].penalties == 1


@pytest.mark.rule("X8")
def test_others_never_get_one() -> None:
    state = after(at("- | - ; p1 white w41 r3 y5 g2 b6"), "p1 r5", "p2 pass", "p1 pass")
    assert state.sheets[1].penalties == 0


@pytest.mark.rule("X8", "X12")
def test_the_fourth_penalty_ends_the_game_at_once() -> None:
    state = at("p3 | r2,3,4 | - ; p1 white w41 r3 y5 g2 b6")
    state = after(state, "p1 pass", "p2 pass", "p3 pass", "p1 pass")
    assert text(state) == "p4 | r2,3,4 | - ; p1 over"
    outcome = QWIXX.outcome(state)
    assert outcome is not None
    assert outcome.reason == "fourth-penalty"
    assert outcome.scores == (-20, 6, 0)
    assert outcome.places == (3, 1, 2)
    assert QWIXX.to_act(state) == frozenset()
    with pytest.raises(GameOverError):
        after(state, "p2 pass")


# Locks


@pytest.mark.rule("X9")
@pytest.mark.parametrize(
    ("row", "last", "dice"),
    [("r2,3,4,5", "r12", "w66"), ("y7,8,9,11", "y12", "w66"), ("g12,11,10,4", "g2", "w11")],
)
def test_the_last_number_needs_five_crosses_before_it(row: str, last: str, dice: str) -> None:
    state = at(f"{row} | - ; p1 white {dice} r1 y1 g1 b1")
    assert why_not(state, 0, last) == "needs-five"
    with pytest.raises(IllegalError, match="five crosses in that row first"):
        after(state, f"p1 {last}")


@pytest.mark.rule("X9")
def test_with_five_it_is_crossed_together_with_the_lock() -> None:
    state = at("b12,9,8,7,5 | - ; p1 white w11 r1 y1 g1 b1")
    state = after(state, "p1 b2", "p2 pass")
    assert state.sheets[0].locked(BLUE)
    assert QWIXX.format_position(state).startswith("b12,9,8,7,5,2 | -")


@pytest.mark.rule("X9")
def test_a_cross_of_action_1_counts_among_the_five_of_action_2() -> None:
    state = at("r2,3,4,5 | - ; p1 white w16 r6 y1 g1 b1")
    assert why_not(after(state, "p1 pass", "p2 pass"), 0, "r12") == "needs-five"
    assert why_not(after(state, "p1 r7", "p2 pass"), 0, "r12") is None


# Closing


@pytest.mark.rule("X10")
def test_a_closed_row_is_closed_for_everybody() -> None:
    state = at(f"{FIVE_RED} | r2 ; p1 white w66 r1 y1 g1 b1")
    state = after(state, "p1 r12", "p2 pass", "p1 pass", "- w41 y5 g2 b6")
    assert why_not(state, 1, "r5") == "row-closed"
    assert legal(state, 1) == ["y5", "g5", "b5", "pass"]


@pytest.mark.rule("X10")
def test_a_row_closed_in_action_1_has_no_die_for_action_2() -> None:
    state = at(f"r2 | {FIVE_RED} ; p1 white w66 r3 y1 g1 b1")
    state = after(state, "p1 pass", "p2 r12")
    assert state.phase is Phase.COLOUR
    assert why_not(state, 0, "r9") == "die-gone"
    assert not [action for action in legal(state, 0) if action.startswith("r")]
    with pytest.raises(IllegalError, match="its die is out of the game"):
        after(state, "p1 r9")


@pytest.mark.rule("X10")
def test_a_row_closed_in_action_2_is_closed_from_then_on() -> None:
    state = at("g12,11,10,9,8 | - ; p1 colour w13 r1 y1 g1 b1 : pass")
    state = after(state, "p1 g2")
    assert text(state) == "g12,11,10,9,8,2 | - ; p2 roll"
    assert len(QWIXX.chance(state)) == 6**5


@pytest.mark.rule("X11")
def test_two_players_close_the_same_row_at_once() -> None:
    state = at(f"{FIVE_RED} | r2,4,6,8,10 | - ; p3 white w66 r1 y1 g1 b1")
    state = after(state, "p1 r12", "p2 r12", "p3 pass")
    assert [sheet.locked(RED) for sheet in state.sheets] == [True, True, False]
    assert state.phase is Phase.COLOUR


@pytest.mark.rule("X11")
def test_with_fewer_than_five_one_may_not_join_in() -> None:
    state = at(f"{FIVE_RED} | r2,4,6,8 ; p1 white w66 r1 y1 g1 b1")
    state = after(state, "p1 r12")
    assert why_not(state, 1, "r12") == "needs-five"


@pytest.mark.rule("X11")
def test_two_rows_close_in_the_same_action_1() -> None:
    state = at(f"{FIVE_RED} | {FIVE_YELLOW} ; p1 white w66 r1 y1 g1 b1")
    state = after(state, "p1 r12", "p2 y12")
    outcome = QWIXX.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.announced) == ("rows-closed", ("r", "y"))


@pytest.mark.rule("X11", "X12", "X15")
def test_a_third_row_closes_with_the_second() -> None:
    """Green is closed already; with white 6+6 one closes red and another yellow."""
    closed_green = "g12,11,10,9,8,2"
    state = at(f"{FIVE_RED} | {closed_green} | {FIVE_YELLOW} | - ; p2 roll")
    state = after(state, "- w66 r1 y1 b1", "p1 r12", "p2 pass", "p3 y12", "p4 pass")
    outcome = QWIXX.outcome(state)
    assert outcome is not None
    assert outcome.announced == ("r", "y", "g")
    assert outcome.scores == (28, 28, 28, 0)
    assert outcome.places == (1, 1, 1, 4)


# The end


@pytest.mark.rule("X12")
def test_a_second_closing_in_action_1_leaves_no_action_2_and_no_penalty() -> None:
    state = at(f"- | {FIVE_RED} g12,11,10,9,8,2 ; p1 white w66 r1 y1 b1")
    state = after(state, "p1 pass", "p2 r12")
    assert state.phase is Phase.OVER
    assert state.sheets[0].penalties == 0


@pytest.mark.rule("X12")
@pytest.mark.parametrize(("act", "sheet"), [("p1 pass", "p1"), ("p1 y7", "y7")])
def test_with_finish_turn_the_active_player_still_takes_action_2(act: str, sheet: str) -> None:
    start = f"- | {FIVE_RED} g12,11,10,9,8,2 ; p1 white w66 r1 y1 b1"
    state = after(at(start, after_second_lock="finish-turn"), "p1 pass", "p2 r12")
    assert state.phase is Phase.COLOUR
    assert why_not(state, 0, "r7") == "die-gone"
    state = after(state, act)
    assert text(state).startswith(f"{sheet} | ")
    outcome = QWIXX.outcome(state)
    assert outcome is not None
    assert outcome.reason == "rows-closed"


@pytest.mark.rule("X12")
def test_a_second_closing_in_action_2_ends_it() -> None:
    state = at("r2,3,4,5,6,12 g12,11,10,9,8 | - ; p1 colour w13 y1 g1 b1 : pass")
    assert QWIXX.outcome(after(state, "p1 g2")) is not None


@pytest.mark.rule("X12")
def test_one_closed_row_does_not_end_it() -> None:
    state = at(f"{FIVE_RED} | - ; p1 white w66 r1 y1 g1 b1")
    assert QWIXX.outcome(after(state, "p1 r12", "p2 pass", "p1 pass")) is None


@pytest.mark.rule("X13")
def test_equal_totals_share_the_place() -> None:
    state = at("r2,3 p4 | b12,11 y7,6 | y2,3 b12,11 | p3 ; p1 over")
    outcome = QWIXX.outcome(state)
    assert outcome is not None
    assert outcome.scores == (-17, 6, 6, -15)
    assert outcome.places == (4, 1, 1, 3)
    assert outcome.winners == (1, 2)


# The worked turn


@pytest.mark.rule("X15")
def test_the_worked_turn() -> None:
    """White 4 and 1: one crosses yellow 5, the active one red 5, two pass; then blue 10."""
    state = after(
        QWIXX.initial(seats=4),
        "- lot p1",
        "- w41 r2 y3 g5 b6",
        "p1 r5",
        "p2 y5",
        "p3 pass",
        "p4 pass",
        "p1 b10",
    )
    assert text(state) == "r5 b10 | y5 | - | - ; p2 roll"


@pytest.mark.rule("X15")
def test_turns_go_round_the_table() -> None:
    state = at("- | - | r5 ; p3 colour w41 r3 y5 g2 b6 : r5")
    assert text(after(state, "p3 pass")).endswith("; p1 roll")
