"""The coach: costs, grades, turning points; luck and skill add up to the score."""

from random import Random
from typing import Any

import pytest

from cruces.analysis.analyse import Judgement
from cruces.analysis.review import CHANCE_THRESHOLDS, GRADES, CancelledError, Review, grade, review
from cruces.analysis.review_dto import report
from cruces.core import Play
from cruces.core.record import ActionEvent
from cruces.games.quixo.players.engine import masks
from cruces.games.quixo.rules import QUIXO, QUIXO_TEAMS
from cruces.games.quixo.solver.oracle import oracle as quixo_oracle
from cruces.games.qwixx.rules import BIG_POINTS, QWIXX
from cruces.games.qwixx.solver.oracle import oracle
from cruces.players import Limits, get_bot
from cruces.players.stop import Stop

FEW = Limits(nodes=1500)


def played(game: Any, bots: list[str], seed: int, **options: object) -> Play[Any, Any, Any]:
    random, play = Random(seed), Play[Any, Any, Any](game, options, len(bots))
    while play.outcome is None:
        play.roll(random)
        for seat in sorted(play.to_act):
            if seat in play.to_act:
                bot = get_bot(bots[seat])
                play.act(seat, bot.choose(play.view(seat), Limits(), random))
    return play


@pytest.mark.parametrize("ruling", ["ends", "finish-turn"])
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_alone_start_luck_and_costs_make_the_score(ruling: str, bot: str) -> None:
    play = played(QWIXX, [bot], 7, after_second_lock=ruling)
    game_review, table = review(play), oracle(1, ruling)
    assert game_review.exact
    summary = game_review.summary(0)
    start = table.value(play.states[0].sheets[0])
    assert game_review.curve[0].worths[0].points == start
    assert summary.luck is not None
    assert play.outcome is not None
    assert start + summary.luck - summary.cost == pytest.approx(play.outcome.scores[0])
    for decision in game_review.decisions:
        state = play.states[decision.number - 1]
        exact_values = dict(table.actions(state.sheets[0], state.roll, state.first))
        assert decision.played.points == exact_values[decision.played.action]
        assert decision.cost == max(exact_values.values()) - exact_values[decision.played.action]
        assert decision.points == decision.cost


@pytest.mark.parametrize("size", [3, 4])
def test_on_small_boards_the_values_are_the_table_s(size: int) -> None:
    table = quixo_oracle(size)
    assert table is not None
    for seed in range(4):
        play = played(QUIXO, ["random", "random"], seed, size=size)
        game_review = review(play, Limits(nodes=1))
        assert game_review.exact
        assert not game_review.luck_events
        assert game_review.summary(0).luck is None
        for decision in game_review.decisions:
            state = play.states[decision.number - 1]
            mover, other = map(int, masks(state.board, decision.seat))
            assert decision.best.result == table.value(mover, other)
            if decision.played.result != decision.best.result:
                assert decision.grade in ("mistake", "blunder")
            else:
                assert decision.cost == 0
                assert decision.grade in ("best", "good")
        winner = 0 if game_review.curve[-1].worths[0].chance == 1 else 1
        assert play.outcome is not None
        assert play.outcome.winners == (winner,)
        assert game_review.curve[-1].worths[winner].chance == 1


def judged(result: int | None, chance: float, plies: int | None = None) -> Judgement:
    return Judgement("a", result, plies, result is not None, None, chance, ("a",))


def test_grades() -> None:
    best = judged(None, 0.6)
    for cost, expected in zip((0.0, 0.01, *CHANCE_THRESHOLDS), GRADES, strict=True):
        assert grade(best, judged(None, 0.6 - cost), cost) == expected
    assert grade(judged(1, 1, 3), judged(1, 1, 5), 0) == "good"
    assert grade(judged(1, 1, 3), judged(1, 1, 3), 0) == "best"
    for before, after in ((1, 0), (1, -1), (0, -1)):
        assert grade(judged(before, 1), judged(after, 0.99), 0.01) == "mistake"


