"""Quixo for four, rule by rule: T1–T7."""

import pytest

from cruces.core import PASS, IllegalError, Play
from cruces.games.quixo.rules import QUIXO_TEAMS, Push, State


def at(position: str, **options: object) -> State:
    return QUIXO_TEAMS.parse_position(position, options)


def after(state: State, *moves: str) -> State:
    for move in moves:
        (seat,) = QUIXO_TEAMS.to_act(state)
        state = QUIXO_TEAMS.apply(state, seat, QUIXO_TEAMS.parse_action(move))
    return state


def board(state: State) -> str:
    return QUIXO_TEAMS.format_position(state).split(" ", 1)[0]


def why_not(state: State, move: str) -> str | None:
    (seat,) = QUIXO_TEAMS.to_act(state)
    why = QUIXO_TEAMS.legal(state, seat).why_not(QUIXO_TEAMS.parse_action(move))
    return why.slug if why else None


@pytest.mark.rule("T1")
@pytest.mark.parametrize(("begins", "order"), [("crosses", "012301"), ("circles", "123012")])
def test_turns_go_clockwise_and_the_teams_alternate(begins: str, order: str) -> None:
    state = QUIXO_TEAMS.initial({"begins": begins})
    seen = ""
    for move in ("a1>e1", "a2>e2", "a3>e3", "a4>e4", "a5>e5"):
        (seat,) = QUIXO_TEAMS.to_act(state)
        seen += str(seat)
        state = after(state, f"{move}@{seat + 1}")
    (seat,) = QUIXO_TEAMS.to_act(state)
    assert seen + str(seat) == order


@pytest.mark.rule("T2")
def test_88_first_moves() -> None:
    assert len(QUIXO_TEAMS.legal(QUIXO_TEAMS.initial(), 0)) == 88


@pytest.mark.rule("T2")
def test_the_dot_is_turned_to_oneself_or_to_the_partner() -> None:
    state = QUIXO_TEAMS.initial()
    assert board(after(state, "a1>a5@1"))[-5] == "1"
    assert board(after(state, "a1>a5@3"))[-5] == "3"
    assert why_not(state, "a1>a5@2") == "dot-partner"
    assert why_not(state, "a1>a5@4") == "dot-partner"
    assert why_not(state, "a1>a5") == "dot-missing"


@pytest.mark.rule("T2")
def test_only_the_player_the_dot_points_at_may_take_it() -> None:
    state = at("1.3../..2../..4../...../..... 1 5")
    assert why_not(state, "a1>e1@1") is None
    assert why_not(state, "c1>e1@1") == "partners-cube"
    state = at("1.3../2.4../...../...../..... 1 5")
    assert why_not(state, "a2>e2@1") == "opponents-cube"
    assert why_not(state, "b1>e1@3") is None
    with pytest.raises(IllegalError, match="points to player 3"):
        after(state, "c1>e1@1")


@pytest.mark.rule("T3")
def test_neutral_cubes_only_in_the_first_round() -> None:
    state = after(QUIXO_TEAMS.initial(), "a1>a5@3", "c1>c5@4")
    assert QUIXO_TEAMS.to_act(state) == {2}
    assert why_not(state, "a5>a1@3") == "first-round"
    state = after(state, "e1>e5@3", "b1>a1@4", "d1>d5@1", "e2>a2@2")
    assert why_not(state, "a5>e5@3") is None


@pytest.mark.rule("T4")
def test_a_player_who_can_play_must() -> None:
    state = QUIXO_TEAMS.initial()
    assert why_not(state, "pass") == "must-play"
    with pytest.raises(IllegalError, match="cannot pass"):
        QUIXO_TEAMS.apply(state, 0, PASS)


NO_CUBE_FOR_PLAYER_1 = "32432/4...2/2...3/4...2/23234 1 21"


@pytest.mark.rule("T4")
def test_no_neutral_and_no_own_dot_on_the_edge_forces_a_pass() -> None:
    state = at(NO_CUBE_FOR_PLAYER_1)
    assert QUIXO_TEAMS.to_act(state) == {0}
    assert list(QUIXO_TEAMS.legal(state, 0)) == [PASS]
    passed = after(state, "pass")
    assert board(passed) == board(state)
    assert QUIXO_TEAMS.to_act(passed) == {1}
    assert PASS not in QUIXO_TEAMS.legal(passed, 1)


@pytest.mark.rule("T4")
@pytest.mark.parametrize("cube", [".", "1"])
def test_one_cube_he_may_take_forbids_it(cube: str) -> None:
    state = at(NO_CUBE_FOR_PLAYER_1.replace("3", cube, 1))
    assert why_not(state, "pass") == "must-play"
    assert {str(a.take) for a in QUIXO_TEAMS.legal(state, 0) if isinstance(a, Push)} == {"a1"}


@pytest.mark.rule("T4")
def test_pushing_does_not_turn_dots() -> None:
    state = at("13.42/...../...../...../..... 1 5")
    assert board(after(state, "a1>e1@3"))[:5] == "3.423"


@pytest.mark.rule("T5")
@pytest.mark.parametrize("line", ["11111", "33333", "13131"])
def test_a_line_wins_for_the_team_whatever_the_dots_show(line: str) -> None:
    outcome = QUIXO_TEAMS.outcome(at(f"{line}/2.4../2.4../...../..... 2 10"))
    assert outcome is not None
    assert (outcome.reason, outcome.scores) == ("line", (1, -1, 1, -1))
    assert outcome.places == (1, 2, 1, 2)
    assert outcome.winners == (0, 2)


@pytest.mark.rule("T5")
def test_making_the_other_teams_line_loses() -> None:
    state = after(at("2424./....2/1.3../1.3../..... 1 13"), "e1>e5@1")
    outcome = QUIXO_TEAMS.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores) == ("opponent-line", (-1, 1, -1, 1))


@pytest.mark.rule("T6")
def test_consulting_is_agreed_before_the_game() -> None:
    assert QUIXO_TEAMS.settings(QUIXO_TEAMS.initial())["consult"] is True
    assert QUIXO_TEAMS.settings(QUIXO_TEAMS.initial({"consult": False}))["consult"] is False


@pytest.mark.rule("T7")
def test_the_record_keeps_what_time_each_player_took() -> None:
    """Time is an option of the match, not of the position: here it is only written down."""
    play = Play(QUIXO_TEAMS)
    play.act(0, "a1>a5@1", at=4_000)
    play.act(1, "a2>e2@2", at=9_500)
    assert [event.at for event in play.record().events] == [4_000, 9_500]


KEPT = ("a1>e1@1", "a5>e5@2", "a2>e2@3", "a4>e4@4", "e1>a1@1", "e5>a5@2", "e2>a2@3", "e4>a4@4")


def test_repetition_counts_with_the_dots() -> None:
    start = at("1..../3..../...../4..../2.... 1 5")
    once = after(start, *KEPT)
    assert QUIXO_TEAMS.outcome(once) is None
    outcome = QUIXO_TEAMS.outcome(after(once, *KEPT))
    assert outcome is not None
    assert outcome.reason == "repetition"
    assert QUIXO_TEAMS.outcome(after(once, *KEPT[:7], "e4>a4@2")) is None  # another dot


def test_a_resignation_is_the_teams() -> None:
    outcome = QUIXO_TEAMS.outcome(QUIXO_TEAMS.conclude(QUIXO_TEAMS.initial(), "resignation", 3))
    assert outcome is not None
    assert outcome.scores == (1, -1, 1, -1)
