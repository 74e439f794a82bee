"""Values, costs and the coach's report in words: finished, so that no client builds a sentence."""

from typing import Any

import pytest

from cruces.analysis.analyse import Judgement
from cruces.analysis.review import review
from cruces.analysis.review_dto import LISTED, report
from cruces.analysis.value_phrases import brief, kind, points, signed, value
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS
from cruces.games.qwixx.rules import QWIXX
from cruces.locales import percent
from cruces.players import Limits
from tests.players.test_coach import FEW, played


def judged(**some: Any) -> Judgement:
    usual = {"action": None, "result": None, "plies": None, "exact": False, "score": None}
    return Judgement(**{**usual, "chance": 0.5, "line": (), **some})


@pytest.mark.parametrize(
    ("judgement", "said", "short", "look"),
    [
        (judged(exact=True, result=1, plies=1, chance=1.0), "wins at once", "in 1", "good"),
        (judged(exact=True, result=-1, plies=4, chance=0.0), "loses in 4 turns", "in 4", "bad"),
        (judged(exact=True, result=0), "draws", "✓", "even"),
        (judged(chance=0.605), "≈ 61%", "61%", "good"),
        (judged(chance=0.594), "≈ 59%", "59%", "even"),
        (judged(chance=0.4), "≈ 40%", "40%", "bad"),
        (judged(chance=0.5, points=71.25), "≈ 50%, 71.3 points", "50%", "even"),
        (judged(chance=None, points=-3.04), "≈ −3.0 points", "0%", "even"),
        (judged(chance=None, points=99.96, exact=True), "100.0 points", "✓", "even"),
    ],
)
def test_a_value_in_words(judgement: Judgement, said: str, short: str, look: str) -> None:
    assert (value(judgement, "en"), brief(judgement, "en"), kind(judgement)) == (said, short, look)


def test_numbers_are_those_of_the_language_and_stay_with_their_units() -> None:
    assert percent(-0.1234, "es", 1) == "−12,3\u00a0%"
    assert percent(-0.0001, "en") == "0%"
    assert signed(0.5, points(0.5, "en")) == "+0.5\u00a0points"
    assert signed(-0.5, points(-0.5, "en")) == "−0.5\u00a0points"


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [(QWIXX, 1, {}), (QUIXO, 2, {"size": 3}), (QUIXO_TEAMS, 4, {"size": 3})],
)
def test_a_report_is_finished(game: Any, seats: int, options: dict[str, Any], lang: str) -> None:
    play = played(game, ["random"] * seats, 3, **options)
    found = report(review(play, Limits(nodes=1) if game is QUIXO else FEW), lang)
    assert len({seat.label for seat in found.summaries}) == seats
    assert all(seat.summary.endswith(".") for seat in found.summaries)
    assert all(bool(seat.luck_summary) == (game is QWIXX) for seat in found.summaries)
    assert found.drawn == tuple(range(min(seats, 2)))
    assert len(found.heights) == 3
    assert found.chart.count("→") == len(found.drawn)
    listed = [choice for choice in found.decisions if choice.listed]
    worse = [choice for choice in found.decisions if choice.grade not in ("best", "good")]
    assert len(listed) == min(LISTED, len(worse))
    assert min((one.cost for one in listed), default=0.0) >= max(
        (one.cost for one in worse if not one.listed), default=0.0
    )
    for choice in found.decisions:
        assert choice.summary.startswith(f"{choice.played_name}: ")
        assert choice.best_name in choice.better
    for turn in found.turning_points:
        assert turn.what
        assert "→" in turn.summary


def test_a_report_says_you_to_who_played() -> None:
    made = review(played(QUIXO, ["random"] * 2, 3, size=3), Limits(nodes=1))
    mine, anyones = report(made, "en", 0), report(made, "en")
    assert [seat.label for seat in mine.summaries] == ["You", "p2"]
    assert [seat.label for seat in anyones.summaries] == ["p1", "p2"]
    assert {turn.seat for turn in mine.turning_points} == {0, 1}
    for turn in mine.turning_points:
        assert turn.summary.startswith("Your chance:" if turn.seat == 0 else "p2's chance:")