def test_what_cannot_be_told_apart_costs_nothing() -> None:
    play = played(QWIXX, ["greedy", "random"], 3)
    game_review = review(play, FEW, games=256)
    doubtful = 0
    for decision in game_review.decisions:
        gap = decision.best.worth - decision.played.worth
        assert decision.played.error is not None
        if gap <= 2 * decision.played.error:
            assert (decision.cost, decision.grade) == (0, "best")
            doubtful += gap > 0
        else:
            assert decision.cost == gap > 0
    assert doubtful


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        (QWIXX, ["greedy", "random"]),
        (QWIXX, ["greedy"] * 5),
        (BIG_POINTS, ["greedy", "random", "greedy"]),
        (QUIXO, ["greedy", "random"]),
        (QUIXO_TEAMS, ["greedy", "random", "greedy", "random"]),
    ],
    ids=lambda one: getattr(one, "id", str(len(one)) if isinstance(one, list) else None),
)
def test_every_real_choice_is_reviewed_and_luck_is_shared(game: Any, bots: list[str]) -> None:
    play = played(game, bots, 2)
    parts: list[float] = []
    game_review = review(play, Limits(nodes=300), games=64, progress=parts.append)
    assert parts == sorted(parts)
    assert 0 == parts[0] <= parts[-1] < 1
    real = [
        number
        for number, event in enumerate(play.events, 1)
        if isinstance(event, ActionEvent)
        and len(game.legal(play.states[number - 1], event.seat)) > 1
    ]
    assert [decision.number for decision in game_review.decisions] == real
    seats = range(len(bots))
    for moment in game_review.curve:
        chances = [worth.chance or 0 for worth in moment.worths]
        teams = 2 if game is QUIXO_TEAMS else 1
        assert sum(chances) == pytest.approx(teams)
    if game_review.luck_events:
        assert sum(game_review.summary(seat).luck or 0 for seat in seats) == pytest.approx(
            0, abs=1e-9
        )
    for turn in game_review.turning_points:
        assert abs(turn.after - turn.before) >= 0.1
        cost = {one.number: one.cost for one in game_review.decisions}
        assert isinstance(play.events[turn.number - 1], ActionEvent) == (turn.cause == "choices")
        if cost.get(turn.number):  # no other choice between the same dice cost more
            dice = [luck_event.number for luck_event in game_review.luck_events]
            since = max((one for one in dice if one < turn.number), default=0)
            until = min((one for one in dice if one > turn.number), default=len(play.events) + 1)
            if dice:
                rivals = [c for number, c in cost.items() if since < number < until]
                assert cost[turn.number] == max(rivals)
    assert len(game_review.turning_points) <= 3
    assert sum(game_review.summary(seat).decisions for seat in seats) == len(real)
    again: Review = review(play, Limits(nodes=300), games=64)
    assert again.luck_events == game_review.luck_events
    assert [one.cost for one in again.decisions] == [one.cost for one in game_review.decisions]


def test_it_can_be_cancelled() -> None:
    play, stop = played(QWIXX, ["greedy", "greedy"], 1), Stop()

    def enough(part: float) -> None:
        if part > 0.2:
            stop.request()

    with pytest.raises(CancelledError):
        review(play, FEW, games=16, progress=enough, stop=stop)


def test_a_game_for_which_there_is_no_time_is_reviewed_from_its_end() -> None:
    """And says so; however little time there is, there is something."""
    play = played(QWIXX, ["greedy", "greedy"], 1)
    whole, parts = review(play, FEW, games=16, seconds=1000), list[float]()
    assert whole.left_out == 0
    assert report(whole, "en").left_out == ""
    cut = review(play, FEW, games=16, seconds=1e-9, progress=parts.append)
    assert cut.left_out == len(play.events) - 1
    assert len(parts) == 1
    assert cut.curve == whole.curve[-len(cut.curve) :]
    assert cut.decisions == tuple(d for d in whole.decisions if d.number > cut.left_out)
    assert str(cut.left_out) in report(cut, "en").left_out


def test_who_resigned_has_lost() -> None:
    play = Play[Any, Any, Any](QWIXX, {}, 2)
    play.roll(Random(1))
    play.conclude("resignation", 0)
    game_review = review(play, FEW, games=64)
    assert [worth.chance for worth in game_review.curve[-1].worths] == [0, 1]


def test_a_game_from_a_position_is_reviewed_from_there() -> None:
    """Also where nobody rolls any dice after it."""
    state = QWIXX.parse_position("r5 | - ; p1 colour w41 r3 y5 g2 b6 : pass")
    play = Play[Any, Any, Any].at(QWIXX, state)
    play.act(0, "pass")
    play.conclude("resignation", 1)
    game_review = review(play, FEW, games=50)
    assert [decision.number for decision in game_review.decisions] == [1]
    told = report(game_review, "en")
    assert told.summaries[0].decisions == 1
    assert [point.number for point in game_review.curve] == [0, 2]
