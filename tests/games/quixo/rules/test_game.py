"""Quixo for two, rule by rule: Q1–Q6."""

import pytest

from cruces.core import PASS, GameOverError, IllegalError, MalformedError, NotYourTurnError, perft
from cruces.games.quixo.rules import QUIXO, Push, Square, State
from cruces.games.quixo.rules.geometry import edge, index, lines, pushes

EMPTY = "...../...../...../...../....."


def at(position: str, **options: object) -> State:
    return QUIXO.parse_position(position, options)


def after(state: State, *moves: str) -> State:
    for move in moves:
        (seat,) = QUIXO.to_act(state)
        state = QUIXO.apply(state, seat, QUIXO.parse_action(move))
    return state


def board(state: State) -> str:
    return QUIXO.format_position(state).split(" ", 1)[0]


def why_not(state: State, move: str) -> str | None:
    (seat,) = QUIXO.to_act(state)
    why = QUIXO.legal(state, seat).why_not(QUIXO.parse_action(move))
    return why.slug if why else None


@pytest.mark.rule("Q1")
def test_25_neutral_cubes_and_crosses_begin() -> None:
    state = QUIXO.initial()
    assert QUIXO.format_position(state) == f"{EMPTY} X 1"
    assert QUIXO.to_act(state) == {0}


@pytest.mark.rule("Q1")
def test_circles_begin_when_so_agreed() -> None:
    state = QUIXO.initial({"begins": "circles"})
    assert QUIXO.to_act(state) == {1}
    assert board(after(state, "a1>a5")) == "...../...../...../...../O...."
    assert QUIXO.to_act(after(state, "a1>a5")) == {0}


@pytest.mark.rule("Q2")
def test_only_edge_cubes_neutral_or_ones_own() -> None:
    state = at("X.O../...../..X../...../..... X 4", begins="circles")
    assert why_not(state, "b2>b5") == "not-on-edge"
    assert why_not(state, "c1>a1") == "opponents-cube"
    assert why_not(state, "a1>e1") is None
    assert why_not(state, "b1>e1") is None


@pytest.mark.rule("Q2")
def test_the_cube_comes_back_with_ones_own_mark() -> None:
    assert board(after(at(f"{EMPTY} X 1"), "c1>c5")) == "...../...../...../...../..X.."
    own = at("O..../...../...../...../X.... O 3", begins="circles")
    assert board(after(own, "a1>e1")) == "....O/...../...../...../X...."


@pytest.mark.rule("Q2")
def test_there_is_no_passing() -> None:
    state = QUIXO.initial()
    assert PASS not in QUIXO.legal(state, 0)
    with pytest.raises(IllegalError, match="cannot pass"):
        QUIXO.apply(state, 0, PASS)


@pytest.mark.rule("Q3")
def test_pushing_moves_the_others_along_towards_the_gap() -> None:
    state = at("XO.XO/...../...../...../O...X X 7")
    assert board(after(state, "a1>e1"))[:5] == "O.XOX"
    assert board(after(state, "d1>a1"))[:5] == "XXO.O"
    assert board(after(state, "d1>e1"))[:5] == "XO.OX"
    assert board(after(state, "a1>a5")) == ".O.XO/...../...../O..../X...X"


@pytest.mark.rule("Q3")
def test_never_where_it_was_taken_from_and_only_at_an_end() -> None:
    state = QUIXO.initial()
    assert why_not(state, "a1>a1") == "same-place"
    assert why_not(state, "a1>c1") == "not-an-end"
    assert why_not(state, "a1>e5") == "not-an-end"
    assert why_not(state, "b1>b5") is None
    assert why_not(state, "b1>a5") == "not-an-end"


@pytest.mark.rule("Q3")
def test_a_corner_has_two_places_any_other_edge_cube_three() -> None:
    ends: dict[int, int] = {}
    for taken, _ in pushes(5):
        ends[taken] = ends.get(taken, 0) + 1
    assert [ends[corner] for corner in (0, 4, 20, 24)] == [2, 2, 2, 2]
    assert sorted(ends.values()) == [2] * 4 + [3] * 12
    assert len(QUIXO.legal(QUIXO.initial(), 0)) == 44


