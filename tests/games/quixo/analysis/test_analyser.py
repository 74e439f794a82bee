"""The analysis: a value for every action, and nothing called exact that is not."""

import threading
from pathlib import Path

import pytest

from cruces.analysis.analyse import Analysis, analyse, deepen
from cruces.core import GameOverError, NotYourTurnError
from cruces.games.quixo.analysis.analyser import chance
from cruces.games.quixo.players.engine import masks
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS, State
from cruces.games.quixo.solver import oracle as known
from cruces.games.quixo.solver.table import ValueTable
from cruces.players import Limits
from cruces.players.stop import Stop
from cruces.solvers.errors import TableError
from tests.games.quixo.players.test_engine import mover, positions


@pytest.fixture
def no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search has to find out for itself."""
    monkeypatch.setattr("cruces.games.quixo.analysis.oracle.oracle", lambda size: None)


def table(size: int) -> ValueTable:
    found = known.oracle(size)
    assert found is not None
    return found


def value(state: State) -> tuple[int | None, int | None]:
    own, other = (int(mask) for mask in masks(state.board, mover(state)))
    return table(state.options.size).value(own, other), table(state.options.size).distance(
        own, other
    )


def played(*texts: str) -> State:
    state = QUIXO.initial()
    for text in texts:
        state = QUIXO.apply(state, mover(state), QUIXO.parse_action(text))
    return state


def test_every_legal_action_is_judged_once_and_the_best_comes_first() -> None:
    for state in positions(5, 4, 3):
        found = analyse(QUIXO, state, Limits(depth=3))
        actions = [judgement.action for judgement in found.judgements]
        assert sorted(map(str, actions)) == sorted(map(str, QUIXO.legal(state, mover(state))))
        chances = [judgement.worth for judgement in found.judgements]
        assert chances == sorted(chances, reverse=True)
        assert found.seat == mover(state)
        for judgement in found.judgements:
            assert judgement.line[0] == judgement.action
            assert (judgement.result is not None) == judgement.exact
            there = state
            for push in judgement.line:
                there = QUIXO.apply(there, mover(there), push)


@pytest.mark.parametrize("size", [3, 4])
def test_on_small_boards_everything_is_exact(size: int) -> None:
    """Values and distances are those of the table, one push away."""
    for state in positions(size, 30, size):
        found = analyse(QUIXO, state, Limits())
        assert found.exact
        assert found.depth == (0 if found.best.result else 4)
        best_value, best_distance = value(state)
        assert (found.best.result, found.best.plies) == (best_value, best_distance)
        for judgement in found.judgements:
            after = QUIXO.apply(state, mover(state), judgement.action)
            outcome = QUIXO.outcome(after)
            assert judgement.exact
            if outcome is not None:
                assert judgement.result == outcome.scores[mover(state)]
            else:
                theirs, distance = value(after)
                assert theirs is not None
                assert judgement.result == -theirs
                assert judgement.plies == (None if distance is None else distance + 1)


@pytest.mark.usefixtures("no_table")
@pytest.mark.parametrize(("size", "depth"), [(3, 8), (4, 6)])
def test_what_the_search_calls_exact_is_so(size: int, depth: int) -> None:
    """Wins and losses, and no win takes fewer plies than possible."""
    claims = {1: 0, -1: 0}
    for state in positions(size, 40, 5):
        for judgement in analyse(QUIXO, state, Limits(depth=depth)).judgements:
            after = QUIXO.apply(state, mover(state), judgement.action)
            if not judgement.exact or QUIXO.outcome(after) is not None:
                continue
            theirs, distance = value(after)
            assert judgement.result is not None
            assert theirs == -judgement.result, (state, judgement)
            assert distance is not None
            assert judgement.plies is not None
            assert judgement.plies >= distance + 1
            claims[judgement.result] += 1
    assert min(claims.values()) > 10


@pytest.mark.usefixtures("no_table")
def test_what_is_not_proven_is_a_chance() -> None:
    found = analyse(QUIXO, QUIXO.initial(), Limits(depth=2))
    assert not found.exact
    assert all(not judgement.exact for judgement in found.judgements)
    assert all(0 < judgement.worth < 1 for judgement in found.judgements)
    assert all(judgement.score is not None for judgement in found.judgements)


def test_a_table_without_distances_proves_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is proven stays so, and the search finds out how long it takes, where it can."""

    class Values:
        def value(self, mover: int, other: int) -> int | None:
            return table(3).value(mover, other)

        def distance(self, mover: int, other: int) -> int | None:
            return None

    monkeypatch.setattr("cruces.games.quixo.analysis.oracle.oracle", lambda size: Values())
    for state in positions(3, 10, 8):
        first, *_ = found = list(deepen(QUIXO, state, Limits(depth=6)))
        assert first.exact
        assert found[-1].best.result == value(state)[0]
        assert all(judgement.exact for judgement in found[-1].judgements)


