"""What kind of mistake a choice in Qwixx is, and reports on players of late sheets."""

from dataclasses import replace
from typing import Any

import pytest

import cruces
from cruces.analysis.mistakes import mistake_text
from cruces.core import PASS
from cruces.games.qwixx.analysis.mistakes import mistake
from cruces.games.qwixx.analysis.oracle import QwixxOracle
from cruces.games.qwixx.rules import QWIXX
from cruces.games.qwixx.rules.friendly import FriendlyQwixx
from cruces.locales import languages
from tests.games.qwixx.solver.test_solve import late, late_sheets


@pytest.mark.parametrize(
    ("position", "action", "best", "kind"),
    [
        ("r2,3,4,5,6,11 | - ; p1 white w66 r5 y1 g5 b4", "pass", "r12", "row-left-open"),
        ("r2,3,4,5,6,11 | - ; p1 white w66 r5 y1 g5 b4", "g12", "r12", "row-left-open"),
        ("r2,3,4,5,6,11 | - ; p1 white w66 r5 y1 g5 b4", "r12", "g12", "row-closed"),
        ("r2,3,4,5,6,11 | - ; p1 white w66 r5 y1 g5 b4", "r12", "pass", "row-closed"),
        ("r6 | - ; p1 white w35 r5 y1 g5 b4", "y8", "r8", "skips"),
        ("r6 | - ; p1 white w35 r5 y1 g5 b4", "r8", "y8", "wrong-number"),
        ("r6 | - ; p1 white w35 r5 y1 g5 b4", "r8", "pass", "crossed-first"),
        ("r6 | - ; p1 white w35 r5 y1 g5 b4", "pass", "r8", "passed-first"),
        ("r6 | - ; p2 white w35 r5 y1 g5 b4", "r8", "pass", "crossed-others-turn"),
        ("r6 | - ; p2 white w35 r5 y1 g5 b4", "pass", "r8", "passed-others-turn"),
        ("r6 | - ; p1 colour w35 r5 y1 g5 b4 : pass", "r8", "pass", "penalty-spared"),
        ("r6 | - ; p1 colour w35 r5 y1 g5 b4 : pass", "pass", "r8", "penalty-taken"),
        ("r6,8 | - ; p1 colour w35 r5 y1 g5 b4 : r8", "r10", "pass", "crossed-second"),
        ("r6,8 | - ; p1 colour w35 r5 y1 g5 b4 : r8", "pass", "r10", "passed-second"),
    ],
)
def test_kinds(position: str, action: str, best: str, kind: str) -> None:
    state = QWIXX.parse_position(position)
    chosen, better = QWIXX.parse_action(action), QWIXX.parse_action(best)
    for each in (chosen, better):
        QWIXX.check(state, 0, each)
    assert mistake(state, 0, chosen, better) == kind
    assert len({mistake_text(kind, lang) for lang in languages()}) == len(languages())


@pytest.fixture
def oracle(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> QwixxOracle:
    """Of games that begin with a sheet that is almost full."""
    monkeypatch.setattr("cruces.games.qwixx.analysis.oracle.oracle", late)
    found = cruces.oracle("qwixx", players=request.param)
    assert isinstance(found, QwixxOracle)
    state = found.initial()
    sheets = (late_sheets(3, 1)[0], *state.sheets[1:])
    monkeypatch.setattr(found, "initial", lambda: replace(state, sheets=sheets))
    return found


@pytest.mark.parametrize("oracle", [1, 3], indirect=True)
def test_alone_the_score_is_what_perfect_play_scores_less_what_is_lost(
    oracle: QwixxOracle,
) -> None:
    def passing(view: Any) -> Any:
        """Passes whenever it costs no penalty."""
        own = view.seat == view.state.active
        crosses = [action for action in view.legal if action != PASS]
        return crosses[0] if own and view.state.first == PASS and crosses else PASS

    found = cruces.regret(oracle, passing, 200)
    assert found.score is not None
    assert found.optimum is not None
    start = oracle.value(oracle.initial())
    assert start is not None
    assert found.optimum == pytest.approx(start.points)
    assert found.score.mean == pytest.approx(found.optimum - found.per_game.mean)
    assert found.per_game.low > 0
    assert {kind.kind for kind in found.kinds()} <= {
        *("passed-first", "passed-second", "passed-others-turn", "penalty-spared"),
        *("row-left-open", "row-closed", "skips", "wrong-number"),
    }
    if isinstance(oracle.game, FriendlyQwixx):
        assert "passed-others-turn" in {kind.kind for kind in found.kinds()}
    perfect = cruces.regret(oracle, lambda view: oracle.best(view.state)[0], 30)  # type: ignore[index]
    assert perfect.per_game.mean == 0
