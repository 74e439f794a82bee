"""What actions are worth in any game: proven where that is possible, else estimated."""

from random import Random
from typing import Any

import pytest
from tests.players.stops import StopAfter

from cruces.analysis import Analysis
from cruces.analysis.general import FIRST_PLAYOUTS, deepen, standing
from cruces.analysis.reasons import because
from cruces.core import Play
from cruces.core.registry import get_game
from cruces.players import Limits, Stop

QUIXO, QWIXX = get_game("quixo"), get_game("qwixx")


def _quixo(position: str) -> Any:
    return QUIXO.parse_position(position, {"size": len(position.split("/"))})


def _last(analysis: Any) -> Analysis:
    *_, last = analysis
    assert isinstance(last, Analysis)
    return last


def test_a_win_at_once_is_first_exact_and_one_ply_away() -> None:
    state = _quixo("XX./OO./... X 5")
    analysis = _last(deepen(QUIXO, state, 0, Limits(nodes=400), Stop()))
    best = analysis.best
    assert (best.exact, best.result, best.chance, best.plies) == (True, 1, 1, 1)
    assert best.error == 0
    assert analysis.exact
    after = QUIXO.apply(state, 0, best.action)
    outcome = QUIXO.outcome(after)
    assert outcome is not None
    assert outcome.winners == (0,)
    assert because(QUIXO, state, analysis, best, "en")


def test_every_legal_action_is_judged_once_and_in_order() -> None:
    state = QUIXO.initial({"size": 3})
    for analysis in deepen(QUIXO, state, 0, Limits(nodes=300), Stop()):
        actions = [judgement.action for judgement in analysis.judgements]
        assert sorted(map(str, actions)) == sorted(map(str, QUIXO.legal(state, 0)))
        worths = [judgement.worth for judgement in analysis.judgements]
        assert worths == sorted(worths, reverse=True)
        assert all(0 <= worth <= 1 for worth in worths)
        for judgement in analysis.judgements:
            assert judgement.exact == (judgement.result is not None)
            assert judgement.line[0] == judgement.action


def test_a_longer_look_is_taken_until_the_limit() -> None:
    state = QUIXO.initial({"size": 4})
    counts = [analysis.nodes for analysis in deepen(QUIXO, state, 0, Limits(nodes=600), Stop())]
    assert counts == [FIRST_PLAYOUTS, 2 * FIRST_PLAYOUTS, 4 * FIRST_PLAYOUTS, 600]


def test_it_is_the_same_each_time() -> None:
    play = Play(QWIXX, None, 3)
    play.roll(Random(1))
    visible = QWIXX.redact(play.state, 1)
    one, two = (_last(deepen(QWIXX, visible, 1, Limits(nodes=60), Stop())) for _ in range(2))
    assert one.judgements == two.judgements


def test_points_alone() -> None:
    """Alone at the table there are points and no chances."""
    play = Play(QWIXX, None, 1)
    play.roll(Random(1))
    analysis = _last(deepen(QWIXX, play.state, 0, Limits(nodes=60), Stop()))
    assert all(judgement.chance is None for judgement in analysis.judgements)
    assert all(judgement.points is not None for judgement in analysis.judgements)
    (worth,) = standing(QWIXX, play.state, 20, 1)
    assert worth.chance is None
    assert worth.points is not None


def test_it_answers_once_however_early_it_is_stopped() -> None:
    stop = Stop()
    stop.request()
    (analysis,) = deepen(QUIXO, QUIXO.initial(), 0, Limits(), stop)
    assert len(analysis.judgements) == len(QUIXO.legal(QUIXO.initial(), 0))
    assert analysis.nodes == 0
    assert not analysis.exact


def test_it_ends_soon_after_it_is_stopped() -> None:
    stop = StopAfter(10 * FIRST_PLAYOUTS)
    analysis = _last(deepen(QUIXO, QUIXO.initial(), 0, Limits(nodes=20 * FIRST_PLAYOUTS), stop))
    assert stop.looks == 10 * FIRST_PLAYOUTS, "it went on, or never looked"
    assert FIRST_PLAYOUTS < analysis.nodes <= 10 * FIRST_PLAYOUTS


@pytest.mark.parametrize("seats", [2, 3])
def test_a_moment_is_worth_one_game_in_all(seats: int) -> None:
    play = Play(QWIXX, None, seats)
    worths = standing(QWIXX, play.state, 10, 1)
    assert sum(worth.chance or 0.0 for worth in worths) == pytest.approx(1)
    assert worths == standing(QWIXX, play.state, 10, 1)
    state = _quixo("XXX/OO./... O 6")
    assert [worth.chance for worth in standing(QUIXO, state, 10, 1)] == [1, 0]