@pytest.mark.rule("Q5")
def test_a_push_that_ends_the_game_is_judged_by_its_end() -> None:
    won = QUIXO.parse_position("XXXX./OOOO./...../...../..... X 9")
    found = analyse(QUIXO, won, Limits(depth=2))
    assert (found.best.result, found.best.plies, found.best.exact) == (1, 1, True)
    assert found.exact
    both = QUIXO.parse_position("XXXXO/OOOO./...../...../..... X 11")
    ends = {
        QUIXO.format_action(one.action): one.result
        for one in analyse(QUIXO, both, Limits(depth=2)).judgements
        if one.plies == 1
    }
    assert ends == {"e2>e1": -1, "e3>e1": -1, "e4>e1": -1, "e5>e1": -1}


@pytest.mark.rule("Q6")
def test_a_push_that_repeats_for_the_third_time_draws() -> None:
    """Whatever the position is worth otherwise."""
    there_and_back = ("a1>a5", "e1>e5", "a5>a1", "e5>e1")
    begun = ("a1>a5", "e1>e5")
    state = played(*begun, *there_and_back[2:], *there_and_back, *there_and_back[:1])
    drawing = QUIXO.parse_action("e1>e5")
    after = QUIXO.outcome(QUIXO.apply(state, mover(state), drawing))
    assert after is not None
    assert after.reason == "repetition"
    (judgement,) = (
        one for one in analyse(QUIXO, state, Limits(depth=2)).judgements if one.action == drawing
    )
    assert (judgement.result, judgement.plies, judgement.exact) == (0, None, True)


@pytest.mark.usefixtures("no_table")
def test_it_deepens_and_the_last_result_is_the_deepest() -> None:
    found = list(deepen(QUIXO, QUIXO.initial(), Limits(depth=4)))
    assert [analysis.depth for analysis in found] == [1, 2, 3, 4]
    assert found[-1].judgements == analyse(QUIXO, QUIXO.initial(), Limits(depth=4)).judgements


@pytest.mark.usefixtures("no_table")
def test_it_stops_on_request() -> None:
    stop = Stop()
    threading.Timer(0.3, stop.request).start()
    assert analyse(QUIXO, QUIXO.initial(), Limits(), stop=stop).judgements
    early = Stop()
    early.request()
    assert analyse(QUIXO, QUIXO.initial(), Limits(), stop=early).depth == 1


def test_chances_are_symmetric_and_rise_with_the_score() -> None:
    scores = range(-200, 201, 20)
    chances = [chance("quixo", score) for score in scores]
    assert chances == sorted(chances)
    for score in scores:
        assert chance("quixo", score) + chance("quixo", -score) == pytest.approx(1)


def test_a_game_that_is_over_and_a_seat_that_waits_are_refused() -> None:
    over = QUIXO.parse_position("XXXXX/OOOO./...../...../..... O 10")
    with pytest.raises(GameOverError):
        analyse(QUIXO, over, Limits(depth=1))
    with pytest.raises(NotYourTurnError):
        analyse(QUIXO, QUIXO.initial(), Limits(depth=1), seat=1)
    named: Analysis = analyse(QUIXO, QUIXO.initial(), Limits(depth=1), seat=0)
    assert named.seat == 0


@pytest.mark.rule("T2", "T5")
def test_in_teams_every_push_and_every_dot_is_judged() -> None:
    state = QUIXO_TEAMS.initial()
    told = analyse(QUIXO_TEAMS, state, Limits(depth=3))
    assert {judgement.action for judgement in told.judgements} == set(QUIXO_TEAMS.legal(state, 0))
    assert not told.exact
    assert all(0 < judgement.worth < 1 for judgement in told.judgements)


@pytest.mark.rule("T5")
def test_in_teams_a_win_and_a_line_of_the_others_are_proven() -> None:
    state = QUIXO_TEAMS.parse_position("1131./2424./...2./...../..... 1 13")
    told = analyse(QUIXO_TEAMS, state, Limits(depth=2))
    assert (told.best.result, told.best.plies, told.best.exact) == (1, 1, True)
    for judgement in told.judgements:
        outcome = QUIXO_TEAMS.outcome(QUIXO_TEAMS.apply(state, told.seat, judgement.action))
        if outcome is not None:
            assert (judgement.result, judgement.exact) == (outcome.scores[told.seat], True)


def test_a_damaged_table_is_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """One that the environment names is not checked as a whole, only where it is read."""
    content = bytearray(known.SHIPPED.read_bytes())
    for place in range(len(content) // 2, len(content), 1000):
        content[place] ^= 1
    bad = tmp_path / "bad.table"
    bad.write_bytes(content)
    monkeypatch.setenv("CRUCES_QUIXO_TABLE", str(bad))
    known.oracle.cache_clear()
    request.addfinalizer(known.oracle.cache_clear)
    state = QUIXO.parse_position("X.X.O/...../X...O/...../O.X.O X 9")
    with pytest.raises(TableError):
        value(state)
    found = analyse(QUIXO, state, Limits(depth=2))
    assert len(found.judgements) == len(QUIXO.legal(state, mover(state)))
