"""What holds in whatever position play comes to."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

from cruces.core import CHANCE, PASS, Game, Play, Record
from cruces.core.record import decode, encode
from cruces.core.registry import GAMES
from cruces.games.quixo import rules as cubes
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS
from cruces.games.quixo.rules.geometry import index, pushes
from cruces.games.quixo.rules.state import NEUTRAL
from cruces.games.qwixx import rules as sheets
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX
from cruces.games.qwixx.rules.crossing import closed_rows
from cruces.testing.strategies import plays, positions, records, states_and_actions

Decision = tuple[Any, int, Any]

# Derandomised: the same examples everywhere; the fuzzer is what looks for new ones.
often = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
QWIXX_LIKE = st.one_of(plays(QWIXX, seats=3), plays(BIG_POINTS), plays(QWIXX, seats=1))
QUIXO_LIKE = st.one_of(
    states_and_actions(QUIXO),
    states_and_actions(QUIXO, {"size": 3}),
    states_and_actions(QUIXO_TEAMS),
    states_and_actions(QUIXO_TEAMS, {"size": 3, "repetition": None}),
)


def game_of(state: cubes.State, seat: int, action: cubes.Action) -> cubes.Quixo:
    """Only in teams is there a dot, or a pass."""
    plain = isinstance(action, cubes.Push) and action.dot is None
    return QUIXO if plain else QUIXO_TEAMS


# Qwixx


@often
@given(QWIXX_LIKE)
def test_crosses_and_penalties_never_disappear(play: Play[sheets.State, Any, Any]) -> None:
    for before, after in pairwise(play.states):
        for old, new in zip(before.sheets, after.sheets, strict=True):
            assert all(was & now == was for was, now in zip(old.marks, new.marks, strict=True))
            added = sum(now.bit_count() for now in new.marks) - sum(
                was.bit_count() for was in old.marks
            )
            assert 0 <= added + (new.penalties - old.penalties) <= 1


@often
@given(QWIXX_LIKE)
def test_closed_rows_stay_closed_and_get_no_crosses(play: Play[sheets.State, Any, Any]) -> None:
    for before, after in pairwise(play.states):
        closed = closed_rows(before.sheets)
        assert set(closed) <= set(closed_rows(after.sheets))
        for old, new in zip(before.sheets, after.sheets, strict=True):
            assert all(old.marks[row] == new.marks[row] for row in closed)


@often
@given(st.one_of(states_and_actions(QWIXX, seats=4), states_and_actions(BIG_POINTS)))
def test_crosses_only_go_right(decision: tuple[sheets.State, int, sheets.Action]) -> None:
    state, seat, action = decision
    if isinstance(action, sheets.Cross):
        sheet = state.sheets[seat]
        assert sheet.box(action) > sheet.reached(action.row)


# Quixo


@often
@given(QUIXO_LIKE)
def test_marked_cubes_never_get_fewer(
    decision: tuple[cubes.State, int, cubes.Action],
) -> None:
    state, seat, action = decision
    after = game_of(*decision).apply(state, seat, action)
    taken_neutral = (
        isinstance(action, cubes.Push)
        and state.board[index(state.options.size, action.take)] == NEUTRAL
    )
    assert after.board.count(NEUTRAL) == state.board.count(NEUTRAL) - taken_neutral


@often
@given(QUIXO_LIKE)
def test_a_push_moves_its_lane_and_nothing_else(
    decision: tuple[cubes.State, int, cubes.Action],
) -> None:
    state, seat, action = decision
    after = game_of(*decision).apply(state, seat, action)
    if not isinstance(action, cubes.Push):
        assert action == PASS
        assert after.board == state.board
        return
    size = state.options.size
    taken, end = index(size, action.take), index(size, action.to)
    lane = pushes(size)[taken, end]
    others = Counter(state.board[i] for i in lane if i != taken)
    assert Counter(after.board[i] for i in lane if i != end) == others
    outside = set(range(size * size)) - set(lane)
    assert all(state.board[i] == after.board[i] for i in outside)


# All games


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_positions_are_read_as_they_are_written(game: Game[Any, Any, Any]) -> None:
    @often
    @given(positions(game))
    def holds(state: Any) -> None:
        written = game.format_position(state)
        assert game.parse_position(written, game.settings(state)) == state

    holds()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_records_lead_to_the_same_game(game: Game[Any, Any, Any]) -> None:
    @often
    @given(records(game))
    def holds(record: Record) -> None:
        assert Play.replay(game, decode(encode(record))).record() == record

    holds()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_decisions_are_somebodys_to_make(game: Game[Any, Any, Any]) -> None:
    @often
    @given(states_and_actions(game, max_events=40))
    def holds(decision: Decision) -> None:
        state, seat, action = decision
        assert seat in game.to_act(state)
        assert seat != CHANCE
        assert action in game.legal(state, seat)

    holds()


def test_concluded_games_are_drawn_too() -> None:
    def resigned(record: Record) -> bool:
        return record.result is not None and record.result.reason == "resignation"

    found = find(records(QUIXO), resigned, settings=settings(often, max_examples=1_000))
    assert len(found.events) == 1, "shrunk to nothing but the resignation"


# Shrinking


def test_shrinking_gives_a_short_game_of_first_moves() -> None:
    def three_events(play: Play[Any, Any, Any]) -> bool:
        return len(play.events) >= 3

    play = find(
        plays(QUIXO, {"size": 3}), three_events, settings=settings(often, max_examples=1_000)
    )
    expected = Play(QUIXO, {"size": 3})
    for _ in range(3):
        seat = min(expected.to_act)
        expected.act(seat, next(iter(expected.legal(seat))))
    assert play.events == expected.events
