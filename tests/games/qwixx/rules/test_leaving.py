"""Leaving a game of Qwixx, which no booklet covers: the others go on."""

import pytest

from cruces.core import IllegalError
from cruces.games.qwixx.rules import QWIXX, State
from tests.games.qwixx.rules.test_game import FIVE_RED, after, at, text


def resigned(state: State, *seats: int) -> State:
    for seat in seats:
        state = QWIXX.conclude(state, "resignation", seat)
    return state


def test_the_others_go_on_without_a_player_who_resigned() -> None:
    state = resigned(at("- | - | - ; p1 roll"), 1)
    assert text(state) == "- | - | - ; p1 roll ; away p2"
    state = after(state, "- w41 r3 y5 g2 b6")
    assert QWIXX.to_act(state) == {0, 2}
    state = after(state, "p1 r5", "p3 pass", "p1 pass")
    assert text(state) == "r5 | - | - ; p3 roll ; away p2"


def test_the_turn_passes_on_when_the_active_player_leaves() -> None:
    assert text(resigned(at("- | - | - ; p2 roll"), 1)).endswith("; p3 roll ; away p2")
    colour = at(f"- | r5 | - ; p2 colour {'w41 r3 y5 g2 b6'} : r5")
    assert text(resigned(colour, 1)) == "- | r5 | - ; p3 roll ; away p2"
    white = resigned(at("- | - | - ; p2 white w41 r3 y5 g2 b6"), 1)
    assert text(white) == "- | - | - ; p2 white w41 r3 y5 g2 b6 : p2 pass ; away p2"
    assert text(after(white, "p1 r5", "p3 y5")) == "r5 | - | y5 ; p3 roll ; away p2"


def test_the_last_choice_resolves_when_its_chooser_leaves() -> None:
    state = after(at("- | - | - ; p1 white w41 r3 y5 g2 b6"), "p1 r5", "p2 y5")
    assert text(resigned(state, 2)).startswith("r5 | y5 | - ; p1 colour")


def test_a_player_who_left_neither_draws_lots_nor_rolls_for_the_start() -> None:
    state = resigned(QWIXX.initial(seats=3), 1)
    assert text(after(state, "- lot p2")).endswith("; p3 roll ; away p2")
    state = resigned(QWIXX.initial({"start": "first-six"}, seats=3), 0)
    assert text(after(state, "- die 1")).endswith("; p3 start ; away p1")
    assert text(after(state, "- die 1", "- die 2", "- die 6")).endswith("; p2 roll ; away p1")


def test_with_one_left_it_is_over_and_he_has_won() -> None:
    outcome = QWIXX.outcome(resigned(at("r2,3,4 | - ; p1 roll"), 0))
    assert outcome is not None
    assert (outcome.reason, outcome.places, outcome.scores) == ("resignation", (2, 1), (6, 0))
    assert outcome.winners == (1,)
    alone = QWIXX.outcome(resigned(at("r2,3,4 ; p1 roll"), 0))
    assert alone is not None
    assert (alone.places, alone.scores) == ((1,), (6,))


def test_a_player_who_left_ranks_behind_all_others() -> None:
    state = resigned(at("p3 | r2,3,4,5 | - ; p1 colour w41 r3 y5 g2 b6 : pass"), 1)
    outcome = QWIXX.outcome(after(state, "p1 pass"))
    assert outcome is not None
    assert outcome.places == (2, 3, 1)
    assert outcome.left == (1,)


def test_nobody_leaves_twice() -> None:
    state = resigned(at("- | - | - ; p1 roll"), 1)
    with pytest.raises(IllegalError, match="has already left"):
        resigned(state, 1)


def test_a_second_lock_counts_though_the_active_player_left() -> None:
    start = f"- | {FIVE_RED} g12,11,10,9,8,2 | - ; p1 white w66 r1 y1 b1"
    state = after(at(start, after_second_lock="finish-turn"), "p2 r12", "p3 pass")
    outcome = QWIXX.outcome(resigned(state, 0))
    assert outcome is not None
    assert outcome.reason == "rows-closed"
    late = after(at(start, after_second_lock="finish-turn"), "p1 pass", "p2 r12", "p3 pass")
    assert QWIXX.outcome(late) is None
    ended = QWIXX.outcome(resigned(late, 0))
    assert ended is not None
    assert ended.reason == "rows-closed"