@pytest.mark.rule("Q3")
@pytest.mark.parametrize(
    ("size", "counts"),
    [
        (5, [44, 1_836, 76_596, 3_018_100]),
        (4, [32, 952, 28_312, 778_744]),
        (3, [20, 356, 6_332]),
    ],
)
def test_the_number_of_ways_to_play_on(size: int, counts: list[int]) -> None:
    start = QUIXO.initial({"size": size, "repetition": None})
    assert [perft(QUIXO, start, depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.rule("Q4")
def test_nobody_has_a_cube_of_his_own_in_the_first_round() -> None:
    state = QUIXO.initial()
    assert set(state.board) == {0}
    for action in QUIXO.legal(state, 0):
        second = QUIXO.apply(state, 0, action)
        assert 2 not in second.board
        for reply in QUIXO.legal(second, 1):
            assert isinstance(reply, Push)
            assert second.board[index(5, reply.take)] == 0


@pytest.mark.rule("Q5")
@pytest.mark.parametrize("line", lines(5))
def test_five_in_any_of_twelve_lines_win(line: tuple[int, ...]) -> None:
    cubes = ["X" if i in line else "." for i in range(25)]
    rows = "/".join("".join(cubes[i : i + 5]) for i in range(0, 25, 5))
    outcome = QUIXO.outcome(at(f"{rows} O 10"))
    assert outcome is not None
    assert (outcome.reason, outcome.scores, outcome.places) == ("line", (1, -1), (1, 2))
    names = " ".join(str(Square(i % 5, i // 5)) for i in line)
    assert outcome.announced == (names,)


@pytest.mark.rule("Q5")
def test_the_winning_push() -> None:
    state = at("XXXX./OOO../O..../...../..... X 9")
    state = after(state, "e1>a1")
    outcome = QUIXO.outcome(state)
    assert outcome is not None
    assert outcome.announced == ("a1 b1 c1 d1 e1",)
    assert outcome.winners == (0,)
    with pytest.raises(GameOverError):
        QUIXO.apply(state, 1, QUIXO.parse_action("a2>e2"))


@pytest.mark.rule("Q5")
def test_making_the_opponents_line_loses() -> None:
    state = after(at("OOOO./X...O/X..../X..../..... X 9"), "e1>e5")
    outcome = QUIXO.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores) == ("opponent-line", (-1, 1))
    assert outcome.announced == ("a1 b1 c1 d1 e1",)


@pytest.mark.rule("Q5")
def test_a_line_for_both_sides_by_one_push_loses() -> None:
    """Pushing column a up completes crosses in row 1 and circles in row 2."""
    state = after(at(".XXXX/XOOOO/O..../...../X.... X 13"), "a1>a5")
    assert board(state) == "XXXXX/OOOOO/...../X..../X...."
    outcome = QUIXO.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores) == ("opponent-line", (-1, 1))
    assert outcome.announced == ("a2 b2 c2 d2 e2",)


@pytest.mark.rule("Q5")
def test_two_own_lines_at_once_are_both_announced() -> None:
    outcome = QUIXO.outcome(after(at(".XXXX/.X.../..X../...X./....X X 17"), "a1>e1"))
    assert outcome is not None
    assert outcome.reason == "line"
    assert outcome.announced == ("a1 b1 c1 d1 e1", "a1 b2 c3 d4 e5")


# Each takes a corner cube to the other end and back: the board repeats every four turns.
SHUFFLE = ("a1>e1", "a5>e5", "e1>a1", "e5>a5")


@pytest.mark.rule("Q6")
def test_the_third_time_the_same_position_comes_up_is_a_draw() -> None:
    state = at("X..../...../...../...../O.... X 3")
    for turn, move in enumerate(SHUFFLE * 2):
        assert QUIXO.outcome(state) is None, turn
        state = after(state, move)
    outcome = QUIXO.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores, outcome.places) == ("repetition", (0, 0), (1, 1))
    assert outcome.winners == ()


@pytest.mark.rule("Q6")
@pytest.mark.parametrize(("repetition", "turns"), [(2, 4), (3, 8), (4, 12), (5, 16)])
def test_how_often_is_an_option(repetition: int, turns: int) -> None:
    state = at("X..../...../...../...../O.... X 3", repetition=repetition)
    played = 0
    while QUIXO.outcome(state) is None:
        state = after(state, SHUFFLE[played % 4])
        played += 1
    assert played == turns


@pytest.mark.rule("Q6")
def test_by_the_letter_there_is_no_draw() -> None:
    state = after(at("X..../...../...../...../O.... X 3", repetition=None), *SHUFFLE * 10)
    assert QUIXO.outcome(state) is None
    assert state.seen == ()


@pytest.mark.rule("Q6")
def test_a_neutral_cube_taken_makes_the_past_unreachable() -> None:
    state = after(at("X..../...../...../...../O.... X 3"), *SHUFFLE)
    assert len(state.seen) == 4
    assert after(state, "c1>c5").seen == ()


@pytest.mark.rule("Q6")
def test_players_may_agree_on_a_draw() -> None:
    state = QUIXO.conclude(QUIXO.initial(), "agreement")
    outcome = QUIXO.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores) == ("agreement", (0, 0))
    assert QUIXO.parse_position(QUIXO.format_position(state)) == state
    with pytest.raises(GameOverError):
        QUIXO.conclude(state, "agreement")


def test_a_player_may_resign() -> None:
    state = QUIXO.conclude(QUIXO.initial(), "resignation", 0)
    outcome = QUIXO.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores) == ("resignation", (-1, 1))
    assert QUIXO.parse_position(QUIXO.format_position(state)) == state


@pytest.mark.parametrize(
    ("how", "seat"), [("resignation", None), ("resignation", 2), ("agreement", 0)]
)
def test_a_conclusion_names_the_player_who_resigns(how: str, seat: int | None) -> None:
    with pytest.raises(MalformedError):
        QUIXO.conclude(QUIXO.initial(), how, seat)


def test_only_the_player_to_move_moves() -> None:
    with pytest.raises(NotYourTurnError):
        QUIXO.apply(QUIXO.initial(), 1, QUIXO.parse_action("a1>a5"))


def test_the_small_boards() -> None:
    assert [len(edge(size)) for size in (2, 3, 4, 5)] == [4, 8, 12, 16]
    assert [len(lines(size)) for size in (2, 3, 4, 5)] == [6, 8, 10, 12]
    assert [len(pushes(size)) for size in (2, 3, 4, 5)] == [8, 20, 32, 44]
    assert why_not(QUIXO.initial({"size": 3}), "a1>a5") == "off-board"
